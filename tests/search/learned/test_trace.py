"""The voices of a network add up to what it says."""

from __future__ import annotations

import numpy as np
import pytest

from cases import each
from inarow.games.notation import play_moves
from inarow.registry import load_game
from inarow.search.learned import plain
from inarow.search.learned.games import cells_of, random_tuples, require_learning
from inarow.search.learned.network import Network
from inarow.search.learned.trace import trace_learned, verdicts

GAMES = ["connect_four", "mnk(4,4,3)", "nine_board", "ultimate_tic_tac_toe", "mnk(9,9,5)"]


def network_of(spec: str) -> Network:
    game = load_game(spec)
    network = Network.untrained(game, random_tuples(require_learning(game), 6, 4, seed=3))
    network.weights[:] = np.random.default_rng(3).normal(0, 0.1, network.weights.shape)
    return network


@each("spec", GAMES)
def test_all_voices_together_are_the_lead_of_a_move(spec: str) -> None:
    network = network_of(spec)
    state = network.game.initial_state()
    while state.chance():
        state = state.play(state.chance()[0][0])
    found = verdicts(network, state, voices=10_000)
    sums = {one.move: plain.worth(network, state, one.move) for one in found}
    mean = sum(sums.values()) / len(sums)
    assert found[0].move == max(sums, key=lambda move: sums[move])
    for one in found:
        assert one.chance == pytest.approx(plain.chance_of(sums[one.move]))
        assert one.lead == pytest.approx(sums[one.move] - mean, abs=1e-9)
        assert sum(voice.number for voice in one.voices) == pytest.approx(one.lead, abs=1e-6)


def test_a_voice_shows_the_cells_that_its_tuple_looks_at() -> None:
    network = network_of("connect_four")
    state = play_moves(network.game.initial_state(), "4453")
    cells = cells_of(network.game, network.tuples)
    assert len(cells) == network.shape.tuples
    best, *voices = trace_learned(network, state)[:4]
    assert [best.phase, *(step.phase for step in voices)] == ["verdict", "voice", "voice", "voice"]
    assert all(step.cells in cells for step in voices)
    assert len(voices[0].more.splitlines()) == 6
    assert sum(mark in "XO_" for mark in voices[0].more) == 4
