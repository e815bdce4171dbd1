"""The truth about players: what is counted, with which error, and beside which levels."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from arena_events import player_file
from inarow.agents.human import Human
from inarow.agents.levels import levels_of
from inarow.api import score as public_score
from inarow.arena import level_scores
from inarow.arena.exam import MOST_FAILURES, Exam, chosen_positions, score
from inarow.arena.score import Answer, Score, Share
from inarow.errors import BadOption, NotSupported
from inarow.games.base import Reason, State
from inarow.registry import load_agent, load_game
from inarow.search.decision import Decision, OnInfo, Result
from inarow.search.limit import NO_LIMIT, Limit
from inarow.spec import format_spec
from inarow.study.positions import format_positions, shipped_positions

CONNECT_FOUR, TIC_TAC_TOE = load_game("connect_four"), load_game("tic_tac_toe")
SMALL = shipped_positions(TIC_TAC_TOE)[:30]


def right(state: State) -> int:
    return next(
        max(one.values, key=lambda action: one.values[action].rank)
        for one in SMALL
        if one.state == state
    )


def wrong(state: State) -> int:
    one = next(one for one in SMALL if one.state == state)
    return next(action for action in state.legal_actions() if not one.keeps(action))


# What is counted


def test_one_who_knows_the_truth_is_always_right_and_one_who_avoids_it_never() -> None:
    best, worst = score(right, positions=SMALL), score(wrong, positions=SMALL)
    assert best.whole.good == best.whole.perfect == Share(30, 30)
    assert worst.whole.good == worst.whole.perfect == Share(0, 30)
    assert sum(worst.slips.values()) == 30
    assert not any(best.slips.values())
    assert (best.player, str(best.game)) == ("right", str(TIC_TAC_TOE))


def test_perfect_play_of_connect_four_is_perfect() -> None:
    late = [one for one in shipped_positions(CONNECT_FOUR) if one.state.ply >= 16][:25]
    found = score("perfect(tricky=false)", positions=late)
    assert found.whole.good == found.whole.perfect == Share(25, 25)


def test_parts_add_up_and_plies_are_told() -> None:
    found = score("random", "connect_four", positions=200)
    assert [part.name for part in found.kinds] == ["random", "critical"]
    assert [part.name for part in found.phases] == ["opening", "middle", "ending"]
    for parts in (found.kinds, found.phases):
        assert sum(part.good.count for part in parts) == found.whole.good.count
        assert sum(part.good.total for part in parts) == 200
    mistakes = 200 - found.whole.good.count
    assert sum(found.slips.values()) == mistakes
    bounds = [part.plies for part in found.phases]
    assert bounds[0] is not None
    assert bounds[0][0] == min(one.position.state.ply for one in found.answers)


def test_the_same_seed_gives_the_same_score() -> None:
    one, other, third = (
        [a.action for a in score("random", positions=SMALL, seed=seed).answers]
        for seed in (1, 1, 2)
    )
    assert one == other != third


def test_where_no_length_is_known_best_moves_are_not_counted() -> None:
    found = score("random", "nine_board", positions=40)
    assert found.whole.perfect is None
    assert found.as_dict()["perfect"] is None
    assert "not known" in str(found)


def test_an_answer_says_what_it_gives_away() -> None:
    drawn = next(one for one in SMALL if one.result is Result.DRAW)
    losing = next(a for a in drawn.values if not drawn.keeps(a))
    assert Answer(drawn, losing).slip == "draw to loss"
    assert Answer(drawn, right(drawn.state)).slip == ""
    assert Answer(drawn, None, Reason.TIME).slip == ""


def test_intervals_are_wilsons() -> None:
    low, high = Share(90, 100).interval
    assert (round(low, 4), round(high, 4)) == (0.8256, 0.9448)  # as published for 90 of 100
    assert Share(0, 10).interval[0] == 0
    assert Share(10, 10).interval[1] == 1
    assert Share(0, 0).as_dict()["share"] is None


# What goes wrong


def test_illegal_late_and_failing_moves_are_counted_apart() -> None:
    class Odd:
        name = "odd"
        asked = 0

        def supports(self, game: object) -> bool:
            return True

        def choose(
            self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
        ) -> Decision:
            self.asked += 1
            if self.asked % 4 == 0:
                raise ValueError("no idea")
            return Decision(99 if self.asked % 4 == 1 else right(state))

    found = score(Odd(), positions=SMALL[:12])
    assert (found.illegal, found.late, found.failed) == (3, 0, 3)
    assert found.whole.good == Share(6, 12)
    assert not found.gave_up


def test_who_thinks_too_long_is_late() -> None:
    class Slow:
        name = "slow"

        def supports(self, game: object) -> bool:
            return True

        def choose(
            self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
        ) -> Decision:
            from time import sleep

            sleep(0.2)
            return Decision(right(state))

    found = score(Slow(), positions=SMALL[:2], limit="1ms")
    assert (found.late, found.whole.good) == (2, Share(0, 2))


def test_who_fails_again_and_again_is_asked_no_more() -> None:
    def crash(_: State) -> int:
        raise ValueError("no idea")

    found = score(crash, positions=SMALL)
    assert len(found.answers) == found.failed == MOST_FAILURES
    assert found.gave_up == "crash failed: ValueError: no idea"
    assert found.wanted == 30
    line = "asked no more after 3 of 30 positions: crash failed: ValueError: no idea"
    assert line in str(found).splitlines()
    assert "asked no more" not in str(score(right, positions=SMALL))


def test_players_of_files_and_programs_are_asked(tmp_path: Path) -> None:
    path = player_file(tmp_path, "return state.legal_actions()[-1]")
    by_file = score(str(path), positions=SMALL[:6])
    assert [one.action for one in by_file.answers] == [
        one.state.legal_actions()[-1] for one in SMALL[:6]
    ]
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    ready = asked['ask'] == 'start'\n"
        "    answer = {'ready': True} if ready else {'move': asked['legal'][-1]}\n"
        "    print(json.dumps(answer), flush=True)\n"
    )
    by_command = score(f"cmd:{sys.executable} {bot}", positions=SMALL[:2])
    assert [one.action for one in by_command.answers] == [one.action for one in by_file.answers[:2]]


def test_gomocup_engines_are_asked() -> None:
    fake = Path(__file__).parents[1] / "adapters" / "fake_pbrain.py"
    player = format_spec("pbrain", {"command": f"'{sys.executable}' '{fake}' fine"})
    found = score(player, "gomoku", positions=3, limit="30s")
    assert [one.action for one in found.answers] == [
        one.position.state.legal_actions()[0] for one in found.answers
    ]


def test_a_file_that_crashes_starts_anew_with_the_next_position(tmp_path: Path) -> None:
    odd = SMALL[0].state.ply
    path = player_file(
        tmp_path, f"return 1 / 0 if state.ply == {odd} else state.legal_actions()[0]"
    )
    found = score(str(path), positions=SMALL[:6])
    assert found.failed == sum(one.state.ply == odd for one in SMALL[:6])
    assert len(found.answers) == 6


# What is asked


def test_positions_must_be_of_one_game() -> None:
    mixed = [SMALL[0], shipped_positions(CONNECT_FOUR)[0]]
    for positions in (mixed, []):
        with pytest.raises(BadOption, match="a score needs positions, all of one game"):
            chosen_positions("connect_four", positions)
    with pytest.raises(NotSupported, match="only of connect_four, tic_tac_toe"):
        chosen_positions("pop_out", None)


def test_a_player_that_cannot_play_is_refused() -> None:
    with pytest.raises(NotSupported, match="cannot play"):
        Exam(load_agent("nine"), TIC_TAC_TOE, SMALL)
    with pytest.raises(NotSupported, match="people cannot take part"):
        score("human", positions=SMALL)


@pytest.mark.parametrize("player", [5, None, ["random"], Path("player.py"), Human])
def test_what_is_no_player_is_refused(player: object) -> None:
    with pytest.raises(BadOption, match="a player is named, or an object, or a function, not"):
        score(player, positions=SMALL)  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [0, -3])
def test_fewer_than_one_position_is_refused(count: int) -> None:
    with pytest.raises(BadOption, match=f"at least one position, not {count}"):
        score("random", "tic_tac_toe", positions=count)


def test_a_file_of_positions_is_named_as_text_or_path(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    path.write_bytes(format_positions(SMALL, "jsonl"))
    for named in (path, str(path)):
        assert score(right, positions=named).whole.good == Share(30, 30)


def test_what_was_answered_is_known_after_an_interruption() -> None:
    exam = Exam("random", TIC_TAC_TOE, SMALL)

    def press(done: int, _total: int) -> None:
        if done == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        exam.run(press)
    assert len(exam.score.answers) == 7


# Levels


@pytest.mark.parametrize("spec", ["connect_four", "tic_tac_toe", "gomoku", "nine_board"])
def test_every_level_was_asked_all_positions_and_stronger_ones_know_more(spec: str) -> None:
    game = load_game(spec)
    positions = shipped_positions(game)
    found = level_scores.level_answers(game, positions)
    assert list(found) == [level.number for level in levels_of(game)]
    assert {len(answers) for answers in found.values()} == {len(positions)}
    shares = [sum(answers) for answers in found.values()]
    assert shares[-1] > 1.1 * shares[0]


def test_a_level_plays_like_itself() -> None:
    found = public_score("level(2)", "tic_tac_toe")
    assert found.like.startswith("plays like level")
    assert [number for number, _ in found.levels] == [1, 2, 3]
    assert len(found.levels) == len(found.as_dict()["levels"])
    assert found.like in str(found)


def test_a_few_positions_are_compared_with_the_levels_in_just_these() -> None:
    found = score("level(3)", "tic_tac_toe", positions=50)
    assert {share.total for _, share in found.levels} == {50}


def test_other_positions_are_compared_with_nobody() -> None:
    assert score(right, positions=SMALL).levels  # the first of the shipped ones
    other = score(right, positions=SMALL[1:])
    assert (other.levels, other.like) == ([], "")


def test_between_and_beyond_levels_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    full = [one.position for one in score(right, positions=SMALL).answers]

    def like(share: float, *levels: float) -> str:
        known = {n: [at < 30 * level for at in range(30)] for n, level in enumerate(levels, 1)}
        monkeypatch.setattr("inarow.arena.score.level_answers", lambda *_: known)
        answers = [
            Answer(one, right(one.state) if at < 30 * share else wrong(one.state))
            for at, one in enumerate(full)
        ]
        return Score("x", TIC_TAC_TOE, answers, 30).like

    assert like(0.5, 0.45, 0.9) == "plays like level 1"
    assert like(0.5, 0.4, 0.5, 1.0) == "plays like levels 1 to 2"
    assert like(0.5, 0.1, 1.0) == "is stronger than level 1 and is weaker than level 2"
    assert like(1.0, 0.1, 0.2) == "is stronger than level 2"
    assert like(0.0, 0.5) == "is weaker than level 1"


def test_damaged_data_of_levels_only_costs_the_comparison(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(level_scores, "DATA", "data/ratings.json")
    level_scores._measured.cache_clear()
    try:
        assert score(right, positions=SMALL).like == ""
        assert "damaged" in caplog.text
    finally:
        level_scores._measured.cache_clear()


def test_a_score_is_json() -> None:
    found = json.loads(json.dumps(score("random", positions=SMALL).as_dict()))
    assert found["positions"] == 30
    assert 0 <= found["good"]["low"] <= found["good"]["share"] <= found["good"]["high"] <= 1
