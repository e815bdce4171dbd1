"""Measuring our own speed: `measure` has the stop-watch, `figures` what is timed.

`inarow bench` shows them all; `benchmarks/frameworks.py` uses the same functions to compare us with
other programs.
"""
