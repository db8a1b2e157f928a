"""One task as it is shown."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QFrame,
    QHeaderView,
    QLabel,
    QPushButton,
    QToolButton,
    QTreeWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.core.client.answers import Answer
from inspector.core.client.task_entry import StatusChange, TaskEntry
from inspector.core.clock import now_ns
from inspector.protocol.records import Exchange
from inspector.protocol.tasks import CORE, EXTENSION
from inspector.ui.panels.tasks.detail import TaskDetail
from inspector.ui.panels.tasks.list import title_of
from inspector.ui.session.task_words import state_of, time_words
from inspector.ui.widgets import theme
from tests.ui.parts import the

pytestmark = pytest.mark.gui


def test_the_line_of_the_history_that_is_read_stays_when_a_status_comes(qtbot: QtBot) -> None:
    detail, entry = TaskDetail(), TaskEntry("t", EXTENSION)
    qtbot.addWidget(detail)
    detail.resize(400, 300)
    detail.show()
    entry.history.extend(StatusChange(number, "working", f"step {number}") for number in range(40))
    detail.show_entry(entry, False, True)
    history = detail.findChild(QTreeWidget)
    assert history is not None
    history.setCurrentItem(history.topLevelItem(10))
    history.verticalScrollBar().setValue(8)
    entry.history.append(StatusChange(41, "working", "news"))
    detail.show_entry(entry, False, True)
    assert history.topLevelItemCount() == 41
    assert history.currentItem().text(2) == "step 10" and history.verticalScrollBar().value() == 8
    history.scrollToBottom()
    entry.history.append(StatusChange(42, "working", "more news"))
    detail.show_entry(entry, False, True)
    assert history.verticalScrollBar().value() == history.verticalScrollBar().maximum()


def test_the_line_that_is_read_stays_when_the_oldest_of_a_long_history_goes(qtbot: QtBot) -> None:
    detail, entry = TaskDetail(), TaskEntry("t", EXTENSION)
    qtbot.addWidget(detail)
    detail.resize(400, 300)
    detail.show()
    most = entry.history.maxlen or 0
    entry.history.extend(StatusChange(number, "working", f"step {number}") for number in range(most))
    detail.show_entry(entry, False, True)
    history = detail.findChild(QTreeWidget)
    assert history is not None
    history.setCurrentItem(history.topLevelItem(22))
    history.verticalScrollBar().setValue(20)
    for number in range(3):
        entry.history.append(StatusChange(most + number, "working", f"step {most + number}"))
        detail.show_entry(entry, False, True)
    assert history.topLevelItemCount() == most
    assert history.currentItem().text(2) == "step 22"
    assert history.itemAt(1, 1).text(2) == "step 20"
    assert history.topLevelItem(most - 1).text(2) == f"step {most + 2}"


def test_a_status_of_the_history_stands_under_its_heading(qtbot: QtBot) -> None:
    detail, entry = TaskDetail(), TaskEntry("t", EXTENSION)
    qtbot.addWidget(detail)
    entry.history.append(StatusChange(0, "working", "halfway"))
    detail.show_entry(entry, False, True)
    history = detail.findChild(QTreeWidget)
    assert history is not None
    heading, line = history.headerItem(), history.topLevelItem(0)
    shown = {heading.text(column): line.text(column) for column in range(history.columnCount())}
    assert list(shown) == ["After", "Status", "Message"]
    assert "orking" in shown["Status"] and shown["Message"] == "halfway"


def _entry(status: str = "working", form: str = EXTENSION, **fields: Any) -> TaskEntry:
    return TaskEntry("task-1", form, status=status, **fields)


@pytest.fixture
def detail(qtbot: QtBot) -> TaskDetail:
    made = TaskDetail()
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    return made


def _enabled(detail: TaskDetail) -> set[str]:
    names = ("poll", "result", "cancel", "forget", "answer")
    buttons = {name: the(detail, QPushButton, f"task_{name}") for name in names}
    return {name for name, button in buttons.items() if button.isVisible() and button.isEnabled()}


@pytest.mark.parametrize(
    ("entry", "connected", "enabled"),
    [
        (_entry(), True, {"poll", "cancel", "forget"}),
        (_entry(form=CORE), True, {"poll", "cancel", "result", "forget"}),
        (_entry(form=CORE), False, {"forget"}),
        (_entry("completed"), True, {"poll", "result", "forget"}),
        (_entry("completed", settled=True, result=Answer(1, 2, b"{}")), True, {"forget"}),
        (_entry("cancelled", form=CORE), True, {"poll", "forget"}),
        (_entry("input_required"), True, {"poll", "cancel", "forget", "answer"}),
        (_entry("input_required", settled=True), True, {"forget"}),
    ],
)
def test_only_what_can_be_done_now_is_offered(
    detail: TaskDetail, entry: TaskEntry, connected: bool, enabled: set[str]
) -> None:
    detail.show_entry(entry, False, connected)
    assert _enabled(detail) == enabled


def test_its_buttons_say_what_a_person_wants(detail: TaskDetail) -> None:
    detail.show_entry(_entry("input_required", form=CORE), False, True)
    wanted = QSignalSpy(detail.wanted)
    for name in ("poll", "result", "cancel", "forget", "answer"):
        the(detail, QPushButton, f"task_{name}").click()
    assert [wanted.at(at)[0] for at in range(wanted.count())] == [
        "poll",
        "result",
        "cancel",
        "forget",
        "answer",
    ]


@pytest.mark.parametrize(
    ("entry", "connected", "polling", "pushing"),
    [
        (_entry(), True, True, True),
        (_entry(), False, True, False),
        (_entry("completed"), True, True, False),
        (_entry(settled=True), True, False, False),
    ],
)
def test_ticks_can_be_changed_while_they_mean_something(
    detail: TaskDetail, entry: TaskEntry, connected: bool, polling: bool, pushing: bool
) -> None:
    detail.show_entry(entry, False, connected)
    ticks = the(detail, QCheckBox, "task_automatic"), the(detail, QCheckBox, "task_push")
    assert [tick.isEnabled() for tick in ticks] == [polling, pushing]


def test_ticks_show_the_task_and_tell_only_of_a_person(detail: TaskDetail) -> None:
    polling, pushing = the(detail, QCheckBox, "task_automatic"), the(detail, QCheckBox, "task_push")
    told = QSignalSpy(detail.automatic), QSignalSpy(detail.pushed)
    detail.show_entry(_entry(automatic=True, pushed=True), False, True)
    assert polling.isChecked() and pushing.isChecked()
    detail.show_entry(_entry(automatic=False, pushed=False), False, True)
    assert not polling.isChecked() and not pushing.isChecked()
    assert [spy.count() for spy in told] == [0, 0]
    polling.click()
    pushing.click()
    assert [spy.at(0) for spy in told] == [[True], [True]]
    detail.show_entry(_entry(form=CORE), False, True)
    assert not pushing.isVisible()


def test_the_head_says_what_it_is_and_how_it_stands(detail: TaskDetail) -> None:
    entry = _entry("failed", target="echo", message="<b>it broke</b>")
    detail.show_entry(entry, False, True)
    glyph, _role, word = state_of(entry)
    texts = [label.text() for label in detail.findChildren(QLabel) if label.isVisible()]
    assert texts[:3] == [title_of(entry), f"{glyph} {word}", "task-1"]
    message = the(detail, QLabel, "task_message")
    assert message.isVisible() and message.text() == "<b>it broke</b>" and message.wordWrap()
    assert message.textFormat() == Qt.TextFormat.PlainText
    assert message.textInteractionFlags() == Qt.TextInteractionFlag.TextSelectableByMouse
    detail.show_entry(_entry(), False, True)
    assert not message.isVisible()


def test_its_id_is_copied_and_its_call_shown(detail: TaskDetail) -> None:
    call = Exchange(number=7, session=1, direction="out", method="tools/call")
    the(detail, QToolButton, "task_copy_id").click()  # nothing is shown yet
    detail.show_entry(_entry(call=call), False, True)
    link, wanted = the(detail, QPushButton, "task_call"), QSignalSpy(detail.call_wanted)
    assert link.isVisible() and link.text() == "#7"
    link.click()
    assert wanted.at(0) == [7]
    the(detail, QToolButton, "task_copy_id").click()
    assert QGuiApplication.clipboard().text() == "task-1"
    detail.show_entry(_entry(), False, True)
    assert not link.isVisible()


def test_what_went_wrong_is_said_a_line_each(detail: TaskDetail) -> None:
    notice: Any = the(detail, QWidget, "task_notice")
    detail.show_entry(_entry(problem="it is gone", odd=["no ttl", "no status"]), False, True, "no response")
    assert notice.isVisible() and notice.text() == "no response\nit is gone\nno ttl\nno status"
    detail.show_entry(_entry(), False, True)
    assert not notice.isVisible()


def test_the_facts_say_how_it_is_asked_and_how_far_it_is(detail: TaskDetail) -> None:
    call = Exchange(number=7, session=1, direction="out", method="tools/call")
    call.progress, call.total = 3, 10
    facts = the(detail, QLabel, "task_facts")
    entry = _entry(call=call, poll_ms=1500, polls=4, restored=True, seen_ns=now_ns())
    detail.show_entry(entry, False, True)
    words = facts.text().split(" · ")
    assert words[0].startswith("known for ") and words[1] == "from an earlier session"
    for word in ("every 1.5 s", "polled 4 ×", "progress 3 of 10", "extension"):
        assert word in words
    call.total = 0
    detail.tick(False)
    assert "progress 3" in facts.text().split(" · ")
    entry.status = "completed"
    detail.tick(False)
    assert "every" not in facts.text() and "progress" not in facts.text()
    detail.show_entry(_entry(form=CORE), False, True)
    words = facts.text().split(" · ")
    assert words[-1] == "core of 2025-11-25" and "from an earlier session" not in words
    assert not any(word.startswith(("polled", "progress", "every")) for word in words)


def test_nothing_ticks_before_a_task_is_shown(detail: TaskDetail) -> None:
    detail.tick(True)
    assert the(detail, QLabel, "task_facts").text() == ""


def test_another_task_has_its_own_history(detail: TaskDetail) -> None:
    first, second = _entry(), _entry()
    first.history.append(StatusChange(0, "working", "mine"))
    for entry, count in ((first, 1), (second, 0), (first, 1)):
        detail.show_entry(entry, False, True)
        assert the(detail, QTreeWidget, "task_history").topLevelItemCount() == count


def test_the_history_is_read_and_not_chosen_from(detail: TaskDetail) -> None:
    entry = _entry(seen_ns=5_000_000_000)
    entry.history.append(StatusChange(7_500_000_000, "working", "m" * 200))
    detail.show_entry(entry, False, True)
    history = the(detail, QTreeWidget, "task_history")
    item = history.topLevelItem(0)
    assert item.text(0) == time_words(2.5) and item.toolTip(0)
    history.setCurrentItem(item)
    assert history.selectedItems() == [] and not history.rootIsDecorated() and history.frameWidth() == 0
    assert history.header().length() == history.viewport().width()
    assert history.columnWidth(0) >= history.sizeHintForColumn(0)
    assert history.visualItemRect(item).height() == theme.row_height()
    assert history.accessibleName() == "Status history"


def test_history_takes_the_height_that_the_rest_leaves(detail: TaskDetail) -> None:
    entry = _entry(message="word " * 100)
    detail.show_entry(entry, False, True)
    history = the(detail, QTreeWidget, "task_history")
    height = history.height()
    detail.resize(500, 500)
    assert history.height() == height + 100
    detail.resize(500, 10)
    assert history.height() >= 2 * theme.row_height()
    detail.resize(10, 500)
    assert detail.width() >= 280


def test_the_history_has_the_room_between_the_words_and_the_buttons(detail: TaskDetail) -> None:
    detail.resize(500, 400)
    detail.show_entry(_entry(message="halfway"), False, True)
    QApplication.processEvents()
    history, message = the(detail, QTreeWidget, "task_history"), the(detail, QLabel, "task_message")
    copy, facts = the(detail, QToolButton, "task_copy_id"), the(detail, QLabel, "task_facts")
    poll = the(detail, QPushButton, "task_poll")
    parts: tuple[QWidget, ...] = (copy, facts, message, history, poll)
    tops = [one.mapTo(detail, QPoint()).y() for one in parts]
    assert tops == sorted(set(tops)) and facts.x() == message.x() == theme.SPACE_WIDE
    assert history.width() == detail.width() and history.x() == 0
    height = history.height()
    detail.resize(500, 500)
    QApplication.processEvents()
    assert history.height() == height + 100
    assert history.minimumHeight() == 2 * theme.row_height() and detail.minimumWidth() >= 280
    title = next(one for one in detail.findChildren(QLabel) if one.text() == title_of(_entry()))
    assert title.font().bold() and copy.geometry().right() > detail.width() // 2, "the id takes the room"


def test_the_history_is_a_list_to_read(detail: TaskDetail) -> None:
    history = the(detail, QTreeWidget, "task_history")
    assert [history.headerItem().text(at) for at in range(3)] == ["After", "Status", "Message"]
    assert history.selectionMode() == QAbstractItemView.SelectionMode.NoSelection
    assert not history.rootIsDecorated() and history.uniformRowHeights()
    assert history.frameShape() == QFrame.Shape.NoFrame and history.accessibleName() == "Status history"
    header, fits = history.header(), QHeaderView.ResizeMode.ResizeToContents
    assert [header.sectionResizeMode(at) for at in (0, 1)] == [fits, fits] and header.stretchLastSection()


def test_what_its_buttons_and_ticks_say(detail: TaskDetail) -> None:
    names = {"poll": "Poll now", "result": "Show result", "cancel": "Cancel task", "forget": "Remove",
             "answer": "Answer"}  # fmt: skip
    buttons = [the(detail, QPushButton, f"task_{name}") for name in names]
    assert [one.text() for one in buttons] == list(names.values())
    ticks = [the(detail, QCheckBox, name).text() for name in ("task_automatic", "task_push")]
    assert ticks == ["Poll automatically", "Server pushes"]
