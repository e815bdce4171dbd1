"""Two random players play one game of Connect Four; the record is printed and the board shown."""

from inarow import format_record, load_agent, load_game, play_match


def main() -> None:
    game = load_game("connect_four")
    players = load_agent("random(seed=1)"), load_agent("random(seed=2)")
    record = play_match(game, players)
    print(format_record(record))
    print(record.state)
    outcome = record.outcome
    assert outcome is not None  # a match always has an end
    print(f"Winner: {'XO'[outcome.winner] if outcome.winner is not None else 'nobody'}")
    print(f"Why: {outcome.reason}, cells {outcome.cells}")


if __name__ == "__main__":
    main()
