"""A condition says exactly what was clicked, with every digit."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from inspector.ui.detail.value_menu import ValueMenu, condition_of
from inspector.ui.json.viewer.spots import Spot
from inspector.ui.session.filter_requests import FilterRequest
from tests.ui.parts import the


def spot(token: bytes, kind: str = "number", path: str = "$.a", end: int = 0) -> Spot:
    return Spot(path, kind, 0, end or len(token), (0, 0), token)


@pytest.mark.parametrize(
    ("value", "condition"),
    [
        (spot(b"1.10"), "$.a == 1.10"),
        (spot(b"123456789012345678901234567890"), "$.a == 123456789012345678901234567890"),
        (spot(b'"a\\"b\\u00e9"', "string"), '$.a == "a\\"bé"'),
        (spot(b"null", "null", '$["odd key"][2]'), '$["odd key"][2] == null'),
        (spot(b'{"b":1}', "object"), "$.a exists"),
        (spot(b'"\xff"', "string"), "$.a exists"),
        (spot(b'"\\ud800"', "string"), "$.a exists"),
        (spot(b"1" * 4096, end=5000), "$.a exists"),
        (spot(b"1", path="$"), ""),
        (spot(b"1", path=""), ""),
    ],
)
def test_the_condition_of_a_value(value: Spot, condition: str) -> None:
    assert condition_of(value) == condition


@pytest.mark.parametrize("escape", ["\\n", "\\u00e9", "\\\\", '\\"', "\\ud83d\\ude00"])
@pytest.mark.parametrize("before", range(60, 90))
def test_a_long_text_is_looked_for_by_its_beginning(escape: str, before: int) -> None:
    token = ('"' + "x" * before + escape * 3 + "y" * 400 + '"').encode()
    condition = condition_of(spot(token, "string"))
    assert condition.startswith('$.a contains "xxx')
    assert len(condition) < 120
    assert "\\u" not in condition
    condition.encode()


class Menu:
    """The menu of a value, filled, and what was asked with it."""

    def __init__(self, value: Spot) -> None:
        self.values = ValueMenu()
        self.asked: list[object] = []
        for name in ("filter", "column", "colour", "highlight"):
            getattr(self.values, f"{name}_wanted").connect(partial(self._ask, name))
        self.menu = QMenu()
        self.values.fill(self.menu, value)

    def _ask(self, name: str, what: object) -> None:
        self.asked.append((name, what))

    def press(self, name: str) -> object:
        """What an entry asks for."""
        the(self.menu, QAction, f"value_{name}").trigger()
        return self.asked.pop()


@pytest.fixture
def menu(qtbot: QtBot) -> Menu:
    made = Menu(spot(b"1.10"))
    qtbot.addWidget(made.menu)
    return made


@pytest.mark.parametrize("join", ["replace", "not", "and", "or", "and not", "or not"])
@pytest.mark.parametrize(("name", "at_once"), [("apply_filter", True), ("prepare_filter", False)])
def test_a_value_becomes_a_filter_alone_or_with_the_one_there_is(
    menu: Menu, name: str, at_once: bool, join: str
) -> None:
    wish = menu.press(f"{name}_{join.replace(' ', '_')}")
    assert wish == ("filter", FilterRequest("$.a == 1.10", join, at_once))
    assert menu.asked == []


def test_a_value_becomes_a_column_a_colour_or_what_is_highlighted(menu: Menu) -> None:
    assert menu.press("column") == ("column", "$.a")
    assert menu.press("colour") == ("colour", "$.a == 1.10")
    assert menu.press("highlight") == ("highlight", "$.a == 1.10")
    the(menu.menu, QAction, "value_copy_filter").trigger()
    assert QGuiApplication.clipboard().text() == "$.a == 1.10" and menu.asked == []


def test_the_condition_stands_above_what_is_done_with_it(menu: Menu) -> None:
    below = the(menu.menu, QMenu, "value_apply_filter")
    lines = ["" if one.isSeparator() else one.text() for one in below.actions()]
    assert lines == ["$.a == 1.10", "", "Selected", "Not selected", "", "… and selected", "… or selected",
                     "… and not selected", "… or not selected"]  # fmt: skip
    assert not below.actions()[0].isEnabled() and below.actions()[2].isEnabled()
    assert menu.menu.actions()[-1].isSeparator(), "what others add stands apart"


def test_what_has_no_path_of_its_own_adds_nothing(qtbot: QtBot) -> None:
    made = Menu(spot(b"1", path="$"))
    qtbot.addWidget(made.menu)
    assert made.menu.actions() == []
