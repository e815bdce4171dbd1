"""Questions about boards of one word, against the readable answers and the plainest ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import quick
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.search.mcts import kernel_playout as playout
from inarow.search.native import bits as tricks
from inarow.search.native import position
from inarow.search.native import words as kernels
from inarow.search.native.from_state import new_position, position_of
from inarow.search.native.position import DROP, NINE_CELLS, NINE_LINES, NINE_WINS
from inarow.search.ordering import safe_moves, winning_moves
from inarow.seeds import seed_word
from kernel_helpers import NINES, ONE_WORD, WIDE, WORD, KernelRandom, compiled, positions_of

draw = compiled(tricks.draw)
next_random = compiled(tricks.next_random)
nth_bit = compiled(tricks.nth_bit)
popcount = compiled(tricks.popcount)
safe_in_nine = compiled(playout.safe_in_nine)
sharp_columns = compiled(playout.sharp_columns)
completes = compiled(position.completes)
drop_wins = compiled(position.drop_wins)
has_line = compiled(kernels.has_line)
safe_drops = compiled(kernels.safe_drops)
winning_cells = compiled(kernels.winning_cells)

DROPS = [game for game in ONE_WORD if isinstance(game, ConnectFour)]
PLACES = [game for game in ONE_WORD if isinstance(game, Mnk)]
WIDE_DROPS = [game for game in WIDE if isinstance(game, ConnectFour)]

words = st.integers(0, 2**63 - 1)


def column_of(bit: int, rows: int) -> int:
    return (bit.bit_length() - 1) // (rows + 1)


def action_of(bit: int, cols: int) -> int:
    row, col = divmod(bit.bit_length() - 1, cols + 1)
    return row * cols + col


def bits(word: int) -> Iterator[int]:
    while word:
        yield word & -word
        word &= word - 1


def random_words(game: Game, count: int) -> Iterator[int]:
    """Sets of cells of a board, from nearly empty to full."""
    rng, full = Random(str(game)), int(new_position(game).full)
    cells = list(bits(full))
    for _ in range(count):
        yield sum(rng.sample(cells, rng.randint(0, len(cells))))
    yield from (0, full)


def naive_line(stones: int, game: Game) -> bool:
    """Whether a word holds a line, cell by cell."""
    assert isinstance(game, ConnectFour | Mnk)
    rows, cols = game.shape
    lanes, length = (rows, cols) if isinstance(game, Mnk) else (cols, rows)
    exact = isinstance(game, Mnk) and game.overline == "exact"
    own = {
        (lane, at)
        for lane in range(lanes)
        for at in range(length)
        if stones >> lane * (length + 1) + at & 1
    }
    for lane, at in own:
        for across, along in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if (lane - across, at - along) in own:
                continue
            run = 1
            while (lane + run * across, at + run * along) in own:
                run += 1
            if run == game.k or (run > game.k and not exact):
                return True
    return False


@each("game", ONE_WORD)
def test_lines_are_found_where_a_plain_scan_finds_them(game: Game) -> None:
    pos = new_position(game)
    for stones in random_words(game, 60):
        line = naive_line(stones, game)
        assert has_line(stones, pos.steps, pos.k, pos.exact) == line
        assert bool(completes(pos, stones)) == line


@each("game", PLACES)
def test_winning_cells_are_those_that_complete_a_line(game: Game) -> None:
    pos = new_position(game)
    for stones in random_words(game, 15):
        if naive_line(stones, game):
            continue
        empty = int(pos.full) & ~stones
        found = winning_cells(stones, empty, pos.steps, pos.k, pos.exact)
        assert found == sum(bit for bit in bits(empty) if naive_line(stones | bit, game))


@each("game", DROPS)
def test_falling_stones_see_all_winning_cells_they_can_reach(game: Game) -> None:
    for state in positions_of(game, 12):
        pos = position_of(state)
        own, other = int(pos.own), int(pos.other)
        empty = int(pos.full) & ~(own | other)
        for stones in (own, other):
            found = drop_wins(pos, stones, empty)
            assert found == sum(bit for bit in bits(empty) if naive_line(stones | bit, game))


def wants_choice(state: State) -> bool:
    """Whether a player chooses here and nothing wins at once."""
    return not state.chance() and not winning_moves(state)


@each("game", DROPS)
def test_safe_drops_are_the_safe_moves(game: Game) -> None:
    for state in filter(wants_choice, positions_of(game, 60)):
        pos = position_of(state)
        filled = int(pos.own | pos.other)
        threats = drop_wins(pos, pos.other, int(pos.full) & ~filled)
        safe = safe_drops(filled + int(pos.bottom) & int(pos.full), threats)
        actions = [column_of(bit, int(pos.rows)) for bit in bits(safe)]
        if pos.dice:
            actions.append(int(pos.cols))
        assert (actions or list(state.legal_actions())) == list(safe_moves(state))


@each("game", WIDE_DROPS)
def test_sharp_columns_are_the_safe_moves(game: Game) -> None:
    for state in positions_of(game, 60):
        if state.chance():
            continue
        pos = position_of(state)
        count = sharp_columns(pos)
        assert (count < 0) == bool(winning_moves(state))
        if count >= 0:
            actions = [int(col) for col in pos.empties[:count]]
            if pos.dice:
                actions.append(int(pos.cols))
            assert (actions or list(state.legal_actions())) == list(safe_moves(state))


@each("game", PLACES)
def test_placed_stones_must_block_the_one_threat(game: Game) -> None:
    for state in filter(wants_choice, positions_of(game, 40)):
        pos = position_of(state)
        empty = int(pos.full) & ~int(pos.own | pos.other)
        threats = winning_cells(pos.other, empty, pos.steps, pos.k, pos.exact)
        forced = [action_of(bit, int(pos.cols)) for bit in bits(threats)]
        legal = list(state.legal_actions())
        assert list(safe_moves(state)) == (forced if len(forced) == 1 else legal)


@each("game", NINES)
def test_safe_cells_of_nine_boards_are_the_safe_moves(game: Game) -> None:
    for state in filter(wants_choice, positions_of(game, 80)):
        pos = position_of(state)
        if pos.board < 0:
            continue
        free = sum(1 << cell for cell in state.legal_actions())
        safe = safe_in_nine(pos.nine, pos.board, pos.player, free)
        actions = [cell for cell in range(9) if safe >> cell & 1]
        assert (actions or list(state.legal_actions())) == list(safe_moves(state))


def test_tables_of_nine_cells_say_what_a_small_board_says() -> None:
    for mask in range(512):
        line = naive_line(sum(1 << c + c // 3 for c in range(9) if mask >> c & 1), Mnk())
        cells = [cell for cell in range(9) if mask >> cell & 1]
        assert NINE_LINES[mask] == line
        assert list(NINE_CELLS[mask][: len(cells)]) == cells
        for cell in range(9):
            assert bool(NINE_WINS[mask] >> cell & 1) == bool(NINE_LINES[mask | 1 << cell])


def test_the_fast_test_for_four_is_used_where_it_may_be() -> None:
    quick_games = [game for game in ONE_WORD if new_position(game).quick]
    assert [str(game) for game in quick_games] == [
        "connect_four(rows=6,cols=7,k=4)",
        "connect_four(rows=7,cols=8,k=4)",
        "random_drop(rows=6,cols=7,k=4)",
        "mnk(rows=7,cols=8,k=4,overline=win)",
    ]
    assert new_position(DROPS[0]).kind == DROP


# Bits and random numbers


@quick
@given(words)
def test_bits_are_counted_and_picked(word: int) -> None:
    assert popcount(word) == word.bit_count()
    assert [nth_bit(word, n) for n in range(word.bit_count())] == list(bits(word))


@quick
@given(st.integers(1, WORD))
def test_random_words_follow_each_other_as_in_plain_python(word: int) -> None:
    rng = KernelRandom(word)
    rng.random()
    signed = word - 2**64 if word >> 63 else word
    assert next_random(signed) & WORD == rng.word != 0


@quick
@given(st.integers(0, WORD), st.integers(1, 10_000))
def test_a_drawn_number_is_in_range_and_the_same_in_plain_python(word: int, n: int) -> None:
    signed = word - 2**64 if word >> 63 else word
    assert draw(signed, n) == int((word >> 32) / 2**32 * n) < n


@each("n", [2, 7, 9, 100])
def test_drawn_numbers_are_equally_likely(n: int) -> None:
    word, counts, rounds = seed_word(n), [0] * n, 300 * n
    for _ in range(rounds):
        word = next_random(word)
        counts[draw(word, n)] += 1
    expected = rounds / n
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    assert chi_square < n + 4 * (2 * n) ** 0.5


def test_seeds_give_words_of_their_own_and_never_zero() -> None:
    seeds = [*range(1000), 2**63, 2**64 - 1, 2**64 - 0x9E3779B97F4A7C15]
    found = {seed_word(seed) for seed in seeds}
    assert len(found) == len(seeds)
    assert 0 not in found
    assert all(-(2**63) <= word < 2**63 for word in found)
