"""A user who fills in a form: reaches any JSON value by what can be seen and done on the screen.

Where a control is, is read from the rows of the form, as a user reads the screen; what is done, is done by
`Hands`: texts are typed where the keyboard is as the widget leaves it, shapes are clicked by their words,
whether they are highlighted or not, and each field is left by Tab, by Enter and by a click in turn. After
each act the JSON is looked at: the value must be the one that was typed, and nothing else may have moved.
"Edit as JSON" is the last resort and counted in `as_json`: such a value was not built.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QWidget

from inspector.schema.document import Document, Path, ScanNode, pointer_of, text_of
from inspector.ui.forms.editors.editor import Editor, widget_name
from inspector.ui.forms.editors.union import UnionEditor
from inspector.ui.forms.form import Form
from inspector.ui.forms.shape_choice import ShapeChoice
from tests.forms.person_eyes import Eyes, same_value
from tests.forms.person_hands import CannotDo, Hands
from tests.forms.person_words import by_words

__all__ = ["CannotDo", "Person", "same_value"]

_BRANCHES_TRIED: Final = 6
_LEAVINGS: Final = ("tab", "enter", "click")


class WrongKind(CannotDo):
    """The control at a place is made for values of another type."""


class Person(Eyes):
    """Sits in front of one form. as_json: places where only "Edit as JSON" helped, and why.

    detours: what took more than typing and clicking on what is meant, by its name.
    """

    def __init__(self, form: Form, hands: Hands) -> None:
        super().__init__(form, hands)
        self.as_json: list[str] = []
        self.may_write_json = True
        self.detours: Counter[str] = Counter()
        self._left = 0

    def choose_state(self, path: Path, *keys: str) -> None:
        self.detours["menu"] += 1
        super().choose_state(path, *keys)

    # -- building ----------------------------------------------------------------------------------------

    def build(self, text: str) -> None:
        """Make the form hold the value of a JSON text."""
        document = Document(text)
        if document.root is None:
            raise CannotDo("there is no value to build")
        self.reach((), document.root, document)

    def reach(self, path: Path, node: ScanNode, target: Document) -> None:
        """Make a place hold what the target holds there, as JSON if nothing else helps."""
        try:
            self._reach(path, node, target)
        except CannotDo as problem:
            self.hands.close_menu()
            if not path or not self.may_write_json:
                raise
            self.as_json.append(f"{pointer_of(path)}: {problem}")
            self._write_json(path, target.text[node.start : node.end])

    def _reach(self, path: Path, node: ScanNode, target: Document) -> None:
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

    def _reach_union(self, path: Path, node: ScanNode, target: Document, level: int = 0) -> None:
        """Click on the shape whose words say it, then on others. level: of a choice within a choice."""
        editor = self._choice(path, level)
        if editor is None:
            raise CannotDo(f"no choice at {pointer_of(path)}")
        value = json.loads(target.text[node.start : node.end])
        numbers = by_words(editor.choice.names, value)
        problem = CannotDo("a choice without shapes")
        may_write_json, self.may_write_json = self.may_write_json, False  # another shape comes before that
        try:
            for turn, number in enumerate(numbers[:_BRANCHES_TRIED]):
                try:
                    self._reach_shape(path, node, target, number, level)
                    return
                except CannotDo as failed:
                    problem = problem if turn else failed
                    self.detours["shape in vain"] += 1
                    self.hands.close_menu()
        finally:
            self.may_write_json = may_write_json
        raise problem

    def _reach_shape(self, path: Path, node: ScanNode, target: Document, number: int, level: int) -> None:
        self.unfold(path)
        editor = self._choice(path, level)
        if editor is not None:
            before = self.form.text()
            self._choose_shape(editor.choice, number)
            self._look_around(before, path)
            if same_value(self.value_at(path) or "", target.text[node.start : node.end]):
                return
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

    def _reach_with(self, path: Path, node: ScanNode, target: Document, editor: Editor) -> None:
        wanted = target.text[node.start : node.end]
        if editor.kind == "json":
            raise WrongKind(f"only a box for JSON at {pointer_of(path)}")
        way = getattr(self, f"_as_{node.kind}", self._as_scalar)
        before = self.form.text()
        way(path, node, target, editor)
        self._look_around(before, path)
        now = self.value_at(path)
        if now is None or not same_value(now, wanted):
            raise CannotDo(f"{pointer_of(path)} is {_cut(now)} and not {_cut(wanted)} ({editor.kind})")

    # -- scalars -----------------------------------------------------------------------------------------

    def _as_scalar(self, path: Path, node: ScanNode, target: Document, editor: Editor) -> None:
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
        if lexeme == '""' and self.value_at(path) != '""':
            # what is not set looks as empty: something has to be deleted
            self.hands.type_into(widget, "x")
            self.hands.key(Qt.Key.Key_Backspace)
        elif self.hands.type_into(widget, text_of(lexeme) if is_text else lexeme):
            self.detours["text cleared"] += 1
        self._leave(path, widget)

    def _leave(self, path: Path, widget: QLineEdit | QPlainTextEdit) -> None:
        """By Tab, Enter and a click in turn; what was typed stays as it was typed."""
        before = self.value_at(path)
        way = _LEAVINGS[self._left % len(_LEAVINGS)]
        self._left += 1
        if way == "enter" and (isinstance(widget, QPlainTextEdit) or (path and isinstance(path[-1], int))):
            way = "tab"  # Enter goes on to another line, or to another item
        self.hands.leave(widget, way)
        now = self.value_at(path)
        if now is None or before is None or not same_value(now, before):
            raise CannotDo(f"left by {way}, {pointer_of(path)} was {_cut(before)} and is {_cut(now)}")

    def _look_around(self, before: str, path: Path) -> None:
        """Nothing but what is at the path may be another one than before."""
        was, now = _around(before, path), _around(self.form.text(), path)
        if was is not None and was != now:
            raise CannotDo(f"something else changed with {pointer_of(path)!r}")

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
        is_required = editor.field.required and isinstance(path[-1], str)  # a place of a tuple is not
        if editor.kind == "const" and is_required and self.value_at(path) is None:
            raise CannotDo(f"the constant that is required is not sent at {pointer_of(path)}")
        if not box.isChecked():
            self.hands.click(box)

    # -- lists and objects -------------------------------------------------------------------------------

    def _as_array(self, path: Path, node: ScanNode, target: Document, editor: Editor) -> None:
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

    def _check_items(self, path: Path, node: ScanNode, target: Document, editor: Editor) -> None:
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

    def _as_object(self, path: Path, node: ScanNode, target: Document, editor: Editor) -> None:
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

    def add_something(self, path: Path) -> None:
        """With the button where more is expected, else with the menu."""
        if self.parts(path, widget_name(path) + "_add", QAbstractButton):
            self.hands.click(self.part(path, "_add", QAbstractButton))
        elif path:
            self.choose_state(path, "add")
        else:
            self.detours["menu"] += 1
            self.hands.choose_entry(self.hands.context_menu(self.form), self.form.add_property_action)

    def _add_key(self, path: Path, key: str) -> None:
        """Add a property and write its name."""
        before = set(self.keys(path))
        self.add_something(path)
        added = [name for name in self.keys(path) if name not in before]
        if not added:
            raise CannotDo(f"Add adds nothing at {pointer_of(path)}")
        if added[0] != key:
            line = self.parts(path, widget_name((*path, added[0])) + "_key", QLineEdit)
            if not line:
                raise CannotDo(f"cannot write the name of {added[0]}")
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

    def _make_empty(self, path: Path, empty: str, node: ScanNode) -> None:
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


def _around(text: str, path: Path) -> Any:
    """The value of a text without what is at the path, and what had to be made for it; None: no JSON, or all
    of it is at the path."""
    try:
        value = json.loads(text or "null")
    except ValueError:
        return None
    inner, holders = value, []
    for step in path:
        there = step in inner if isinstance(inner, dict) and isinstance(step, str) else False
        if isinstance(inner, list) and isinstance(step, int):
            there = step < len(inner)
        holders.append((inner, step, there))
        if not there:
            break
        inner = inner[step]
    for holder, step, there in reversed(holders):
        if there:
            holder[step] = None
        if isinstance(holder, list):
            del holder[step:]  # later items may have come with the first of them
        elif isinstance(holder, dict):
            holder.pop(step, None)
        if holder:
            break
    return value if path else None


def _cut(text: str | None) -> str:
    return str(text) if text is None or len(text) <= 40 else text[:39] + "…"
