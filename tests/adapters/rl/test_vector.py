"""The vector environment plays our rules, and resets as Gymnasium's own vector environments do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from inarow.adapters.rl.single import GameEnv
from inarow.adapters.rl.vector import GameVectorEnv
from inarow.adapters.rl.views import legal_mask, observe
from inarow.errors import BadOption, IllegalMove, InarowError
from inarow.games.base import Game, Reason, State
from inarow.registry import load_game
from inarow.search.agent import PlayerFailed
from inarow.search.decision import Decision

GAMES = (
    "connect_four",
    "connect_four(rows=4,cols=5,k=3)",
    "connect_four(rows=9,cols=11,k=4)",  # more than a word
    "connect_four(rows=2,cols=2,k=5)",  # nobody ever wins
    "tic_tac_toe",
    "mnk(rows=4,cols=6,k=4,overline=exact)",
    "mnk(rows=9,cols=9,k=3,overline=exact)",  # more than a word
    "gomoku",
    "nine_board",
    "nine_board(first_move=free,full_board=free)",
    "ultimate_tic_tac_toe",
    "ultimate_tic_tac_toe(won_boards=open,tie_break=boards)",
    "pop_out",
    "pop_out(rows=4,cols=4,k=3)",
    "pop_out(rows=2,cols=2,k=5,turns=9)",  # nobody ever wins, and some cannot move
    "random_drop",
    "random_drop(rows=9,cols=11,k=4)",  # more than a word
)


def first_state(game: Game, seen: Any, viewer: int) -> State:
    """The position with which a game began: dice may have placed a stone of player 0."""
    state = game.initial_state()
    if state.chance():
        ((row, col),) = np.argwhere(seen[..., 0 if viewer == 0 else 1]).tolist()
        state = state.play(row // 3 * 3 + col // 3).play(row % 3 * 3 + col % 3)
    return state


def after_dice(state: State) -> Iterator[State]:
    """Whatever the dice can make of a position; the position itself if there is nothing to roll."""
    if state.outcome is not None or not state.chance():
        yield state
    else:
        for action, _ in state.chance():
            yield from after_dice(state.play(action))


def rolled(state: State, seen: Any) -> State:
    """What the dice have made of a position, as whoever is then to move sees it."""
    found = [one for one in after_dice(state) if np.array_equal(observe(one, one.player), seen)]
    (same,) = found if state.chance() else [state]
    return same


def assert_same(state: State, viewer: int, seen: Any, mask: Any) -> None:
    assert np.array_equal(observe(state, viewer), seen), f"{state!r} seen by {viewer}"
    assert np.array_equal(legal_mask(state.game, state), mask), repr(state)


@pytest.mark.parametrize("spec", GAMES)
def test_a_random_game_is_the_same_in_the_kernel_and_in_states(spec: str, thorough: bool) -> None:
    game, count = load_game(spec), 400 if thorough else 10
    env = GameVectorEnv(game, count, opponent=None)
    seen, infos = env.reset(seed=1)
    states = [first_state(game, seen[i], infos["player"][i]) for i in range(count)]
    ended = 0
    while ended < count:
        actions, before = env.random_actions(), states
        seen, rewards, over, _, infos = env.step(actions)
        for i, action in enumerate(actions.tolist()):
            if before[i].outcome is not None:  # that step began a new game
                states[i] = first_state(game, seen[i], infos["player"][i])
                assert rewards[i] == 0
            else:
                mover = before[i].player
                states[i] = rolled(before[i].play(action), seen[i])
                assert rewards[i] == states[i].returns()[mover]
            assert_same(states[i], states[i].player, seen[i], infos["action_mask"][i])
            assert infos["player"][i] == states[i].player
            assert over[i] == (states[i].outcome is not None)
        ended += int(over.sum())


def peaceful(state: State, rng: Random) -> int:
    """A random move that does not win and, if that can be, does not let the opponent win."""
    actions = list(state.legal_actions())
    rng.shuffle(actions)

    def wins(state: State, action: int) -> bool:
        return any(state.play(action).returns())

    def fights(action: int) -> tuple[bool, bool]:
        after = state.play(action)
        return wins(state, action), any(wins(after, reply) for reply in after.legal_actions())

    return min(actions, key=fights)


PEACEFUL_SEEDS = (2, 7, 19)
"""With these a full board is reached, which few games do."""


@pytest.mark.parametrize("full", ["draw", "free"])
def test_a_full_board_ends_the_game_or_lets_choose_another(full: str) -> None:
    game, count = load_game(f"nine_board(first_move=free,full_board={full})"), len(PEACEFUL_SEEDS)
    env = GameVectorEnv(game, count, opponent=None)
    env.reset(seed=1)
    states, dice = [game.initial_state()] * count, [Random(seed) for seed in PEACEFUL_SEEDS]
    sent_to_full = chosen = 0
    while any(state.outcome is None for state in states):
        going = [i for i, state in enumerate(states) if state.outcome is None]
        actions = [peaceful(states[i], dice[i]) if i in going else 0 for i in range(count)]
        seen, _, over, _, infos = env.step(actions)
        for i in going:
            states[i] = states[i].play(actions[i])
            assert_same(states[i], states[i].player, seen[i], infos["action_mask"][i])
            outcome = states[i].outcome
            assert over[i] == (outcome is not None)
            sent_to_full += outcome is not None and outcome.reason is Reason.SENT_TO_FULL
            chosen += outcome is None and states[i].note == "-" and states[i].ply > 0
    assert (sent_to_full > 0, chosen > 0) == (full == "draw", full == "free")


def in_step(mode: AutoresetMode, spec: str, count: int) -> Iterator[tuple[Any, Any]]:
    """What our vector environment and Gymnasium's answer to the same actions."""
    ours = GameVectorEnv(spec, count, opponent=None, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: GameEnv(spec, opponent=None)] * count, autoreset_mode=mode)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    rng = Random(1)
    (seen, infos), (their_seen, their_infos) = ours.reset(seed=1), theirs.reset(seed=1)
    yield (seen, infos), (their_seen, their_infos)
    for number in range(60):
        masks = infos["action_mask"]
        actions = [rng.choice(np.flatnonzero(mask).tolist() or [0]) for mask in masks]
        if number % 7 == 0:
            actions[number % count] = 3  # legal or not
        our_step, their_step = ours.step(actions), theirs.step(np.array(actions))
        yield our_step, their_step
        infos, over = our_step[4], our_step[2]
        if mode is AutoresetMode.DISABLED and over.any():
            our_reset = ours.reset(options={"reset_mask": over})
            yield our_reset, theirs.reset(options={"reset_mask": over.copy()})
            infos = our_reset[1]
    theirs.close()


