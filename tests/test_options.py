"""Options: what they accept, what they refuse, and what they say of themselves."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from inarow.errors import BadOption, InarowError
from inarow.options import check_options, option, options_of, parse_value, suggestion


@dataclass(frozen=True)
class Robot:
    """A thing with one option of every kind."""

    arms: int = option(2, low=1, high=8, help="number of arms")
    speed: float = option(1.5, low=0)
    loud: bool = option(False)
    mood: str = option("calm", choices=("calm", "angry"))
    label: str = option("none given")
    seed: int | None = option(None)
    cold: float = option(-1.0, high=0)

    name = "robot"

    def __post_init__(self) -> None:
        check_options(self)


OPTIONS = {opt.name: opt for opt in options_of(Robot)}


def test_options_are_listed_in_the_order_of_the_class_with_type_default_and_help() -> None:
    names = ["arms", "speed", "loud", "mood", "label", "seed", "cold"]
    assert [opt.name for opt in options_of(Robot)] == names
    assert [OPTIONS[name].type for name in names] == [
        *("int", "float", "bool", "str", "str", "int", "float"),
    ]
    assert [OPTIONS[name].default for name in names[:4]] == [2, 1.5, False, "calm"]
    assert [name for name in names if OPTIONS[name].optional] == ["seed"]
    assert OPTIONS["arms"].help == "number of arms"


def test_a_field_without_option_is_not_one() -> None:
    @dataclass
    class Half:
        open: int = option(1)
        closed: int = 2

    assert [opt.name for opt in options_of(Half)] == ["open"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("arms", "1 to 8"),
        ("speed", "0 or more"),
        ("cold", "0 or less"),
        ("loud", "true | false"),
        ("mood", "calm | angry"),
        ("label", "any"),
    ],
)
def test_a_range_is_told_in_words(name: str, words: str) -> None:
    assert OPTIONS[name].range == words


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("arms", "1", 1),
        ("arms", " 8 ", 8),
        ("speed", "0", 0.0),
        ("speed", "2.5e3", 2500.0),
        ("loud", "true", True),
        ("loud", "YES", True),
        ("loud", "off", False),
        ("loud", "0", False),
        ("mood", "angry", "angry"),
        ("label", "my robot", "my robot"),
        ("label", " 'a' ", " 'a' "),
        ("seed", "7", 7),
        ("seed", "None", None),
        ("seed", "-3", -3),
    ],
)
def test_a_text_becomes_a_value_of_the_right_type(name: str, text: str, value: object) -> None:
    parsed = parse_value(OPTIONS[name], text, "robot")
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("arms", "0", "arms must be 1 to 8, not 0"),
        ("arms", "9", "arms must be 1 to 8, not 9"),
        ("arms", "two", "arms must be a whole number, not 'two'"),
        ("arms", "2.5", "arms must be a whole number, not '2.5'"),
        ("arms", "none", "arms must be a whole number, not 'none'"),
        ("speed", "fast", "speed must be a number, not 'fast'"),
        ("speed", "-1", "speed must be 0 or more, not -1.0"),
        ("speed", "nan", "speed must be 0 or more, not nan"),
        ("speed", "inf", "speed must be 0 or more, not inf"),
        ("cold", "1", "cold must be 0 or less, not 1.0"),
        ("loud", "maybe", "loud must be true or false, not 'maybe'"),
        ("mood", "angri", "mood must be calm | angry, not 'angri'; did you mean angry?"),
        ("seed", "x", "seed must be a whole number, not 'x'"),
    ],
)
def test_a_wrong_text_is_refused_with_what_would_be_right(
    name: str, text: str, problem: str
) -> None:
    with pytest.raises(BadOption) as caught:
        parse_value(OPTIONS[name], text, "robot")
    assert str(caught.value) == f"robot: {problem}"


@pytest.mark.parametrize(
    "values",
    [
        {"arms": 0},
        {"arms": 2.0},
        {"arms": True},
        {"arms": "2"},
        {"arms": None},
        {"speed": "1"},
        {"speed": float("nan")},
        {"loud": 1},
        {"mood": "sad"},
        {"label": 3},
    ],
)
def test_wrong_values_are_refused_when_made_in_python_too(values: dict[str, object]) -> None:
    with pytest.raises(BadOption, match="robot: "):
        Robot(**values)  # type: ignore[arg-type]


def test_right_values_are_taken_when_made_in_python() -> None:
    robot = Robot(arms=8, speed=3, loud=True, mood="angry", seed=None)
    assert (robot.arms, robot.speed, robot.seed) == (8, 3, None)


def test_a_huge_whole_number_is_taken_where_no_limit_is_set() -> None:
    assert parse_value(OPTIONS["seed"], "1" + "0" * 400, "robot") == 10**400


def test_a_huge_whole_number_is_refused_where_a_limit_is_set() -> None:
    with pytest.raises(BadOption):
        parse_value(OPTIONS["arms"], "1" + "0" * 400, "robot")


@pytest.mark.parametrize(
    ("word", "known", "words"),
    [
        ("gomuko", ["mnk", "gomoku"], "did you mean gomoku?"),
        ("GOMOKU", ["mnk", "gomoku"], "did you mean gomoku?"),
        ("chess", ["mnk", "gomoku"], "there is mnk, gomoku"),
        ("chess", [], "there is none"),
    ],
)
def test_a_misspelt_word_gets_a_suggestion_or_the_list(
    word: str, known: list[str], words: str
) -> None:
    assert suggestion(word, known) == words


def test_errors_for_people_have_one_base() -> None:
    assert issubclass(BadOption, InarowError)
    assert issubclass(BadOption, ValueError)
