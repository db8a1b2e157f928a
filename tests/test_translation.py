"""Texts made outside the window: English until the window says otherwise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from inspector import translation
from inspector.translation import QT_TRANSLATE_NOOP, translate


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
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
