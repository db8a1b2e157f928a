"""The table of actions: keys are unique, and everything in a menu does something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu

from inspector.ui.keyboard.key_words import key_text
from inspector.ui.session.actions import ACTIONS, MENUS, show_keys
from inspector.ui.session.focus_editing import EDITING
from inspector.ui.widgets import theme
from tests.ui.live import live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


def test_no_key_has_two_meanings(qapp: object) -> None:
    keys = Counter(QKeySequence(text).toString() for spec in ACTIONS for text in spec.keys)
    assert [key for key, count in keys.items() if count > 1] == []
    assert "" not in keys


def test_no_part_of_a_window_takes_a_key_of_its_menus(arun: Runner, tmp_path: Path) -> None:
    """Qt calls that ambiguous, and does neither."""

    async def main() -> None:
        async with live(tmp_path) as it:
            path = tmp_path / "saved.mcptrace"
            await it.program.files.save(it.window, path)
            assert it.program.open_file(path)
            for window in it.program.windows:
                window.bench.show_beside("ladder")
                window.bench.show_beside("statistics")
                ours = [one for key, one in window.actions_by_key.items() if key not in EDITING]
                taken = {keys.toString() for action in ours for keys in action.shortcuts()}
                others = [one for one in window.findChildren(QAction) if one not in ours]
                assert others
                for action in others:
                    own = {keys.toString() for keys in action.shortcuts()}
                    assert not own & taken, action.objectName()
                for shortcut in window.findChildren(QShortcut):
                    assert shortcut.key().toString() not in taken

    arun(main())


def test_the_view_menu_fits_the_smallest_window_at_a_zoom_of_150(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            menu = it.window.findChild(QMenu, "menu_view")
            assert menu is not None
            theme.set_zoom(150)
            try:
                assert menu.sizeHint().height() <= 640
                assert len({menu.actionGeometry(action).x() for action in menu.actions()}) == 1, "one column"
            finally:
                theme.set_zoom(100)

    arun(main())


def test_another_menu_shows_the_keys_that_the_menu_bar_has_for_the_same(qapp: object) -> None:
    menu = QMenu()
    inner = menu.addMenu("More")
    texts = {}
    for place, name in ((menu, "mark"), (inner, "compare_rows"), (menu, "edit_in_form")):
        texts[name] = place.addAction(f"About {name}")
        texts[name].setObjectName(name)
    show_keys(menu)
    keys = {spec.key: key_text(spec.keys[0]) for spec in ACTIONS if spec.keys}
    assert texts["mark"].text() == f"About mark\t{keys['mark']}"
    assert texts["compare_rows"].text() == f"About compare_rows\t{keys['compare_rows']}"
    assert texts["edit_in_form"].text() == "About edit_in_form"
    assert [texts[name].shortcuts() for name in texts] == [[], [], []], "shown only"
    menu.deleteLater()


def test_every_action_belongs_to_a_menu() -> None:
    assert {spec.menu for spec in ACTIONS} == {key for key, _ in MENUS}


def test_every_action_is_in_the_live_window_or_in_that_of_a_session(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            path = tmp_path / "saved.mcptrace"
            await it.program.files.save(it.window, path)
            assert it.program.open_file(path)
            shown = {key for window in it.program.windows for key in window.actions_by_key}
            assert shown == {spec.key for spec in ACTIONS}
            for window in it.program.windows:
                menus = [menu for menu in window.findChildren(QMenu) if menu.objectName().startswith("menu_")]
                assert all(menu.actions() for menu in menus)

    arun(main())


def test_every_key_is_on_the_page_of_f1(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.shortcuts_box.open()
            from PySide6.QtWidgets import QLabel

            page = {label.text() for label in it.window.shortcuts_box.findChildren(QLabel)}
            for spec in ACTIONS:
                if spec.keys:
                    assert key_text(spec.keys[0]) in page
            it.window.shortcuts_box.dismiss()

    arun(main())
