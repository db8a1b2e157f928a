"""Who uses the keyboard sees where it is: every kind of widget changes plainly when it gets the focus."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QListView,
    QScrollArea,
    QSpinBox,
    QTabBar,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from inspector.ui.keyboard.tab_stops import stops
from inspector.ui.widgets import focus_ring, theme
from tests.conftest import Runner
from tests.ui.inks import contrast, pixels
from tests.ui.live import Live, live
from tests.ui.places import dialogs, places

pytestmark = pytest.mark.gui
_EDGE = 16  # px that have to differ by 3 : 1
_OF_A_KIND = 2  # widgets of one class that are looked at


def _differing(one: QImage, other: QImage) -> int:
    """How many pixels differ by at least 3 : 1 (WCAG 2.4.13), of as many as have to."""
    pairs = zip(pixels(one), pixels(other), strict=True)
    return sum(1 for _ in islice((a for a, b in pairs if a != b and contrast(a, b) >= 3), _EDGE))


async def _change(it: Live, widget: QWidget, window: QWidget) -> int | None:
    """How much is seen of the focus; None: it did not get it, or is out of sight."""
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    if not widget.hasFocus():
        return None
    await asyncio.sleep(0.03)  # it is scrolled into sight
    if not isValid(widget):  # what came from the server meanwhile made the page anew
        return None
    place = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()).intersected(window.rect())
    if place.height() < 8 or (widget.visibleRegion().isEmpty() and not widget.children()):
        return None
    with_focus = window.grab(place).toImage()
    widget.clearFocus()
    return _differing(with_focus, window.grab(place).toImage())


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_focus_is_seen_on_every_kind_of_widget(arun: Runner, tmp_path: Path, mode: str) -> None:
    async def look() -> None:
        known: Counter[type] = Counter()
        async with live(tmp_path) as it:
            theme.set_mode(mode)
            for part in (places(it), dialogs(it, tmp_path)):
                async for name, window in part:
                    window.activateWindow()
                    await it.until(window.isActiveWindow, "the focus")
                    for widget in stops(window):
                        if not isValid(widget) or known[type(widget)] >= _OF_A_KIND:
                            continue
                        seen = await _change(it, widget, window)
                        if seen is not None:
                            known[type(widget)] += 1
                            what = f"{type(widget).__name__} {widget.objectName()} in {name}"
                            assert seen >= _EDGE, f"{what}: {seen} px"
            theme.set_mode("light")
        assert len(known) > 25

    arun(look())


def test_the_ring_follows_and_stays_away_after_a_click(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    focus_ring.install(qapp)
    window, first, second = QWidget(), QListView(), QCheckBox("second")
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    layout.addWidget(first)
    layout.addWidget(second)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    first.setFocus(Qt.FocusReason.TabFocusReason)
    ring = window.findChild(QWidget, "focus_ring")
    assert ring is not None and ring.isVisible() and ring.geometry() == first.geometry()
    window.resize(window.width() + 50, window.height() + 50)
    qtbot.waitUntil(lambda: ring.geometry() == first.geometry())
    QTest.keyClick(first, Qt.Key.Key_Tab)
    assert second.hasFocus() and ring.geometry() == second.geometry()
    QTest.mouseClick(first.viewport(), Qt.MouseButton.LeftButton)
    assert first.hasFocus() and not ring.isVisible()


def ring_of(window: QWidget) -> QRect:
    """Where the ring of a window is; empty: it is not seen."""
    ring = window.findChild(QWidget, "focus_ring")
    return ring.geometry() if ring is not None and ring.isVisible() else QRect()


def in_window(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def test_the_ring_goes_around_the_whole_box_the_chosen_tab_and_what_is_in_sight(
    qtbot: QtBot, qapp: QApplication
) -> None:
    theme.install(qapp, "light")
    focus_ring.install(qapp)
    focus_ring.install(qapp)
    assert len(qapp.findChildren(focus_ring.FocusRing)) == 1
    window, number, tabs, area = QWidget(), QSpinBox(), QTabBar(), QScrollArea()
    qtbot.addWidget(window)
    for text in ("first", "second"):
        tabs.addTab(text)
    inside = QListView()
    inside.setMinimumSize(300, 400)
    area.setWidget(inside)
    layout = QVBoxLayout(window)
    for part in (number, tabs, area):
        layout.addWidget(part)
    window.resize(200, 200)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    tab = Qt.FocusReason.TabFocusReason
    number.setFocus(tab)
    number.lineEdit().setFocus(tab)
    focus_ring_of(qapp).follow(None, number.lineEdit())
    assert ring_of(window) == in_window(number), "the buttons of the box are in it"
    tabs.setFocus(tab)
    assert ring_of(window) == tabs.tabRect(0).translated(tabs.pos())
    tabs.setCurrentIndex(1)
    focus_ring_of(qapp).follow(None, tabs)
    assert ring_of(window) == tabs.tabRect(1).translated(tabs.pos())
    inside.setFocus(tab)
    seen = ring_of(window)
    assert seen.height() < inside.height() and in_window(area.viewport()).contains(seen)
    area.verticalScrollBar().setValue(50)
    qtbot.waitUntil(lambda: ring_of(window) == in_window(area.viewport()).intersected(in_window(inside)))


def focus_ring_of(app: QApplication) -> focus_ring.FocusRing:
    found = app.findChild(focus_ring.FocusRing)
    assert found is not None
    return found


def test_the_ring_is_a_line_that_lets_the_mouse_through(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    focus_ring.install(qapp)
    window, box, own = QWidget(), QCheckBox("box"), QCheckBox("own")
    qtbot.addWidget(window)
    own.setProperty("ownRing", True)
    layout = QVBoxLayout(window)
    layout.addWidget(box)
    layout.addWidget(own)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    box.setFocus(Qt.FocusReason.TabFocusReason)
    ring = window.findChild(QWidget, "focus_ring")
    assert ring is not None and ring.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    image, accent = window.grab().toImage(), theme.color("accent").name()
    place, middle = ring.geometry(), ring.geometry().center().y()
    line = [image.pixelColor(place.left() + x, middle).name() == accent for x in range(3)]
    assert line == [True, True, False]
    assert image.pixelColor(place.right(), middle).name() == accent
    own.setFocus(Qt.FocusReason.TabFocusReason)
    assert ring_of(window).isEmpty(), "it shows the focus itself"
    box.setFocus(Qt.FocusReason.TabFocusReason)
    assert not ring_of(window).isEmpty()
    box.hide()
    qtbot.waitUntil(lambda: ring_of(window) != in_window(box))
    other, line_edit = QWidget(), QListView()
    qtbot.addWidget(other)
    QVBoxLayout(other).addWidget(line_edit)
    with qtbot.waitActive(other):
        other.show()
        other.activateWindow()
    line_edit.setFocus(Qt.FocusReason.TabFocusReason)
    assert ring_of(other) == in_window(line_edit) and window.findChild(QWidget, "focus_ring") is None
    focus_ring_of(qapp).follow(None, None)
    assert ring_of(other).isEmpty()
    focus_ring_of(qapp).follow(None, other)
    assert ring_of(other).isEmpty(), "a window has no ring"
