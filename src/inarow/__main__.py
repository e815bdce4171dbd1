"""`python -m inarow` is the same as the command `inarow`."""

from inarow.interfaces.cli import main

if __name__ == "__main__":
    main()
