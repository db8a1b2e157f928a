"""A value and its bytes point at each other; a menu on any value filters; branches are found again."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from inspector.trace.journal import Journal
from inspector.ui.detail.pane import DetailPane
from inspector.ui.session.feed import Feed
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.session.selection import Selection
from inspector.ui.widgets import theme
from tests.ui.menus import choose
from tests.ui.story import Story

TAB_BYTES = 4
LEFT = Qt.MouseButton.LeftButton


class Bench:
    """A detail pane on the screen with its bytes in view, and what it said."""

    def __init__(self, journal: Journal, qtbot: QtBot) -> None:
        self.journal, self.qtbot = journal, qtbot
        self.selection = Selection()
        self.pane = DetailPane(journal, Feed(journal), self.selection)
        self.pane.resize(1500, 500)
        self.pane.tabs.setCurrentIndex(TAB_BYTES)
        self.pane.show()
        self.hex = self.pane.tabs.bytes.hex
        self.paths: list[str] = []
        self.pane.path_selected.connect(self.paths.append)

    def show(self, number: int, mode: str = "tree") -> bytes:
        """Select a record; its bytes."""
        self.pane.left.viewer.set_mode(mode)
        self.selection.select(number)
        self.qtbot.waitUntil(self.pane.left.viewer.is_ready)
        record = self.journal.record(number)
        assert record is not None
        return record.raw

    def index(self, *keys: str) -> QModelIndex:
        """The row of the request's tree that keys lead to; it is opened."""
        view = self.pane.left.viewer.tree_view
        model, at = view.model(), QModelIndex()
        for key in keys:
            rows = (model.index(row, 0, at) for row in range(model.rowCount(at)))
            at = next(row for row in rows if row.data() == key)
            if key != keys[-1]:
                view.expand(at)
        return at

    def place(self, *keys: str) -> QPoint:
        return self.pane.left.viewer.tree_view.visualRect(self.index(*keys)).center()

    def press(self, *keys: str) -> None:
        viewport = self.pane.left.viewer.tree_view.viewport()
        QTest.mouseClick(viewport, LEFT, pos=self.place(*keys))

    def over_byte(self, offset: int) -> QPoint:
        row = offset // self.hex._row - self.hex.verticalScrollBar().value()
        x = self.hex._hex_x(offset % self.hex._row) + self.hex._cell
        return QPoint(int(x), int((row + 0.5) * self.hex.line_height()))

    def menu(self) -> QMenu:
        found = self.pane.findChildren(QMenu, "json_viewer_menu")
        assert found
        return found[-1]


@pytest.fixture
def bench(journal: Journal, qtbot: QtBot, qapp: QApplication) -> Iterator[Bench]:
    theme.install(qapp, "light")
    made = Bench(journal, qtbot)
    yield made
    made.pane.close()
    made.pane.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def note(story: Story, raw: bytes, frame: bytes = b"", **fields: object) -> int:
    return story.record("notification", raw, valid=True, method="notifications/x", frame=frame, **fields)


ODD = '{"가":"나 \\" x","n": 1.10 ,"bad":"'.encode() + b"\xff\xc3" + b'","list":[true,{"z":"\\u00e9"}]}'


@pytest.mark.parametrize(
    ("keys", "token"),
    [
        (("가",), '"나 \\" x"'.encode()),
        (("n",), b"1.10"),
        (("bad",), b'"\xff\xc3"'),
        (("list",), b'[true,{"z":"\\u00e9"}]'),
        (("list", "1", "z"), b'"\\u00e9"'),
    ],
)
def test_a_value_of_the_tree_has_exactly_its_bytes(
    bench: Bench, story: Story, keys: tuple[str, ...], token: bytes
) -> None:
    raw = bench.show(note(story, ODD))
    bench.press(*keys)
    start, end = bench.hex.value()
    assert raw[start:end] == token
    assert bench.paths[-1].endswith(f"  {len(token)} B @ 0x{start:x}")


def test_the_mouse_over_a_value_tints_its_bytes_and_leaves_them(bench: Bench, story: Story) -> None:
    raw = bench.show(note(story, ODD))
    viewport = bench.pane.left.viewer.tree_view.viewport()
    QTest.mouseMove(viewport, bench.place("가"))
    QTest.mouseMove(viewport, bench.place("n"))
    bench.qtbot.waitUntil(lambda: raw[slice(*bench.hex.hover())] == b"1.10")
    QTest.mouseMove(viewport, QPoint(viewport.width() - 5, viewport.height() - 5))
    bench.qtbot.waitUntil(lambda: bench.hex.hover() == (0, 0))


