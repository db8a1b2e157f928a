"""A user who changes single values and changes them back; nothing else in the text may move.

Each leaf is changed in its own widget. At the moment of the change every byte outside its token must be as it
was, and after the way back the whole text must be, byte for byte.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QLineEdit, QPlainTextEdit

from inspector.schema.document import Document, Path, ScanNode, pointer_of
from inspector.ui.forms.editors.editor import Editor, widget_name
from tests.forms.person import Person, same_value
from tests.forms.person_hands import CannotDo

__all__ = ["edited_back", "sampled"]

_MOST: Final = 20
_CONTROL: Final = Qt.KeyboardModifier.ControlModifier


def sampled(leaves: list[tuple[Path, ScanNode]]) -> list[tuple[Path, ScanNode]]:
    """At most twenty, spread evenly."""
    if len(leaves) <= _MOST:
        return leaves
    return [leaves[number * len(leaves) // _MOST] for number in range(_MOST)]


def edited_back(person: Person, path: Path, node: ScanNode, text: str) -> str:
    """Change one leaf of the text that the form shows, and change it back. What went wrong, or ""."""
    try:
        _Edit(person, path, node, text).do()
    except CannotDo as problem:
        person.hands.close_menu()
        return f"{pointer_of(path)}: {problem}"
    return ""


class _Edit:
    def __init__(self, person: Person, path: Path, node: ScanNode, text: str) -> None:
        self.person = person
        self.path = path
        self.node = node
        self.text = text
        self.lexeme = text[node.start : node.end]

    def do(self) -> None:
        """There and back."""
        self._go_up_to_choice()
        if self._in_set():
            self._uncheck_and_check()
        else:
            self._change(self.person.come_to(self.path).innermost())
        if self.person.form.text() != self.text:
            raise CannotDo(f"is not as it was: {_differs(self.person.form.text(), self.text)}")

    def _go_up_to_choice(self) -> None:
        """What stands in a list or object that is chosen as a whole is changed with it."""
        document = Document(self.text)
        for length in range(len(self.path)):
            above = self.person.come_to(self.path[:length]).innermost()
            node = document.node(self.path[:length])
            if above.kind in ("enum", "const") and node is not None:
                self.path, self.node = self.path[:length], node
                self.lexeme = self.text[node.start : node.end]
                return

    def _check_outside(self) -> None:
        now, node = self.person.form.text(), self.node
        if now == self.text:
            raise CannotDo("nothing changed")
        if not (now.startswith(self.text[: node.start]) and now.endswith(self.text[node.end :])):
            raise CannotDo(f"changed outside: {_differs(now, self.text)}")

    def _change(self, editor: Editor) -> None:
        way = {
            "boolean": self._other_button,
            "enum": self._other_choice,
            "const": self._other_type,
            "list": self._fill_and_empty,
            "object": self._fill_and_empty,
        }
        if editor.kind == "json":
            raise CannotDo("only a box for JSON")
        widget = editor.focus_widget()
        typed = isinstance(widget, (QLineEdit, QPlainTextEdit)) and editor.kind not in way
        if typed:
            self._type_and_delete(widget)
        else:
            way.get(editor.kind, self._other_type)(editor)

    # -- ways --------------------------------------------------------------------------------------------

    def _type_and_delete(self, widget: QLineEdit | QPlainTextEdit) -> None:
        """A character at the end, and away again; null comes back by the menu."""
        hands = self.person.hands
        hands.click(widget)
        hands.key(Qt.Key.Key_End, _CONTROL)
        hands.write("7")
        self._check_outside()
        if self.lexeme == "null":
            self.person.choose_state(self.path, "null")
        else:
            hands.key(Qt.Key.Key_Backspace)

    def _other_button(self, editor: Editor) -> None:
        other = "false" if self.lexeme == "true" else "true"
        self.person.set_scalar(self.path, other, editor)
        self._check_outside()
        self.person.set_scalar(self.path, self.lexeme, self.person.come_to(self.path).innermost())

    def _other_choice(self, editor: Editor) -> None:
        offered: list[str | None] = getattr(editor, "_lexemes", [])
        other = next((one for one in offered if one is not None and not same_value(one, self.lexeme)), None)
        if other is None:
            self._other_type(editor)
            return
        self.person.set_scalar(self.path, other, editor)
        self._check_outside()
        self.person.set_scalar(self.path, self.lexeme, self.person.come_to(self.path).innermost())

    def _other_type(self, editor: Editor) -> None:
        """A text where only one value is expected, and that value again by whatever leads there."""
        wrong = "type_number" if self.lexeme.startswith('"') else "type_string"
        self.person.choose_state(self.path, wrong)
        self._check_outside()
        self.person.reach(self.path, self.node, Document(self.text))

    def _fill_and_empty(self, editor: Editor) -> None:
        """Something into an empty list or object, and out again."""
        person, path = self.person, self.path
        person.come_to(path)
        adds = person.parts(path, widget_name(path) + "_add", QAbstractButton)
        if not any(one.isEnabled() for one in adds) and not editor.innermost().addition():
            self._other_type(editor)
            return
        before = set(person.keys(path))
        person.add_something(path)
        if person.form.text() == self.text:  # what is added is nothing until it is typed
            person.hands.write("7")
        self._check_outside()
        if self.lexeme == "null":
            person.choose_state(path, "null")
            return
        added = next((key for key in person.keys(path) if key not in before), "")
        step = added if self.node.kind == "object" else 0
        for button in person.parts(path, widget_name((*path, step)) + "_remove", QAbstractButton):
            person.hands.click(button)

    def _in_set(self) -> bool:
        return bool(self.path) and self.person.come_to(self.path[:-1]).innermost().kind == "set"

    def _uncheck_and_check(self) -> None:
        above = self.path[:-1]
        offered: list[str] = getattr(self.person.editor(above).innermost(), "_lexemes", [])
        number = next(n for n, one in enumerate(offered) if same_value(one, self.lexeme))
        box: QCheckBox = self.person.part(above, f"_{number}", QCheckBox)
        self.person.hands.click(box)
        if self.person.form.text() == self.text:
            raise CannotDo("nothing changed")
        self.person.hands.click(box)


def _differs(now: str, was: str) -> str:
    place = next(
        (n for n, (a, b) in enumerate(zip(now, was, strict=False)) if a != b), min(len(now), len(was))
    )
    return f"{now[max(0, place - 8) : place + 16]!r} for {was[max(0, place - 8) : place + 16]!r}"
