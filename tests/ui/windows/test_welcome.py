"""The first page: each way in, and what is found on this computer."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from inspector import __version__
from inspector.ui.windows.welcome import Welcome
from tests.ui.parts import the

pytestmark = pytest.mark.gui


@pytest.fixture
def page(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Welcome:
    made = Welcome()
    qtbot.addWidget(made)
    made.started = []  # type: ignore[attr-defined]
    monkeypatch.setattr(made.clients, "start", lambda: made.started.append(True))  # type: ignore[attr-defined]
    made.resize(900, 700)
    return made


def found(page: Welcome) -> str:
    return the(page, QLabel, "welcome_found").text()


@pytest.mark.parametrize(
    ("button", "way"),
    [
        ("try_demo", "demo_wanted"),
        ("welcome_import", "import_wanted"),
        ("welcome_bundle", "bundle_wanted"),
        ("open_session", "open_wanted"),
        ("take_tour", "tour_wanted"),
        ("welcome_guide", "guide_wanted"),
    ],
)
def test_a_button_says_which_way_was_chosen(page: Welcome, button: str, way: str) -> None:
    ways = ("demo_wanted", "import_wanted", "bundle_wanted", "open_wanted", "tour_wanted", "guide_wanted")
    spies = {one: QSignalSpy(getattr(page, one)) for one in ways}
    the(page, QPushButton, button).click()
    assert {one: spy.count() for one, spy in spies.items() if spy.count()} == {way: 1}


def test_what_is_pasted_is_wanted(page: Welcome) -> None:
    wanted = QSignalSpy(page.servers_wanted)
    page.box.set_text("uvx some-server")
    page.box.confirm()
    assert wanted.count() == 1 and len(wanted.at(0)[0]) == 1


def test_the_keyboard_begins_at_the_demo_and_stays_where_it_is_put(page: Welcome, qtbot: QtBot) -> None:
    page.show()
    demo = the(page, QPushButton, "try_demo")
    assert page.window().focusWidget() is demo and demo.autoDefault()
    page.box.edit.setFocus()
    page.hide()
    page.show()
    assert page.window().focusWidget() is page.box.edit
    assert page.started == [True, True]  # type: ignore[attr-defined]


def test_clients_with_servers_are_named_and_many_are_counted(page: Welcome) -> None:
    assert found(page).startswith("Looking for other MCP clients")
    four = [("Claude", 3), ("Cursor", 1), ("VS Code", 2), ("Zed", 5)]
    page.clients.counted.emit(four)
    assert found(page) == "Found here: Claude (3) · Cursor (1) · VS Code (2) · Zed (5)"
    page.clients.counted.emit([*four, ("Windsurf", 1), ("Cline", 1)])
    assert found(page) == "Found here: Claude (3) · Cursor (1) · VS Code (2) · Zed (5) · 2 more"
    page.clients.counted.emit([])
    assert found(page).startswith("No other MCP clients found.")


def test_the_page_says_which_version_it_is_and_scrolls_in_a_small_window(page: Welcome, qtbot: QtBot) -> None:
    assert any(__version__ in label.text() for label in page.findChildren(QLabel))
    page.resize(500, 200)
    page.show()
    scroll = the(page, QScrollArea, "welcome_page")
    qtbot.waitUntil(lambda: scroll.verticalScrollBar().maximum() > 0)
    assert scroll.horizontalScrollBar().maximum() == 0


def test_the_ways_stand_in_one_column_and_their_words_beside_them(page: Welcome) -> None:
    page.show()
    buttons = [the(page, QPushButton, name) for name in ("try_demo", "welcome_import", "open_session")]
    places = [one.mapTo(page, one.rect().topLeft()) for one in buttons]
    assert len({place.x() for place in places}) == 1
    assert [place.y() for place in places] == sorted(place.y() for place in places)
    words = the(page, QLabel, "welcome_found")
    assert words.mapTo(page, words.rect().topLeft()).x() > places[1].x() + buttons[1].width()
    assert page.box.width() <= 640
