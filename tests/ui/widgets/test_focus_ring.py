"""Who uses the keyboard sees where it is: every kind of widget changes plainly when it gets the focus."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QListView, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import focus_ring, theme
from inspector.ui.widgets.tab_stops import stops
from tests.conftest import Runner
from tests.ui.live import Live, live
from tests.ui.places import dialogs, places
from tests.ui.widgets.test_theme import contrast

pytestmark = pytest.mark.gui
_EDGE = 16  # px that have to differ by 3 : 1
_OF_A_KIND = 2  # widgets of one class that are looked at


def _differing(one: QImage, other: QImage) -> int:
    """How many pixels differ by at least 3 : 1 (WCAG 2.4.13)."""
    count = 0
    for y in range(min(one.height(), other.height())):
        for x in range(min(one.width(), other.width())):
            a, b = one.pixel(x, y), other.pixel(x, y)
            if a != b and contrast(QColor(a), QColor(b)) >= 3:
                count += 1
                if count >= _EDGE:
                    return count
    return count


async def _change(it: Live, widget: QWidget, window: QWidget) -> int | None:
    """How much is seen of the focus; None: it did not get it, or is out of sight."""
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    if not widget.hasFocus():
        return None
    await asyncio.sleep(0.03)  # it is scrolled into sight
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
                        if known[type(widget)] >= _OF_A_KIND:
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
