"""A program that takes part in events: it answers each line of JSON with one line of JSON.

    inarow arena run --game connect_four --player random --player "bot=cmd:python3 arena_bot.py"

It takes the legal move in the middle of the list. Any language will do, see docs/arena.md.
"""

import json
import sys


def main() -> None:
    for line in sys.stdin:
        question = json.loads(line)
        if question["ask"] == "start":
            answer = {"ready": True}
        else:
            legal = question["legal"]
            answer = {"move": legal[len(legal) // 2]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
