"""Tabs keep all their titles in a narrow window by leaving out the icons."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QWidget

from inspector.ui.tabs import Tabs


def made(qtbot: Any) -> Tabs:
    tabs = Tabs()
    qtbot.addWidget(tabs)
    pixmap = QPixmap(16, 16)
    pixmap.fill("red")
    for place in range(6):
        tabs.insert(place, QWidget(), QIcon(pixmap))
        tabs.setTabText(place, f"A title {place}")
    tabs.show()
    return tabs


def icons(tabs: Tabs) -> set[bool]:
    return {not tabs.tabIcon(place).isNull() for place in range(tabs.count())}


def test_icons_go_when_titles_need_their_room_and_come_back(qtbot: Any) -> None:
    tabs = made(qtbot)
    tabs.resize(2000, 200)
    assert icons(tabs) == {True}
    wide = sum(tabs.tabBar().tabRect(place).width() for place in range(6))
    tabs.resize(wide - 20, 200)
    assert icons(tabs) == {False}
    assert sum(tabs.tabBar().tabRect(place).width() for place in range(6)) <= tabs.width()
    tabs.resize(2000, 200)
    assert icons(tabs) == {True}


def test_longer_titles_drive_the_icons_out(qtbot: Any) -> None:
    tabs = made(qtbot)
    tabs.resize(2000, 200)
    tabs.resize(sum(tabs.tabBar().tabRect(place).width() for place in range(6)) + 10, 200)
    assert icons(tabs) == {True}
    tabs.setTabText(0, "A title that is longer")
    tabs.fit()
    assert icons(tabs) == {False}
