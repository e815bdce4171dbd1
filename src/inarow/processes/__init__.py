"""Child processes with limits and leashes, alone and in pools."""
