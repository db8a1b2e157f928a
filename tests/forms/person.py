"""A person who fills in a form: reaches any JSON value by what can be seen and done on the screen.

Where a control is, is read from the rows of the form, as a person reads the screen; what is done, is done by
`Hands`. "Edit as JSON" is the last resort and counted in `as_json`: such a value was not built.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QWidget

from inspector.schema.document import Document, Node, Path, pointer_of, text_of
from inspector.schema.shape import guess_branch
from inspector.ui.form import Form
from inspector.ui.form_editor import Editor, widget_name
from inspector.ui.form_shape_choice import ShapeChoice
from inspector.ui.form_union import UnionEditor
from tests.forms.person_eyes import Eyes, same_value
from tests.forms.person_hands import CannotDo, Hands

__all__ = ["CannotDo", "Person", "same_value"]

_BRANCHES_TRIED: Final = 4


class WrongKind(CannotDo):
    """The control at a place is made for values of another type."""


class Person(Eyes):
    """Sits in front of one form. as_json: places where only "Edit as JSON" helped, and why."""

    def __init__(self, form: Form, hands: Hands) -> None:
        super().__init__(form, hands)
        self.as_json: list[str] = []
        self.may_write_json = True

    # -- building ----------------------------------------------------------------------------------------

    def build(self, text: str) -> None:
        """Make the form hold the value of a JSON text."""
        document = Document(text)
        if document.root is None:
            raise CannotDo("there is no value to build")
        self.reach((), document.root, document)

    def reach(self, path: Path, node: Node, target: Document) -> None:
        """Make a place hold what the target holds there, as JSON if nothing else helps."""
        try:
            self._reach(path, node, target)
        except CannotDo as problem:
            self.hands.close_menu()
            if not path or not self.may_write_json:
                raise
            self.as_json.append(f"{pointer_of(path)}: {problem}")
            self._write_json(path, target.text[node.start : node.end])

    def _reach(self, path: Path, node: Node, target: Document) -> None:
        wanted = target.text[node.start : node.end]
        now = self.value_at(path)
        if now is not None and same_value(now, wanted):
            return
        editor = self.come_to(path)
        try:
            if isinstance(editor, UnionEditor):
                self._reach_union(path, node, target)
            else:
                self._reach_with(path, node, target, editor)
        except WrongKind:
            self.hands.close_menu()
            self.choose_state(path, "null" if node.kind == "null" else f"type_{node.kind}")
            if not same_value(self.value_at(path) or "", wanted):
                self._reach_with(path, node, target, self.come_to(path).innermost())

    def _reach_union(self, path: Path, node: Node, target: Document, level: int = 0) -> None:
        """Choose the shape that looks right, then others. level: of a choice within a choice."""
        editor = self._choice(path, level)
        if editor is None:
            raise CannotDo(f"no choice at {pointer_of(path)}")
        best = guess_branch(editor.branches, target.value(_path_to(target, node)))
        numbers = [best, *(n for n in range(len(editor.branches)) if n != best)]
        problem = CannotDo("a choice without shapes")
        for number in numbers[:_BRANCHES_TRIED]:
            try:
                self._reach_shape(path, node, target, number, level)
                return
            except CannotDo as failed:
                problem = failed if number == best else problem
                self.hands.close_menu()
        raise problem

    def _reach_shape(self, path: Path, node: Node, target: Document, number: int, level: int) -> None:
        self.unfold(path)
        editor = self._choice(path, level)
        if editor is not None and editor.choice.chosen != number:
            self._choose_shape(editor.choice, number)
            self.unfold(path)
            editor = self._choice(path, level)
        if editor is None:  # the value of that shape has an editor of its own
            self._reach_with(path, node, target, self.editor(path).innermost())
            return
        inner = editor._host.editor if editor._host is not None else None
        if inner is None:
            raise CannotDo(f"no editor for the shape at {pointer_of(path)}")
        if isinstance(inner, UnionEditor):
            self._reach_union(path, node, target, level + 1)
        else:
            self._reach_with(path, node, target, inner)

    def _choose_shape(self, choice: ShapeChoice, number: int) -> None:
        """Click on its name, or find that in the box: which of them, is known when it is in sight."""
        row: list[QWidget] | None = None
        while row != choice.buttons:
            row = choice.buttons
            self.hands.see(choice)
            self.hands.settle()
        if choice.box is not None:
            self.hands.choose(choice.box, number)
        else:
            self.hands.click(choice.buttons[number])

    def _choice(self, path: Path, level: int) -> UnionEditor | None:
        """The choice of a place, which is made anew now and then, or that within it."""
        now: Editor | None = self.editor(path)
        for _ in range(level):
            host = now._host if isinstance(now, UnionEditor) else None
            now = host.editor if host is not None else None
        return now if isinstance(now, UnionEditor) else None

    def _reach_with(self, path: Path, node: Node, target: Document, editor: Editor) -> None:
        wanted = target.text[node.start : node.end]
        if editor.kind == "json":
            raise WrongKind(f"only a box for JSON at {pointer_of(path)}")
        way = getattr(self, f"_as_{node.kind}", self._as_scalar)
        way(path, node, target, editor)
        now = self.value_at(path)
        if now is None or not same_value(now, wanted):
            raise CannotDo(f"{pointer_of(path)} is {_cut(now)} and not {_cut(wanted)} ({editor.kind})")

    # -- scalars -----------------------------------------------------------------------------------------

    def _as_scalar(self, path: Path, node: Node, target: Document, editor: Editor) -> None:
        self.set_scalar(path, target.text[node.start : node.end], editor)

    def set_scalar(self, path: Path, lexeme: str, editor: Editor) -> None:
        """Bring a text, number, boolean or null into the editor of a place."""
        way = {
            "boolean": self._by_button,
            "enum": self._by_box,
            "const": self._by_check,
            "null": self._by_check,
        }.get(editor.kind)
        if way is not None:
            way(path, lexeme, editor)
        elif lexeme == "null":
            self.choose_state(path, "null")
        elif editor.kind in ("list", "object", "set"):
            raise WrongKind(f"a {editor.kind} cannot hold {_cut(lexeme)}")
        else:
            self._by_text(path, lexeme, editor)

    def _by_text(self, path: Path, lexeme: str, editor: Editor) -> None:
        is_text = lexeme.startswith('"')
        number = editor.kind in ("number", "integer")
        if is_text == number:
            raise WrongKind(f"a {editor.kind} cannot hold {_cut(lexeme)}")
        widget = editor.focus_widget()
        if not isinstance(widget, (QLineEdit, QPlainTextEdit)):
            raise CannotDo(f"nothing to type in at {pointer_of(path)} ({type(widget).__name__})")
        if lexeme == '""':  # what is not set looks as empty: something has to be deleted
            self.hands.fill(widget, "x")
        self.hands.fill(widget, text_of(lexeme) if is_text else lexeme)

    def _by_button(self, path: Path, lexeme: str, editor: Editor) -> None:
        if lexeme not in ("true", "false", "null"):
            raise WrongKind(f"a {editor.kind} cannot hold {_cut(lexeme)}")
        self.hands.click(self.part(path, f"_{lexeme}", QAbstractButton))

    def _by_box(self, path: Path, lexeme: str, editor: Editor) -> None:
        box = editor.focus_widget()
        known: list[str | None] = getattr(editor, "_lexemes", [])
        number = next((n for n, one in enumerate(known) if one is not None and same_value(one, lexeme)), -1)
        if number < 0:
            raise WrongKind(f"{_cut(lexeme)} is not offered at {pointer_of(path)}")
        if isinstance(box, QComboBox):
            self.hands.choose(box, number)
        else:
            self.hands.click(self.part(path, f"_{number}", QAbstractButton))

    def _by_check(self, path: Path, lexeme: str, editor: Editor) -> None:
        box = editor.focus_widget()
        if not isinstance(box, QCheckBox):
            raise WrongKind(f"no box to check at {pointer_of(path)}")
        if not box.isChecked():
            self.hands.click(box)

    # -- lists and objects -------------------------------------------------------------------------------

    def _as_array(self, path: Path, node: Node, target: Document, editor: Editor) -> None:
        if editor.kind == "set":
            self._check_items(path, node, target, editor)
            return
        if editor.kind in ("enum", "const"):
            self.set_scalar(path, target.text[node.start : node.end], editor)
            return
        if editor.kind != "list":
            raise WrongKind(f"a {editor.kind} cannot hold a list")
        if not node.items or self.value_at(path) in (None, "null"):
            self._make_empty(path, "[]", node)
        for number, item in enumerate(node.items):
            if self.length(path) <= number and self.row((*path, number)) is None:
                self.hands.click(self.part(path, "_add", QAbstractButton))
            self.reach((*path, number), item, target)
        while (length := self.length(path)) > len(node.items):
            self.hands.click(self._item_button((*path, length - 1), "_remove"))

    def _check_items(self, path: Path, node: Node, target: Document, editor: Editor) -> None:
        wanted = [target.text[item.start : item.end] for item in node.items]
        offered: list[str] = getattr(editor, "_lexemes", [])
        if not wanted:
            self._make_empty(path, "[]", node)
        for lexeme in wanted:
            number = next((n for n, one in enumerate(offered) if same_value(one, lexeme)), -1)
            if number < 0:
                raise CannotDo(f"{_cut(lexeme)} has no box at {pointer_of(path)}")
            box = self.part(path, f"_{number}", QCheckBox)
            if not box.isChecked():
                self.hands.click(box)
        if not same_value(self.value_at(path) or "", target.text[node.start : node.end]):
            self.choose_state(path, "as_list")  # another order than that of the schema
            self._as_array(path, node, target, self.come_to(path).innermost())

    def _as_object(self, path: Path, node: Node, target: Document, editor: Editor) -> None:
        if editor.kind in ("enum", "const"):
            self.set_scalar(path, target.text[node.start : node.end], editor)
            return
        if editor.kind != "object":
            raise WrongKind(f"a {editor.kind} cannot hold an object")
        if not node.members:
            self._make_empty(path, "{}", node)
        for key in self.keys(path):
            if key not in node.index:
                self.unset((*path, key))
        for key, number in node.index.items():
            if not self._has_row((*path, key)):
                self._add_key(path, key)
            self.reach((*path, key), node.members[number].node, target)

    def _has_row(self, path: Path) -> bool:
        try:
            self.make_row(path)
        except CannotDo:
            return False
        return True

    def _add_key(self, path: Path, key: str) -> None:
        """Add a property and write its name."""
        before = set(self.keys(path))
        self.hands.click(self.part(path, "_add", QAbstractButton))
        added = [name for name in self.keys(path) if name not in before]
        if not added:
            raise CannotDo(f"Add adds nothing at {pointer_of(path)}")
        if added[0] != key:
            line = self.parts(path, widget_name((*path, added[0])) + "_key", QLineEdit)
            if not line:
                raise CannotDo(f"the name of {added[0]} cannot be written")
            self.hands.fill(line[-1], key)
            self.hands.key(Qt.Key.Key_Return)
        if not self._has_row((*path, key)):
            raise CannotDo(f"no property {key!r} came at {pointer_of(path)}")

    def unset(self, path: Path) -> None:
        """Make a place not set: its own remove button, or the menu."""
        self.come_to(path)
        remove = self._item_buttons(path, "_remove")
        if remove:
            self.hands.click(remove[-1])
        else:
            self.choose_state(path, "unset")
        if self.value_at(path) is not None:
            raise CannotDo(f"{pointer_of(path)} stays set")

    def _make_empty(self, path: Path, empty: str, node: Node) -> None:
        if not path:
            for key in self.keys(path) if node.kind == "object" else ():
                self.unset((*path, key))
        elif self.value_at(path) != empty:
            self.choose_state(path, "empty", f"type_{node.kind}")

    def _item_buttons(self, path: Path, suffix: str) -> list[QAbstractButton]:
        """The buttons beside an item or an added property: they stand in the section around it."""
        return self.parts(path[:-1], widget_name(path) + suffix, QAbstractButton)

    def _item_button(self, path: Path, suffix: str) -> QAbstractButton:
        found = self._item_buttons(path, suffix)
        if not found:
            raise CannotDo(f"no {suffix[1:]} to be seen for {pointer_of(path)}")
        return found[-1]

    def _write_json(self, path: Path, lexeme: str) -> None:
        if self.editor(path).kind != "json":
            self.choose_state(path, "as_json")
        self.hands.fill(self.editor(path).focus_widget(), lexeme)


def _path_to(document: Document, node: Node) -> Path:
    """Where a node stands."""
    waiting: list[tuple[Path, Node | None]] = [((), document.root)]
    while waiting:
        path, one = waiting.pop()
        if one is node:
            return path
        if one is not None:
            waiting += [((*path, member.key), member.node) for member in one.members]
            waiting += [((*path, number), item) for number, item in enumerate(one.items)]
    return ()


def _cut(text: str | None) -> str:
    return str(text) if text is None or len(text) <= 40 else text[:39] + "…"
