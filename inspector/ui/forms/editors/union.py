"""Editor of a value that may have one of several shapes: a choice of shape above the editor of that shape."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from inspector.schema.document import Document, Path, moved_in
from inspector.schema.fields import Field
from inspector.schema.shape import fits, fresh_lexeme, guess_branch, picked_lexeme
from inspector.ui.forms.editors.editor import Editor, EditorHost, FormSheet, retire, widget_name
from inspector.ui.forms.layout import at_once
from inspector.ui.forms.parts import WarnText, indented
from inspector.ui.forms.shape_choice import ShapeChoice, ShapeLine
from inspector.ui.forms.shapes import carried, expected, is_foreign, names, shape_of, shapes
from inspector.ui.forms.texts import short
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import Link

__all__ = ["ShapeEditor", "UnionEditor"]

_OPEN_DEPTH: Final = 3
_OPEN_ROWS: Final = 60
_BESIDE: Final = 3  # parts of the line: a value beside its shape needs more room than the shape
_COMMANDS: Final = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
_NESTED: Final = 8
"""Choices of one place, each a branch of the one around it, that are made at once."""


class UnionEditor(Editor):
    """The shape of a given value is guessed once; typing never changes it, it only offers what looks better.

    What was typed in a shape is kept while another one is tried.
    """

    kind = "union"

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.branches = shapes(field, sheet.node(path))
        self._chosen = 0
        self._settled = False
        """The shape was picked by a user or guessed for a value: it stays."""
        self._kept: dict[int, str] = {}
        self._host: EditorHost | None = None
        self._body: QWidget | None = None
        self._guests: list[QWidget] = []
        self._headed = False
        self._warning: WarnText | None = None
        self._offer: Link | None = None
        self._offered = 0
        self._likely: tuple[str, tuple[Field, ...], int] | None = None
        """A value, the shapes there were, and the number of the one that it most likely has."""
        self._layout = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        zoom.follow(self._layout.setSpacing, 4)
        self._line = self._make_line()
        self._layout.addWidget(self._line)
        self._fill_in = QPushButton(self.tr("Fill in…"))
        self._fill_in.setObjectName(f"{widget_name(path)}_fill_in")
        self._fill_in.clicked.connect(self._make_inner)
        self._layout.addWidget(self._fill_in, 0, Qt.AlignmentFlag.AlignLeft)
        self._fill_in.hide()

    def _make_line(self) -> ShapeLine:
        """The choice of shape, and what the editor of the shape has for a heading."""
        spoken = self.tr("Shape of {0}").format(self.field.title or self.field.key)
        self.choice = ShapeChoice(f"{widget_name(self.path)}_shape", spoken, self._hand_on)
        self.choice.offer(names(self.branches), self._chosen)
        self.choice.activated.connect(self._picked)
        return ShapeLine(self.choice)

    def _hand_on(self, event: QKeyEvent) -> bool:
        """Text typed at the choice of shape, where Tab stops first, is meant for the value below it."""
        line = self._host.editor.focus_widget() if self._host is not None else None
        is_text = event.text().isprintable() and event.text().strip() != ""
        if not is_text or event.modifiers() & _COMMANDS or not isinstance(line, (QLineEdit, QPlainTextEdit)):
            return False
        line.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.sendEvent(line, event)
        return True

    def show_lexeme(self, lexeme: str | None) -> None:
        typing = self._host is not None and self._host.editor.keeps(lexeme)
        if not typing:
            self._widen()
            if lexeme not in (None, "null") or (self._host is None and not self._settled):
                self._guess(lexeme)
        self._show_branch(lexeme)
        if self._host is not None:
            self._host.refresh()
        self._offer_better(lexeme)

    def shown(self) -> str | None:
        return self._host.editor.shown() if self._host is not None else None

    def reach(self, step: str | int) -> None:
        self._make_inner()
        if self._host is not None:
            self._host.editor.reach(step)

    def innermost(self) -> Editor:
        return self._host.editor.innermost() if self._host is not None else self

    def shape(self) -> Field:
        return self._host.editor.shape() if self._host is not None else self.branches[self._chosen]

    def error(self) -> str:
        return self._host.editor.error() if self._host is not None else ""

    def forget(self) -> None:
        super().forget()
        self._settled = False
        self._kept.clear()
        if self._host is not None:
            self._host.forget()

    def focus_widget(self) -> QWidget:
        return self._host.editor.focus_widget() if self._host is not None else self.choice

    def header_widgets(self) -> list[QWidget]:
        """The choice of shape stands in the heading; where there is none, beside or above the value."""
        if self._headed:  # the heading was cleared
            self._line = self._make_line()
            self._guests = []
            if self._host is not None:
                self._inner_exchanged()
        self._headed = True
        self._layout.removeWidget(self._line)
        return [self._line]

    def holds(self, widget: QWidget) -> bool:
        return self._line.isAncestorOf(widget) or super().holds(widget)

    def keeps(self, lexeme: str | None) -> bool:
        inner = self._host.editor.keeps(lexeme) if self._host is not None else False
        return inner or super().keeps(lexeme)

    # -- which shape -------------------------------------------------------------------------------------

    def _widen(self) -> None:
        """A value of a type that is not offered is shown as what it is, with a word about it."""
        node = self.sheet.node(self.path)
        foreign = shape_of(self.branches, self.field, node) >= 0
        if foreign and self.field.kind == "union" and is_foreign(self.branches, node):
            self.branches = shapes(self.field, node)
            self.choice.offer(names(self.branches), self._chosen)
        text = expected(self.field) if foreign and self.field.kind != "const" else ""
        if text and self._warning is None:
            self._warning = WarnText(self.tr("The schema expects: {0}").format(text))
            self._warning.setObjectName(f"{widget_name(self.path)}_expected")
            self._layout.addWidget(self._warning)
        if self._warning is not None:
            self._warning.setVisible(bool(text))
            self._direct()

    def _guess(self, lexeme: str | None) -> None:
        node = self.sheet.node(self.path)
        if self._settled and fits(self.branches[self._chosen], node):
            return
        self._settled = lexeme not in (None, "null")
        foreign = shape_of(self.branches, self.field, node)
        if foreign >= 0:
            self._choose(foreign)
        elif lexeme is not None:
            self._choose(self._likeliest(lexeme))
        elif self.field.default is not None:
            self._choose(guess_branch(self.branches, Document(self.field.default).value(())))
        else:
            self._choose(len(self.branches) - 1 if self.field.kind == "json" else 0)

    def _likeliest(self, lexeme: str) -> int:
        """The shape that a value most likely has; looked for once, as long as the value is the same."""
        known = self._likely
        if known is not None and known[0] == lexeme and known[1] is self.branches:
            return known[2]
        number = guess_branch(self.branches, self.sheet.document.value(self.path))
        self._likely = lexeme, self.branches, number
        return number

    def _choose(self, number: int) -> None:
        if number != self._chosen or self._host is None:
            self._chosen = number
            self.sheet.rearranged.emit()
            if self._body is not None:
                self._layout.removeWidget(self._body)
                retire(self._body)
                self._body = self._host = None
        self.choice.choose(number)

    def _offer_better(self, lexeme: str | None) -> None:
        """Say that the value looks like another shape; the user decides."""
        better = self._chosen
        if self.field.kind == "union" and lexeme and lexeme != "null" and self._body is not None:
            guess = self._likeliest(lexeme)
            # of two that fit as well the chosen one stays
            pair = (self.branches[self._chosen], self.branches[guess])
            value = self.sheet.document.value(self.path) if guess != self._chosen else None
            better = guess if guess != self._chosen and guess_branch(pair, value) == 1 else self._chosen
        if better != self._chosen and self._offer is None:
            self._offer = Link(f"{widget_name(self.path)}_better")
            self._offer.clicked.connect(self._take_offer)
            self._layout.addWidget(self._offer)
        if self._offer is not None:
            self._offered = better
            self._offer.setText(self.tr("Looks like {0}: switch").format(self.choice.names[better]))
            self._offer.setVisible(better != self._chosen)

    def _take_offer(self) -> None:
        """The shape changes, the value stays as it is."""
        self._choose(self._offered)
        self._settled = True
        super().forget()
        self.refresh()

    def _picked(self, number: int) -> None:
        """A user chose a shape: the value follows, so that what is sent is what is shown.

        So it does where the shape was highlighted all the time, and nothing was set.
        """
        old = self.sheet.lexeme(self.path)
        if number == self._chosen and old is not None:
            return
        if old is not None:
            self._kept[self._chosen] = old
        branch = self.branches[number]
        self._choose(number)
        self._settled = True
        new = self._kept.get(number)
        if new is None and (new := picked_lexeme(branch, carried(branch, old))) not in (None, old):
            new = moved_in(new, len(self.path))
        # what the schema does not expect is offered only as long as there is a value
        unexpected = number > 0 and self.field.kind not in ("union", "any", "json")
        if new is None and (self.must_stay or branch.kind == "null" or unexpected):
            new = fresh_lexeme(branch)
        super().forget()
        if new is not None:  # what is written or removed is shown from outside, perhaps in another editor
            self.sheet.write(self.path, self.sheet.spelled(self.path, new))
        elif old is not None:
            self.sheet.remove(self.path)
        self.refresh()  # the same value in another shape is no change of the text

    # -- its editor --------------------------------------------------------------------------------------

    def _show_branch(self, lexeme: str | None) -> None:
        """Make the editor of the shape, or let one with rows wait for a click.

        It waits while nothing is set, unless it is needed and near the top, and where there is much already:
        a recursive schema has no end, and a large value has many rows. So does any after a few choices in
        choices.
        """
        if self._host is not None:
            return
        section = self.sheet.choose(self.branches[self._chosen], None, None).is_section
        node = self.sheet.node(self.path)
        parts = node is not None and bool(node.children())
        much = len(self.sheet.rows) >= _OPEN_ROWS
        needed = self.field.required and len(self.path) <= _OPEN_DEPTH and not much
        wait = section and ((lexeme is None and not needed) or (parts and much))
        wait = wait or self._nesting() % _NESTED == _NESTED - 1
        self._fill_in.setText(self.tr("Fill in…") if lexeme is None else f"▸ {short(lexeme, 40)}")
        self._fill_in.setVisible(wait)
        if not wait:
            self._make_inner()

    def _nesting(self) -> int:
        """How many choices of the same place are around this one."""
        count = 0
        around = self.parentWidget()
        while around is not None:
            if isinstance(around, Editor) and around.path != self.path:
                break
            count += isinstance(around, UnionEditor)
            around = around.parentWidget()
        return count

    @at_once
    def _make_inner(self) -> None:
        self._fill_in.hide()
        if self._host is not None:
            return
        self._host = EditorHost(self.sheet, self.branches[self._chosen], self.path, self)
        inset = self._host.editor.is_section and not self.is_section
        deep = len(self.path) > _OPEN_DEPTH
        self._body = indented(self._host, self, deep=deep) if inset else self._host
        self._layout.addWidget(self._body)
        self._host.exchanged.connect(self._inner_exchanged)
        self._inner_exchanged()
        self._host.refresh()

    def _inner_exchanged(self) -> None:
        if self._host is None:
            return
        for guest in self._guests:
            retire(guest)
        editor = self._host.editor
        self._guests = editor.header_widgets()
        for guest in self._guests:
            self._line.add(guest)
        editor.open()
        self._direct()

    def _direct(self) -> None:
        """In a list the value stands beside its shape, unless it has rows of its own or words stand there."""
        section = self._host is not None and self._host.editor.is_section
        warned = self._warning is not None and not self._warning.isHidden()
        beside = not self._headed and not section and not warned
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._layout.setDirection(direction)
        self._line.parts = _BESIDE if beside else 2
        above = Qt.AlignmentFlag.AlignTop if beside else Qt.AlignmentFlag.AlignLeft
        if not self._headed:
            self._layout.setAlignment(self._line, above)


class ShapeEditor(UnionEditor):
    """A union of objects and lists only: a section that folds, made when it opens."""

    is_section = True

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self._opened = False

    def open(self) -> None:
        if not self._opened:
            self._opened = True
            self.forget()
            self.refresh()

    def _show_branch(self, lexeme: str | None) -> None:
        if self._opened:
            self._make_inner()

    def _picked(self, number: int) -> None:
        self._opened = True  # with the shape that was picked, not with one that is guessed
        super()._picked(number)
        row = self.sheet.rows.get(self.path)
        if row is not None:
            row.unfold()
