"""inarow: the Python home of k-in-a-row games."""
