"""Tests that look at less in every run, once more, with their full numbers.

Each asks the fixture `thorough` how much it has to look at, and here that is everything.
"""
# ruff: noqa: F401
# What is imported here is collected here.

from __future__ import annotations

from adapters.rl.test_vector import test_a_random_game_is_the_same_in_the_kernel_and_in_states
from adapters.rl.test_zoo import test_connect_four_is_that_of_pettingzoo
from adapters.test_nine_board_cli import test_the_default_engine_beats_the_random_player
from agents.test_classic_gomoku import (
    test_the_choice_is_that_of_brute_force as test_classic_gomoku_chooses_as_brute_force,
)
from agents.test_classic_gomoku import test_the_time_limit_is_kept_on_a_large_board
from agents.test_gomoku_levels import (
    test_a_beginner_who_completes_blocks_and_extends_rows_beats_level_1,
    test_every_level_finishes_a_legal_game,
)
from agents.test_perfect import test_neither_a_win_nor_a_draw_is_given_away
from arena.test_faults import (
    event,
    folder,
    resumed,
    test_any_allocation_may_fail,
    test_every_operation_of_a_new_event_may_fail,
    test_every_operation_of_a_resumed_event_may_fail,
)
from arena.test_ratings import test_error_bars_cover_the_truth
from arena.test_tournament import (
    test_ctrl_c_keeps_everything,
    test_workers_that_are_killed_lose_no_game,
    unbroken,
)
from conformance.test_agents import (
    test_a_choice_is_legal_and_depends_on_the_seed_alone,
    test_a_tiny_limit_is_kept_and_still_answered,
    test_a_whole_game_is_played_to_its_end,
)
from conformance.test_games import test_a_game_passes_the_checks_for_authors
from games.test_growth import test_a_very_long_game_is_written_as_it_is_read
from games.test_opening import (
    test_every_check_for_authors_passes,
    test_levels_play_every_rule_and_opening,
)
from games.test_renju import test_forbidden_points_are_those_of_another_program
from games.test_ultimate import test_x_wins_with_open_boards_in_43_stones
from interfaces.test_classic_menu import (
    test_who_begins_is_random_and_the_order_of_choosing_does_not_matter,
)
from interfaces.test_compiling import test_who_waits_is_told_how_far_it_is_and_a_signal_ends_it
from interfaces.test_first_move import test_the_first_move_comes_while_kernels_are_compiled
from interfaces.test_stopped_at_a_prompt import (
    test_where_nothing_can_be_continued_it_is_said_that_it_stopped,
)
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
from search.gomoku.test_forbidden import test_kernel_and_rules_forbid_the_same_cells
from search.gomoku.test_forced import (
    test_every_answer_loses,
    test_limits_hold_and_long_lines_end_in_five,
)
from search.gomoku.test_lines import test_every_class_is_the_one_of_the_definition
from search.mcts.test_children import (
    same_numbers,
    test_each_child_has_the_numbers_of_the_readable_search,
)
from search.mcts.test_compiled import (
    test_no_bound_is_ever_wrong,
    test_the_decision_is_that_of_the_readable_search,
)
from search.mcts.test_decisive import test_wins_are_taken_and_never_given_away
from search.mcts.test_kernel_playout import (
    test_draws_are_as_exact_as_wins,
    test_random_games_are_the_same,
)
from search.mcts.test_kernel_tree import (
    test_trees_of_all_boards_of_one_word_are_the_same,
    test_trees_that_reach_the_end_of_the_game_are_the_same,
)
from search.mcts.test_mcts_player import (
    test_seconds_are_kept,
    test_the_same_seeds_give_the_same_game,
)
from search.mcts.test_strength import (
    test_endgames_are_played_perfectly,
    test_the_three_strengths_beat_the_random_player_and_more_simulations_are_stronger,
    test_tic_tac_toe_endgames_are_played_perfectly,
)
from search.minimax.test_alphabeta import (
    test_endgames_with_eight_empty_cells,
    test_values_are_those_of_brute_force,
    test_values_with_an_evaluation_are_those_of_brute_force,
)
from search.minimax.test_alphabeta_combinations import (
    test_every_combination_chooses_like_brute_force,
    test_every_combination_with_an_evaluation_chooses_like_brute_force,
)
from search.minimax.test_alphabeta_player import (
    test_a_few_plies_ahead_every_choice_is_that_of_brute_force,
    test_to_the_end_every_choice_is_that_of_brute_force,
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
from search.proof.test_lines import (
    test_pairs_stop_every_line_and_the_kernel_finds_the_same,
    test_the_kernel_settles_what_the_readable_search_settles,
)
from search.solver.test_kernel import (
    test_all_ideas_together_change_no_score,
    test_no_single_idea_changes_a_score,
)
from search.solver.test_kernel_pairing import (
    test_every_position_of_a_small_board as test_pairs_of_every_position_of_a_small_board,
)
from search.solver.test_kernel_pairing import test_random_positions
from search.solver.test_wide import (
    test_every_position_of_a_small_board,
    test_late_positions_have_the_score_of_a_full_search,
)
from study.test_answers import test_every_position_has_its_reasons_and_none_is_wrong
from study.test_forced import (
    test_moves_that_hold_are_not_refuted_and_all_others_are,
    test_what_the_judge_calls_proven_is_played_out,
    test_wins_by_force_beat_every_reply,
)
from study.test_forcing import test_a_forced_win_is_a_win_of_that_length_at_most
from study.test_positions import (
    test_arrays_with_a_changed_head_are_refused,
    test_arrays_with_changed_bytes_are_refused_or_read_but_never_end_in_another_error,
)
from study.test_proven import test_judge_and_review_never_lie_in_a_hurry
from study.test_puzzles import (
    test_puzzles_of_gomoku_are_wins_by_force_that_beat_every_reply,
    test_where_nobody_knows_the_truth_puzzles_are_short_wins,
)
from study.test_review import (
    test_a_review_says_the_same_on_a_fast_and_on_a_slow_machine,
    test_a_review_says_the_same_whoever_interrupts_it_and_whatever_else_runs,
)
from study.test_shapes import (
    test_each_name_is_true_when_it_is_played_out,
    test_each_name_of_caro_is_true_when_it_is_played_out,
)
from test_faults import (
    test_a_game_that_is_deleted_is_gone_or_whole,
    test_a_pasted_game_is_kept_whole_or_not_at_all,
    test_moves_of_the_page_are_kept_once_they_are_acknowledged,
)
from test_proven import (
    test_a_review_calls_proven_what_is_true,
    test_no_player_calls_proven_what_is_not_true,
)
from test_testing import test_every_player_plays_a_variant_that_forbids_a_move
