"""Write the site as plain files: `python -m inarow.interfaces.documents FOLDER`."""

import sys
from pathlib import Path

from inarow.interfaces.documents.contents import find_docs
from inarow.interfaces.documents.site import Site


def main(args: list[str]) -> int:
    """Write the site; the exit code."""
    docs = find_docs()
    if len(args) != 1 or docs is None:
        problem = "name one folder" if docs else "this package came without its documentation"
        print(f"documents: {problem}", file=sys.stderr)
        return 2
    target = Path(args[0])
    count = Site(docs).write(target)
    print(f"{count} pages in {target}: open {target / 'index.html'}, or serve the folder")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
