"""One side of the detail pane: a line that says what it is, and the message under it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from inspector.protocol.records import Record
from inspector.trace.journal import Journal
from inspector.ui.detail.side import DetailSide
from inspector.ui.json.viewer.branches import BranchMemory
from inspector.ui.json.viewer.spots import Spot
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.text.big_text import BigText
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Link, Notice
from tests.ui.parts import the
from tests.ui.story import START_NS, Story

OUTCOME = ("done", "ok")


@pytest.fixture
def side(qtbot: QtBot, qapp: QApplication) -> DetailSide:
    theme.install(qapp, "light")
    made = DetailSide("left", BranchMemory())
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    return made


def _record(journal: Journal, number: int) -> Record:
    journal.sync()
    found = journal.record(number)
    assert found is not None
    return found


def _texts(side: DetailSide) -> list[str]:
    """What the line says, from left to right."""
    QApplication.processEvents()
    parts = [one for one in side.findChildren(QLabel) if one.isVisible() and one.text()]
    parts = [one for one in parts if one.mapTo(side, one.rect().center()).y() < 30]
    return [one.text() for one in sorted(parts, key=lambda one: one.mapTo(side, one.rect().topLeft()).x())]


def _page(side: DetailSide) -> list[type[Any]]:
    pages = (the(side, JsonViewer, "left_json"), the(side, BigText, "left_text"))
    return [type(one) for one in pages if one.isVisible()]


def test_a_request_says_its_number_method_id_size_and_time(
    side: DetailSide, journal: Journal, story: Story
) -> None:
    call = story.call()
    request = _record(journal, call.number)
    side.show_record("Request", request, START_NS, OUTCOME)
    facts = next(one for one in _texts(side) if " · " in one).split(" · ")
    assert facts[0] == "tools/call" and facts[1].startswith("id ") and facts[2].endswith("B")
    assert facts[3].endswith(" s") and facts[4] == "stdin"
    texts = _texts(side)
    assert texts[0] == "Request" and "done" in texts
    link = the(side, Link, "left_record")
    assert link.isVisible() and link.text() == f"#{call.number}"
    assert _page(side) == [JsonViewer]


def test_an_answer_leaves_out_what_its_request_says(side: DetailSide, journal: Journal, story: Story) -> None:
    call = story.call()
    side.show_record("Response", _record(journal, call.answer), START_NS, ("", "muted"))
    facts = next(one for one in _texts(side) if " · " in one)
    assert "tools/call" not in facts and "id " not in facts
    assert "done" not in _texts(side)


def test_links_lead_to_the_record_and_to_the_call_around_it(
    side: DetailSide, journal: Journal, story: Story
) -> None:
    asked: list[int] = []
    side.asked_record.connect(asked.append)
    call = story.call()
    inside = the(side, Link, "left_call")
    side.show_record("Request", _record(journal, call.number), START_NS, OUTCOME)
    assert not inside.isVisible()
    side.show_record("Request", _record(journal, call.answer), START_NS, OUTCOME, part_of=41)
    assert inside.isVisible() and inside.text() == "in #41"
    the(side, Link, "left_record").clicked.emit()
    inside.clicked.emit()
    assert asked == [call.answer, 41]


def test_without_a_record_it_says_why(side: DetailSide, journal: Journal, story: Story) -> None:
    call = story.call()
    side.show_record("Response", _record(journal, call.answer), START_NS, OUTCOME, part_of=41)
    side.show_nothing("Response", "Still waiting", ("pending", "muted"))
    assert "pending" in _texts(side) and not any(" · " in text for text in _texts(side))
    assert not the(side, Link, "left_record").isVisible() and not the(side, Link, "left_call").isVisible()
    assert not the(side, QToolButton, "left_tree").isVisible()
    assert _page(side) == [] and the(side, JsonViewer, "left_json").data() == b""
    assert "Still waiting" in [one.text() for one in side.findChildren(QLabel) if one.isVisible()]


def test_what_is_no_json_is_shown_as_text(side: DetailSide, journal: Journal, story: Story) -> None:
    side.show_record("Record", _record(journal, story.stderr("some words")), START_NS, ("", "muted"))
    assert _page(side) == [BigText] and not the(side, QToolButton, "left_tree").isVisible()
    assert the(side, BigText, "left_text").data() == b"some words"
    number = story.record("lifecycle", b"", note="the process ended")
    side.show_record("Record", _record(journal, number), START_NS, ("", "muted"))
    assert the(side, BigText, "left_text").data() == b"the process ended"
    assert not any("0 B" in text for text in _texts(side))


def test_a_strip_says_what_is_wrong_with_the_bytes(side: DetailSide, journal: Journal, story: Story) -> None:
    notice = the(side, Notice, "left_notice")
    side.show_record(
        "Record", _record(journal, story.malformed(b"[]", "no message", valid=True)), START_NS, OUTCOME
    )
    assert notice.isVisible() and "no message" in notice.text()
    assert not the(side, QPushButton, "left_whole").isVisible()
    side.show_record("Record", _record(journal, story.malformed(b"{", "no JSON")), START_NS, OUTCOME)
    assert not notice.isVisible()  # the viewer says it, with the place
    side.show_record("Record", _record(journal, story.call().number), START_NS, OUTCOME)
    assert not notice.isVisible()


def test_of_a_message_that_was_cut_the_folder_of_the_whole_is_opened(
    side: DetailSide, journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    record = msgspec.structs.replace(
        _record(journal, story.call().number), spool=str(tmp_path / "a.bin"), size=3_000_000
    )
    side.show_record("Request", record, START_NS, OUTCOME)
    whole = the(side, QPushButton, "left_whole")
    assert whole.isVisible() and "3.0 MB" in whole.text().replace("\u202f", " ").replace("\xa0", " ")
    assert _page(side) == [BigText] and not the(side, QToolButton, "left_tree").isVisible()
    whole.click()
    assert [Path(url.toLocalFile()) for url in opened] == [tmp_path]


def test_tree_and_text_are_one_switch(side: DetailSide, journal: Journal, story: Story) -> None:
    modes: list[str] = []
    side.mode_chosen.connect(modes.append)
    side.show_record("Request", _record(journal, story.call().number), START_NS, OUTCOME)
    button, viewer = the(side, QToolButton, "left_tree"), the(side, JsonViewer, "left_json")
    assert button.isVisible()
    for mode, other in (("tree", "text"), ("text", "tree")):
        if viewer.mode() == mode:
            button.click()
        assert viewer.mode() == other
        button.click()
        assert viewer.mode() == mode and button.isChecked() is (mode == "tree") and modes[-1] == mode
    count = len(modes)
    side.set_mode(viewer.mode())
    assert len(modes) == count
    side.set_mode("tree")
    assert viewer.mode() == "tree" and button.isChecked()


def test_the_same_bytes_are_not_read_again(side: DetailSide, journal: Journal, story: Story) -> None:
    record = _record(journal, story.call().number)
    side.show_record("Request", record, START_NS, OUTCOME)
    viewer = the(side, JsonViewer, "left_json")
    assert viewer.data() == record.raw
    side.show_nothing("Request", "gone")
    side.show_record("Request", record, START_NS, OUTCOME)
    assert viewer.data() == record.raw and _page(side) == [JsonViewer]


def test_the_line_is_low_and_the_message_has_the_room(
    side: DetailSide, journal: Journal, story: Story
) -> None:
    side.show_record("Request", _record(journal, story.call().number), START_NS, OUTCOME)
    QApplication.processEvents()
    viewer, tree = the(side, JsonViewer, "left_json"), the(side, QToolButton, "left_tree")
    head = tree.parentWidget()
    assert head is not None and head.height() == tree.sizeHint().height() + 2
    assert head.mapTo(side, QPoint()) == QPoint(0, 0)
    assert viewer.height() == side.height() - head.height() and viewer.width() == side.width()
    title = next(one for one in side.findChildren(QLabel) if one.text() == "Request")
    assert title.font().bold() and title.x() == 8
    assert tree.geometry().right() == head.width() - 5, "at the right"
    assert not viewer._head.isVisible(), "the line has its switch"
    side.show_record("Record", _record(journal, story.stderr("words")), START_NS, ("", "muted"))
    QApplication.processEvents()
    assert head.height() == head.minimumHeight() == tree.sizeHint().height() + 2, "also without the button"


def test_a_reason_is_read_like_a_page(side: DetailSide) -> None:
    side.show_nothing("Response", "Still waiting")
    said = next(one for one in side.findChildren(QLabel) if one.text() == "Still waiting")
    assert said.wordWrap() and said.autoFillBackground() and said.backgroundRole() == QPalette.ColorRole.Base
    assert said.alignment() == Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
    margins = said.contentsMargins()
    assert (margins.left(), margins.top(), margins.right(), margins.bottom()) == (8, 6, 8, 6)


def test_a_value_under_the_mouse_and_a_chosen_one_are_told(side: DetailSide) -> None:
    told: list[object] = []
    side.spot_hovered.connect(told.append)
    side.spot_selected.connect(told.append)
    viewer, value = the(side, JsonViewer, "left_json"), Spot("$.a", "number", 5, 6, (5, 6), b"1")
    viewer.spots.hovered.emit(value)
    viewer.spots.selected.emit(value)
    viewer.spots.hovered.emit(None)
    assert told == [value, value, None]
