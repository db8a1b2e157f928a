"""The columns of the timeline: moved, hidden, drawn, added for a JSON value, kept."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QInputDialog, QLineEdit, QMenu

from inspector.trace.journal import Journal
from inspector.ui.add_column import AddColumn
from inspector.ui.columns_dialog import ColumnsDialog
from inspector.ui.gutter import GUTTER
from inspector.ui.timeline_columns import (
    COLUMNS,
    KIND,
    METHOD,
    NUMBER,
    SERVER,
    STATUS,
    TARGET,
    TIME,
    WATERFALL,
)
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench

pytestmark = pytest.mark.gui


class Bench(TimelineBench):
    size = (1400, 500)

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.view, self.header = self.pane.view, self.pane.view.header

    def order(self) -> list[str]:
        return [column.key for column in self.pane.columns()]

    def texts(self, index: int) -> list[str]:
        """What a column says on screen, after it was painted."""
        self.view.viewport().grab()
        model = self.view.model()
        return [str(model.index(row, index).data()) for row in range(model.rowCount())]

    def menu(self, index: int) -> QMenu:
        """The menu of the header, opened with the right mouse button on a column."""
        place = QPoint(self.header.sectionViewportPosition(index) + 10, 8)
        self.header.customContextMenuRequested.emit(place)
        found = self.view.findChild(QMenu, "timeline_columns")
        assert found is not None
        return found

    def choose(self, index: int, name: str) -> None:
        menu = self.menu(index)
        action = menu.findChild(QAction, name)
        assert action is not None and action.isEnabled()
        action.trigger()
        menu.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def drag(self, start: int, end: int) -> None:
        """With the mouse, from one place in the header to another."""
        viewport, y = self.header.viewport(), 8
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(start, y))
        for x in (start + (end - start) // 3, start + 2 * (end - start) // 3, end):
            QTest.mouseMove(viewport, QPoint(x, y))
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=QPoint(end, y))


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    yield made
    made.close()


def call(story: Story, arguments: str, result: object, *, size: int = 0) -> int:
    """A call with this result, and a notification with these arguments, as bytes on the wire."""
    exchange = story.ask()
    raw = json.dumps({"jsonrpc": "2.0", "id": exchange.number, "result": result, "pad": "x" * size})
    exchange.answer = story.part(exchange, "response", raw.encode(), role="answer", method=exchange.method)
    exchange.ended_ns, exchange.status, exchange.answer_size = story.now_ns, "done", len(raw)
    story.journal.touch(exchange)
    sent = '{"jsonrpc":"2.0","method":"x","params":{"arguments":' + arguments + "}}"
    return story.record("notification", sent.encode(), valid=True, direction="out")


def test_long_numbers_find_room_beside_the_links_of_their_exchange(bench: Bench) -> None:
    narrow = bench.header.sectionSize(NUMBER)
    model = bench.view.model()
    model.show(array("q", [1, 99_999]), True)
    assert bench.header.sectionSize(NUMBER) == narrow
    model.extend(array("q", [1_000_000]))
    wide = bench.header.sectionSize(NUMBER)
    assert wide >= GUTTER + bench.view.fontMetrics().horizontalAdvance("1000000") + 6
    model.show(array("q", [1]), True)
    assert bench.header.sectionSize(NUMBER) == wide


def test_columns_share_the_room(bench: Bench) -> None:
    widths = sum(bench.view.columnWidth(index) for index in bench.header.shown())
    assert widths == bench.view.viewport().width()
    assert bench.order() == [spec.key for spec in COLUMNS if not spec.hidden]


def test_a_column_is_moved_with_the_mouse(bench: Bench) -> None:
    start = bench.header.sectionViewportPosition(SERVER) + 20
    end = bench.header.sectionViewportPosition(STATUS) + 90
    bench.drag(start, end)
    assert bench.order().index("server") == bench.order().index("status") + 1
    assert not bench.header.own_widths


def test_a_column_is_drawn_with_the_mouse_and_stays_as_it_was_drawn(bench: Bench) -> None:
    edge = bench.header.sectionViewportPosition(METHOD) + bench.view.columnWidth(METHOD) - 1
    before = bench.view.columnWidth(METHOD)
    bench.drag(edge, edge + 60)
    assert bench.view.columnWidth(METHOD) == before + 60
    bench.pane.resize(1100, 500)
    assert bench.view.columnWidth(METHOD) == before + 60


def test_the_menu_moves_hides_and_resets(bench: Bench) -> None:
    bench.choose(TIME, "move_right")
    assert bench.order()[:3] == ["number", "direction", "time"]
    bench.choose(KIND, "hide_column")
    assert "kind" not in bench.order()
    bench.choose(METHOD, "show_date")
    assert "date" in bench.order()
    bench.choose(METHOD, "reset_columns")
    assert bench.order() == [spec.key for spec in COLUMNS if not spec.hidden]


def test_number_method_and_status_stay(bench: Bench) -> None:
    menu = bench.menu(STATUS)
    hide = menu.findChild(QAction, "hide_column")
    assert hide is not None and not hide.isEnabled()
    menu.close()
    bench.header.show_column(STATUS, shown=False)
    assert "status" in bench.order()


def test_a_text_over_two_columns_keeps_to_one_when_they_are_apart(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.stderr("x" * 200)
        await until(lambda: bench.view.model().rowCount() == 1)
        assert bench.view.delegate.target_width == bench.view.columnWidth(TARGET)
        bench.header.move_column(TARGET, 1)
        assert bench.view.delegate.target_width == 0

    arun(main())


def test_a_column_gets_as_wide_as_its_content(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        story.call("a tool with a rather long name " * 2)
        await until(lambda: bench.view.model().rowCount() == 1)
        bench.choose(TARGET, "fit_column")
        text = bench.texts(TARGET)[0]
        wide = bench.view.fontMetrics().horizontalAdvance(text)
        assert wide <= bench.view.columnWidth(TARGET) <= wide + 20

    arun(main())


def test_a_json_value_becomes_a_column_with_its_digits(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for arguments in ('{"id": 1.10}', '{"id": "주문 7"}', '{"id": {"a": [1,2]}}', '{"other": 1}'):
            call(story, arguments, {})
        bench.pane.mode.choose("messages")
        bench.pane.add_column("$.params.arguments.id")
        await until(lambda: bench.view.model().rowCount() == 12)
        place = len(COLUMNS)
        assert bench.pane.columns()[-2].title == "id"
        assert bench.texts(place)[2::3] == ["1.10", "주문 7", '{"a": [1,2]}', ""]

    arun(main())


def test_a_call_shows_the_value_of_its_request_else_of_its_answer(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        exchange = story.ask(target="echo")
        bench.pane.add_column("$.params.name")
        bench.pane.add_column("$.result.text")
        await until(lambda: bench.view.model().rowCount() == 1)
        place = len(COLUMNS)
        assert (bench.texts(place), bench.texts(place + 1)) == (["echo"], [""])
        story.answer(exchange, text="the answer")
        await until(lambda: bench.texts(place + 1) == ["the answer"])

    arun(main())


def test_a_value_of_a_large_message_comes_from_a_worker(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call(story, "{}", {"n": 12345678901234567890}, size=2_000_000)
        bench.pane.add_column("$.result.n")
        await until(lambda: bench.view.model().rowCount() == 2)
        await until(lambda: bench.texts(len(COLUMNS))[0] == "12345678901234567890")

    arun(main())


def test_a_column_is_added_renamed_and_removed_in_the_menu(
    bench: Bench, story: Story, arun: Runner, until: Until, journal: Journal
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: journal.written == 2)
        bench.choose(METHOD, "add_column")
        await until(lambda: bench.view.findChild(AddColumn) is not None)
        dialog = bench.view.findChild(AddColumn)
        assert dialog is not None
        path = dialog.findChild(QLineEdit, "add_column_path")
        assert path is not None
        await until(lambda: path.completer() is not None)
        assert "$.params.name" in [
            path.completer().model().index(row, 0).data()
            for row in range(path.completer().model().rowCount())
        ]
        QTest.keyClicks(path, "$.params.name")
        dialog.accept()
        await until(lambda: "$.params.name" in bench.order())
        bench.choose(len(COLUMNS), "rename_column")
        await until(lambda: bench.view.findChild(QInputDialog) is not None)
        rename = bench.view.findChild(QInputDialog)
        assert rename is not None
        rename.setTextValue("Tool")
        rename.accept()
        await until(lambda: bench.pane.columns()[-2].heading == "Tool")
        bench.choose(len(COLUMNS), "remove_column")
        assert "$.params.name" not in bench.order()

    arun(main())


@pytest.mark.parametrize("path", ["", "params.id", "$.a ==", "$.a $.b", "$['a'"])
def test_what_is_no_path_adds_nothing(bench: Bench, path: str) -> None:
    before = bench.order()
    bench.pane.add_column(path)
    assert bench.order() == before
    dialog = AddColumn(bench.view)
    edit = dialog.findChild(QLineEdit, "add_column_path")
    assert edit is not None
    edit.setText(path)
    box = dialog.findChild(QDialogButtonBox)
    assert box is not None
    assert not box.button(QDialogButtonBox.StandardButton.Ok).isEnabled()
    dialog.deleteLater()


def test_a_new_column_belongs_to_the_chosen_row(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: bench.view.model().rowCount() == 1)
        bench.pane.go_to(1)
        bench.pane.add_column("$.id")
        index = bench.view.model().index(0, len(COLUMNS))
        assert bench.view.selectionModel().isSelected(index)
        assert bench.view.selected_numbers() == [1]

    arun(main())


def test_columns_come_back(bench: Bench, journal: Journal) -> None:
    bench.pane.add_column("$.params.name")
    bench.header.move_column(len(COLUMNS), -3)
    bench.header.show_column(SERVER, shown=False)
    order, state = bench.order(), json.loads(json.dumps(bench.pane.state()))
    other = Bench(journal)
    other.pane.restore_state(state)
    assert other.order() == order
    assert other.pane.columns()[order.index("$.params.name")].title == "name"
    other.pane.close()


def test_columns_of_another_version_are_left_out(bench: Bench) -> None:
    state = bench.pane.state()
    state["columns"] = [{"key": "of the future", "width": 90}, {"key": "status"}, {"key": "number"}]
    bench.pane.restore_state(state)
    assert bench.order()[:2] == ["status", "number"]
    assert set(bench.order()) == {spec.key for spec in COLUMNS if not spec.hidden}


def test_all_can_be_done_in_a_list_with_the_keyboard(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.pane.column_actions.edit()
        dialog = bench.view.findChild(ColumnsDialog)
        assert dialog is not None
        dialog.activateWindow()
        await until(dialog.isActiveWindow)
        dialog.list.setCurrentRow(1)
        QTest.keyClick(dialog.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        assert bench.order()[:3] == ["number", "direction", "time"]
        QTest.keyClick(dialog.list, Qt.Key.Key_Space)
        assert "time" not in bench.order()
        QTest.keyClick(dialog.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        QTest.keyClick(dialog.list, Qt.Key.Key_Space)
        assert bench.order()[:3] == ["number", "time", "direction"]
        dialog.close()

    arun(main())


@pytest.mark.parametrize(
    ("key", "text"),
    [("channel", "stdin"), ("id", "1"), ("session", "1"), ("transport", "stdio"), ("finding", "warning")],
)
def test_columns_of_the_program_that_are_hidden_at_first(
    bench: Bench, story: Story, arun: Runner, until: Until, key: str, text: str
) -> None:
    async def main() -> None:
        story.call()
        story.finding(1, "warning", 1)
        place = next(index for index, spec in enumerate(COLUMNS) if spec.key == key)
        bench.header.show_column(place, shown=True)
        await until(lambda: bench.view.model().rowCount() == 1 and bench.texts(place) == [text])

    arun(main())


def test_the_http_status_of_a_call(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        exchange = story.ask()
        story.part(exchange, "head", b"HTTP/1.1 401 Unauthorized\r\n\r\n")
        story.part(exchange, "head", b"HTTP/1.1 200 OK\r\n\r\n")
        story.answer(exchange)
        place = next(index for index, spec in enumerate(COLUMNS) if spec.key == "http")
        bench.header.show_column(place, shown=True)
        await until(lambda: bench.view.model().rowCount() == 1)
        await until(lambda: bench.texts(place) == ["401 → 200"])

    arun(main())


def test_the_waterfall_stays_last(bench: Bench) -> None:
    bench.pane.add_column("$.a")
    bench.pane.add_column("$.b")
    assert bench.header.order()[-1] == WATERFALL
    assert bench.order()[-3:] == ["$.a", "$.b", "waterfall"]


def test_widths_that_were_kept_come_back_within_bounds_and_broken_entries_are_left_out(bench: Bench) -> None:
    header = bench.header
    key = {index: bench.view._timeline.columns[index].key for index in (TIME, SERVER, TARGET, METHOD)}
    header.restore_columns(
        [
            "broken",
            {"key": 5},
            {"key": key[SERVER], "width": 155, "hidden": False},
            {"key": key[TIME], "width": 5, "hidden": False},
            {"key": key[TARGET], "width": 90_000, "hidden": False},
            {"key": key[METHOD], "width": True, "hidden": True},
        ],
        own_widths=True,
    )
    assert header.order()[:4] == [SERVER, TIME, TARGET, METHOD]
    widths = [header.sectionSize(index) for index in (SERVER, TIME, TARGET)]
    assert widths == [155, 28, 4000] and header.own_widths
    assert not header.isSectionHidden(METHOD), "it stays"
    before = header.order()
    header.restore_columns({"key": "time"}, own_widths=False)
    assert header.order() == before and header.own_widths
    header.restore_columns([], own_widths=True)
    assert not header.own_widths


def test_a_column_moves_past_its_visible_neighbour_and_no_further(bench: Bench) -> None:
    header = bench.header
    first, second, third = header.shown()[:3]
    header.move_column(first, -1)
    assert header.shown()[:3] == [first, second, third]
    header.move_column(first, 1)
    assert header.shown()[:3] == [second, first, third]
    header.move_column(header.shown()[-1], 1)
    assert header.shown()[:3] == [second, first, third]
