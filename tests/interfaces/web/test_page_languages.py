"""The page in other languages: nothing is missing, nor loaded in vain; the server is understood."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import chain, islice

from playwright.sync_api import expect

from inarow import registry
from inarow.games.base import Outcome, Reason, State
from inarow.interfaces.render.endings import end_words
from inarow.interfaces.web.games.show import position_view
from inarow.registry import load_game
from inarow.search.decision import Kind, Result, Value
from inarow.study.answers import reach, why_position
from inarow.study.puzzles import shipped_puzzles
from inarow.study.reasons import position_about, reasons
from interfaces.web.browser import Screen
from study.test_ending import ENDINGS, told

LANGUAGES = ("de", "es")
COMPARE = """async (codes) => {
    const { S } = await import("/js/strings.js");
    const { G } = await import("/js/strings_gallery.js");
    const { L } = await import("/js/strings_library.js");
    const { A } = await import("/js/strings_arena.js");
    const { V } = await import("/js/strings_viewer.js");
    const problems = [];
    const shown = (value) => typeof value === "string" ? JSON.stringify(value) : String(value);
    const arguments_of = (made) =>
        /^\\(?(.*?)\\)?\\s*=>/s.exec(made)[1].replace(/\\s+/g, " ").trim();
    const body = (made) => String(made).slice(String(made).indexOf("=>"));
    const used = (made) => (arguments_of(made).match(/\\w+/g) || []).filter((name) =>
        new RegExp(`\\\\b${name}\\\\b`).test(body(made))).join();
    function compare(file, path, here, there) {
        const say = (what) => problems.push(`${file}: ${path} ${what}`);
        if (there === undefined) return say(`is missing; in English it is ${shown(here)}`);
        if (typeof here !== typeof there || Array.isArray(here) !== Array.isArray(there))
            return say("is of another kind than in English");
        if (typeof here === "function") {
            if (arguments_of(String(here)) !== arguments_of(String(there)))
                say(`takes (${arguments_of(String(there))}), not (${arguments_of(String(here))})`);
            else if (used(here) !== used(there)) say(`does not use ${used(here)}`);
        } else if (typeof here === "object") {
            if (here.length !== there.length) return say("has another length");
            for (const key in here) compare(file, `${path}.${key}`, here[key], there[key]);
            for (const key in there) if (!(key in here)) say(`.${key} is not in English`);
            const coded = Array.isArray(here[0]) && path !== "S.legend";
            if (Array.isArray(here) && coded && here.some(([code], at) => code !== there[at][0]))
                say("has other values");
        }
    }
    const tables = {};
    for (const code of codes) {
        compare(`words/${code}.js`, "S", S, (await import(`/js/words/${code}.js`)).words);
        const parts = [["gallery", "G", G], ["library", "L", L], ["arena", "A", A],
            ["viewer", "V", V]];
        for (const [part, letter, here] of parts) {
            const file = `words/${code}_${part}.js`;
            compare(file, letter, here, (await import(`/js/${file}`)).words);
        }
        tables[code] = (await import(`/js/words/${code}_server.js`)).sentences;
    }
    return [problems, tables];
}"""
REST = """async ([templates, sentences]) => {
    const { translator } = await import("/js/words/translate.js");
    const places = (template) => (template.match(/\\{\\w+\\}/g) || []).join(" | ");
    const hear = translator(Object.fromEntries(templates.map((one) => [one, places(one)])));
    return sentences.map((words) => [words, hear({ words }).words]);
}"""
"""What is left of sentences if all that is known of them is left out."""
CODES = re.compile(r"[a-z]\d+|\b[XO]\b")
"""Moves and sides are the same in all languages."""


def test_every_language_has_every_sentence(screen: Screen) -> None:
    problems, tables = screen.alone(COMPARE, LANGUAGES)
    assert problems == [], "\n".join(["add to src/inarow/interfaces/web/static/js:", *problems])
    german, spanish = (tables[code] for code in LANGUAGES)
    assert german.keys() == spanish.keys(), (
        "both tables of server sentences have the same templates"
    )
    for table in (german, spanish):
        for template, text in table.items():
            places = [sorted(re.findall(r"\{\w+\}", one)) for one in (template, text)]
            assert places[0] == places[1], f"{template} has other places than {text}"


def test_what_the_server_says_is_known_in_other_languages(screen: Screen, thorough: bool) -> None:
    """Sentences as they are made, in many positions; each must fit into the templates entirely."""
    said = sorted(
        set(chain(turns_and_reasons(3 if thorough else 1), values(), puzzles(), catalogue()))
    )
    templates = list(screen.alone(COMPARE, ["de"])[1]["de"])
    left = screen.alone(REST, [templates, said])
    english = {words: rest for words, rest in left if re.search("[a-z]{3}", CODES.sub("", rest))}
    assert english == {}, "\n".join(
        ["add templates to words/de_server.js and words/es_server.js for:", *english]
    )


def turns_and_reasons(games: int) -> Iterator[str]:
    """What is said of positions of random games of every kind."""
    dice = random.Random(5)
    for spec in ("connect_four(rows=5,cols=5)", "tic_tac_toe", "gomoku", "nine_board", "pop_out"):
        for _ in range(games):
            state: State = load_game(spec).initial_state()
            for ply in range(24):
                yield position_view(state).words
                if state.outcome is not None:
                    break
                if ply % 4 == 3:
                    yield from (why.words for why in position_about(state))
                actions = state.legal_actions()
                action = dice.choice(actions)
                yield from (why.words for why in reasons(state, action))
                yield reach(state, action).words
                if spec == "tic_tac_toe":
                    yield from (why.words for why in why_position(state))
                state = state.play(action)
    yield from chain.from_iterable(map(told, ENDINGS))
    yield position_view(load_game("random_drop").initial_state().play(7)).words
    for opening in ("swap", "swap2", "pro"):
        yield position_view(load_game(f"gomoku(opening={opening})").initial_state()).words
    for reason in Reason:
        yield from (end_words(Outcome(0, reason), (name, "O")) for name in ("X", "You"))
    for reason in (Reason.FULL, Reason.SENT_TO_FULL, Reason.TURNS, Reason.ABANDONED):
        yield end_words(Outcome(None, reason))


def values() -> Iterator[str]:
    """Values as they are told in sentences."""
    for kind in Kind:
        for result in (None, *Result):
            for plies in (None, 1, 5) if result else (None,):
                for at_most in (False, True):
                    value = Value(kind, 0.4, result, plies, at_most=at_most)
                    yield value.words
                    yield value.brief


def puzzles() -> Iterator[str]:
    """Tasks, hints and answers."""
    for name in ("connect_four", "gomoku", "nine_board", "random_drop"):
        for puzzle in islice(shipped_puzzles(name), 0, 40, 8):
            yield f"{puzzle.goal[0].upper()}{puzzle.goal[1:]}."
            yield from (puzzle.hint(number) for number in (0, 1, 9))
            yield puzzle.check(puzzle.solutions[0]).words


def catalogue() -> Iterator[str]:
    """Games and their options."""
    for entry in registry.games().values():
        yield entry.title or entry.name
        yield entry.summary
        yield from (option.help for option in entry.options() if option.help)


def test_the_browser_says_which_language_unless_another_was_chosen(screen: Screen) -> None:
    found = screen.alone("""async () => {
        Object.defineProperty(navigator, "languages", { value: ["fr-FR", "de-AT", "en"] });
        const { language, count, digits } = await import("/js/locale.js");
        return [language, count(1, "Zug", "Züge"), count(12345, "Zug", "Züge"), digits(1.5, 1)];
    }""")
    assert found == ["de", "1 Zug", "12.345 Züge", "1,5"]


COLOUR = "getComputedStyle(document.body).backgroundColor"


def test_a_game_in_another_language_and_in_the_dark(screen: Screen) -> None:
    """A language is chosen with a new page, which remembers the colours."""
    page = screen.open("#play?game=tic_tac_toe&notation=2&moves=a1b1a2b2&first=human&second=human")
    assert not [name for name in screen.loaded() if name.startswith(LANGUAGES)], "only when chosen"
    light = page.evaluate(COLOUR)
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(COLOUR) == light  # from the system's light to light
    page.get_by_role("button", name="Light or dark").click()
    dark = page.evaluate(COLOUR)
    assert dark != light
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("button", name="Neues Spiel")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.evaluate(COLOUR) == dark
    expect(page.locator(".status")).to_have_text("Spieler 1 (X) ist am Zug")
    page.keyboard.press("a")
    expect(page.locator(".values")).to_contain_text("Sieg in 1")
    expect(page.locator(".reasons").first).to_contain_text(
        "gewinnt: vollendet die Spalte von a1 bis"
    )
    page.keyboard.press("m")
    page.keyboard.type("a1\n")
    expect(page.locator(".toast")).to_have_text("a1 ist besetzt")
    page.keyboard.type("a3\n")
    expect(page.locator(".status")).to_have_text("Spieler 1 gewinnt mit einer Reihe")
    page.get_by_label("Sprache").select_option("es")
    expect(page.get_by_role("button", name="Nueva partida")).to_be_visible()
    expect(page.locator(".status")).to_have_text("Jugador 1 gana con una línea")
    expect(page).to_have_title("Tres en raya · inarow")
