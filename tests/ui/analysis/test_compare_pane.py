"""Two records side by side, with real keys; and rows sent back to a live server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QSplitter, QToolButton, QWidget

from inspector.render.diff import compare
from inspector.render.diff_noise import suggestions
from inspector.ui.analysis import compare_pane
from inspector.ui.analysis.compare_ignore import IgnoreBar
from inspector.ui.analysis.compare_pane import ComparePane, Side
from inspector.ui.panels.raw import RawPanel
from inspector.ui.widgets.plain import tooltip
from tests.conftest import Runner, Until
from tests.ui.live import Live, live

pytestmark = pytest.mark.gui

ALT = Qt.KeyboardModifier.AltModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def side(title: str, **parts: Any) -> Side:
    return Side(title, {key: json.dumps(value).encode() for key, value in parts.items()})


LEFT = side("#1", request={"id": 1, "a": 1}, answer={"id": 1, "result": {"at": 5, "n": [1, 2, 3], "same": 1}})
RIGHT = side("#3", request={"id": 2, "a": 1}, answer={"id": 2, "result": {"at": 6, "n": [1, 3], "same": 1}})


@pytest.fixture
def parent(qloop: object) -> Iterator[QWidget]:
    made = QWidget()
    yield made
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def shown(pane: ComparePane, parent: QWidget) -> ComparePane:
    pane.setParent(parent, Qt.WindowType.Window)
    pane.show()
    return pane


def opened(parent: QWidget, left: Side = LEFT, right: Side = RIGHT, ignore: str = "$.id") -> ComparePane:
    window = shown(ComparePane(left, right, ignore), parent)
    return window


def current(window: ComparePane) -> str:
    pair = window.model.pair(window.tree.currentIndex())
    return pair.path() if pair is not None else ""


def rows(window: ComparePane) -> list[str]:
    """Texts of the first column, as far as they are open."""
    found, index = [], window.model.index(0, 0)
    while index.isValid():
        found.append(str(index.data()).strip())
        index = window.tree.indexBelow(index)
    return found


def test_the_texts_below_cannot_be_dragged_to_nothing(parent: QWidget, arun: Runner, until: Until) -> None:
    async def main() -> None:
        window = opened(parent)
        await until(lambda: current(window) != "")
        both = window.findChild(QSplitter, "compare_texts")
        assert isinstance(both, QSplitter)
        for sizes in ([0, 500], [500, 0]):
            both.setSizes(sizes)
            assert min(both.sizes()) > 0

    arun(main())


def test_answers_are_compared_and_the_keys_walk_the_differences(
    parent: QWidget, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        window = opened(parent)
        await until(lambda: "1 ignored" in window.count.text())
        assert window.count.text() == "1 removed · 1 changed · 1 ignored"
        assert rows(window) == ["$", "result", "~ at", "n", "− [1]"]
        assert current(window) == "$.result.at"
        for keys, wanted in (
            (Qt.Key.Key_Down, "$.result.n[1]"),
            (Qt.Key.Key_Down, "$.result.at"),
            (Qt.Key.Key_Up, "$.result.n[1]"),
        ):
            QTest.keyClick(window.tree, keys, ALT)
            assert current(window) == wanted
        window.close()

    arun(main())


def test_all_values_are_shown_when_asked_and_the_place_is_kept(
    parent: QWidget, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        window = opened(parent)
        await until(lambda: current(window))
        QTest.keyClick(window.only, Qt.Key.Key_Space)
        assert "same" in rows(window) and "· id" in rows(window)
        assert current(window) == "$.result.at"
        window.close()

    arun(main())


def test_requests_are_behind_the_switch_and_sides_can_be_swapped(
    parent: QWidget, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        window = opened(parent)
        window.part.choose("request")
        await until(lambda: window.count.text() == "no differences · 1 ignored")
        window.part.choose("answer")
        await until(lambda: current(window))
        window.swap.click()
        await until(lambda: window.count.text().startswith("1 added"))
        assert window.windowTitle() == "Compare #3 and #1"
        window.close()

    arun(main())


def test_a_path_is_ignored_by_typing_by_the_menu_and_by_suggestion(
    parent: QWidget, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        window = opened(parent)
        told: list[str] = []
        window.ignored.connect(told.append)
        await until(lambda: current(window))
        assert [action.data() for action in window.ignore.noise.choices.actions()] == ["$.result.at"]
        window.ignore.noise.choices.actions()[0].trigger()
        await until(lambda: window.count.text() == "1 removed · 2 ignored")
        assert told == ["$.id, $.result.at"]
        place = window.tree.visualRect(
            window.model.index_of(window.model.pair(window.tree.currentIndex()))
        ).center()
        # The menu key: its place counts from the head of the table.
        window.tree.customContextMenuRequested.emit(window.tree.viewport().mapTo(window.tree, place))
        menu = window.findChild(QMenu, "compare_menu")
        assert menu is not None
        assert [action.data() for action in menu.actions()[:2]] == ["$.result.n[1]", "$.result.n[*]"]
        menu.actions()[1].trigger()
        menu.close()
        await until(lambda: window.count.text().startswith("no differences"))
        window.ignore.edit.clear()
        QTest.keyClicks(window.ignore.edit, "$..id, $[")
        await until(lambda: "is not a valid path" in window.count.text())
        window.close()

    arun(main())


def test_a_comma_within_brackets_belongs_to_the_path(qapp: object) -> None:
    bar = IgnoreBar('$.id, $["a,b"], ,$[*]')
    assert bar.paths() == ["$.id", '$["a,b"]', "$[*]"]
    bar.deleteLater()


def test_differences_are_copied_as_markdown_lines_and_patch(
    parent: QWidget, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        window = opened(parent)
        await until(lambda: current(window))
        found = []
        for action in window.copy.choices.actions():
            action.trigger()
            found.append(QGuiApplication.clipboard().text())
        assert found[0].startswith("| | path | #1 | #3 |")
        assert found[1] == "~ $.result.at: 5 → 6\n− $.result.n[1]: 2"
        assert [one["op"] for one in json.loads(found[2])] == ["replace", "remove"]
        window.close()

    arun(main())


def test_text_that_is_no_json_is_compared_by_its_lines(parent: QWidget, arun: Runner, until: Until) -> None:
    async def main() -> None:
        left, right = Side("#1", {"message": b"one\ntwo"}), Side("#2", {"message": b"one\nthree"})
        window = opened(parent, left, right)
        await until(lambda: "line by line" in window.count.text())
        assert rows(window) == ["$", "~ [1]"]
        assert not window.part.isVisible()
        window.close()

    arun(main())


def test_ids_and_times_are_suggested_and_other_values_are_not() -> None:
    left = {"items": [{"createdAt": 1, "price": 3, "name": "a"}], "u": "2026-01-01T10:00:00Z", "wait": 1}
    right = {"items": [{"createdAt": 2, "price": 4, "name": "a"}], "u": "2026-01-02T10:00:00Z", "wait": 2}
    found = compare(json.dumps(left).encode(), json.dumps(right).encode())
    assert suggestions(found.differences()) == ["$.items[*].createdAt", "$.u"]


async def _two_calls(it: Live) -> list[int]:
    await it.start_demo()
    await it.choose("echo")
    await it.fill("one")
    first = await it.run_tool()
    await it.fill(" two")
    second = await it.run_tool()
    panel: Any = it.window.workspace.current_panel()
    await it.until(lambda: panel.result._exchange == second.number, "the second result")
    return [first.number, second.number]


def test_two_chosen_rows_are_compared_with_a_key_and_what_is_ignored_is_remembered(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            numbers = await _two_calls(it)
            view = it.window.timeline.view
            await it.until(lambda: view.model().row_of(numbers[1]) >= 0, "the row")
            it.window.selection.select(numbers[0])
            while it.window.selection.record != numbers[1]:
                QTest.keyClick(view, Qt.Key.Key_Down, SHIFT)
            if len(view.selected_numbers()) > 2:  # something stood between them
                it.window.timeline.row_actions.base = numbers[0]
                it.window.selection.select(numbers[1])
            it.window.activateWindow()
            it.window.actions_by_key["compare_rows"].trigger()
            window = await it.find(ComparePane, "compare_pane")
            await it.until(lambda: "changed" in window.count.text(), "differences")
            assert f"#{numbers[0]} echo" in window.windowTitle()
            window.ignore.add("$.result.content[*].text")
            await it.until(lambda: window.count.text().startswith("no differences"), "none")
            QTest.keyClick(window.tree, Qt.Key.Key_Escape)
            assert not it.window.bench.beside
            it.window.timeline.row_actions.previous_wanted.emit(numbers[1])
            await it.until(lambda: it.window.bench.beside, "the comparison with the call before")
            again = it.window.bench.beside_pane("compare")
            assert isinstance(again, ComparePane)
            assert again.ignore.paths()[-1] == "$.result.content[*].text"

    arun(main())


def test_a_result_is_compared_with_the_one_before_by_its_button(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            numbers = await _two_calls(it)
            button = await it.find(QToolButton, "result_view_compare")
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            window = await it.find(ComparePane, "compare_pane")
            assert [f"#{number} echo" in window.windowTitle() for number in numbers] == [True, True]

    arun(main())


def test_a_comparison_is_a_tab_that_leads_back_to_where_it_was_asked_for(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _two_calls(it)
            bench, before = it.window.bench, it.window.bench.state()
            button = await it.find(QToolButton, "result_view_compare")
            button.setFocus()
            button.click()
            window = await it.find(ComparePane, "compare_pane")
            assert bench.beside == ("compare",) and window.tree.hasFocus() and bench.view == "traffic"
            assert window.width() > bench.stack.width(), "what is compared has more room than the rows"
            assert bench.state()["beside"] == [], "it does not outlive the program"
            rows = it.program.journal
            it.window.comparing.compare(1, rows.last)
            assert bench.beside == ("compare",) and bench.beside_pane("compare") is not window
            assert f"#{rows.last} " in bench.side.tabToolTip(bench.side.currentIndex())
            QTest.keyClick(bench.side.currentWidget(), Qt.Key.Key_Escape)
            assert (bench.state(), bench.beside) == (before, ()) and button.hasFocus()

    arun(main())


def test_a_comparison_stays_in_another_language(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _two_calls(it)
            (await it.find(QToolButton, "result_view_compare")).click()
            window = await it.find(ComparePane, "compare_pane")
            window.ignore.add("$.mine")
            sides, old = window.sides, it.window
            new = it.program.remake(old)
            new.resume(old.memory())
            again = new.bench.beside_pane("compare")
            assert isinstance(again, ComparePane) and again.sides == sides
            assert again.ignore.paths()[-1] == "$.mine"

    arun(main())


def test_a_call_is_sent_again_under_a_new_id_and_its_row_is_selected(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            numbers = await _two_calls(it)
            journal = it.program.journal
            it.window.selection.select(numbers[0])
            before = journal.last
            it.window.actions_by_key["send_again"].trigger()
            call = await it.ended_call(before)
            assert it.window.selection.record == call.number
            first, again = (json.loads(journal.record(n).raw) for n in (numbers[0], call.number))
            assert first["params"]["arguments"] == again["params"]["arguments"] == {"message": "one"}
            assert first["id"] != again["id"]
            assert again["params"]["_meta"]["progressToken"] == again["id"]

    arun(main())


def test_a_message_is_edited_in_the_raw_editor_or_in_the_form_and_the_original_stays(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            numbers = await _two_calls(it)
            it.window.selection.select(numbers[0])
            it.window.timeline.row_actions.form_wanted.emit(numbers[0])
            panel = it.window.workspace.current_panel()
            assert json.loads(panel.form.text()) == {"message": "one"}
            raw = it.program.journal.record(numbers[0]).raw
            it.window.actions_by_key["edit_and_send"].trigger()
            panel = it.window.workspace.current_panel()
            assert isinstance(panel, RawPanel)
            assert panel.editor.exact_bytes() == raw
            assert it.program.journal.record(numbers[0]).raw == raw

    arun(main())


def test_values_stand_as_json_on_their_side(parent: QWidget, arun: Runner, until: Until) -> None:
    async def main() -> None:
        left = Side("#1", {"answer": '{"a": "x", "n": 1.50, "list": [1, "é"]}'.encode()})
        window = opened(parent, left, side("#3", answer={}), ignore="")
        model = window.model
        await until(lambda: model.rowCount())
        shown = {}
        places = [model.index(row, 0) for row in range(model.rowCount())]
        while places:
            index = places.pop()
            shown[index.data().split()[-1]] = (
                index.siblingAtColumn(1).data(),
                index.siblingAtColumn(2).data(),
            )
            places += [model.index(row, 0, index) for row in range(model.rowCount(index))]
        assert shown["a"] == ('"x"', "") and shown["n"] == ("1.50", "")
        assert shown["list"] == ('[2]  [1,"é"]', "")
        window.close()

    arun(main())


def one(value: object, title: str = "#1") -> Side:
    """A side with one message."""
    return Side(title, {"message": value if isinstance(value, bytes) else json.dumps(value).encode()})


def texts(window: ComparePane) -> list[str]:
    """What is shown of the chosen value below, left and right."""
    return [bytes(text.view.data()).decode() for text in window.texts]


def menu_of(window: ComparePane, path: str) -> list[str]:
    """The entries of the menu on a line, without their separators."""
    pairs = {pair.path(): pair for pair in window._found.differences} if window._found else {}
    window.tree.setCurrentIndex(window.model.index_of(pairs[path]))
    window.tree.customContextMenuRequested.emit(QPoint(5, 5))
    menu = window.findChild(QMenu, "compare_menu")
    assert menu is not None
    entries = [action.text() for action in menu.actions() if action.text()]
    menu.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return entries


def test_more_than_can_be_compared_here_says_where_it_can(
    parent: QWidget, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(compare_pane, "_MOST_BYTES", 3)
        window = opened(parent, one(b"123"), one(b"124", "#2"), ignore="")
        await until(lambda: window.count.text() == "1 changed")
        window.close()
        for left, right in ((b"1234", b"1"), (b"1", b"1234")):
            window = opened(parent, one(left), one(right, "#2"), ignore="")
            assert window.count.text() == "Larger than 0 MB: compare them with mcpdi diff."
            window.close()

    arun(main())


def test_what_is_the_same_has_nothing_to_walk(parent: QWidget, arun: Runner, until: Until) -> None:
    async def main() -> None:
        window = opened(parent, one({"a": 1, "b": 2}), one({"b": 2, "a": 1}, "#2"), ignore="")
        assert window.count.text() == "Comparing…"
        await until(lambda: window.count.text() == "no differences · key order differs")
        assert window.count.toolTip() == tooltip("no differences · key order differs")
        assert not window.next.isEnabled() and not window.previous.isEnabled()
        assert current(window) == "" and rows(window) == ["$"] and texts(window) == ["", ""]
        for keys in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            QTest.keyClick(window.tree, keys, ALT)
        assert current(window) == ""
        assert [action.isEnabled() for action in window.copy.choices.actions()] == [True, True, True]
        window.close()

    arun(main())


def test_lines_of_text_have_no_patch_and_values_are_read_as_they_are_meant(
    parent: QWidget, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        window = opened(parent, one(b"one\ntwo"), one(b"one\nthree", "#2"), ignore="")
        await until(lambda: current(window) != "")
        assert [action.isEnabled() for action in window.copy.choices.actions()] == [True, True, False]
        assert texts(window) == ["two", "three"]
        window.close()
        window = opened(parent, one({"a": "x\ny", "b": [1]}), one({"a": 5}, "#2"), ignore="")
        await until(lambda: current(window) == "$.a")
        assert texts(window) == ["x\ny", "5"]
        window.next_difference()
        assert current(window) == "$.b" and texts(window) == ["[\n  1\n]", ""]
        window.close()

    arun(main())


def test_differences_are_walked_from_the_line_that_was_chosen(
    parent: QWidget, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        left, right = {"a": 1, "in": {"x": 1, "y": 2}, "z": 3}, {"a": 2, "in": {"x": 2, "y": 3}, "z": 4}
        window = opened(parent, one(left), one(right, "#2"), ignore="")
        await until(lambda: current(window) == "$.a")
        walked = []
        for step in (window.previous, window.previous, window.next, window.next, window.next):
            step.click()
            walked.append(current(window))
        assert walked == ["$.z", "$.in.y", "$.z", "$.a", "$.in.x"]
        inside = window.model.pair(window.tree.currentIndex()).parent  # type: ignore[union-attr]
        window.tree.setCurrentIndex(window.model.index_of(inside))
        assert current(window) == "$.in"
        window.next_difference()
        assert current(window) == "$.in.y", "from the difference that was the last"
        window.close()

    arun(main())


def test_only_so_many_branches_are_opened_at_first(
    parent: QWidget, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compare_pane, "_OPENED", 2)

    async def main() -> None:
        left = {name: {"v": 1} for name in "abc"}
        window = opened(parent, one(left), one({name: {"v": 2} for name in "abc"}, "#2"), ignore="")
        await until(lambda: current(window) == "$.a.v")
        assert rows(window) == ["$", "a", "~ v", "b", "c"], "the outermost counts, too"
        window.close()

    arun(main())


def test_the_menu_offers_the_path_at_all_places_and_at_every_depth(
    parent: QWidget, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        left = {"a&b": 1, "name": [{"id": 1}], "list": [5], "": 1}
        right = {"a&b": 2, "name": [{"id": 2}], "list": [6], "": 2}
        window = opened(parent, one(left), one(right, "#2"), ignore="")
        await until(lambda: current(window) != "")
        assert menu_of(window, "$.name[0].id") == [
            "Ignore $.name[0].id", "Ignore $.name[*].id", "Ignore $..id",
            "Copy path $.name[0].id", "Copy left", "Copy right",
        ]  # fmt: skip
        assert menu_of(window, '$["a&b"]')[:2] == ['Ignore $["a&&b"]', 'Ignore $..["a&&b"]']
        assert menu_of(window, "$.list[0]")[:3] == [
            "Ignore $.list[0]",
            "Ignore $.list[*]",
            "Copy path $.list[0]",
        ]
        assert menu_of(window, '$[""]')[:2] == ['Ignore $[""]', 'Copy path $[""]']
        window.tree.setCurrentIndex(QModelIndex())
        window.tree.customContextMenuRequested.emit(QPoint(5, 5))
        assert window.findChild(QMenu, "compare_menu") is None
        window.close()
        window = opened(parent, one(1), one(2, "#2"), ignore="")
        await until(lambda: current(window) == "$")
        assert menu_of(window, "$") == ["Copy path $", "Copy left", "Copy right"]
        window.close()

    arun(main())


def test_paths_and_values_are_copied_from_the_menu(parent: QWidget, arun: Runner, until: Until) -> None:
    async def main() -> None:
        window = opened(parent, one({"a": 1.50}), one({"a": "x"}, "#2"), ignore="")
        await until(lambda: current(window) == "$.a")
        window.tree.customContextMenuRequested.emit(QPoint(5, 5))
        menu = window.findChild(QMenu, "compare_menu")
        assert menu is not None
        copied = []
        for action in menu.actions()[-3:]:
            action.trigger()
            copied.append(QGuiApplication.clipboard().text())
        assert copied == ["$.a", "1.5", '"x"'] and window.ignore.text() == ""
        menu.close()
        window.close()

    arun(main())


def test_swapped_sides_have_their_titles_swapped(parent: QWidget, arun: Runner, until: Until) -> None:
    async def main() -> None:
        window = opened(parent)
        await until(lambda: current(window) != "")
        title = window.windowTitle()
        assert title.index("#1") < title.index("#3")
        window.next_difference()
        button = window.findChild(QToolButton, "compare_swap")
        assert button is not None
        button.click()
        assert window.count.text() == "Comparing…"
        await until(lambda: "added" in window.count.text())
        assert window.windowTitle().index("#3") < window.windowTitle().index("#1")
        assert current(window) == "$.result.at", "the first difference again"
        heads = [window.model.headerData(place, Qt.Orientation.Horizontal) for place in (1, 2)]
        assert heads == ["#3", "#1"]
        window.close()

    arun(main())


def test_a_window_with_facts_says_them_and_offers_the_parts_that_both_have(
    parent: QWidget, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        left = side("#1", request=1, answer=2, message=3)
        window = shown(ComparePane(left, side("#2", request=1, message=3), "", "both slow"), parent)
        await until(lambda: window.count.text() == "no differences")
        assert window.facts.isVisible() and window.facts.text() == "both slow"
        assert window.part.key() == "request" and not window.part.isVisible()
        window.close()
        window = shown(ComparePane(left, left, ""), parent)
        offered = [window.part.tabData(place) for place in range(3) if window.part.isTabVisible(place)]
        assert offered == ["request", "answer"] and window.part.key() == "answer"
        assert not window.facts.isVisible() and window.part.isVisible()
        await until(lambda: window.count.text() == "no differences")
        window.close()
        window = shown(ComparePane(side("#1", answer=1), side("#2", message=1), ""), parent)
        await until(lambda: window.count.text() != "Comparing…")
        assert window.part.key() == "message"
        window.close()

    arun(main())
