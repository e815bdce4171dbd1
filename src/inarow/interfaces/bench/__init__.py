"""Measuring our own speed for `inarow bench`: `work` is what is timed, `figures` what is told."""
