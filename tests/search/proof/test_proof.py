"""Proof-number search: what it proves is what brute force finds, and its lines end as it says."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from cases import each
from inarow.errors import BadOption
from inarow.games.base import State
from inarow.games.notation import parse_position, play_moves
from inarow.registry import load_agent, load_game
from inarow.search.decision import Kind, Result
from inarow.search.limit import Limit
from inarow.search.native import nine
from inarow.search.proof.compiled import NineProofSearch, compiled_searches
from inarow.search.proof.plain import NOT_WON, WON, ProofSearch
from inarow.search.proof.player import ProofPlayer
from inarow.search.proof.prove import prove
from oracle import long_game
from proven import Truth, lies, positions

SMALL = (
    "tic_tac_toe",
    "mnk(3,4,3)",
    "connect_four(4,4,3)",
    "pop_out(3,3,3)",
    "nine_board",
    "nine_board(full_board=free)",
    "ultimate_tic_tac_toe",
)
NINE = ("nine_board", "nine_board(full_board=free)")


@each("spec", SMALL)
def test_what_is_proven_is_true(spec: str) -> None:
    truth = Truth(most=600)
    for state in positions(load_game(spec), 3, truth, 8):
        for compiled in (True, False) if spec in NINE else (False,):
            for nodes in (1, 7, 5000):
                said = ProofPlayer(compiled=compiled).choose(state, Limit(nodes=nodes))
                assert not list(lies(state, said, truth)), state
            assert said.value is not None
            assert said.value.kind is Kind.PROVEN


@pytest.mark.parametrize("spec", NINE)
def test_the_kernel_settles_what_the_readable_search_settles(spec: str) -> None:
    rng, compared = Random(5), 0
    while compared < 40:
        states = [s for s in long_game(load_game(spec).initial_state(), rng) if not s.chance()]
        for state in states[-12:-1:3]:
            for attacker in (0, 1):
                plain, compiled = ProofSearch(attacker), NineProofSearch(attacker, Limit(memory=1))
                plain.search(state, 3000)
                compiled.search(state, 3000)
                known = plain.numbers(state)
                if known in (WON, NOT_WON):
                    assert compiled.numbers(state) == known, (str(state), state.note, attacker)
                    compared += 1


def position(moves: str) -> State:
    return play_moves(load_game("nine_board").initial_state(), moves)


def test_hard_positions_are_proven_with_a_line_to_the_end() -> None:
    data = Path(__file__).parents[2] / "data" / "nine_board_proven.json"
    for moves, result in json.loads(data.read_text("utf-8")).items():
        state = position(moves)
        said = ProofPlayer().choose(state, Limit(nodes=300_000))
        assert said.value is not None
        assert (said.value.kind, said.value.result) == (Kind.PROVEN, result)
        end = state
        for action in said.line:
            end = end.play(action)
        assert end.outcome is not None
        assert (end.outcome.winner == state.player) == (result == "win")


def test_a_table_that_is_much_too_small_costs_time_and_nothing_else() -> None:
    state = position("184539735691678224361")
    large, small = NineProofSearch(state.player), NineProofSearch(state.player, Limit(memory=1))
    small._table = small._table[: 2**13].copy()  # a thousand buckets
    for search in (large, small):
        search.search(state, 2_000_000)
    assert small.numbers(state) == large.numbers(state) == WON
    assert small.nodes > large.nodes


def rows_of(boards: list[str]) -> list[str]:
    """Nine boards as the nine rows of the whole."""
    return [
        "".join(boards[down * 3 + right][3 * row : 3 * row + 3] for right in range(3))
        for down in range(3)
        for row in range(3)
    ]


def test_a_stone_may_cool_its_own_board_and_send_to_a_full_one() -> None:
    """O is hot in the first board only; X stops that with the cell that lets O choose a board."""
    boards = ["..OOOXXOX", "XOXXOOOXX", *7 * ["........."]]
    game = load_game("nine_board(full_board=free)")
    state = parse_position(game, f"{'/'.join(rows_of(boards))} X 1")
    for compiled in (True, False):
        said = ProofPlayer(compiled=compiled).choose(state, Limit(nodes=500))
        assert said.action == 1
        assert said.value is None or said.value.result is not Result.LOSS


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def can_win(board: str, stone: str) -> bool:
    """Whether a stone on some free cell would complete a line."""
    return any(sorted(board[cell] for cell in line) == sorted(f".{stone}{stone}") for line in LINES)


def has_line(board: str) -> bool:
    return any({board[cell] for cell in line} in ({"X"}, {"O"}) for line in LINES)


def some_board(rng: Random, free: float = 0.2) -> str:
    """A board without a line, often a full one."""
    while True:
        board = "".join(rng.choices("XO.", (1 - free, 1 - free, 2 * free), k=9))
        if not has_line(board):
            return board


@cache
def calm_boards(count: int = 100) -> list[str]:
    """Boards in which nobody completes a line with one stone; they are seldom found."""
    rng, found = Random(3), list[str]()
    while len(found) < count:
        board = some_board(rng, free=0.05)
        if not can_win(board, "X") and not can_win(board, "O"):
            found.append(board)
    return found


@pytest.mark.parametrize("spec", NINE)
def test_nearly_full_boards_are_settled_as_the_readable_search_settles_them(spec: str) -> None:
    """There a game may well be drawn, and one search tells a draw from a win of either player."""
    rng, results = Random(3), list[Result | None]()
    while len(results) < 20 or len(set(results)) < len(Result):
        boards, here = [*rng.choices(calm_boards(), k=8), some_board(rng)], rng.randrange(9)
        text = "".join(boards)
        if text.count("X") != text.count("O") or "." not in boards[here]:
            continue
        state = parse_position(load_game(spec), f"{'/'.join(rows_of(boards))} X {here + 1}")
        limit = Limit(nodes=3000)
        plain = prove(state, limit, [ProofSearch(0), ProofSearch(1)])
        if plain.settled and plain.value is not None:
            said = prove(state, limit, compiled_searches(state.game, limit)).value
            assert said is not None
            assert (said.kind, said.result) == (Kind.PROVEN, plain.value.result), str(state)
            results.append(said.result)


@pytest.mark.parametrize("chooses", [False, True])
def test_safe_moves_are_those_without_a_winning_reply(chooses: bool) -> None:
    rng, record, unsafe = Random(9), NineProofSearch(0, Limit(memory=1))._record, 0
    for _ in range(200):
        boards, here = [some_board(rng) for _ in range(9)], rng.randrange(9)
        record.chooses = chooses
        for number, board in enumerate(boards):
            for player, stone in enumerate("XO"):
                cells = sum(1 << cell for cell in range(9) if board[cell] == stone)
                record.stones[player, number] = cells
        nine.set_up(record)
        expected = 0
        for cell in (cell for cell in range(9) if boards[here][cell] == "."):
            after = boards.copy()
            after[here] = boards[here][:cell] + "X" + boards[here][cell + 1 :]
            full = "." not in after[cell]
            where = range(9) if full and chooses else [cell]
            if not any(can_win(after[number], "O") for number in where):
                expected |= 1 << cell
            else:
                unsafe += 1
        assert nine.safe_cells(record, here) == expected, (boards, here)
    assert unsafe > 50


def test_limits_and_the_stop_flag_hold() -> None:
    state = position("55")
    assert ProofPlayer().choose(state, Limit(nodes=1000)).nodes <= 1000
    said = ProofPlayer().choose(state, Limit(seconds=0.05))
    assert said.value is None
    assert said.action in state.legal_actions()
    assert prove(state, Limit(nodes=1), [ProofSearch(0), ProofSearch(1)]).nodes == 1
    assert ProofPlayer().choose(state, Limit(simulations=100)).nodes <= 100
    with pytest.raises(BadOption, match="needs a limit"):
        ProofPlayer(seconds=None).choose(state, Limit())
    for search in (NineProofSearch(0, Limit(memory=1)), ProofSearch(0)):
        search.halt()  # before it begins: as if it came while the search was being set up
        search.search(state, 10_000_000)
        assert search.nodes <= 1


def test_the_prover_is_registered_and_says_what_it_cannot_play() -> None:
    prover = load_agent("prover")
    assert prover.supports(load_game("nine_board"))
    assert not prover.supports(load_game("random_drop"))
    assert load_agent("prover(seconds=2)") == replace(ProofPlayer(), seconds=2.0)
