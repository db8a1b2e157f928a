"""Line breaks, blanks and brackets in a box for JSON. | stands for the cursor, two of them for a choice."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextCursor, QTextDocument

from inspector.ui.json.editor.typing import break_line, indent, outdent_for


@pytest.fixture
def document(qapp: object) -> QTextDocument:
    return QTextDocument()


def _at(document: QTextDocument, text: str) -> QTextCursor:
    document.setPlainText(text.replace("|", ""))
    document.clearUndoRedoStacks()
    cursor = QTextCursor(document)
    cursor.setPosition(text.index("|"))
    if text.count("|") == 2:
        cursor.setPosition(text.rindex("|") - 1, cursor.MoveMode.KeepAnchor)
    return cursor


def _shown(document: QTextDocument, cursor: QTextCursor) -> str:
    text = document.toPlainText()
    return f"{text[: cursor.position()]}|{text[cursor.position() :]}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a|b", "a\n|b"),
        ("    a|", "    a\n    |"),
        ("    a  |", "    a  \n    |"),
        ("  |  a", "  \n  |  a"),
        ("  {|", "  {\n    |"),
        ("  [ |", "  [ \n    |"),
        ("  {|}", "  {\n    |\n  }"),
        ("  [|  ]", "  [\n    |\n    ]"),
        ("  {|]", "  {\n    |]"),
        ("  [|}", "  [\n    |}"),
        ("  {|a}", "  {\n    |a}"),
        ("{}|", "{}\n|"),
    ],
)
def test_a_new_line_is_as_deep_as_it_should_be(document: QTextDocument, before: str, after: str) -> None:
    cursor = _at(document, before)
    break_line(cursor)
    assert _shown(document, cursor) == after
    document.undo()
    assert document.toPlainText() == before.replace("|", "")  # one step


@pytest.mark.parametrize(
    ("before", "steps", "after"),
    [
        ("a|b", 1, "a  b"),
        ("    a|b", -1, "  ab"),
        (" a|b", -1, "ab"),
        ("a|b", -1, "ab"),
        ("a\n|b\nc|\nd", 1, "a\n  b\n  c\nd"),
        ("a\n    |b\n  c\n d|\n  e", -1, "a\n  b\nc\nd\n  e"),
        ("|a|\nb", 1, "  a\nb"),
        ("a\n|b|", 1, "a\n  b"),
    ],
)
def test_the_chosen_lines_move_in_and_out(
    document: QTextDocument, before: str, steps: int, after: str
) -> None:
    cursor = _at(document, before)
    indent(cursor, steps)
    assert document.toPlainText() == after
    document.undo()
    assert document.toPlainText() == before.replace("|", "")


@pytest.mark.parametrize(
    ("before", "after"),
    [("    |", "  }|"), ("  |", "}|"), ("    |a", "  }|a"), ("  {\n    |", "  {\n  }|")],
)
def test_a_closing_bracket_that_begins_a_line_goes_one_level_out(
    document: QTextDocument, before: str, after: str
) -> None:
    cursor = _at(document, before)
    assert outdent_for(cursor, "}") is True
    assert _shown(document, cursor) == after
    document.undo()
    assert document.toPlainText() == before.replace("|", "")


@pytest.mark.parametrize("before", [" |", "|", "  a|", "|  |", "    |  |"])
def test_elsewhere_it_is_like_any_letter(document: QTextDocument, before: str) -> None:
    cursor = _at(document, before)
    assert outdent_for(cursor, "]") is False
    assert document.toPlainText() == before.replace("|", "")
