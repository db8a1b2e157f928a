"""What is on the screen can be read: contrast measured on pictures of every place, in both themes."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPropertyAnimation, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.segments import Segments
from inspector.ui.forms.parts import ErrorText
from inspector.ui.widgets import theme
from inspector.ui.widgets.glyph import Glyph
from inspector.ui.widgets.shades import shade
from tests.conftest import Runner
from tests.ui.inks import Reading
from tests.ui.live import live
from tests.ui.places import dialogs, places
from tests.ui.widgets.test_theme import TEXT_ROLES, contrast

pytestmark = pytest.mark.gui
_MODES = pytest.mark.parametrize("mode", ["light", "dark"])


@_MODES
def test_every_text_and_sign_of_every_place_can_be_read(arun: Runner, tmp_path: Path, mode: str) -> None:
    reading = Reading()

    async def look() -> None:
        async with live(tmp_path) as it:
            theme.set_mode(mode)
            it.window.resize(1280, 800)
            for part in (places(it), dialogs(it, tmp_path)):
                async for name, window in part:
                    await it.until(partial(_is_still, window), "nothing fades in any more")
                    assert reading.faint(window) == [], name
            theme.set_mode("light")

    arun(look())
    assert len(reading.known) > 900


def _is_still(window: QWidget) -> bool:
    """The cross of a line fades in, and what was hidden is styled a moment after the rest."""
    running = QPropertyAnimation.State.Running
    fading = any(one.state() == running for one in window.findChildren(QPropertyAnimation))
    return not fading and not theme.notifier().restyler.running


def _faults(window: QWidget) -> list[ErrorText]:
    return [one for one in window.findChildren(ErrorText) if one.isVisible()]


@_MODES
def test_faults_and_coloured_rows_can_be_read(arun: Runner, tmp_path: Path, mode: str) -> None:
    reading = Reading()

    async def look() -> None:
        async with live(tmp_path) as it:
            theme.set_mode(mode)
            it.window.resize(1280, 800)
            await it.start_demo()
            await it.choose("fail")
            await it.run_tool()
            view, journal = it.window.timeline.view, it.program.journal
            await it.until(lambda: view.model().rowCount() > 3, "rows")
            journal.annotations.set_marked(range(1, journal.last, 2), True)
            it.window.actions_by_key["highlight_timeline"].trigger()
            line = await it.find(QLineEdit, "highlight_filter")
            line.setText("list")
            await it.until(partial(_is_still, it.window), "nothing fades in any more")
            assert reading.faint(it.window) == [], "highlighted"
            view.selectAll()
            assert reading.faint(it.window) == [], "chosen"
            await it.choose("book_table")
            await it.click("run_button")
            await it.until(lambda: _faults(it.window), "what is wrong")
            assert reading.faint(it.window) == [], "faults"
            theme.set_mode("light")

    arun(look())


@_MODES
def test_menus_can_be_read(arun: Runner, tmp_path: Path, mode: str) -> None:
    async def look() -> None:
        async with live(tmp_path) as it:
            theme.set_mode(mode)
            for action in it.window.menuBar().actions():
                menu = action.menu()
                menu.popup(it.window.rect().center())  # type: ignore[attr-defined]  # a QMenu
                assert Reading().faint(menu) == [], action.text()  # type: ignore[arg-type]
                menu.hide()  # type: ignore[attr-defined]
            theme.set_mode("light")

    arun(look())


def test_the_measure_sees_what_is_faint_among_what_is_not(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    label = QLabel("<p>Plain words, <span style='color:#8a8f96'>faint ones</span> and more</p>")
    qtbot.addWidget(label)
    label.show()
    (found,) = Reading().faint(label)
    assert found.endswith("has 3.26, not 4.5")


def _segments() -> Segments:
    made = Segments(print)
    made.add("one", "one", "one")
    return made


def _outlined() -> QPlainTextEdit:
    made = QPlainTextEdit()
    made.setProperty("outlined", True)
    return made


_FRAMED = (QLineEdit, QComboBox, QSpinBox, QPushButton, QCheckBox, QRadioButton, QProgressBar, _segments)


@_MODES
def test_the_frame_of_every_control_is_seen(qtbot: QtBot, qapp: QApplication, mode: str) -> None:
    theme.install(qapp, mode)
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    made = [make() for make in (*_FRAMED, _outlined)]
    for widget in made:
        layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)
    window.show()
    image = window.grab().toImage()
    for widget in made:
        place = widget.geometry()
        ground = image.pixelColor(place.left() - 2, place.center().y())
        edge = (image.pixelColor(place.center().x(), y) for y in range(place.top(), place.center().y()))
        upright = (image.pixelColor(x, place.center().y()) for x in range(place.left(), place.left() + 4))
        seen = max(contrast(one, ground) for one in (*edge, *upright))
        assert seen >= 3, f"{type(widget).__name__} {seen:.2f}"
    theme.install(qapp, "light")


@_MODES
@pytest.mark.parametrize("role", TEXT_ROLES)
def test_the_faintest_shade_of_a_chart_is_seen(mode: str, role: str, qapp: QApplication) -> None:
    theme.install(qapp, mode)
    assert contrast(shade(role, 0), theme.color("base")) >= 3
    assert shade(role, 1) == theme.color(role)
    theme.install(qapp, "light")


def test_pictures_and_frames_follow_the_theme(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    glyph = Glyph("square", "muted")
    qtbot.addWidget(glyph)
    outlines: list[QColor] = []
    for mode in ("light", "dark"):
        theme.set_mode(mode)
        assert glyph.pixmap().toImage().pixelColor(8, 8) == theme.color("muted")
        outlines.append(theme.outline())
    assert outlines[0] != outlines[1]
    theme.install(qapp, "light")
