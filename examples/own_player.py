"""A player class of your own: it takes a win, stops a loss, and otherwise plays at random."""

from dataclasses import dataclass
from random import Random

from inarow import Decision, Game, Limit, State, load_agent, load_game, play_match


@dataclass
class Careful:
    """Looks one move ahead for both sides."""

    seed: int = 0
    name = "careful"

    def supports(self, game: Game) -> bool:
        return not game.initial_state().chance()

    def choose(self, state: State, limit: Limit | None = None, on_info: object = None) -> Decision:
        safe = []
        for action in state.legal_actions():
            after = state.play(action)
            if after.returns()[state.player] > 0:
                return Decision(action)
            if all(after.play(a).returns()[state.player] >= 0 for a in after.legal_actions()):
                safe.append(action)
        return Decision(Random(self.seed + state.ply).choice(safe or list(state.legal_actions())))


def main() -> None:
    score = {"win": 0, "draw": 0, "loss": 0}
    for seed in range(100):
        record = play_match(load_game("tic_tac_toe"), (Careful(seed), load_agent("random", seed)))
        score[{1.0: "win", 0.0: "draw", -1.0: "loss"}[record.state.returns()[0]]] += 1
    print(f"careful against random, 100 games of tic-tac-toe: {score}")


if __name__ == "__main__":
    main()
