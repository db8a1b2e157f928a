"""How a row of the server list is painted: its glyph, its words, their colours and where they end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.trace.journal import Journal
from inspector.ui.widgets import theme
from tests.ui.servers.test_list_in_the_window import Hands
from tests.ui.strokes import Stroke, strokes

pytestmark = pytest.mark.gui


@pytest.fixture
def hands(qtbot: QtBot, qapp: QApplication, tmp_path: Path, journal: Journal) -> Iterator[Hands]:
    theme.install(qapp, "light")
    made = Hands(qtbot, tmp_path, journal)
    yield made
    made.history.close()


def painted(hands: Hands, row: int = 0) -> dict[str, Stroke]:
    """What is written in a row."""
    area = hands.view.visualRect(hands.view.model().index(row, 0))
    return {
        one.text: one
        for one in strokes(hands.view.viewport())
        if one.how == "text" and area.contains(one.middle.toPoint())
    }


def grounds(hands: Hands, row: int = 0) -> list[str]:
    """The colour between the edge of a row and its sign, where it is not that of the list."""
    area = hands.view.visualRect(hands.view.model().index(row, 0))
    picture = hands.view.viewport().grab().toImage()
    seen, around = (picture.pixelColor(x, area.center().y()) for x in (area.left() + 7, area.left()))
    return [seen.name()] if seen != around else []


def colour(role: str) -> str:
    return theme.color(role).name()


def in_state(hands: Hands, state: str) -> None:
    server = hands.servers.get("a")
    assert server is not None
    client: Any = SimpleNamespace(state=state, failure=None, info=None, transport="stdio")
    server.client = client


def upkeep_says(hands: Hands, monkeypatch: pytest.MonkeyPatch, **answers: Any) -> None:
    for what, answer in answers.items():
        monkeypatch.setattr(hands.list._upkeep, what, lambda _name, answer=answer: answer)


@pytest.mark.parametrize(
    ("state", "glyph", "role", "below", "below_role"),
    [
        ("connected", "●", "ok", "true", "muted"),
        ("connecting", "◌", "pending", "connecting…", "muted"),
        ("failed", "⚠", "error", "failed", "error"),
        ("closed", "○", "muted", "true", "muted"),
    ],
)
def test_the_state_has_a_glyph_and_a_line_in_its_colour(
    hands: Hands, state: str, glyph: str, role: str, below: str, below_role: str
) -> None:
    hands.add("a")
    in_state(hands, state)
    found = painted(hands)
    assert list(found) == [glyph, "a", below]
    assert [one.colour for one in found.values()] == [colour(role), colour("text"), colour(below_role)]
    assert found[glyph].rect.right() < found["a"].rect.left() == found[below].rect.left()
    assert found["a"].rect.bottom() <= found[below].rect.top() + 1


def test_one_that_is_tried_again_is_no_error_any_more(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    hands.add("a")
    in_state(hands, "failed")
    upkeep_says(hands, monkeypatch, left_s=0.4, attempt=2)
    found = painted(hands)
    assert list(found) == ["↻", "a", "retry in 1 s · attempt 2"]
    assert found["↻"].colour == found["retry in 1 s · attempt 2"].colour == colour("pending")


def test_questions_are_counted_at_the_right_before_anything_else_there(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.add("a")
    upkeep_says(hands, monkeypatch, watches=True)
    area = hands.view.visualRect(hands.view.model().index(0, 0))
    sign = painted(hands)["◉"]
    assert (sign.colour, sign.side) == (colour("muted"), "right")
    assert area.right() - 12 < sign.rect.right() < area.right()
    server = hands.servers.get("a")
    assert server is not None
    monkeypatch.setattr(type(server.inbox), "waiting", 3)
    found = painted(hands)
    assert "◉" not in found and found["✉ 3"].colour == colour("pending")
    assert found["a"].rect.right() < found["✉ 3"].rect.left()


def test_when_it_was_used_stands_there_only_in_the_order_of_use(hands: Hands) -> None:
    hands.add("a")
    hands.servers.uses.used("a")
    assert "just now" not in painted(hands)
    hands.list.grouping.sort("used")
    found = painted(hands)
    assert found["just now"].colour == colour("muted")
    hands.servers.uses.forget("a")
    assert list(painted(hands)) == ["○", "a", "true"]


def test_a_long_name_is_cut_before_the_edge_and_before_what_stands_there(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.add("a" * 90)
    area = hands.view.visualRect(hands.view.model().index(0, 0))
    name = next(text for text in painted(hands) if text.startswith("aaa"))
    assert name.endswith("…") and painted(hands)[name].rect.right() <= area.right()
    upkeep_says(hands, monkeypatch, watches=True)
    found = painted(hands)
    shorter = next(text for text in found if text.startswith("aaa"))
    assert len(shorter) < len(name)
    assert found[shorter].rect.right() < found["◉"].rect.left()


def test_a_heading_says_its_group_and_how_many_and_is_lower_than_a_server(hands: Hands) -> None:
    hands.add("a", "b", group="Work")
    found = painted(hands)
    arrow = next(iter(found))
    assert [one.colour for one in found.values()] == [colour("muted"), colour("muted"), colour("text")]
    assert list(found)[1:] == ["2", "Work"] and found[arrow].rect.right() < found["Work"].rect.left()
    assert abs(found[arrow].middle.y() - found["Work"].middle.y()) <= 2
    assert found["2"].side == "right" and found["Work"].rect.right() < found["2"].rect.right()
    hands.list.grouping.fold("Work", False)
    assert arrow not in painted(hands)
    hands.list.grouping.fold("Work", True)
    head, row = (hands.view.visualRect(hands.view.model().index(at, 0)) for at in (0, 1))
    line = hands.view.fontMetrics().height()
    assert line < head.height() < 2 * line < row.height() < 3 * line


def test_the_selected_row_and_the_one_below_the_mouse_have_a_ground(hands: Hands, qtbot: QtBot) -> None:
    hands.add("a", "b", "c")
    hands.go_to(0)
    assert grounds(hands, 0) == [colour("selection")]
    view = hands.view
    QTest.mouseMove(view.viewport(), view.visualRect(view.model().index(1, 0)).center())
    qtbot.waitUntil(lambda: bool(grounds(hands, 1)))
    assert grounds(hands, 2) == []
    QTest.mouseMove(view.viewport(), QPoint(5, 450))
