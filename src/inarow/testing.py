"""What a game or a player from outside must do: the checks that its author runs.

    from inarow.testing import check_agent, check_game

    check_game(MyGame())                       # the rules, and every player that supports them
    check_agent(MyPlayer(), [load_game("gomoku")])

Each check plays some random games, the same in every run, and raises `CheckFailed` with a sentence
that says what is wrong, and where. Nothing is printed if all is well. The tests of this package run
the same checks on its own games and players.
"""

import math
import pickle
import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from threading import Event
from time import process_time

from inarow.agents.random_player import RandomPlayer
from inarow.errors import BadNotation, IllegalMove, InarowError
from inarow.games.base import ON_BOARD, Game, State
from inarow.games.dice import roll
from inarow.games.record import Record
from inarow.games.record_json import format_record_json, parse_record_json
from inarow.games.record_text import format_record, parse_record
from inarow.live.match import play_match
from inarow.registry import agents, load_agent, load_game
from inarow.search.agent import Agent, flaw_of
from inarow.search.decision import Kind
from inarow.search.limit import Limit

__all__ = ["CheckFailed", "check_agent", "check_game"]

WORK = Limit(depth=2, nodes=300, simulations=40)
"""Little work, the same on every machine."""
SPEED = 50.0
"""Simulations of `mcts` per CPU second below which a game is too slow to be played well."""
_SLACK = 2.0
"""CPU seconds that loading and compiling may add to a time limit."""
_NONSENSE = ("", " ", "nonsense!", "-1", "999999", "4 4")
_LONGEST = 100_000
"""Actions after which a random game is taken for one that never ends."""


class CheckFailed(AssertionError):
    """Something that the contract promises does not hold."""


def check_game(
    game: Game, *, games: int = 10, players: Iterable[str] | None = None, speed: float = SPEED
) -> None:
    """Check the rules of a game: the contract, notation, symmetry, round trips, players and speed.

    Args:
        game: the rules.
        games: how many random games are played.
        players: the players that must finish a game of it legally, if they say that they support
            it; by default all that are registered.
        speed: the fewest simulations of `mcts` per CPU second; 0 leaves this check out.

    >>> check_game(load_game("tic_tac_toe"), games=2, players=["random"], speed=0)

    Raises:
        CheckFailed: the game breaks a rule of the contract.
    """
    _check_rules(game)
    _check_notation(game)
    for seed in range(games):
        path = list(_random_game(game, Random(seed)))
        for state in _some(path, 12):
            _check_position(state)
            _check_round_trips(state)
        _check_replay(game, path)
        _check_symmetry(game, path)
    for name in agents() if players is None else players:
        if name != "human":
            _check_player(name, game)
    if speed:
        _check_speed(game, speed)


def check_agent(agent: Agent, games: Sequence[Game], *, positions: int = 4) -> None:
    """Check a player on some games: legal moves, sound values, limits, and whole games.

    >>> check_agent(RandomPlayer(seed=1), [load_game("tic_tac_toe")])

    Raises:
        CheckFailed: the player breaks a promise, or supports none of the games.
    """
    _require(isinstance(agent, Agent), "a player needs name, supports and choose", agent)
    _require(bool(agent.name), "a player needs a name", agent)
    supported = [game for game in games if agent.supports(game)]
    _require(bool(supported), f"{agent.name} supports none of the games", list(map(str, games)))
    for game in supported:
        for state in _choices(game, positions):
            _check_choice(agent, state, WORK)
        state = _choices(game, 1)[0]
        stop = Event()
        stop.set()
        for limit in (Limit(seconds=0.01), Limit(nodes=1, simulations=1), Limit(stop=stop)):
            started = process_time()
            _check_choice(agent, state, limit)
            used = process_time() - started
            _require(used < _SLACK + 0.01, f"{agent.name} took {used:.1f} s for {limit}", state)
        _check_match(agent, game)


def _require(holds: bool, problem: str, where: object = "") -> None:
    if not holds:
        raise CheckFailed(f"{problem}: {where!r}" if where != "" else problem)


