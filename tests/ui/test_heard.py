"""The program through the ears: every place has names, roles and states, and what happens is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.ui.forms.form import Form
from inspector.ui.text.big_text import BigText
from inspector.ui.widgets import accessible, announcements
from inspector.ui.widgets.controls import Notice
from tests.conftest import Runner
from tests.ui.heard import faults, heard, walk
from tests.ui.live import live
from tests.ui.parts import the
from tests.ui.places import places

pytestmark = pytest.mark.gui
_Role = QAccessible.Role


@pytest.fixture(autouse=True)
def taught() -> None:
    accessible.install()


class _News:
    """Stands for Qt's door to screen readers: keeps what is announced."""

    AnnouncementPoliteness = QAccessible.AnnouncementPoliteness

    def __init__(self) -> None:
        self.said: list[str] = []

    def isActive(self) -> bool:
        return True

    def updateAccessibility(self, news: object) -> None:
        self.said.append(news.message())  # type: ignore[attr-defined]


@pytest.fixture
def news(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What a screen reader is told of its own accord."""
    door = _News()
    monkeypatch.setattr(announcements, "QAccessible", door)
    yield door.said


def test_rows_say_in_words_what_they_show_in_pictures(arun: Runner, tmp_path: Path) -> None:
    wanted = {
        "server_list": ("demo", "connected"),
        "tool_list": ("slow_report", "Becomes a task"),
        "task_list": ("slow_report", " · "),
    }

    async def listen() -> None:
        found: dict[str, tuple[str, str]] = {}
        async with live(tmp_path) as it:
            async for _name, window in places(it):
                for view in window.findChildren(QAbstractItemView):
                    table = heard(view).interface
                    if view.isVisible() and table.childCount():
                        row = table.child(0)
                        about = row.text(QAccessible.Text.Description)
                        found.setdefault(view.objectName(), (row.text(QAccessible.Text.Name), about))
        for name, (text, about) in wanted.items():
            assert found[name][0] == text and about in found[name][1], name

    arun(listen())


def test_a_call_in_the_timeline_is_heard_cell_by_cell(arun: Runner, tmp_path: Path) -> None:
    async def listen() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            await it.fill("hello")
            call = await it.run_tool()
            view = it.window.timeline.view
            model = it.window.timeline.view.model()
            await it.until(lambda: model.row_of(call.number) >= 0, "the row")
            row, table = model.row_of(call.number), heard(view).interface
            columns = model.columnCount()
            # first the corner and the heads, then row by row, each with its own head before it
            start = 1 + columns + row * (columns + 1)
            cells = [table.child(place) for place in range(start, start + columns + 1)]
            words = " ".join(cell.text(QAccessible.Text.Name) for cell in cells if cell is not None)
            assert "tools/call echo" in words and "ok" in words and "client to server" in words.lower(), words

    arun(listen())


def test_a_notice_is_said_when_it_appears_and_when_it_changes(qtbot: QtBot, news: list[str]) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    notice = Notice("trouble", "error", window)
    notice.set_text("The server has ended.")
    notice.hide()
    window.show()
    assert not news
    notice.show()
    notice.set_text("It runs again.")
    assert news == ["The server has ended.", "It runs again."]
    assert heard(notice).role == _Role.Notification


def test_the_end_of_a_call_is_said_once(arun: Runner, tmp_path: Path, news: list[str]) -> None:
    async def listen() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            await it.fill("hello")
            await it.run_tool()
            await it.until(lambda: any(said.startswith("done") for said in news), "the words")
            it.window.workspace.show_panel("server")
            it.window.workspace.show_panel("tools")
            assert len([said for said in news if said.startswith("done")]) == 1

    arun(listen())


def test_arguments_that_are_wrong_are_said_when_they_are_not_sent(
    arun: Runner, tmp_path: Path, news: list[str]
) -> None:
    async def listen() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            await it.find(QPushButton, "run_button")
            await it.click("run_button")
            await it.until(lambda: any("1" in said for said in news), "the words")

    arun(listen())


def test_the_mistake_of_a_field_is_part_of_what_is_heard_there(form: Form) -> None:
    form.set_schema(
        {"properties": {"age": {"type": "integer", "description": "In years."}}, "required": ["age"]}
    )
    line = form.findChildren(QLineEdit)[0]
    line.setText("many")
    line.textEdited.emit("many")
    told = heard(line)
    assert told.name == "age, required" and told.role == _Role.EditableText
    assert "In years." in told.about and told.about != "In years."


def test_a_large_text_is_heard_from_the_first_line_on_the_screen(qtbot: QtBot) -> None:
    view = BigText()
    view.setAccessibleName("JSON as text")
    qtbot.addWidget(view)
    view.resize(300, 100)
    view.set_text(b"".join(b"line %d\n" % number for number in range(1000)))
    view.show()
    assert heard(view).role == _Role.Document and heard(view).about.startswith("line 0\nline 1\n")
    view.scroll_lines(10)
    assert heard(view).about.startswith("line 10\n")


def test_states_are_told(qtbot: QtBot) -> None:
    box = QCheckBox("Follow")
    qtbot.addWidget(box)
    box.setChecked(True)
    box.setEnabled(False)
    state = heard(box).interface.state()
    assert state.checked and state.disabled


def test_what_has_no_name_or_that_of_its_neighbour_is_found(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    for name, text in (("one", "Go"), ("two", "Go"), ("three", ""), ("Four", "Stop")):
        button = QPushButton(text)
        button.setObjectName(name)
        layout.addWidget(button)
    layout.addWidget(QLabel("words"))
    window.show()
    told = faults(window)
    assert [fault.split(":")[0] for fault in told] == ["name of its neighbour", "no name", "no objectName"]
    assert the(window, QPushButton, "two").text() == "Go"
    assert any(one.role == _Role.StaticText for one in walk(window))