@pytest.mark.parametrize("mode", AutoresetMode)
def test_games_begin_anew_as_in_gymnasium(mode: AutoresetMode) -> None:
    final = 0
    for our_step, their_step in in_step(mode, "tic_tac_toe", count=5):
        for mine, its in zip(our_step[:-1], their_step[:-1], strict=True):
            assert np.array_equal(mine, its)
        mine, its = our_step[-1], their_step[-1]
        told = its["_action_mask"]  # a reset of some games tells of those alone
        assert np.array_equal(mine["action_mask"][told], its["action_mask"][told])
        assert np.array_equal(mine["player"][told], its["player"][told])
        assert ("final_obs" in mine) == ("final_obs" in its)
        for i in np.flatnonzero(its.get("_final_obs", [])):
            assert np.array_equal(mine["final_obs"][i], its["final_obs"][i])
            mask = mine["final_info"]["action_mask"][i]
            assert np.array_equal(mask, its["final_info"]["action_mask"][i])
            final += 1
    assert (final > 10) == (mode is AutoresetMode.SAME_STEP)


OPPONENTS = ("random", "level(1)")
MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
ANSWERED = ("connect_four(rows=4,cols=4,k=3)", "nine_board", "pop_out")


@pytest.mark.parametrize("spec", ANSWERED)
@pytest.mark.parametrize("together", [True, False])
def test_every_reply_is_a_legal_move(spec: str, together: bool) -> None:
    """Any two of opponent, mode and game meet; in `tests/slow` all of them do, and play on."""
    number = ANSWERED.index(spec) + together
    check_replies(OPPONENTS[together], MODES[number % 2], spec, steps=16)