def test_in_the_text_the_same_bytes_are_found(bench: Bench, story: Story) -> None:
    raw = bench.show(note(story, ODD), mode="text")
    text = bench.pane.left.viewer.text_view
    text.set_wrapped(False)
    shown = bytes(text.data())
    at = shown.index("나".encode())
    places = (QPoint(x, y) for y in range(2, 80, 4) for x in range(6, 200, 6))
    point = next(place for place in places if text.offset_at(place) == at)
    QTest.mouseMove(text.viewport(), point)
    bench.qtbot.waitUntil(lambda: raw[slice(*bench.hex.hover())] == '"나 \\" x"'.encode())
    QTest.mouseClick(text.viewport(), LEFT, pos=point)
    bench.qtbot.waitUntil(lambda: raw[slice(*bench.hex.value())] == '"나 \\" x"'.encode())
    assert text.tints()[0] == (at - 1, at - 1 + len('"나 \\" x"'.encode()))


def test_a_byte_leads_to_its_value(bench: Bench, story: Story) -> None:
    raw = bench.show(note(story, ODD))
    tree = bench.pane.left.viewer.tree_view
    at = raw.index(b"\\u00e9")
    QTest.mouseMove(bench.hex.viewport(), bench.over_byte(0))  # from somewhere else
    QTest.mouseMove(bench.hex.viewport(), bench.over_byte(at))
    bench.qtbot.waitUntil(lambda: raw[slice(*bench.hex.hover())] == b'"\\u00e9"')
    assert tree.current_path() == ""
    QTest.mouseClick(bench.hex.viewport(), LEFT, pos=bench.over_byte(at))
    bench.qtbot.waitUntil(lambda: tree.current_path() == "$.list[1].z")
    assert tree.currentIndex() == bench.index("list", "1", "z")


def test_bytes_of_the_event_are_told_from_those_of_the_message(bench: Bench, story: Story) -> None:
    raw = b'{"a":\n{"b":"c"}}'
    frame = b'id: 7\r\nevent: message\r\ndata: {"a":\r\ndata: {"b":"c"}}\r\n\r\n'
    bench.show(note(story, raw, frame, channel="post-1"))
    bench.press("a", "b")
    start, end = bench.hex.value()
    assert frame[start:end] == b'"c"'
    assert bench.hex.is_quiet(frame.index(b"event"))
    assert bench.hex.is_quiet(frame.index(b'data: {"b"'))
    assert not bench.hex.is_quiet(start)
    QTest.mouseMove(bench.hex.viewport(), bench.over_byte(start))
    bench.qtbot.waitUntil(lambda: bench.hex.hover() == (start, end))
    QTest.mouseMove(bench.hex.viewport(), bench.over_byte(frame.index(b"7")))
    assert bench.hex.hover() == (0, 0)


def test_a_carriage_return_of_a_pipe_is_no_message(bench: Bench, story: Story) -> None:
    bench.show(note(story, b'{"a":1}\r'))
    assert [bench.hex.is_quiet(at) for at in (0, 6, 7)] == [False, False, True]


def test_ten_megabytes_answer_without_a_pause(bench: Bench, story: Story, qtbot: QtBot) -> None:
    items = ",".join(f'{{"k":"v{n}","n":{n}}}' for n in range(300_000))
    number = note(story, f'{{"items":[{items}],"last":"here"}}'.encode())
    bench.selection.select(0)
    record = bench.journal.record(number)
    assert record is not None
    viewer = bench.pane.left.viewer
    viewer.set_mode("tree")
    viewer.set_bytes(record.raw)
    qtbot.waitUntil(viewer.is_ready, timeout=20_000)
    spots: list[object] = []
    viewer.spots.selected.connect(spots.append)
    longest = 0.0
    began = time.perf_counter()
    viewer.spots.select_source(len(record.raw) - 5)
    while not spots and time.perf_counter() - began < 20:
        before = time.thread_time()
        QCoreApplication.processEvents()
        longest = max(longest, time.thread_time() - before)
    assert viewer.tree_view.current_path() == "$.last"
    assert longest < 0.1  # generous: each slice aims at 4 ms


# -- menu ----------------------------------------------------------------------------------------------


def ask_menu(bench: Bench, widget: object, place: QPoint, reason: QContextMenuEvent.Reason) -> QMenu:
    viewport = widget.viewport()  # type: ignore[attr-defined]  # of a tree or a text
    event = QContextMenuEvent(reason, place, viewport.mapToGlobal(place))
    QApplication.sendEvent(viewport, event)
    bench.qtbot.waitUntil(lambda: bool(bench.pane.findChildren(QMenu, "json_viewer_menu")))
    return bench.menu()


