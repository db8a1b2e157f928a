"""The icons of a thing: a word, then pictures; a question before anything is fetched."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.servers.icons import Icon
from inspector.ui.content.icon_bar import IconBar, where_from
from inspector.ui.content.icon_store import Drawn
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Notice
from tests.ui.form_driving import settle

DATA, NEAR, FAR = (
    Icon("data:x", origin="data"),
    Icon("https://server.org/i.png", origin="https://server.org"),
    Icon("https://else.org/i.png", origin="https://else.org"),
)


class Store(QObject):
    """Knows what the test tells it."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[str, Drawn] = {}
        self.asks: tuple[Icon, ...] = ()
        self.shown: list[tuple[Icon, ...]] = []
        self.allowed: list[tuple[Icon, ...]] = []

    def show(self, icons: tuple[Icon, ...]) -> None:
        self.shown.append(icons)

    def allow(self, icons: tuple[Icon, ...]) -> None:
        self.allowed.append(icons)

    def waiting(self, icons: tuple[Icon, ...]) -> tuple[Icon, ...]:
        return tuple(one for one in icons if one in self.asks)

    def drawn(self, icon: Icon) -> Drawn | None:
        return self.known.get(icon.src)


def picture(width: int, height: int) -> QPixmap:
    made = QPixmap(width, height)
    made.fill(QColor("#00ff00"))
    return made


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
def bar(qtbot: QtBot, qapp: QApplication, store: Store) -> IconBar:
    theme.install(qapp, "light")
    made = IconBar("tool", store)  # type: ignore[arg-type]
    qtbot.addWidget(made)
    return made


def part(bar: IconBar, name: str) -> QWidget:
    found = bar.findChild(QWidget, name)
    assert found is not None
    return found


def test_pictures_come_when_somebody_asks_and_go_with_the_thing(bar: IconBar, store: Store) -> None:
    assert bar.isHidden()
    bar.show_icons((DATA,), "")
    link = part(bar, "tool_icons")
    assert (
        isinstance(link, QPushButton)
        and link.text() == "Show its icon"
        and bar.isVisible()
        and store.shown == []
    )
    store.known["data:x"] = Drawn(picture(80, 20), "image/png · 80 × 20")
    link.click()
    assert store.shown == [(DATA,)] and not link.isVisible()
    thumb = part(bar, "tool_icon")
    assert thumb.accessibleName() == "image/png · 80 × 20" and "80 × 20" in thumb.toolTip()
    assert (thumb.width(), thumb.height()) == (44, 44)
    seen = thumb.grab().toImage()
    assert seen.pixelColor(22, 22).name() == "#00ff00" and seen.pixelColor(22, 10) == theme.color("base")
    assert seen.pixelColor(22, 18).name() == "#00ff00" and seen.pixelColor(0, 22) == theme.color("base")
    bar.show_icons((DATA,), "")
    assert not link.isVisible(), "of the same thing they stay"
    bar.show_icons((DATA, NEAR, FAR), "")
    settle()
    assert (
        link.isVisible() and link.text() == "Show its 3 icons" and bar.findChild(QWidget, "tool_icon") is None
    )
    bar.show_icons((), "")
    assert bar.isHidden()


def test_what_has_no_picture_says_why_and_what_waits_asks(bar: IconBar, store: Store) -> None:
    store.asks = (NEAR, FAR)
    store.known["data:x"] = Drawn(None, "cannot be displayed")
    bar.show_icons((DATA, NEAR, FAR), "https://server.org/mcp")
    part(bar, "tool_icons").click()  # type: ignore[attr-defined]
    notice = part(bar, "tool_icon_question")
    assert (
        isinstance(notice, Notice)
        and notice.isVisible()
        and notice.text() == where_from((NEAR, FAR), "https://server.org/mcp")
    )
    assert "⚠ no icon: cannot be displayed" in [label.text() for label in bar.findChildren(QLabel)]
    part(bar, "tool_icons_load").click()  # type: ignore[attr-defined]
    assert store.allowed == [(NEAR, FAR)]
    store.asks = ()
    store.known.update({icon.src: Drawn(picture(8, 8), icon.src) for icon in (NEAR, FAR)})
    store.changed.emit()
    settle()
    assert not notice.isVisible() and len(bar.findChildren(QWidget, "tool_icon")) == 2
    assert len([one for one in bar.findChildren(QLabel) if "no icon" in one.text()]) == 1


@pytest.mark.parametrize(
    ("icons", "server", "hosts", "elsewhere"),
    [
        ((NEAR,), "https://server.org/mcp", "server.org", False),
        ((NEAR, FAR, FAR), "https://server.org/mcp", "server.org, else.org", True),
        ((FAR,), "", "else.org", False),
    ],
)
def test_the_question_names_the_hosts_once_and_says_when_they_are_not_the_servers(
    icons: tuple[Icon, ...], server: str, hosts: str, elsewhere: bool
) -> None:
    said = where_from(icons, server)
    assert (
        f"from {hosts}, without cookies" in said
        and said.endswith("That is not the server's host.") is elsewhere
    )