def check_replies(opponent: str, mode: AutoresetMode, spec: str, steps: int) -> None:
    """After each step there is a reply that leads to what is seen."""
    game, count = load_game(spec), 6
    env = GameVectorEnv(game, count, opponent=opponent, autoreset_mode=mode)
    seen, infos = env.reset(seed=2)
    seats: set[int] = set()
    old, masks = seen.copy(), infos["action_mask"]
    states: dict[int, State] = {}
    for _ in range(steps):
        actions = env.random_actions()
        for i in range(count):
            if i not in states:
                states[i] = begun(game, old[i], infos["player"][i])
                assert_same(states[i], infos["player"][i], old[i], masks[i])
                seats.add(int(infos["player"][i]))
        seats_before = infos["player"].tolist()
        seen, rewards, over, _, infos = env.step(actions)
        for i, state in list(states.items()):
            if state.outcome is not None:  # of the step before: this one began a new game
                del states[i]
                continue
            same_step = over[i] and mode is AutoresetMode.SAME_STEP
            picture = infos["final_obs"][i] if same_step else seen[i]
            after = replied(state.play(int(actions[i])), picture, seats_before[i])
            assert over[i] == (after.outcome is not None)
            assert rewards[i] == after.returns()[seats_before[i]]
            states[i] = after
            if same_step:
                del states[i]
        old, masks = seen, infos["action_mask"]
    env.close()
    assert seats == {0, 1}


def replied(state: State, seen: Any, seat: int) -> State:
    """The position after the reply that leads to what is seen; there must be exactly one."""
    if state.outcome is not None or state.player == seat:
        assert np.array_equal(observe(state, seat), seen)
        return state
    after = [state.play(action) for action in state.legal_actions()]
    (found,) = [one for one in after if np.array_equal(observe(one, seat), seen)]
    return found


def begun(game: Game, seen: Any, seat: int) -> State:
    """The position with which the learner of a seat begins."""
    if not game.initial_state().chance():
        return replied(game.initial_state(), seen, seat)
    starts = [game.initial_state().play(b).play(c) for b in range(9) for c in range(9)]
    if seat == 1:
        (found,) = [one for one in starts if np.array_equal(observe(one, seat), seen)]
        return found
    pairs = [one.play(a) for one in starts for a in one.legal_actions()]
    (found,) = [one for one in pairs if np.array_equal(observe(one, seat), seen)]
    return found


def test_random_replies_are_equally_likely() -> None:
    env = GameVectorEnv("tic_tac_toe", 9000, opponent="random", seat=1)
    seen, _ = env.reset(seed=3)
    counts = seen[..., 1].sum(axis=0, dtype=int).ravel()
    assert counts.sum() == 9000
    assert np.abs(counts - 1000).max() < 5 * 30  # standard deviations


def test_the_same_seed_plays_the_same_games_on_any_number_of_threads() -> None:
    def play(opponent: str, threads: int, seed: int) -> list[bytes]:
        env = GameVectorEnv("connect_four", 8, opponent=opponent, threads=threads)
        shown = [env.reset(seed=seed)[0].tobytes()]
        shown += [env.step(env.random_actions())[0].tobytes() for _ in range(6)]
        shown.append(env.reset(seed=seed)[0].tobytes())
        env.close()
        return shown

    for opponent in ("random", "level(2)"):
        first = play(opponent, 1, seed=5)
        assert first == play(opponent, 3, seed=5)
        assert first[0] == first[-1]
        assert first != play(opponent, 1, seed=6)


class Stubborn:
    """A player of somebody else that always plays the same."""

    name = "stubborn"

    def __init__(self) -> None:
        self.asked = 0

    def supports(self, game: Game) -> bool:
        return True

    def choose(self, state: State, limit: object = None, on_info: object = None) -> Decision:
        self.asked += 1
        return Decision(0)


def test_a_player_that_fails_is_named() -> None:
    player = Stubborn()
    env = GameVectorEnv("tic_tac_toe", 2, opponent=player, seat=0)
    env.reset(seed=1)
    env.step([4, 4])
    assert player.asked == 2
    with pytest.raises(PlayerFailed, match="stubborn played 0, which is illegal"):
        env.step([1, 1])


def test_an_illegal_action_loses() -> None:
    for opponent in ("random", "level(1)"):
        env = GameVectorEnv("tic_tac_toe", 3, opponent=opponent, seat=0)
        env.reset(seed=1)
        _, rewards, over, _, infos = env.step([9, -1, 4])
        assert rewards.tolist() == [-1, -1, 0]
        assert over.tolist() == [True, True, False]
        assert infos["action_mask"].sum(axis=1).tolist() == [0, 0, 7]
        assert env.action_masks().sum(axis=1).tolist() == [0, 0, 7]
        assert env.random_actions()[:2].tolist() == [0, 0]
        _, rewards, over, _, infos = env.step([0, 0, *np.flatnonzero(infos["action_mask"][2])[:1]])
        assert rewards[:2].tolist() == [0, 0]
        assert infos["action_mask"].sum(axis=1).tolist()[:2] == [9, 9]