@pytest.mark.parametrize("mode", ["tree", "text"])
def test_the_menu_of_a_value_filters_by_it(bench: Bench, story: Story, mode: str) -> None:
    wishes: list[FilterRequest] = []
    bench.pane.filter_wanted.connect(wishes.append)
    bench.show(note(story, b'{"id":12345678901234567890.10}'), mode=mode)
    viewer = bench.pane.left.viewer
    if mode == "tree":
        bench.press("id")
        widget, place = viewer.tree_view, bench.place("id")
    else:
        widget, place = viewer.text_view, QPoint(100, int(viewer.text_view.fontMetrics().height() * 1.6))
    for name, join, apply in (
        ("value_apply_filter_replace", "replace", True),
        ("value_prepare_filter_and_not", "and not", False),
    ):
        choose(ask_menu(bench, widget, place, QContextMenuEvent.Reason.Mouse), name)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert wishes.pop() == FilterRequest("$.id == 12345678901234567890.10", join, apply)


def test_the_menu_of_a_value_makes_columns_colours_and_copies(bench: Bench, story: Story) -> None:
    columns: list[str] = []
    colours: list[str] = []
    bench.pane.column_wanted.connect(columns.append)
    bench.pane.colour_wanted.connect(colours.append)
    highlighted: list[str] = []
    bench.pane.highlight_wanted.connect(highlighted.append)
    bench.show(note(story, b'{"odd key":"x"}'))
    bench.press("odd key")
    tree = bench.pane.left.viewer.tree_view
    for name in ("value_column", "value_colour", "value_highlight", "value_copy_filter"):
        choose(ask_menu(bench, tree, QPoint(), QContextMenuEvent.Reason.Keyboard), name)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert columns == ['$["odd key"]']
    assert colours == highlighted == [QGuiApplication.clipboard().text()] == ['$["odd key"] == "x"']
    bench.pane.apply_column()
    assert columns == ['$["odd key"]'] * 2


# -- branches -------------------------------------------------------------------------------------------


def nested(n: int) -> bytes:
    return json.dumps({"params": {"deep": {"deeper": {"n": n}}, "b": n}}).encode()


def test_branches_and_the_chosen_value_are_found_in_the_next_record(bench: Bench, story: Story) -> None:
    first, second = note(story, nested(1)), note(story, nested(2))
    other = story.record("notification", nested(3), valid=True, method="notifications/other")
    bench.show(first)
    tree = bench.pane.left.viewer.tree_view
    tree.expand(bench.index("params", "deep"))
    bench.press("params", "deep", "deeper", "n")
    raw = bench.show(second)
    assert tree.isExpanded(bench.index("params", "deep", "deeper"))
    assert tree.current_path() == "$.params.deep.deeper.n"
    assert raw[slice(*bench.hex.value())] == b"2"
    assert bench.paths[-1].startswith("$.params.deep.deeper.n  1 B")
    tree.collapse(bench.index("params"))
    bench.show(first)
    assert not tree.isExpanded(bench.index("params"))
    bench.show(other)
    assert tree.current_path() == ""
    assert bench.paths[-1] == ""


def test_the_text_comes_back_to_the_chosen_value(bench: Bench, story: Story) -> None:
    def lines(n: int) -> bytes:
        return json.dumps({"list": list(range(n, n + 400)), "last": n}).encode()

    first, second = note(story, lines(0)), note(story, lines(7))
    bench.show(first, mode="text")
    viewer = bench.pane.left.viewer
    viewer.spots.select_source(len(lines(0)) - 3)
    bench.qtbot.waitUntil(lambda: viewer.tree_view.current_path() == "$.last")
    bench.show(second, mode="text")
    assert viewer.text_view.verticalScrollBar().value() > 0
    assert bytes(viewer.text_view.data())[slice(*viewer.text_view.tints()[0])] == b"7"
    viewer.text_view.verticalScrollBar().setValue(0)
    viewer.set_mode("tree")
    viewer.set_mode("text")
    assert viewer.text_view.verticalScrollBar().value() > 0


def test_bytes_of_the_chosen_value_are_copied(bench: Bench, story: Story) -> None:
    bench.show(note(story, b'{"a":"xyz"}'))
    bench.press("a")
    bench.hex.copy_hex()
    assert QGuiApplication.clipboard().text() == "22 78 79 7a 22"


def test_tree_or_text_is_kept_with_page_and_framing(bench: Bench, story: Story, journal: Journal) -> None:
    bench.show(note(story, nested(1)))
    kept = json.dumps(bench.pane.state())
    again = DetailPane(journal, Feed(journal), Selection())
    bench.qtbot.addWidget(again)
    again.restore_text("no JSON")
    again.restore_text(kept)
    assert again.state() == bench.pane.state() == {"mode": "tree", "tab": "detail_bytes", "framed": True}
