"""Tests that look at less in every run, once more, with their full numbers.

Each asks the fixture `thorough` how much it has to look at, and here that is everything.
"""
# ruff: noqa: F401
# What is imported here is collected here.

from __future__ import annotations

from adapters.rl.test_vector import test_a_random_game_is_the_same_in_the_kernel_and_in_states
from adapters.rl.test_zoo import test_connect_four_is_that_of_pettingzoo
from agents.test_gomoku_levels import test_every_level_finishes_a_legal_game
from arena.test_cluster import (
    cluster,
    test_a_killed_worker_loses_no_game_and_a_lost_cluster_keeps_what_is_finished,
)
from arena.test_tournament import test_ctrl_c_keeps_everything
from conformance.test_agents import (
    test_a_choice_is_legal_and_depends_on_the_seed_alone,
    test_a_whole_game_is_played_to_its_end,
)
from games.test_growth import test_a_very_long_game_is_written_as_it_is_read
from games.test_opening import (
    test_every_check_for_authors_passes,
    test_levels_play_every_rule_and_opening,
)
from interfaces.web.conftest import browser, chromium, screen, server
from interfaces.web.test_page_access import test_axe_finds_nothing_in_dialogs_and_notes
from search.mcts.test_children import (
    same_numbers,
    test_each_child_has_the_numbers_of_the_readable_search,
)
from search.mcts.test_kernel_playout import (
    test_draws_are_as_exact_as_wins,
    test_random_games_are_the_same,
)
from search.mcts.test_strength import test_tic_tac_toe_endgames_are_played_perfectly
from search.minimax.test_alphabeta import test_values_with_an_evaluation_are_those_of_brute_force
from search.minimax.test_alphabeta_combinations import (
    test_every_combination_chooses_like_brute_force,
    test_every_combination_with_an_evaluation_chooses_like_brute_force,
)
from search.minimax.test_minimax import test_values_and_choices_are_those_of_brute_force
from search.minimax.test_minimax_player import test_what_is_called_proven_is_true
from search.native.test_position import test_a_random_game_is_the_same_in_records_and_states
from search.solver.test_kernel import test_all_ideas_together_change_no_score
from search.solver.test_kernel_pairing import test_random_positions
from study.test_forced import test_what_the_judge_calls_proven_is_played_out
from test_proven import test_no_player_calls_proven_what_is_not_true
from test_testing import test_every_player_plays_a_variant_that_forbids_a_move
