"""One JSON text as a form, as JSON, or as both side by side: every keystroke in one is seen in the other.

The text is what is sent. Whichever view a user edited last holds it; the other one follows: the JSON at
once, the form after a short pause, because half a word of JSON is no JSON.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from inspector.schema.problem import Problem, told
from inspector.ui.forms.document import Unfinished
from inspector.ui.forms.errors import Fault
from inspector.ui.forms.form import Form
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.keyboard.own_keys import keeps
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import Switch, column
from inspector.ui.widgets.late_pane import LatePane

__all__ = ["ArgumentViews", "ViewNames"]

_PAUSE_MS: Final = 120
_LARGE: Final = 50_000  # characters; larger texts follow after the pause in both directions
_SIDE_BY_SIDE: Final = 720  # pixels
_LEAST_HEIGHT: Final = 72


@dataclass(frozen=True, slots=True)
class ViewNames:
    """Object names of the form, the JSON editor and the switch between them."""

    form: str
    editor: str
    switch: str


class ArgumentViews(QWidget):
    """`changed`: a user changed the text; `submitted`: Ctrl+Enter in the JSON."""

    changed = Signal()
    submitted = Signal()

    def __init__(self, names: ViewNames, what: str, parent: QWidget | None = None) -> None:
        """what: what the text is, for screen readers; empty: the arguments."""
        super().__init__(parent)
        self.form = Form()
        self.form.setObjectName(names.form)
        self._editor_name = names.editor
        self._late_editor = LatePane(self._make_editor)
        self._schema: Any = None
        self._problems: list[Problem] = []
        self._read_only = False
        views = (("form", self.tr("Form")), ("json", self.tr("JSON")), ("both", self.tr("Both")))
        self.switch = Switch(names.switch, views)
        self.switch.setAccessibleName(self.tr("{0} as form or JSON").format(what or self.tr("Arguments")))
        self.switch.setToolTip(self.tr("F4 switches between form and JSON"))
        self._splitter = QSplitter(Qt.Orientation.Vertical, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.form)
        self._splitter.addWidget(self._late_editor)
        zoom.follow(self._splitter.setMinimumHeight, _LEAST_HEIGHT)
        self.setLayout(column(self._splitter, spacing=0))
        self._held_by_editor = False
        self._following = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self._follow)
        self.switch.chosen.connect(self._view_chosen)
        self.form.changed.connect(self._form_changed)
        self._show_view("form")

    @property
    def editor(self) -> JsonEditor:
        """The JSON. Until it is shown there is none: it is as much as the form of a usual tool."""
        return self._late_editor.pane()

    def _make_editor(self) -> JsonEditor:
        editor = JsonEditor()
        editor.setObjectName(self._editor_name)
        editor.set_text(self.form.text())
        editor.set_schema(self._schema)
        editor.show_problems(self._problems)
        editor.set_read_only(self._read_only)
        editor.changed.connect(self._editor_changed)
        editor.submitted.connect(self.submitted)
        return editor

    # -- the text ------------------------------------------------------------------------------------

    def set_schema(
        self, schema: Any, text: str | None = None, left: Unfinished | None = None, *, again: bool = False
    ) -> None:
        """Build the form. text: what was there before; None: what the schema starts with. left: see
        `unfinished`. again: it is about the same thing as before."""
        self._following = True  # the editor keeps its cursor and what can be undone when its text stays
        self.form.set_schema(schema)
        if left is not None:
            self.form.go_on(left)
        elif text is not None:
            self.form.set_text(text)
        self._following = False
        self._held_by_editor = False
        self._timer.stop()
        self._give_to_editor()
        self._schema = schema
        if self._late_editor.made is not None:
            self.editor.set_schema(schema, again=again)

    def text(self) -> str:
        """The text, exactly as it is sent."""
        return self.editor.text() if self._held_by_editor else self.form.text()

    def unfinished(self) -> Unfinished | None:
        """What is half typed in fields of the form, if the text is the form's."""
        return None if self._held_by_editor else self.form.unfinished()

    def set_text(self, text: str) -> None:
        """Replace the text in both views."""
        self._timer.stop()
        self.form.set_text(text)
        self._held_by_editor = False
        self._give_to_editor()

    def show_problems(self, problems: list[Problem], *, reveal: bool = False) -> None:
        """What the validator says about the text, in both views. reveal: see Form.show_problems; the keyboard
        goes to the first error then."""
        self.form.show_problems(problems, reveal=reveal)
        self._problems = sorted(told(problems), key=attrgetter("is_union"))  # what is exact first
        if self._late_editor.made is not None:
            self.editor.show_problems(self._problems)
        first = next((fault for fault in self.form.faults() if fault.severity == "error"), None)
        if reveal and first is not None:
            self._go_to_error(first)

    def _go_to_error(self, fault: Fault) -> None:
        """In the view that is shown: who writes JSON goes on in JSON."""
        if self.view() == "json":
            if self.editor.text() == self.form.text():
                self.editor.go_to_character(self.form.offset_of(fault.pointer))
            self.editor.setFocus()
        else:
            self.go_to_fault(fault)

    def set_read_only(self, read_only: bool) -> None:
        """Show the text only, in both views."""
        self._read_only = read_only
        self.form.set_read_only(read_only)
        if self._late_editor.made is not None:
            self.editor.set_read_only(read_only)

    def has_errors(self) -> bool:
        """Whether the text is shown as wrong: sending it is on purpose."""
        return any(fault.severity == "error" for fault in self.form.faults())

    def go_to_fault(self, fault: Fault) -> None:
        """Put the keyboard where an error can be corrected."""
        if self.view() == "json":
            self.choose_view("form")
        self.form.go_to(fault.pointer, at_key=fault.at_key)

    def memory(self) -> Any:
        """The text, what is half typed, and the view."""
        return self.text(), self.unfinished(), self.view()

    def resume(self, memory: Any) -> None:
        """Go on with it under the same schema."""
        text, left, view = memory
        self.choose_view(view)
        if left is not None:
            self.form.go_on(left)
        elif text != self.text():
            self.editor.set_text(text)  # it may be no JSON
            self._editor_changed()
            self._follow()

    # -- the view ------------------------------------------------------------------------------------

    def view(self) -> str:
        """form, json or both."""
        return self.switch.key()

    def choose_view(self, view: str) -> None:
        """Show the form, the JSON, or both."""
        self.switch.choose(view)

    def focus_first(self) -> None:
        """The first field, or the editor where there is no form."""
        if self.view() == "json":
            self.editor.setFocus()
        else:
            self.form.focus_first()

    def event(self, event: QEvent) -> bool:
        """F4 within the form is ours."""
        return keeps(event, Qt.Key.Key_F4) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F4: from a field to its value in the JSON and back; with both shown, the keyboard goes over."""
        if event.key() != Qt.Key.Key_F4:
            super().keyPressEvent(event)
            return
        focus = self.focusWidget()
        if focus is not None and self._late_editor.isAncestorOf(focus):
            self._go_to_form()
        else:
            self._go_to_editor()

    def _go_to_editor(self) -> None:
        pointer = self.form.pointer_here()
        offset = self.form.offset_of(pointer) if pointer is not None else None
        if self.view() == "form":
            self.choose_view("json")
        self._follow()
        if offset is not None and self.editor.text() == self.form.text():
            self.editor.go_to_character(offset)
        self.editor.setFocus()

    def _go_to_form(self) -> None:
        offset = self.editor.character()
        self._follow()
        pointer = self.form.pointer_at(offset) if offset is not None else ""
        if self.view() == "json":
            self.choose_view("form")
        self.form.setFocus()  # where the text is no JSON no field takes the keyboard, but F4 still leads back
        if pointer and self.editor.text() == self.form.text():
            self.form.go_to(pointer)
        else:
            self.form.focus_first()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= _SIDE_BY_SIDE
        self._splitter.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)

    def _view_chosen(self, view: str) -> None:
        """Typing goes on in the view that comes, at the same value.

        Left to Qt the keyboard would go to the next control, and the first space would press Run.
        """
        self._follow()
        focus = QApplication.focusWidget()
        goes = {"json": self.form, "form": self._late_editor}.get(view)
        if goes is not None and focus is not None and (goes is focus or goes.isAncestorOf(focus)):
            (self._late_editor if goes is self.form else self.form).show()
            (self._go_to_editor if goes is self.form else self._go_to_form)()
        self._show_view(view)

    def _show_view(self, view: str) -> None:
        self.form.setVisible(view != "json")
        if view != "form":
            self._late_editor.pane()  # before it is shown: the splitter asks it how much room it needs
        self._late_editor.setVisible(view != "form")

    # -- one follows the other -------------------------------------------------------------------------

    def _form_changed(self) -> None:
        if self._following:
            return
        self._held_by_editor = False
        if self._late_editor.isHidden() or len(self.form.text()) > _LARGE:
            self._timer.start()
        else:
            self._give_to_editor()
        self.changed.emit()

    def _editor_changed(self) -> None:
        if self._following:
            return
        self._held_by_editor = True
        self._timer.start()
        self.changed.emit()

    def _follow(self) -> None:
        """Typing has stopped: show the current text in the other view."""
        self._timer.stop()
        if not self._held_by_editor:
            self._give_to_editor()
        elif self.form.text() != self.editor.text():
            self._following = True
            self.form.set_text(self.editor.text())
            self._following = False

    def _give_to_editor(self) -> None:
        if self._late_editor.made is not None and self.editor.text() != self.form.text():
            self._following = True
            self.editor.set_text(self.form.text())
            self._following = False
