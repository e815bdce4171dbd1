"""The engine for five in a row on large boards: lines read from tables, threats before all else."""
