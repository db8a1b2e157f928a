"""Ctrl and the wheel zoom the program, by one step for each notch, and nothing else happens below."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDateTimeEdit,
    QDoubleSpinBox,
    QLabel,
    QScrollArea,
    QSlider,
    QSpinBox,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.ui.timeline.view.columns import WATERFALL
from inspector.ui.widgets import theme
from inspector.ui.widgets.wheel_zoom import WheelZoom
from tests.ui.live import live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui
_CTRL = Qt.KeyboardModifier.ControlModifier
_NONE = Qt.KeyboardModifier.NoModifier
_PHASE = Qt.ScrollPhase.NoScrollPhase


@pytest.fixture(autouse=True)
def normal_size(qapp: QApplication) -> Iterator[None]:
    theme.install(qapp, "light")
    yield
    theme.set_zoom(100)


def turn(
    widget: QWidget,
    angle: int,
    keys: Qt.KeyboardModifier = _CTRL,
    at: QPoint | None = None,
    phase: Qt.ScrollPhase = _PHASE,
) -> None:
    """Turn the wheel over a widget, from where the window system tells it."""
    there = at if at is not None else widget.rect().center()
    inside, screen = widget.mapTo(widget.window(), there), widget.mapToGlobal(there)
    where = QPointF(inside), QPointF(screen)
    buttons = Qt.MouseButton.NoButton
    event = QWheelEvent(*where, QPoint(), QPoint(0, angle), buttons, keys, phase, False)
    QApplication.sendEvent(widget.window().windowHandle(), event)


@pytest.fixture
def bench(qtbot: QtBot, qapp: QApplication) -> Iterator[tuple[QTextBrowser, list[int]]]:
    """A long text with a zoom of its own, and what was stepped."""
    window, text = QWidget(), QTextBrowser()
    qtbot.addWidget(window)
    window.setLayout(QVBoxLayout())
    window.layout().addWidget(text)
    text.setPlainText("line\n" * 500)
    steps: list[int] = []
    zoom = WheelZoom(qapp, window)
    zoom.stepped.connect(steps.append)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: qapp.focusWindow() is window.windowHandle())
    yield text, steps
    window.close()


def test_a_notch_is_a_step_and_the_text_below_stays_as_it_is(
    bench: tuple[QTextBrowser, list[int]], qtbot: QtBot
) -> None:
    text, steps = bench
    size = text.font().pointSizeF()
    turn(text.viewport(), -120)
    qtbot.waitUntil(lambda: steps == [-1])
    assert text.verticalScrollBar().value() == 0 and text.font().pointSizeF() == size
    turn(text.viewport(), -120, _NONE)
    assert text.verticalScrollBar().value() > 0
    turn(text.viewport(), 120)
    turn(text.viewport(), 120)
    qtbot.waitUntil(lambda: steps == [-1, 2])


def test_what_a_touchpad_tells_bit_by_bit_adds_up_to_a_notch(
    bench: tuple[QTextBrowser, list[int]], qtbot: QtBot
) -> None:
    text, steps = bench
    for _ in range(7):
        turn(text.viewport(), 15)
    turn(text.viewport(), -15)  # the other way: the first does not count any more
    for _ in range(8):
        turn(text.viewport(), 15)
    qtbot.waitUntil(lambda: steps == [1])
    turn(text.viewport(), 240, phase=Qt.ScrollPhase.ScrollMomentum)
    turn(text.viewport(), 120)
    qtbot.waitUntil(lambda: steps == [1, 1])


def test_the_program_is_larger_is_kept_and_ends_at_200(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.activateWindow()
            handle = it.window.windowHandle()
            await it.until(lambda: QApplication.focusWindow() is handle, "the focus")
            turn(it.window, 240)
            await it.until(lambda: theme.zoom_level() == 125, "two steps")
            assert it.program.settings.zoom == 125
            turn(it.window, 120 * 20)
            await it.until(lambda: theme.zoom_level() == 200, "the last step")
            theme.set_zoom(100)  # while its windows are there

    arun(main())


def test_over_the_waterfall_it_is_the_time_that_is_zoomed(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            view = it.window.timeline.view
            view.setColumnHidden(WATERFALL, False)
            it.window.activateWindow()
            handle = it.window.windowHandle()
            await it.until(lambda: QApplication.focusWindow() is handle, "the focus")
            await it.until(lambda: view.isVisible() and view.model().rowCount() > 3, "rows")
            x = view.columnViewportPosition(WATERFALL) + 10
            turn(view.viewport(), 120, at=QPoint(x, 10))
            await it.until(lambda: view.waterfall.zoomed, "the waterfall")
            assert theme.zoom_level() == 100
            turn(view.viewport(), 120, at=QPoint(10, 10))
            await it.until(lambda: theme.zoom_level() == 110, "the program")
            theme.set_zoom(100)  # while its windows are there

    arun(main())


def test_a_window_that_opens_later_listens_too(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.add_server.open_with("")
            it.program.open_preferences()
            found: list[QWidget] = []

            def other() -> bool:
                tops = [one for one in QApplication.topLevelWidgets() if one.isVisible()]
                found[:] = [one for one in tops if one is not it.window and one.isActiveWindow()]
                return bool(found)

            await it.until(other, "another window")
            turn(found[0], 120)
            await it.until(lambda: theme.zoom_level() == 110, "the step")
            theme.set_zoom(100)  # while its windows are there

    arun(main())


@pytest.mark.parametrize("kind", [QSpinBox, QDoubleSpinBox, QComboBox, QSlider, QDateTimeEdit])
@pytest.mark.parametrize("focused", [False, True])
def test_the_wheel_scrolls_past_a_control_and_leaves_its_value(
    qtbot: QtBot, qapp: QApplication, kind: type[QWidget], focused: bool
) -> None:
    area, page, control = QScrollArea(), QWidget(), kind()
    qtbot.addWidget(area)
    page.setLayout(QVBoxLayout())
    page.layout().addWidget(control)
    page.layout().addWidget(QLabel("text\n" * 200))
    if isinstance(control, QComboBox):
        control.addItems(["a", "b", "c"])
        control.setCurrentIndex(1)
    if isinstance(control, QSpinBox | QDoubleSpinBox | QSlider):
        control.setValue(50)
    area.setWidgetResizable(True)
    area.setWidget(page)
    area.resize(300, 200)
    area.show()
    qtbot.waitExposed(area)
    if focused:
        control.setFocus()
    zoom = WheelZoom(qapp, area)
    zoom._listen(area.windowHandle())
    before = value_of(control)
    turn(control, -120, _NONE)
    assert value_of(control) == before
    assert area.verticalScrollBar().value() > 0


def test_the_wheel_still_turns_a_scroll_bar(qtbot: QtBot, qapp: QApplication) -> None:
    area = QScrollArea()
    qtbot.addWidget(area)
    area.setWidget(QLabel("text\n" * 200))
    area.resize(300, 200)
    area.show()
    qtbot.waitExposed(area)
    WheelZoom(qapp, area)._listen(area.windowHandle())
    turn(area.verticalScrollBar(), -120, _NONE)
    assert area.verticalScrollBar().value() > 0


def value_of(control: QWidget) -> Any:
    if isinstance(control, QComboBox):
        return control.currentIndex()
    return control.dateTime() if isinstance(control, QDateTimeEdit) else control.value()  # type: ignore[attr-defined]