def test_arrays_that_are_given_are_written_into() -> None:
    env = GameVectorEnv("nine_board", 4, opponent=None)
    seen = np.full((3, 4, 9, 9, 3), 7, np.int8)
    masks = np.full((3, 4, 9), 7, np.int8)
    env.write_into(seen[0], masks[0])
    observation, infos = env.reset(seed=1)
    assert np.shares_memory(observation, seen)
    assert np.shares_memory(infos["action_mask"], masks)
    env.write_into(seen[1], masks[1])
    env.step(env.random_actions())
    assert seen[:2].max() == masks[:2].max() == 1
    assert (seen[2] == 7).all()
    env.write_into(None, None)
    assert not np.shares_memory(env.step(env.random_actions())[0], seen)
    for wrong in (seen[0].astype(np.float32), seen[0, :3], seen[0].transpose(0, 2, 1, 3)):
        with pytest.raises(BadOption, match=r"observations must be a writeable int8 array \(4, 9"):
            env.write_into(wrong, masks[0])
    with pytest.raises(BadOption, match="masks must be a writeable int8 array"):
        env.write_into(seen[0], None)


def test_actions_may_be_any_whole_numbers() -> None:
    env = GameVectorEnv("tic_tac_toe", 2, opponent=None)
    frozen = np.array([1, 2])
    frozen.flags.writeable = False
    for actions in (frozen, np.array([3, 0, 4, 0])[::2], np.array([5, 6], np.uint8), (7, 8)):
        env.reset(seed=1)
        seen, *_ = env.step(actions)
        assert seen[..., 1].reshape(2, 9).argmax(axis=1).tolist() == list(actions)


def test_it_is_registered() -> None:
    env = gymnasium.make_vec(
        "inarow.adapters.rl:inarow/connect_four-v0",
        num_envs=2,
        game="connect_four(rows=5,cols=6,k=4)",
        autoreset_mode="SameStep",
    )
    assert isinstance(env, GameVectorEnv)
    assert env.observation_space.shape == (2, 5, 6, 2)
    assert isinstance(gymnasium.make_vec("inarow/pop_out-v0", num_envs=2), GameVectorEnv)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"num_envs": 0}, "at least 1 game, not 0"),
        ({"seat": 2}, "a seat is 0, 1 or None"),
        ({"seat": 0, "opponent": None}, "leave out seat"),
        ({"autoreset_mode": "never"}, "'never' is no autoreset mode: NextStep, SameStep, Disabled"),
        ({"opponent": "level(3)", "threads": 0}, "at least 1 thread"),
        ({"opponent": "levle"}, "there is no player 'levle'"),
        ({"opponent": "gomoku"}, "gomoku cannot play connect_four"),
        ({"opponent": "level(3,adapt=true)"}, "a level adapts only"),
        ({"opponent": "level(3)", "limit": "soon"}, "'soon' is not a limit"),
        ({"opponent": "random", "limit": "soon"}, "'soon' is not a limit"),
        ({"opponent": None, "limit": "soon"}, "'soon' is not a limit"),
        ({"opponent": "random", "threads": 0}, "at least 1 thread, not 0"),
        ({"opponent": None, "threads": "2"}, "at least 1 thread, not '2'"),
        ({"num_envs": "2"}, "at least 1 game, not '2'"),
        ({"opponent": 5}, "an opponent is a player, its name or None, not 5"),
        ({"opponent": "human"}, "people cannot be opponents: an environment asks no questions"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "pop_out(rows=9,cols=9)"}, "pop_out has no vector environment of its own"),
        ({"game": "gomoku(rule=renju)"}, "gomoku has no vector environment of its own"),
    ],
)
def test_bad_arguments(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InarowError, match=message) as caught:
        GameVectorEnv(**given)
    assert "\n" not in str(caught.value)


def test_bad_calls() -> None:
    env = GameVectorEnv("tic_tac_toe", 2, opponent=None, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(IllegalMove, match="no game has begun"):
        env.step([0, 0])
    for call in (env.action_masks, env.random_actions):
        with pytest.raises(IllegalMove, match="no game has begun"):
            call()
    env.reset(seed=1)
    for wrong in ([0], [0, 0, 0], [0.5, 1], [[0, 1]], 3):
        with pytest.raises(BadOption, match="actions must be 2 whole numbers"):
            env.step(wrong)
    env.step([0, 9])
    with pytest.raises(IllegalMove, match="game 1 is over"):
        env.step([1, 0])
    with pytest.raises(BadOption, match="reset_mask must be 2 times true or false"):
        env.reset(options={"reset_mask": np.array([1, 0])})
    env.reset(options={"reset_mask": np.array([False, True])})
    env.step([1, 0])
