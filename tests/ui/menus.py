"""Entries of context menus, chosen with the keys as a user would."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

__all__ = ["choose"]


def choose(menu: QMenu, name: str) -> None:
    """Choose an entry with the keys, in a menu below or in this one."""
    for below in menu.findChildren(QMenu):
        if any(action.objectName() == name for action in below.actions()):
            _walk_to(menu, below.objectName())
            QTest.keyClick(menu, Qt.Key.Key_Right)
            _walk_to(below, name)
            QTest.keyClick(below, Qt.Key.Key_Return)
            return
    _walk_to(menu, name)
    QTest.keyClick(menu, Qt.Key.Key_Return)


def _walk_to(menu: QMenu, name: str) -> None:
    for _ in menu.actions():
        active = menu.activeAction()
        below = active.menu() if active is not None else None
        if active is not None and name in (active.objectName(), below.objectName() if below else ""):  # type: ignore[attr-defined]  # a QMenu
            return
        QTest.keyClick(menu, Qt.Key.Key_Down)
    raise AssertionError(f"no entry {name}")
