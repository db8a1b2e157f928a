"""At 75 and at 200 % every place of the program is whole: nothing cut, nothing over another, all in reach."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTreeWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import row, tool_button
from inspector.ui.widgets.overlay import Overlay
from tests.conftest import Runner
from tests.ui.fitting import misfits
from tests.ui.live import live
from tests.ui.places import dialogs, places

pytestmark = pytest.mark.gui
_SCREEN = QSize(1280, 800)


@pytest.fixture(autouse=True)
def normal_size(qapp: QApplication) -> Iterator[None]:
    theme.install(qapp, "light")
    yield
    theme.set_zoom(100)


async def _lasting(window: QWidget) -> list[str]:
    """Faults that stay: words in several lines know their height only after they were laid out."""
    for _ in range(40):
        if not (found := misfits(window, _SCREEN)):
            break
        await asyncio.sleep(0.02)
    return found


@pytest.mark.parametrize("percent", [75, 200])
def test_every_place_fits_on_a_small_screen(arun: Runner, tmp_path: Path, percent: int) -> None:
    async def look() -> None:
        told: dict[str, str] = {}
        async with live(tmp_path) as it:
            theme.set_zoom(percent)
            it.window.resize(_SCREEN)
            for part in (places(it), dialogs(it, tmp_path)):
                async for name, window in part:
                    for fault in await _lasting(window):
                        told.setdefault(fault, name)
        assert not told, "\n".join(f"{name}: {fault}" for fault, name in told.items())

    arun(look())


def test_no_widget_keeps_the_font_of_another_zoom(arun: Runner, tmp_path: Path) -> None:
    def stale(window: QWidget) -> set[str]:
        return {
            f"{type(one).__name__} {one.objectName()}"
            for one in window.findChildren(QWidget)
            if not one.isWindow()
            and not one.font().resolveMask()
            and one.font().pointSizeF() != one.parentWidget().font().pointSizeF()
        }

    async def look() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            for mode, percent in (
                ("light", 150),
                ("dark", 150),
                ("dark", 100),
                ("light", 80),
                ("light", 100),
            ):
                theme.set_mode(mode)
                theme.set_zoom(percent)
                await it.until(lambda: not stale(it.window), f"one font at {percent} %")

    arun(look())


def test_after_a_zoom_the_normal_size_and_the_other_theme_look_as_before(
    arun: Runner, tmp_path: Path
) -> None:
    def look(window: QWidget) -> dict[str, tuple[int, str]]:
        controls = [*window.findChildren(QAbstractButton), *window.findChildren(QLineEdit)]
        return {
            one.objectName(): (one.height(), one.style().metaObject().className())
            for one in controls
            if one.isVisible() and one.objectName()
        }

    def differ(before: dict[str, tuple[int, str]], now: dict[str, tuple[int, str]]) -> bool:
        return any(before[name] != now[name] for name in before.keys() & now.keys())

    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.resize(_SCREEN)
            await it.until(lambda: not misfits(it.window, _SCREEN), "laid out")
            before = look(it.window)
            assert {"timeline_filter", "try_demo"} <= before.keys()
            theme.set_zoom(150)
            await it.until(lambda: differ(before, look(it.window)), "zoomed")
            theme.set_zoom(100)
            await it.until(lambda: not differ(before, look(it.window)), "as before")
            theme.set_mode("dark")
            await it.until(lambda: not differ(before, look(it.window)), "the same in the dark")

    arun(main())


def test_a_cut_text_and_a_button_out_of_reach_are_found(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(300, 100)
    narrow, outside, well = (QPushButton(text, window) for text in ("A long word on it", "Out", "Well"))
    narrow.setGeometry(0, 0, 30, 30)
    outside.setGeometry(280, 40, 80, 30)
    well.setGeometry(0, 40, 90, 30)
    window.show()
    found = misfits(window, QSize(200, 200))
    assert len(found) == 3 and "300x100" in found[0] and "needs" in found[1] and "out of" in found[2]


def test_lengths_follow_while_the_program_runs(qtbot: QtBot) -> None:
    window, button, tree = QWidget(), QPushButton("x"), QTreeWidget()
    qtbot.addWidget(window)
    tree.setColumnCount(2)
    window.setLayout(row(button, tree, margins=(6, 4, 6, 4), spacing=10))
    zoom.follow(button.setFixedWidth, 40)
    zoom.follow(button.setIconSize, QSize(14, 14))
    zoom.keep_sections(tree.header(), 100)
    zoom.mono(button)
    zoom.lines(button.setMinimumHeight, 2, 10)
    window.show()
    layout = window.layout()
    assert isinstance(layout, QHBoxLayout)
    tree.header().resizeSection(0, 120)  # somebody drew it
    theme.set_zoom(200)
    assert button.width() == 80 and button.iconSize() == QSize(28, 28)
    assert layout.spacing() == 20 and layout.contentsMargins().left() == 12
    assert tree.header().sectionSize(0) == 240
    assert button.font() == theme.mono_font()
    assert button.minimumHeight() == 2 * button.fontMetrics().lineSpacing() + 20
    theme.set_zoom(100)
    assert button.width() == 40 and layout.spacing() == 10 and tree.header().sectionSize(0) == 120


def test_icons_and_boxes_follow_the_zoom(qtbot: QtBot) -> None:
    button = tool_button("button", "play", "Play")
    qtbot.addWidget(button)
    before = button.iconSize().width()
    theme.set_zoom(150)
    assert button.iconSize().width() == before * 1.5
    theme.set_zoom(100)
    assert button.iconSize().width() == before


def test_code_and_the_words_in_an_empty_editor_follow_the_zoom(qtbot: QtBot) -> None:
    window, edit = QWidget(), QPlainTextEdit()
    qtbot.addWidget(window)
    window.setLayout(row(edit))
    zoom.mono(edit)
    window.show()
    theme.set_zoom(200)
    assert edit.font() == theme.mono_font()
    assert edit.viewport().font().pointSizeF() == theme.mono_font().pointSizeF()


def test_what_is_gone_is_not_told_any_more(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    button = QPushButton(window)
    zoom.follow(button.setFixedWidth, 40)
    with qtbot.waitSignal(button.destroyed):
        button.deleteLater()
    theme.set_zoom(200)  # a warning of a deleted object would fail


def test_a_box_over_the_window_stays_inside_it(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(640, 400)
    window.show()
    box = Overlay("box", 500, window)
    box.keep_height(380)
    theme.set_zoom(200)
    box.open()
    assert window.rect().contains(box.geometry()) and box.width() == 600
