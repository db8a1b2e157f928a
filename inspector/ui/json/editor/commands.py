"""The commands of the JSON editor, as its keys, its menu and its buttons call them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPlainTextEdit

from inspector.render.reformat import sorted_steps
from inspector.ui.json.editor.code_edit import CodeEdit
from inspector.ui.json.editor.completion import JsonCompletion
from inspector.ui.json.editor.find import JsonFind
from inspector.ui.json.editor.go_to_line import GoToLine
from inspector.ui.loop.slices import Slices
from inspector.ui.widgets.controls import Marked

__all__ = ["JsonAction", "JsonCommands", "JsonText"]

_CHIP: Final = 100_000  # characters; a longer one would make each key wait


class JsonText(Protocol):
    """What the commands ask of the editor whose text they lay out."""

    edit: CodeEdit

    def can_change(self) -> bool:
        """The text is there to be changed, not only shown."""

    def can_clean_up(self) -> bool:
        """It is nearly JSON."""

    def format(self) -> None:
        """Indent by two."""

    def minify(self) -> None:
        """Put on one line."""

    def clean_up(self) -> None:
        """Rewrite as JSON what is nearly JSON."""

    def json_error(self) -> object | None:
        """Why it is no JSON; None: it is."""

    def go_to_error(self) -> None:
        """Put the cursor where the error is."""


@dataclass(frozen=True, slots=True)
class JsonAction:
    """name: a method of JsonCommands. keys: the first is shown. changes: not while the text is only shown.

    group: a line in the menu before another group; FOLD has a menu of its own.
    """

    name: str
    text: Marked
    keys: tuple[str, ...] = ()
    group: str = ""
    changes: bool = False
    argument: int | None = None


class JsonCommands(QObject):
    """Public methods without an underscore are what the table in actions names."""

    def __init__(
        self, editor: JsonText, search: JsonFind, lines: GoToLine, completion: JsonCompletion
    ) -> None:
        super().__init__(editor.edit)
        self._editor, self._edit = editor, editor.edit
        self._search, self._lines, self._completion = search, lines, completion
        self._sorted_from = ""
        self._sorting = Slices(self)
        self._sorting.finished.connect(self._sorted)

    def do(self, action: JsonAction) -> None:
        """Carry out an entry of the table."""
        method = getattr(self, action.name)
        method() if action.argument is None else method(action.argument)

    def can(self, action: JsonAction) -> bool:
        """Whether an entry of the table makes sense now."""
        if action.changes and not self._editor.can_change():
            return False
        if action.name == "propose":
            return self._completion.has_schema()
        if action.name == "clean_up":
            return self._editor.can_clean_up()
        if action.name == "show_chip":
            return self._chip() >= 0 and len(self._edit.blobs.at(self._chip()) or "") <= _CHIP
        return not action.name.endswith("_problem") or bool(self._edit.marks.all())

    # -- going -----------------------------------------------------------------------------------------

    def find(self) -> None:
        """Open the bar, with what is selected."""
        self._search.open()

    def replace(self) -> None:
        """The same with a line for what is to come instead."""
        self._search.open(True)

    def go_to_line(self) -> None:
        """Ask for a line."""
        self._lines.open()

    def go_to_partner(self) -> None:
        """From a bracket to the other one."""
        pairs = self._edit.pairs()
        place = self._edit.partner_place()
        other = pairs.get(place, -1)
        if other >= 0:
            self._edit.go_to(other + (1 if other > place else 0))

    def next_problem(self, forward: bool = True) -> None:
        """Go to the next place that is marked, and say why."""
        mark = self._edit.marks.next(self._edit.textCursor().position(), forward)
        if mark is not None:
            self._edit.go_to(mark.start)
            self._completion.help_at_cursor()

    def previous_problem(self) -> None:
        """The other way."""
        self.next_problem(False)

    def propose(self) -> None:
        """What the schema has for the place of the cursor."""
        self._completion.ask()

    def explain(self) -> None:
        """What the schema and the checks say about the place of the cursor."""
        self._completion.help_at_cursor()

    # -- laying out ------------------------------------------------------------------------------------

    def format(self) -> None:
        """Indent by two."""
        self._editor.format()

    def minify(self) -> None:
        """Put on one line."""
        self._editor.minify()

    def clean_up(self) -> None:
        """Rewrite as JSON what is nearly JSON."""
        self._editor.clean_up()

    def sort_keys(self, deep: bool = True) -> None:
        """Bring the members of every object into the order of their keys; no token changes."""
        if self._editor.json_error() is not None:
            self._editor.go_to_error()
        else:
            self._sorted_from = self._edit.text()
            self._sorting.start(sorted_steps(self._sorted_from, deep))

    def sort_outer_keys(self) -> None:
        """The same for the outermost object alone."""
        self.sort_keys(False)

    def _sorted(self, text: str) -> None:
        """Unless the user has typed meanwhile."""
        if self._edit.text() == self._sorted_from and self._editor.can_change():
            self._edit.set_text(text)

    def show_chip(self) -> None:
        """Put the text of the chip beside the cursor into the text box; undo makes it a chip again."""
        place = self._chip()
        if place >= 0:
            self._edit.blobs.open(place)

    def _chip(self) -> int:
        """Where beside the cursor a chip is; -1: nowhere."""
        place = self._edit.textCursor().position()
        found = (
            at for at in (place, place - 1, place + 1) if at >= 0 and self._edit.blobs.at(at) is not None
        )
        return next(found, -1)

    # -- looking ---------------------------------------------------------------------------------------

    def fold(self) -> None:
        """Hide what the line of the cursor opens, or what it stands in."""
        self._edit.folds.fold(self._edit.textCursor().block())

    def unfold(self) -> None:
        """Show what is hidden below the line of the cursor."""
        self._edit.folds.unfold(self._edit.textCursor().block())

    def fold_all(self) -> None:
        """Hide everything but the outermost members."""
        self._edit.folds.fold_level(1)

    def fold_level(self, level: int) -> None:
        """Hide what is nested deeper."""
        self._edit.folds.fold_level(level)

    def unfold_all(self) -> None:
        """Show every line."""
        self._edit.folds.unfold_all()

    def is_wrapped(self) -> bool:
        """Whether long lines are broken at the width of the box."""
        return self._edit.lineWrapMode() == QPlainTextEdit.LineWrapMode.WidgetWidth

    def toggle_wrap(self) -> None:
        """Break long lines, or scroll sideways."""
        modes = QPlainTextEdit.LineWrapMode
        self._edit.setLineWrapMode(modes.NoWrap if self.is_wrapped() else modes.WidgetWidth)
