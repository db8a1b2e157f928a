"""Tabs keep all their titles in a narrow window by leaving out the icons."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QProxyStyle, QStyle, QStyleOptionTab, QWidget

from inspector.ui.widgets.tabs import Tabs


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


class Roomy(QProxyStyle):
    """Leaves more room beside an icon than others."""

    def sizeFromContents(self, kind: Any, option: Any, size: QSize, widget: Any = None) -> QSize:
        found = super().sizeFromContents(kind, option, size, widget)
        icon = isinstance(option, QStyleOptionTab) and not option.icon.isNull()
        if kind == QStyle.ContentsType.CT_TabBarTab and icon:
            found.setWidth(found.width() + 20)
        return found


def test_icons_do_not_come_and_go_where_the_style_leaves_much_room_for_them(qtbot: Any) -> None:
    tabs = made(qtbot)
    style = Roomy("fusion")
    style.setParent(tabs)
    tabs.tabBar().setStyle(style)
    tabs.resize(2000, 200)
    tabs.resize(sum(tabs.tabBar().tabRect(place).width() for place in range(6)) - 20, 200)
    for _ in range(4):
        tabs.fit()
        assert icons(tabs) == {False}
    tabs.resize(2000, 200)
    assert icons(tabs) == {True}
