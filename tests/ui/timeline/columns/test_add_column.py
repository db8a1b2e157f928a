"""The dialog that asks for the JSON path of a new column."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton

from inspector.ui.timeline.columns.add_column import AddColumn
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Notice
from tests.ui.parts import the

pytestmark = pytest.mark.gui


@pytest.fixture
def dialog(qapp: object) -> Iterator[AddColumn]:
    made = AddColumn()
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(made, QEvent.Type.DeferredDelete)


def typed(dialog: AddColumn, text: str) -> tuple[bool, str, str]:
    """Whether OK can be pressed, what is wrong, and the heading that is proposed."""
    path = the(dialog, QLineEdit, "add_column_path")
    path.clear()
    QTest.keyClicks(path, text)
    problem = the(dialog, Notice, "add_column_problem")
    ok = the(dialog, QPushButton, "add_column_ok").isEnabled()
    proposed = the(dialog, QLineEdit, "add_column_title").placeholderText()
    return ok, problem.text() if problem.isVisible() else "", proposed


def test_a_path_is_checked_as_it_is_typed(dialog: AddColumn) -> None:
    assert typed(dialog, "") == (False, "", ""), "nothing is wrong before anything is typed"
    assert typed(dialog, "$")[1] == ""
    ok, problem, name = typed(dialog, "$.a[")
    assert not ok and name == "" and problem.startswith("column 4: ")
    assert typed(dialog, " $.params.arguments.id ") == (True, "", "id")


def test_the_heading_is_the_last_key_unless_another_one_is_typed(dialog: AddColumn) -> None:
    typed(dialog, "  $.params.name  ")
    assert (dialog.path(), dialog.title()) == ("$.params.name", "name")
    QTest.keyClicks(the(dialog, QLineEdit, "add_column_title"), " Tool ")
    assert dialog.title() == "Tool"
    the(dialog, QPushButton, "add_column_ok").click()
    assert dialog.result() == QDialog.DialogCode.Accepted and not dialog.isVisible()


def test_cancel_adds_nothing(dialog: AddColumn) -> None:
    typed(dialog, "$.a")
    the(dialog, QPushButton, "add_column_cancel").click()
    assert dialog.result() == QDialog.DialogCode.Rejected and not dialog.isVisible()


def test_paths_are_offered_by_any_part_of_them_in_any_case(dialog: AddColumn) -> None:
    dialog.offer(["$.params.Name", "$.result.text"])
    typed(dialog, "nam")
    completer = the(dialog, QLineEdit, "add_column_path").completer()
    assert completer is not None
    found = completer.completionModel()
    assert [found.index(row, 0).data() for row in range(found.rowCount())] == ["$.params.Name"]
    completer.popup().hide()


def test_it_is_a_form_with_the_path_written_as_code(dialog: AddColumn) -> None:
    path, title = the(dialog, QLineEdit, "add_column_path"), the(dialog, QLineEdit, "add_column_title")
    ok = the(dialog, QPushButton, "add_column_ok")
    assert dialog.minimumWidth() == 480 and dialog.windowTitle() == "Add a column"
    assert (
        path.font().family() == theme.mono_font().family() and title.font().family() != path.font().family()
    )
    assert path.y() < title.y() < ok.mapTo(dialog, QPoint()).y() and path.x() == title.x()
    assert path.geometry().right() == dialog.width() - 17 and path.placeholderText().startswith("$.params")
    assert (path.accessibleName(), title.accessibleName()) == ("JSON path", "Heading")
    assert not ok.isEnabled() and not the(dialog, Notice, "add_column_problem").isVisible()
