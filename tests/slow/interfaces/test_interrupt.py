"""Signals at many random moments over the start of several commands."""

from __future__ import annotations

from interfaces.test_interrupt import check_ctrl_c_beside_a_key, check_interrupted_starts


def test_a_signal_at_any_of_many_moments_ends_in_one_line() -> None:
    check_interrupted_starts(60, seed=2, seconds=2.0)


def test_before_our_first_line_only_python_itself_may_show_a_traceback() -> None:
    check_interrupted_starts(60, seed=3, seconds=0.5, ours=False)


def test_ctrl_c_beside_a_key_is_never_lost_in_many_games() -> None:
    check_ctrl_c_beside_a_key(300, seed=2)