def _check_rules(game: Game) -> None:
    missing = [name for name in _members(Game) if not hasattr(game, name)]
    _require(not missing, f"a game also needs {', '.join(missing)}", game)
    rows, cols = game.shape
    _require(rows >= 1 and cols >= 1, "the shape must have rows and columns", game.shape)
    whole = game.block == 0 or (rows % game.block == 0 and cols % game.block == 0)
    _require(whole, "small boards must fill the whole board", (game.shape, game.block))
    _require(str(game).partition("(")[0] == game.name, "str(game) must begin with its name", game)
    _require(hash(game) == hash(game), "a game must be hashable", game)
    for labels, length in zip(game.labels(), game.shape, strict=True):
        fits = len(labels) in (0, length) and len(set(labels)) == len(labels)
        _require(fits, "labels must name every row or column, or none", labels)
    start = game.initial_state()
    missing = [name for name in _members(State) if not hasattr(start, name)]
    _require(not missing, f"a position also needs {', '.join(missing)}", start)
    opening = (start.player, start.ply, start.last, start.outcome)
    _require(opening == (0, 0, None, None), "player 0 opens a game that is not over", start)
    if (rules := game.rules) is not None:
        _require((rules.rows, rules.cols) == game.shape, "rules and game have other shapes", rules)
        actions, count = rules.num_actions, game.num_actions
        _require(count == actions, f"such rules have {actions} actions", count)


def _members(protocol: type) -> list[str]:
    return sorted(name for name in vars(protocol) if not name.startswith("_"))


def _check_notation(game: Game) -> None:
    texts = [game.format(action) for action in range(game.num_actions)]
    for action, text in enumerate(texts):
        _require(game.parse(f"  {text}\n") == action, f"{text!r} must lead back to", action)
        _require(re.fullmatch(game.move_pattern, text) is not None, "move_pattern misses", text)
    _require(len(set(texts)) == len(texts), "two actions share a text", texts)
    for text in _NONSENSE:
        try:
            game.parse(text)
        except BadNotation as error:
            _require(len(str(error).splitlines()) == 1, "an error must be one line", str(error))
        else:
            raise CheckFailed(f"{text!r} names no action: parse must raise BadNotation")


def _random_game(game: Game, rng: Random) -> Iterator[State]:
    """All positions of a random game from the first to the last."""
    state = game.initial_state()
    for _ in range(_LONGEST):
        yield state
        actions = state.legal_actions()
        if not actions:
            return
        state = state.play(roll(state, rng) if state.chance() else rng.choice(list(actions)))
    raise CheckFailed(f"a random game of {game} did not end within {_LONGEST} moves")


