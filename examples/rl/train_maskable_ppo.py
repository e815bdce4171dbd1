"""Trains a policy for Connect Four with MaskablePPO of sb3-contrib, first against itself and then
against level 1, and says how good it has become. This file is also the player that comes out.

    pip install "inarow[rl]" sb3-contrib
    python examples/rl/train_maskable_ppo.py                      learns, and says how well
    inarow score examples/rl/train_maskable_ppo.py                the truth about it
"""

import argparse
from collections import Counter
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

import inarow
from inarow.adapters.rl.vector import GameVectorEnv
from inarow.adapters.rl.views import legal_mask, observe

GAME = "connect_four"
LESSONS = {None: 1_000_000, "level(1)": 1_500_000}  # opponents and steps
EXAMS = ("random", "level(1)", "level(2)", "level(3)")
POLICY = Path(__file__).with_name("policy.zip")


class Lines(BaseFeaturesExtractor):
    """Looks at all windows of 4 x 4 cells with the same eyes: lines of four lie in them."""

    def __init__(self, space: Any, filters: int = 64, units: int = 256) -> None:
        super().__init__(space, units)
        rows, columns, planes = space.shape
        seen = filters * (rows - 3) * (columns - 3)
        windows = nn.Sequential(nn.Conv2d(planes, filters, 4), nn.ReLU(), nn.Flatten())
        self.layers = nn.Sequential(windows, nn.Linear(seen, units), nn.ReLU())

    def forward(self, boards: torch.Tensor) -> Any:
        return self.layers(boards.float().permute(0, 3, 1, 2))


class Boards(VecEnv):
    """Many games at once, under the names by which stable-baselines3 calls them."""

    def __init__(self, opponent: str | None, count: int = 256, seed: int = 1) -> None:
        self.games = GameVectorEnv(GAME, count, opponent=opponent, autoreset_mode="SameStep")
        self.first, _ = self.games.reset(seed=seed)
        super().__init__(count, self.games.single_observation_space, self.games.single_action_space)

    def reset(self) -> Any:
        return self.first

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        observations, rewards, ended, _, _ = self.games.step(self.actions)
        return observations, rewards, ended, [{} for _ in ended]

    def env_method(self, method_name: str, *args: Any, **options: Any) -> Any:
        return getattr(self.games, method_name)()  # `action_masks`: nothing else is asked for

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.games, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self.games, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.games.close()


def learn(opponent: str | None, steps: int) -> None:
    """One lesson; the policy goes on from the one before."""
    boards = Boards(opponent)
    if opponent is None:
        # Who plays both sides finds the other's hopes in the next position: they count negative.
        net = {"features_extractor_class": Lines, "net_arch": [], "normalize_images": False}
        how: dict[str, Any] = {"n_steps": 32, "batch_size": 2048, "n_epochs": 4, "ent_coef": 0.03}
        how |= {"learning_rate": 1e-3, "policy_kwargs": net, "seed": 1, "device": "cpu"}
        model = MaskablePPO("MlpPolicy", boards, gamma=-0.99, **how)
    else:
        how = {"gamma": 0.99, "ent_coef": 0.01, "device": "cpu"}
        how["learning_rate"] = lambda left: 7e-4 * max(0.05, left)  # it falls to nearly nothing
        model = MaskablePPO.load(POLICY, boards, **how)
    model.learn(steps)
    model.save(POLICY)
    boards.close()


@cache
def policy() -> MaskablePPO:
    """What was learned."""
    return MaskablePPO.load(POLICY, device="cpu")


def move(state: inarow.State) -> int:
    """The policy as a player of ours: the action that it thinks best."""
    seen, legal = observe(state, state.player), legal_mask(state.game, state)
    return int(policy().predict(seen, action_masks=legal, deterministic=True)[0])


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a policy for Connect Four.")
    parser.add_argument("--share", type=float, default=1.0, help="of the steps of all lessons")
    share = parser.parse_args().share
    torch.set_num_threads(1)  # more only get in each other's way with a net so small
    POLICY.unlink(missing_ok=True)
    for opponent, steps in LESSONS.items():
        learn(opponent, int(steps * share))
        minutes = process_time() / 60
        print(f"{opponent or 'itself'}: learned, {minutes:.1f} CPU minutes so far", flush=True)
    for opponent in EXAMS:
        boards = Boards(opponent, count=50, seed=2)
        rewards, _ = evaluate_policy(policy(), boards, 200, return_episode_rewards=True, warn=False)
        won = Counter(rewards)
        print(f"{opponent}: {won[1.0]} won, {won[0.0]} drawn, {won[-1.0]} lost", flush=True)
        boards.close()
    print(inarow.score(move, GAME))


if __name__ == "__main__":
    main()
