"""Any function from a position to an action is a player: here one that loves the centre.

`Human` takes the function. A window, a chat bot or a web page can hook itself in the same way.
"""

from inarow import Human, State, load_agent, load_game, play_match


def nearest_to_the_centre(state: State) -> int:
    middle = (state.game.shape[1] - 1) / 2
    return min(state.legal_actions(), key=lambda column: abs(column - middle))


def main() -> None:
    game = load_game("connect_four")
    centre = Human(ask=nearest_to_the_centre, name="centre")
    wins = 0
    for seed in range(100):
        record = play_match(game, (centre, load_agent("random", seed)))
        wins += record.state.returns() == (1.0, -1.0)
    print(f"{centre.name} won {wins} of 100 games against random; the last one: {record.moves}")


if __name__ == "__main__":
    main()
