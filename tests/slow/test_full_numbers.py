"""Tests that look at less in every run, once more, with their full numbers.

Each asks the fixture `thorough` how much it has to look at, and here that is everything.
"""
# ruff: noqa: F401
# What is imported here is collected here.

from __future__ import annotations

from adapters.rl.test_vector import (
    test_a_random_game_is_the_same_in_the_kernel_and_in_states,
    test_every_reply_is_a_legal_move,
)
from adapters.rl.test_zoo import test_connect_four_is_that_of_pettingzoo
from adapters.test_nine_board_cli import test_the_default_engine_beats_the_random_player
from agents.test_gomoku_levels import test_every_level_finishes_a_legal_game
from agents.test_perfect import test_neither_a_win_nor_a_draw_is_given_away
from arena.test_tournament import (
    test_ctrl_c_keeps_everything,
    test_workers_that_are_killed_lose_no_game,
    unbroken,
)
from conformance.test_agents import (
    test_a_choice_is_legal_and_depends_on_the_seed_alone,
    test_a_whole_game_is_played_to_its_end,
)
from conformance.test_games import test_a_game_passes_the_checks_for_authors
from games.test_growth import test_a_very_long_game_is_written_as_it_is_read
from games.test_opening import (
    test_every_check_for_authors_passes,
    test_levels_play_every_rule_and_opening,
)
from games.test_renju import test_forbidden_points_are_those_of_another_program
from interfaces.test_classic_menu import (
    test_who_begins_is_random_and_the_order_of_choosing_does_not_matter,
)
from interfaces.test_compiling import test_who_waits_is_told_how_far_it_is_and_a_signal_ends_it
from interfaces.test_first_move import test_the_first_move_comes_while_kernels_are_compiled
from interfaces.test_train import test_whatever_ends_the_command_it_goes_on
from interfaces.web.conftest import browser, chromium, screen, server
from interfaces.web.test_page_access import (
    test_axe_finds_nothing_in_dialogs_and_notes,
    test_views_are_loaded_when_they_are_shown_and_axe_finds_nothing,
)
from interfaces.web.test_page_documents import test_pages_are_found_read_and_stepped_through
from interfaces.web.test_page_languages import (
    test_what_the_server_says_is_known_in_other_languages,
)
from interfaces.web.test_robust import test_the_http_calls_keep_their_promises
from search.gomoku.test_board import test_a_five_is_a_move_that_wins
from search.gomoku.test_forced import test_every_answer_loses
from search.gomoku.test_lines import test_every_class_is_the_one_of_the_definition
from search.mcts.test_children import (
    same_numbers,
    test_each_child_has_the_numbers_of_the_readable_search,
)
from search.mcts.test_decisive import test_wins_are_taken_and_never_given_away
from search.mcts.test_kernel_playout import (
    test_draws_are_as_exact_as_wins,
    test_random_games_are_the_same,
)
from search.mcts.test_kernel_tree import test_trees_of_all_boards_of_one_word_are_the_same
from search.mcts.test_strength import test_tic_tac_toe_endgames_are_played_perfectly
from search.minimax.test_alphabeta import test_values_with_an_evaluation_are_those_of_brute_force
from search.minimax.test_alphabeta_combinations import (
    test_every_combination_chooses_like_brute_force,
    test_every_combination_with_an_evaluation_chooses_like_brute_force,
)
from search.minimax.test_alphabeta_player import (
    test_what_is_called_proven_is_true as test_what_alphabeta_calls_proven_is_true,
)
from search.minimax.test_kernel import test_evaluations_are_those_of_the_readable_evaluators
from search.minimax.test_minimax import test_values_and_choices_are_those_of_brute_force
from search.minimax.test_minimax_player import test_what_is_called_proven_is_true
from search.native.test_position import test_a_random_game_is_the_same_in_records_and_states
from search.native.test_store import copied_cache, test_other_commands_mend_it_as_well
from search.nine.test_nine import test_the_kernel_finds_the_value_of_the_readable_search
from search.solver.test_kernel import test_all_ideas_together_change_no_score
from search.solver.test_kernel_pairing import test_random_positions
from study.test_forced import (
    test_moves_that_hold_are_not_refuted_and_all_others_are,
    test_what_the_judge_calls_proven_is_played_out,
)
from study.test_positions import (
    test_arrays_with_changed_bytes_are_refused_or_read_but_never_end_in_another_error,
)
from study.test_review import (
    test_a_review_says_the_same_whoever_interrupts_it_and_whatever_else_runs,
)
from test_proven import (
    test_a_review_calls_proven_what_is_true,
    test_no_player_calls_proven_what_is_not_true,
)
from test_testing import test_every_player_plays_a_variant_that_forbids_a_move
