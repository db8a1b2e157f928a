"""Texts made outside the window: English until the window says otherwise."""

from __future__ import annotations

import copy
import json
import pickle
import sqlite3
from collections.abc import Iterator

import pytest

from inspector import translation
from inspector.errors import UsageError
from inspector.translation import (
    QT_TRANSLATE_NOOP,
    Translated,
    composed,
    in_english,
    joined,
    shown,
    translate,
    with_values,
)


@pytest.fixture(autouse=True)
def plain() -> Iterator[None]:
    translation.install(None)
    yield
    translation.install(None)


def test_text_is_itself_without_a_translator() -> None:
    assert translate("Doctor", "The program {} is missing").format("npx") == "The program npx is missing"


@pytest.mark.parametrize(("number", "text"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows")])
def test_english_plural_follows_the_number(number: int, text: str) -> None:
    assert translate("Doctor", "%n row(s)", "", number) == text


def test_large_number_has_separators_where_they_are_asked_for() -> None:
    assert translate("Doctor", "%Ln of %n row(s)", "", 1234) == "1,234 of 1234 rows"


def test_brackets_stay_where_no_number_is_meant() -> None:
    assert translate("Doctor", "file(s) at 100 %n") == "file(s) at 100 %n"


def test_installed_translator_gets_everything() -> None:
    translation.install(lambda *what: repr(what))
    assert translate("Doctor", "%n row(s)", "of a table", 3) == "('Doctor', '%n row(s)', 'of a table', 3)"


def test_marked_text_is_translated_where_it_is_used() -> None:
    table = {"late": QT_TRANSLATE_NOOP("Doctor", "Too late")}
    translation.install(lambda context, text, _comment, _number: f"{context}: {text}")
    assert translate("Doctor", table["late"]) == "Doctor: Too late"


def test_english_comes_back() -> None:
    translation.install(lambda *_what: "x")
    translation.install(None)
    assert translate("Doctor", "Ready") == "Ready"


def loud(_context: str, text: str, _disambiguation: str, _number: int) -> str:
    return f"!{text}!"


def soft(context: str, text: str, disambiguation: str, number: int) -> str:
    return f"({translation.english(context, text, disambiguation, number)})"


def test_a_text_says_itself_in_english_and_in_another_language() -> None:
    translation.install(loud)
    told = translate("Doctor", "{name}: {why}").format(name="npx", why=translate("Doctor", "Too late"))
    assert told == "!npx: !Too late!!"
    translation.install(soft)
    assert (in_english(told), shown(told), shown(shown(told))) == (
        "npx: Too late",
        "(npx: (Too late))",
        "(npx: (Too late))",
    )
    assert type(in_english(told)) is str


def test_an_english_text_of_the_window_says_itself_in_another_language() -> None:
    translation.install(translation.english)
    told = translate("Doctor", "%n row(s)", "", 2)
    translation.install(soft)
    assert (told, shown(told)) == ("2 rows", "(2 rows)")


def test_what_is_composed_of_texts_says_itself_in_english_as_well() -> None:
    translation.install(loud)
    told = composed("{}. {}", joined(" & ", (translate("Doctor", "Ready"), "x")), 5)
    assert (told, in_english(told)) == ("!Ready! & x. 5", "Ready & x. 5")
    assert type(composed("{}{:g}", "nothing of ours", 1.0)) is str


@pytest.mark.parametrize(
    ("template", "text", "there"),
    [
        ("{:sentence}", "too late", "Too late."),
        ("{:sentence}", "Too late.", "Too late."),
        ("{:capital}", "too late", "Too late"),
        ("{:capital}", "", ""),
        ("{:stripped}", " too late ", "too late"),
        ("{:websocket}", "http://a, https://b", "ws://a, wss://b"),
        ("{:.3}", "too late", "too"),
    ],
)
def test_a_value_is_put_into_a_form_in_every_language(template: str, text: str, there: str) -> None:
    assert composed(template, text) == there
    translation.install(lambda _context, text, _disambiguation, _number: text)
    told = composed(template, translate("Doctor", text))
    assert (told, in_english(told)) == (there, there)
    translation.install(lambda _context, _text, _disambiguation, _number: "ein text")
    assert shown(told) == composed(template, "ein text")


def test_what_stands_in_a_hole_is_no_template() -> None:
    translation.install(soft)
    told = joined(" ", (translate("Doctor", "Says {}").format("{0} {x:sentence}"), "{}"))
    assert (told, in_english(told)) == ("(Says {0} {x:sentence}) {}", "Says {0} {x:sentence} {}")


def test_a_message_is_frozen() -> None:
    translation.install(loud)
    told = translate("Doctor", "Ready")
    with pytest.raises(AttributeError, match="set"):
        told.message.text = "Late"  # type: ignore[attr-defined, misc]
    assert shown(told) == "!Ready!"


def test_a_value_in_a_form_of_its_own_keeps_it_when_it_is_changed() -> None:
    translation.install(loud)
    told = translate("Auth", "no: {!r}").format("s3cr3t")
    assert told == "!no: 's3cr3t'!"
    hidden = with_values(told, lambda text: text.replace("s3cr3t", "…"))
    assert (hidden, in_english(hidden)) == ("!no: '…'!", "no: '…'")


def test_a_secret_that_stands_across_a_hole_is_in_no_language() -> None:
    translation.install(loud)
    told = translate("Doctor", "the pass word{}").format("s3cr3t")
    hidden = with_values(told, lambda text: text.replace("words3cr3t", "…"))
    assert (hidden, shown(hidden), in_english(hidden)) == ("the pass …",) * 3


def test_an_error_says_its_text_in_english_and_is_not_kept_by_who_quotes_it() -> None:
    translation.install(loud)
    error = UsageError(translate("Doctor", "Too late"))
    told = translate("Doctor", "no: {}").format(error)
    assert in_english(str(error)) == "Too late"
    assert in_english(told) == "no: Too late"
    error.args = ("changed",)
    assert in_english(told) == "no: Too late"


def test_it_goes_wherever_a_text_goes_and_copies_are_ordinary() -> None:
    translation.install(loud)
    told = translate("Doctor", "Ready")
    assert isinstance(told, Translated)
    assert (told == "!Ready!", hash(told) == hash("!Ready!"), {"!Ready!": 1}[told]) == (True, True, 1)
    assert json.loads(json.dumps({told: told})) == {"!Ready!": "!Ready!"}
    base = sqlite3.connect(":memory:")
    assert base.execute("select ?", (told,)).fetchone() == ("!Ready!",)
    base.close()
    for copied in (pickle.loads(pickle.dumps(told)), copy.deepcopy(told), copy.copy(told)):
        assert type(copied) is str and copied == "!Ready!"
