"""News that appear away from the focus are said; buttons that Qt makes have names."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QLineEdit, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import announcements, theme
from inspector.ui.widgets.announcements import announce, clearable, name_buttons, put_sign


@pytest.mark.parametrize(("active", "text", "said"), [(True, "news", 1), (False, "news", 0), (True, "", 0)])
def test_news_are_said_to_who_listens(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, active: bool, text: str, said: int
) -> None:
    told: list[tuple[str, object]] = []
    monkeypatch.setattr(announcements.QAccessible, "isActive", lambda: active)
    monkeypatch.setattr(
        announcements.QAccessible,
        "updateAccessibility",
        lambda event: told.append((event.message(), event.politeness())),
    )
    label = QLabel()
    qtbot.addWidget(label)
    kinds = QAccessible.AnnouncementPoliteness
    for urgent, kind in ((False, kinds.Polite), (True, kinds.Assertive)):
        announce(label, text, urgent=urgent)
        assert told == [("news", kind)] * said
        told.clear()


def test_a_line_has_a_cross_with_a_name_and_a_sign_with_words(qtbot: QtBot) -> None:
    line = QLineEdit()
    line.setObjectName("filter")
    qtbot.addWidget(line)
    put_sign(line, theme.icon("magnify"), "Filter")
    clearable(line)
    names = {one.objectName(): one.accessibleName() for one in line.findChildren(QToolButton)}
    assert names == {"filter_sign": "Filter", "filter_clear": "Clear"}
    line.setText("x")
    cross = line.findChild(QToolButton, "filter_clear")
    assert cross is not None
    cross.click()
    assert line.text() == ""


def test_the_buttons_of_a_dialog_are_called_by_what_they_do(qtbot: QtBot) -> None:
    standard = QDialogButtonBox.StandardButton
    boxes = QDialogButtonBox(standard.Ok | standard.Cancel)
    only = QDialogButtonBox(standard.Ok)
    for one in (boxes, only):
        qtbot.addWidget(one)
        name_buttons(one, "ask")
    assert boxes.button(standard.Ok).objectName() == "ask_ok"
    assert boxes.button(standard.Cancel).objectName() == "ask_cancel"
    assert [one.objectName() for one in only.findChildren(QPushButton)] == ["ask_ok"]
