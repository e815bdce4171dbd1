"""The board of notebooks: the game behind it, and its real module in a real browser.

The module is loaded from one text, as a notebook does it. In between stands a model that keeps what
a person did until the test hands it to Python, and shows what Python answers.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import inarow
from inarow.interfaces.notebook.bundle import bundle
from inarow.interfaces.notebook.widget import BoardWidget
from inarow.search.decision import Decision

MODEL = """async (code) => {
    const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const widget = (await import(address)).default;
    window.listeners = [];
    window.sent = [];
    window.shut = () => {};
    window.open = (game) => {
        shut();
        window.game = game;
        const model = {
            get: () => window.game,
            on: (_, listener) => listeners.push(listener),
            off: (_, listener) => listeners.splice(listeners.indexOf(listener), 1),
            send: (message) => sent.push(message),
        };
        document.body.innerHTML = '<div id="place"></div>';
        window.shut = widget.render({ model, el: document.getElementById("place") });
    };
    window.update = (game) => { window.game = game; listeners.forEach((one) => one()); };
    window.take = () => sent.splice(0);
}"""


class First:
    """A machine that plays the first legal move."""

    name = "first"

    def supports(self, game: inarow.Game) -> bool:
        return True

    def choose(
        self, state: inarow.State, limit: inarow.Limit | None = None, on_info: object = None
    ) -> Decision:
        return Decision(state.legal_actions()[0])


class Shown:
    """A widget in the browser."""

    def __init__(self, page: Page, widget: BoardWidget) -> None:
        self.page, self.widget = page, widget
        page.evaluate("open", widget.game)

    def press(self, name: str) -> None:
        """Press a button of the widget by its name, and let Python answer."""
        self.page.get_by_role("button", name=re.compile(name)).first.click()
        self.answer()

    def answer(self) -> None:
        for message in self.page.evaluate("take()"):
            self.widget._receive(None, message, None)
        self.page.evaluate("update", self.widget.game)

    @property
    def status(self) -> str:
        return self.page.locator(".status").inner_text()

    def stones(self) -> int:
        return self.page.locator(".drawing .stone:not(.landing)").count()


@pytest.fixture(scope="module")
def page_of(request: pytest.FixtureRequest) -> list[Page]:
    """The one window of these tests, once it is open."""
    return []


@pytest.fixture
def page(browser: Browser, page_of: list[Page]) -> Iterator[Page]:
    """An empty page with the module of the widget; nothing may go wrong on it."""
    if not page_of:
        page_of.append(browser.new_page())
        page_of[0].evaluate(MODEL, bundle())
    page, problems = page_of[0], list[str]()

    def note(error: object) -> None:
        problems.append(str(error))

    page.on("pageerror", note)
    yield page
    page.remove_listener("pageerror", note)
    assert problems == []


def test_a_game_is_played_by_clicks(page: Page) -> None:
    shown = Shown(page, inarow.widget("connect_four", First()))
    assert shown.status == "Your turn: X to move"
    for _ in range(4):
        shown.press("^column 4, row 1")
    assert shown.widget.record.moves == "4141414"
    assert shown.status == "You win with a line"
    assert shown.stones() == 7
    expect(page.locator(".win")).to_have_count(4)
    shown.press("One move back")
    assert shown.widget.record.moves == "414141"
    assert shown.status == "Your turn: X to move"
    shown.press("One move forward")
    assert shown.status == "You win with a line"
    shown.press("New game")
    assert shown.stones() == 0


def test_values_are_shown_on_demand_and_go_away(page: Page) -> None:
    shown = Shown(page, inarow.widget("tic_tac_toe", "human", "human"))
    shown.press("^b2, empty")
    expect(page.locator(".value")).to_have_count(0)
    shown.press("Values of the moves")
    expect(page.locator(".value.proven")).to_have_count(8)
    named = page.get_by_role("button", name="a3, empty, draw, proven")
    assert named.count() == 1
    shown.press("Values of the moves")
    expect(page.locator(".value")).to_have_count(0)


def test_the_keyboard_plays(page: Page) -> None:
    shown = Shown(page, inarow.widget("tic_tac_toe", First()))
    page.locator(".cells button[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    shown.answer()
    assert shown.widget.record.moves == "c2a3"


@pytest.mark.parametrize("game", ["gomoku", "nine_board", "ultimate_tic_tac_toe", "pop_out"])
def test_every_kind_of_board_is_drawn_in_light_and_dark(page: Page, game: str) -> None:
    for colour, theme in (("black", "light"), ("white", "dark")):
        page.evaluate("colour => (document.documentElement.style.color = colour)", colour)
        shown = Shown(page, inarow.widget(game, "random(seed=1)", "random(seed=2)"))
        assert page.locator("#place > div").get_attribute("data-theme") == theme
        shown.press("One move forward")
        assert shown.widget.record.actions
        assert shown.stones() == shown.widget.state.ply
    page.evaluate("shut()")
    assert page.evaluate("listeners.length") == 0


def test_nothing_of_the_notebook_changes_the_board_nor_the_board_the_notebook(page: Page) -> None:
    Shown(page, inarow.widget("tic_tac_toe", "human", "human"))
    page.add_style_tag(content="button { display: none !important } svg { width: 1px !important }")
    assert page.locator(".drawing").bounding_box()["width"] > 200  # type: ignore[index]
    assert page.evaluate("document.styleSheets.length") == 1
    page.evaluate("document.querySelector('style').remove()")


SEEK = """(seconds) => {
    for (const one of document.getAnimations()) { one.pause(); one.currentTime = 1000 * seconds; }
    const seen = (node) => getComputedStyle(node).visibility === "visible";
    const words = [...document.querySelectorAll(".words:not(.title)")].filter(seen);
    const stones = [...document.querySelectorAll(".x, .o")].filter(seen);
    return [stones.length, words.map((one) => one.textContent).join()];
}"""


def test_a_film_plays_in_the_browser(page: Page) -> None:
    record = inarow.Record(inarow.load_game("tic_tac_toe"))
    record.push_moves("a1b1a2b2a3")
    page.evaluate("shut()")
    page.evaluate(
        "text => (document.body.innerHTML = text)", inarow.picture(record, form="film").svg
    )
    shown = [page.evaluate(SEEK, seconds) for seconds in (0.4, 1.2, 2.0, 4.4, 6.5, 7.4)]
    assert shown == [
        [0, ""],
        [1, "1. X a1"],
        [2, "2. O b1"],
        [5, "5. X a3: X wins with a line"],
        [5, "5. X a3: X wins with a line"],
        [0, ""],
    ]


# The game behind it


def test_a_widget_goes_on_with_any_position_and_shows_the_record() -> None:
    board = inarow.widget(inarow.position("44"), "level(2)", "human")
    assert board.state.ply == 3  # the machine has moved
    assert board.record.tags == {"First": "level 2", "Second": "human"}
    assert board.game["names"] == ["level 2", "You"]
    board.play(0)
    assert board.state.ply == 5
    with pytest.raises(inarow.IllegalMove):
        inarow.widget("tic_tac_toe b2").play("b2")


def test_two_machines_wait_for_a_click() -> None:
    board = inarow.widget("tic_tac_toe", First(), First())
    assert board.game["can"] == ["forward", "values", "new"]
    for _ in range(9):
        board.forward()
    assert board.record.outcome is not None
    assert board.game["words"] == "X wins with a line"
    board.back()
    assert board.record.outcome is None


def test_dice_roll_by_themselves_for_people() -> None:
    board = inarow.widget("random_drop", First())
    for _ in range(3):
        board.play(board.state.legal_actions()[0])
    assert not board.state.chance()
    assert board.game["can"][0] == "play"


def test_what_is_wrong_is_said_on_the_board() -> None:
    board = inarow.widget("tic_tac_toe", "human", "human")
    board._receive(None, {"do": "play", "action": 4}, None)
    board._receive(None, {"do": "play", "action": 4}, None)  # a second click came late
    assert board.game["words"] == "b2 is taken"
    assert board.state.ply == 1
    before = board.game
    board._receive(None, {"do": "format the disk"}, None)
    assert board.game is before


@pytest.mark.parametrize(
    "action", [{}, {"action": None}, {"action": 1.5}, {"action": True}, {"action": [4]}]
)
def test_a_click_on_nothing_is_refused_in_words(action: dict[str, object]) -> None:
    board = inarow.widget("tic_tac_toe", "human", "human")
    board._receive(None, {"do": "play", **action}, None)
    assert board.game["words"].startswith("a move is an action or a text, not ")
    assert board.record.moves == ""


def test_a_board_that_is_closed_lets_its_players_go() -> None:
    ended = []

    class Outside(First):
        def start(self, game: inarow.Game) -> None:
            """There is nothing to start."""

        def close(self) -> None:
            ended.append(self)

    machine = Outside()
    board = inarow.widget("tic_tac_toe", "human", machine)
    board.play(4)
    assert ended == []
    board.close()
    assert set(ended) == {machine}
    assert board.comm is None


def test_a_machine_that_fails_loses_its_game() -> None:
    class Broken(First):
        def choose(self, *_: object, **__: object) -> Decision:
            raise ZeroDivisionError

    board = inarow.widget("tic_tac_toe", Broken())
    board.play("b2")
    assert board.game["words"] == "You win because the opponent failed"


def test_an_interrupted_machine_can_be_asked_again() -> None:
    class Slow(First):
        name = "slow"
        patience = 1

        def choose(self, state: inarow.State, *_: object, **__: object) -> Decision:
            if self.patience:
                self.patience = 0
                raise KeyboardInterrupt
            return Decision(state.legal_actions()[-1])

    board = inarow.widget("tic_tac_toe", Slow())
    with pytest.raises(KeyboardInterrupt):
        board._receive(None, {"do": "play", "action": 4}, None)
    assert board.record.moves == "b2"
    assert not board.game["busy"]
    assert "forward" in board.game["can"]
    board._receive(None, {"do": "forward"}, None)
    assert board.record.moves == "b2c1"
    assert "play" in board.game["can"]


def test_wrong_players_are_refused_in_a_sentence() -> None:
    with pytest.raises(inarow.BadOption, match="a game has two players, not 3"):
        inarow.widget("tic_tac_toe", "human", "human", "human")
    with pytest.raises(inarow.NotSupported, match="cannot play"):
        inarow.widget("random_drop", "perfect")
    with pytest.raises(inarow.UnknownName, match="did you mean"):
        inarow.widget("tic_tac_toe", "minimx")


def test_without_anywidget_one_sentence_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['anywidget'] = None; import inarow\n"
        "try: inarow.widget()\n"
        "except inarow.InarowError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("a board to click on needs anywidget, which is not installed: ")
    assert done.stdout.count("\n") == 1


def test_the_module_is_one_text_without_imports() -> None:
    code = bundle()
    assert not re.search(r"^\s*(import|export (?!default))", code, re.MULTILINE)
    assert len(code) < 100_000
