"""Read a record with a branch, walk through it, try another move, and write it out again."""

from inarow import format_record, parse_record

TEXT = """
[Game "connect_four"]
[First "Ada"]
[Second "Ben"]

1. 4 4 2. 5 {open on both sides} 5 (2... 3 3. 6 7) 3. 6 *
"""


def main() -> None:
    record = parse_record(TEXT)
    record.to_start()
    while record.redo() is not None:
        print(f"{record.moves:<6} {record.current.comment}".rstrip())
        if len(record.current.children) > 1:
            others = [record.game.format(action) for action in record.branches()[1:]]
            print(f"       here {', '.join(others)} was tried as well")
    while len(record.actions) > 3:
        record.undo()
    record.push_moves("66")  # a third idea: it becomes a branch, nothing is lost
    print(format_record(record))


if __name__ == "__main__":
    main()
