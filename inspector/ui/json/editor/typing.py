"""What keys do in a text box for JSON beyond writing their letter: line breaks, indentation, brackets."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QTextCursor

__all__ = ["INDENT", "break_line", "indent", "outdent_for"]

INDENT: Final = "  "
_CLOSER: Final = {"{": "}", "[": "]"}


def break_line(cursor: QTextCursor) -> None:
    """A new line as deep as this one; deeper after an opening bracket, whose partner goes below."""
    before = cursor.block().text()[: cursor.positionInBlock()]
    space = before[: len(before) - len(before.lstrip(" "))]
    opener = before.rstrip()[-1:]
    cursor.beginEditBlock()
    if opener in _CLOSER:
        after = cursor.block().text()[cursor.positionInBlock() :]
        cursor.insertText(f"\n{space}{INDENT}")
        if after.lstrip().startswith(_CLOSER[opener]):
            place = cursor.position()
            cursor.insertText(f"\n{space}")
            cursor.setPosition(place)
    else:
        cursor.insertText(f"\n{space}")
    cursor.endEditBlock()


def indent(cursor: QTextCursor, steps: int) -> None:
    """Move the selected lines in (1) or out (-1); without a selection write the blanks."""
    if steps > 0 and not cursor.hasSelection():
        cursor.insertText(INDENT)
        return
    document = cursor.document()
    block = document.findBlock(cursor.selectionStart())
    last = document.findBlock(cursor.selectionEnd()).blockNumber()
    cursor.beginEditBlock()
    while block.isValid() and block.blockNumber() <= last:
        line = QTextCursor(block)
        if steps > 0:
            line.insertText(INDENT)
        else:
            spaces = len(block.text()) - len(block.text().lstrip(" "))
            line.movePosition(line.MoveOperation.Right, line.MoveMode.KeepAnchor, min(spaces, len(INDENT)))
            line.removeSelectedText()
        block = block.next()
    cursor.endEditBlock()


def outdent_for(cursor: QTextCursor, closer: str) -> bool:
    """A closing bracket as the first thing of a line goes one level out; False: it is like any letter."""
    before = cursor.block().text()[: cursor.positionInBlock()]
    if cursor.hasSelection() or len(before) < len(INDENT) or before.strip(" "):
        return False
    cursor.movePosition(cursor.MoveOperation.Left, cursor.MoveMode.KeepAnchor, len(INDENT))
    cursor.insertText(closer)
    return True
