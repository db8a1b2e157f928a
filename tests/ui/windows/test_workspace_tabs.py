"""The row of tabs of a server: which are in sight, the menu of the rest, and the badges."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from inspector.ui.windows.workspace_tabs import WorkspaceTabs
from tests.ui.parts import the

NAMES = ("Tools", "Resources", "Prompts", "Tasks", "Subscriptions", "Raw", "Server")


@pytest.fixture
def tabs(qtbot: QtBot) -> Iterator[WorkspaceTabs]:
    made = WorkspaceTabs((("inputs", "Show inputs"), ("findings", "Show findings")))
    qtbot.addWidget(made)
    made.resize(800, 300)
    for name in NAMES:
        made.addTab(QLabel(name), name)
    made.show()
    qtbot.waitExposed(made)
    yield made


def seen(tabs: WorkspaceTabs) -> list[str]:
    return [tabs.tabText(place) for place in range(tabs.count()) if tabs.isTabVisible(place)]


def in_menu(tabs: WorkspaceTabs) -> list[str]:
    tabs.more.pressed.emit()
    return [action.text() for action in tabs.more.choices.actions()]


def test_the_first_four_are_in_sight_and_the_rest_in_the_menu(tabs: WorkspaceTabs) -> None:
    assert seen(tabs) == list(NAMES[:4]) and in_menu(tabs) == list(NAMES[4:])
    bar = tabs.tabBar()
    assert tabs.more.isVisible() and tabs.more.x() > bar.x() + bar.tabRect(3).right()
    for place in reversed(range(5, 7)):
        tabs.removeTab(place)
    assert seen(tabs) == list(NAMES[:5]) and not tabs.more.isVisible(), "a menu of one is in the way"


def test_what_is_chosen_in_the_menu_is_a_tab_until_another_is(tabs: WorkspaceTabs) -> None:
    clicked: list[int] = []
    tabs.tabBarClicked.connect(clicked.append)
    in_menu(tabs)
    tabs.more.choices.actions()[1].trigger()
    assert tabs.currentIndex() == 5 and clicked == [5] and seen(tabs) == [*NAMES[:4], "Raw"]
    tabs.setCurrentIndex(6)
    assert seen(tabs) == [*NAMES[:4], "Server"] and in_menu(tabs) == ["Subscriptions", "Raw"]
    tabs.setCurrentIndex(0)
    assert seen(tabs) == list(NAMES[:4])


def test_a_narrow_row_has_fewer_and_cuts_none(tabs: WorkspaceTabs) -> None:
    tabs.show_badge("inputs", "1 input request", "pending")
    tabs.setCurrentIndex(6)
    for width in (420, 330, 800):
        tabs.resize(width, 300)
        tabs.arrange()
        bar = tabs.tabBar()
        right = max(bar.tabRect(place).right() for place in range(7) if tabs.isTabVisible(place))
        corner = tabs.cornerWidget()
        assert corner is not None
        assert "Server" in seen(tabs) and right < tabs.more.x()
        assert tabs.more.geometry().right() <= tabs.width() - corner.sizeHint().width()
    assert seen(tabs) == [*NAMES[:4], "Server"]


def test_a_badge_is_there_as_long_as_it_counts_and_leads_there(tabs: WorkspaceTabs) -> None:
    badge = the(tabs, QToolButton, "badge_findings")
    assert not badge.isVisible()
    tabs.show_badge("findings", "2 findings", "error")
    assert badge.isVisible() and badge.accessibleName() == badge.text() == "2 findings"
    asked: list[str] = []
    tabs.badge_clicked.connect(asked.append)
    badge.click()
    assert asked == ["findings"]
    tabs.show_badge("findings", "", "muted")
    assert not badge.isVisible()
