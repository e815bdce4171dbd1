"""`inarow doctor` with settings that Numba does not understand."""

from __future__ import annotations

from command_line import inarow


def test_a_setting_that_numba_does_not_understand_is_one_line_of_the_log() -> None:
    done = inarow("doctor", fresh=True, NUMBA_OPT="9")
    assert (done.code, done.err) == (0, "")
    done = inarow("--verbose", "doctor", fresh=True, NUMBA_OPT="9")
    assert done.code == 0
    assert "Numba: Environment variable 'NUMBA_OPT' is defined but" in done.err
    assert "Traceback" not in done.err