def _some(items: Sequence[State], most: int) -> list[State]:
    """The first, the last, and some items between them."""
    step = max(1, len(items) // most)
    return [*items[::step], items[-1]]


def _check_position(state: State) -> None:
    legal = list(state.legal_actions())
    _require(legal == sorted(set(legal)), "legal_actions must ascend", state)
    actions = range(state.game.num_actions)
    _require(set(legal) <= set(actions), "a legal action that does not exist", state)
    _require((state.outcome is None) == bool(legal), "a game goes on while moves are legal", state)
    illegal = [action for action in (-1, *actions, len(actions)) if action not in legal]
    for action in illegal[:: len(actions) // 8 or 1]:
        try:
            state.play(action)
        except IllegalMove:
            continue
        raise CheckFailed(f"action {action} is not legal, but {state!r} plays it")
    before = _snapshot(state)
    for action in legal[:: len(legal) // 8 or 1]:
        after = state.play(action)
        _require(after.last == action, "last must be the action that was played", after)
        passed = after.ply - state.ply
        _require(passed in (0, 1), "ply counts turns: one action takes one at most", after)
        same = after.player == state.player
        _require(same or passed == 1, "ply must grow when the turn passes", after)
    _require(_snapshot(state) == before, "playing a move must leave the old position alone", state)
    _check_chance_and_end(state)


def _check_chance_and_end(state: State) -> None:
    chance, outcome = state.chance(), state.outcome
    if chance:
        total = math.fsum(probability for _, probability in chance)
        listed = [action for action, _ in chance] == list(state.legal_actions())
        _require(listed, "the outcomes of the dice are the legal actions", state)
        _require(math.isclose(total, 1), "probabilities must add up to 1", chance)
    if outcome is None:
        _require(state.returns() == (0.0, 0.0), "nothing is gained before the end", state)
        return
    _require(state.returns() == outcome.returns(), "returns and outcome disagree", state)
    _require(outcome.reason in ON_BOARD, "the reason must come from the rules", outcome)
    board = state.board()
    owners = {board[row][col] for row, col in outcome.cells}
    _require(owners <= {outcome.winner}, "winning cells must be the winner's", outcome)


def _check_round_trips(state: State) -> None:
    game = state.game
    copy = game.state_from(state.board(), state.player, state.note)
    alike = copy.key() == state.key() and list(copy.legal_actions()) == list(state.legal_actions())
    _require(alike, "board, player and note must tell the whole position", state)
    travelled: State = pickle.loads(pickle.dumps(state))
    _require(_snapshot(travelled) == _snapshot(state), "a position must survive pickling", state)


def _check_replay(game: Game, path: Sequence[State]) -> None:
    """The game can be told as text and JSON, and replayed."""
    record = Record(game)
    for state in path[1:]:
        assert state.last is not None
        record.push(state.last)
    _require(record.state.key() == path[-1].key(), "a replayed game must end alike", record.moves)
    try:
        known = load_game(str(game)) == game
    except InarowError:
        known = False  # not registered: a record could not name it
    if known:
        for text, parse in (
            (format_record(record), parse_record),
            (format_record_json(record), parse_record_json),
        ):
            again = parse(text)
            _require(again.moves == record.moves, "a record must read as it was written", text)


def _check_symmetry(game: Game, path: Sequence[State]) -> None:
    images = [tuple(image) for image in game.symmetries()]
    actions = tuple(range(game.num_actions))
    _require(images[0] == actions, "the first symmetry is the identity", images[0])
    for image in images[:8]:
        _require(sorted(image) == list(actions), "a symmetry must permute the actions", image)
        mirrored = game.initial_state()
        for state in path[1:]:
            assert state.last is not None
            mirrored = mirrored.play(image[state.last])
            legal = sorted(image[action] for action in state.legal_actions())
            same = legal == list(mirrored.legal_actions()) and mirrored.returns() == state.returns()
            _require(same, "a mirrored game must be the same game", mirrored)


def _check_player(name: str, game: Game) -> None:
    agent = load_agent(name, seed=1)
    if agent.supports(game):
        for state in _choices(game, 1):
            _check_choice(agent, state, WORK)
        _check_match(agent, game)


def _choices(game: Game, count: int) -> list[State]:
    """Positions of random games in which a player has a choice."""
    found: list[State] = []
    for seed in range(_LONGEST):
        path = [s for s in _random_game(game, Random(seed)) if s.outcome is None and not s.chance()]
        found += Random(seed).sample(path, min(2, len(path)))
        if len(found) >= count:
            break
    return found[:count]


def _check_choice(agent: Agent, state: State, limit: Limit) -> None:
    before = _snapshot(state)
    try:
        decision = agent.choose(state, limit)
    except Exception as error:
        raise CheckFailed(f"{agent.name} failed at {state!r}: {error!r}") from error
    _require(_snapshot(state) == before, f"{agent.name} changed the position", state)
    flaw = flaw_of(decision, state)
    _require(not flaw, f"{agent.name} {flaw}", state)


def _check_match(agent: Agent, game: Game) -> None:
    """The player finishes a game from both seats without breaking the rules."""
    for seat in (0, 1):
        pair: list[Agent] = [RandomPlayer(seed=seat), RandomPlayer(seed=seat)]
        pair[seat] = agent
        record = play_match(game, (pair[0], pair[1]), limit=WORK, seed=seat)
        reason = None if record.outcome is None else record.outcome.reason
        _require(reason in ON_BOARD, f"{agent.name} did not finish {game}", record.current.comment)


def _check_speed(game: Game, speed: float) -> None:
    """Players must be able to search the game, by kernels or in Python."""
    agent = load_agent("mcts", seed=1)
    state = next(state for state in _random_game(game, Random(1)) if not state.chance())
    agent.choose(state, Limit(simulations=10))  # loads, and perhaps compiles
    started = process_time()
    decision = agent.choose(state, Limit(simulations=200, seconds=5))
    rate = decision.nodes / max(process_time() - started, 1e-9)
    proven = decision.value is not None and decision.value.kind is Kind.PROVEN
    _require(
        rate >= speed or proven,
        f"mcts runs {rate:.0f} simulations per second, not {speed:.0f}: play and legal_actions "
        f"are slow",
    )


def _snapshot(state: State) -> tuple[object, ...]:
    shown = (state.key(), state.board(), state.player, state.ply, state.last, state.note)
    return (*shown, tuple(state.legal_actions()), state.outcome)
