"""What a user does with the columns of the timeline."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QInputDialog, QLineEdit

from inspector.trace.journal import Journal
from inspector.ui.timeline.columns.actions import ColumnActions
from inspector.ui.timeline.columns.add_column import AddColumn
from inspector.ui.timeline.columns.dialog import ColumnsDialog
from inspector.ui.timeline.view.columns import COLUMNS, KIND, METHOD, NOTE
from tests.conftest import Runner, Until
from tests.ui.column_bench import ColumnBench
from tests.ui.parts import the
from tests.ui.story import Story

pytestmark = pytest.mark.gui


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[ColumnBench]:
    made = ColumnBench(journal)
    yield made
    made.close()


def test_a_column_is_added_renamed_and_removed_in_the_menu(
    bench: ColumnBench, story: Story, arun: Runner, until: Until, journal: Journal
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
        assert journal.annotations.json_columns == {"$.params.name": "Tool"}
        bench.choose(len(COLUMNS), "remove_column")
        assert "$.params.name" not in bench.order()
        assert journal.annotations.json_columns == {}

    arun(main())


@pytest.mark.parametrize("path", ["", "params.id", "$.a ==", "$.a $.b", "$['a'"])
def test_what_is_no_path_adds_nothing(bench: ColumnBench, path: str) -> None:
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


def _actions(bench: ColumnBench) -> ColumnActions:
    return bench.pane.column_actions


def test_a_column_that_is_added_is_named_shown_and_in_sight(bench: ColumnBench) -> None:
    for index in bench.header.order():
        bench.header.show_column(index, shown=True)
    bench.pane.resize(300, 300)
    actions = _actions(bench)
    actions.add("$.params.name")
    actions.add("$.params.name", "Tool")  # is there already
    actions.add("$.id", "Number")
    own = bench.pane.columns()
    assert [(one.path, one.heading) for one in own if one.path] == [
        ("$.params.name", "name"),
        ("$.id", "Number"),
    ]
    bench.header.show_column(len(COLUMNS), shown=False)
    actions.add("$.params.name")
    assert "$.params.name" in bench.order()


def test_a_dialog_that_is_put_away_adds_and_renames_nothing(
    bench: ColumnBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        actions, before = _actions(bench), bench.order()
        actions.ask_for_column()
        await until(lambda: bench.view.findChild(AddColumn) is not None)
        dialog = the(bench.view, AddColumn, "add_column")
        QTest.keyClicks(the(dialog, QLineEdit, "add_column_path"), "$.id")
        dialog.reject()
        await until(lambda: bench.view.findChild(AddColumn) is None)
        assert bench.order() == before
        actions.add("$.id", "Number")
        actions.ask_for_name(len(COLUMNS))
        await until(lambda: bench.view.findChild(QInputDialog) is not None)
        rename = the(bench.view, QInputDialog, "rename_column")
        assert rename.textValue() == "Number" and "$.id" in rename.labelText()
        rename.setTextValue("Other")
        rename.reject()
        await until(lambda: bench.view.findChild(QInputDialog) is None)
        assert bench.pane.columns()[-2].heading == "Number"

    arun(main())


def test_a_column_that_went_while_it_was_renamed_stays_away(
    bench: ColumnBench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        actions = _actions(bench)
        actions.add("$.id", "Number")
        actions.ask_for_name(len(COLUMNS))
        await until(lambda: bench.view.findChild(QInputDialog) is not None)
        rename = the(bench.view, QInputDialog, "rename_column")
        bench.model.remove_column(len(COLUMNS))
        rename.setTextValue("Other")
        rename.accept()
        await until(lambda: bench.view.findChild(QInputDialog) is None)
        assert [one.heading for one in bench.pane.columns()].count("Other") == 0

    arun(main())


def test_the_time_is_told_in_another_way_and_says_so_once(bench: ColumnBench) -> None:
    actions, said = _actions(bench), list[str]()
    actions.changed.connect(lambda: said.append(actions.time_mode))
    for mode in ("utc", "utc", "no such thing", "start"):
        actions.set_time(mode)
    assert said == ["utc", "start"]


def test_a_first_reference_is_counted_from_unless_somebody_wants_another_time(bench: ColumnBench) -> None:
    actions = _actions(bench)
    actions.set_time("local")
    actions.show_references()
    assert actions.time_mode == "local"
    actions.set_time("start")
    actions.show_references()
    assert actions.time_mode == "reference"


def test_notes_come_and_go_until_a_person_decides(bench: ColumnBench) -> None:
    actions, note = _actions(bench), COLUMNS[NOTE].key
    actions.show_notes(there=True)
    assert note in bench.order()
    actions.show_notes(there=False)
    assert note not in bench.order()
    bench.choose(KIND, "hide_column")  # another one decides nothing
    actions.show_notes(there=True)
    assert note in bench.order() and not actions.own_note
    bench.choose(NOTE, "hide_column")
    bench.header.show_column(KIND, shown=True)
    bench.choose(KIND, "hide_column")
    actions.show_notes(there=True)
    assert note not in bench.order() and actions.own_note


def test_the_list_of_all_columns_leads_to_the_same_dialogs(
    bench: ColumnBench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        actions = _actions(bench)
        actions.add("$.id", "Number")
        bench.choose(METHOD, "edit_columns")
        columns = the(bench.view, ColumnsDialog, "columns_dialog")
        assert columns.isVisible()
        columns.add_wanted.emit()
        await until(lambda: bench.view.findChild(AddColumn) is not None)
        the(bench.view, AddColumn, "add_column").reject()
        columns.rename_wanted.emit(len(COLUMNS))
        await until(lambda: bench.view.findChild(QInputDialog) is not None)
        the(bench.view, QInputDialog, "rename_column").reject()
        await until(lambda: bench.view.findChild(QInputDialog) is None)
        columns.close()

    arun(main())


def test_a_session_comes_back_with_its_columns_of_json_values(journal: Journal, qloop: object) -> None:
    journal.annotations.set_json_columns({"$.params.name": "Tool", "no path": "", "$.id": ""})
    bench = ColumnBench(journal)
    assert [one.heading for one in bench.pane.columns() if one.path] == ["Tool", "id"]
    bench.pane.restore_state({"columns": [{"key": "$.id", "path": "$.id", "title": "id", "hidden": True}]})
    assert [one.path for one in bench.pane.columns() if one.path] == ["$.id", "$.params.name"]
    bench.close()
