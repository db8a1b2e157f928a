"""One row of a form: heading, editor, help, error.

The heading says what the field is called, its key, type and limits; a menu at its end chooses between not
set, empty, null and a value, and shows any field as JSON. Sections (objects, lists) fold at their heading.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from inspector.schema.document import Path, pointer_of
from inspector.schema.fields import Field, Kind
from inspector.ui import theme
from inspector.ui.controls import Elided
from inspector.ui.form_areas import JsonFieldEditor
from inspector.ui.form_editor import EditorHost, retire, widget_name
from inspector.ui.form_parts import ErrorText, FoldButton, HelpText, indented, name_label
from inspector.ui.form_sheet import Sheet
from inspector.ui.form_text import constraints, label, plain, short, state_word, type_word
from inspector.ui.plain import tooltip

__all__ = ["FieldRow"]

_EMPTY: Final[dict[Kind, str]] = {
    "string": '""',
    "multiline": '""',
    "list": "[]",
    "tuple": "[]",
    "object": "{}",
    "map": "{}",
    "any": '""',
}
_TYPES: Final = {"string": '""', "number": "0", "boolean": "false", "object": "{}", "array": "[]"}
"""What a value of a type starts with that the schema may not expect: it can be sent on purpose."""
_OPEN_DEPTH: Final = 4
_OPEN_ITEMS: Final = 5


class FieldRow(QWidget):
    """Everything about one field. bare: without a heading unless it is a section, for lists and tables."""

    def __init__(
        self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None, *, bare: bool = False
    ) -> None:
        super().__init__(parent)
        self.sheet = sheet
        self.field = field
        self.path = path
        self._given: list[str] = []
        self._errors: list[str] = []
        self.host = EditorHost(sheet, field, path)
        self.is_section = sheet.choose(field, None, None).is_section
        self._was_set = sheet.node(path) is not None
        self._guests: list[QWidget] = []
        self._fold: FoldButton | None = None
        self._state: Elided | None = None
        self._error_text: ErrorText | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2)
        self._header = QHBoxLayout()
        self._header.setSpacing(5)
        headed = not bare or self.is_section
        if headed:
            self._fill_header()
            self._layout.addLayout(self._header)
        self._body = self._make_body()
        self._fill_help(headed)
        self._open_if_seen()
        sheet.rows[path] = self
        self.host.exchanged.connect(self._exchanged)
        self._describe()

    # -- what others ask ---------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the document as it is now. A section that gets a value opens."""
        is_set = self.sheet.lexeme(self.path) not in (None, "null")
        if is_set and not self._was_set and len(self.path) <= _OPEN_DEPTH:
            self.unfold()
        self._was_set = is_set
        self.host.refresh()
        self._show_state()

    def forget(self) -> None:
        """Show everything anew at the next refresh."""
        self.host.forget()

    def show_errors(self, errors: list[str]) -> None:
        """What is wrong here; empty: nothing. What keeps a draft from being JSON comes first."""
        self._given = errors
        self.refresh_errors()

    def refresh_errors(self) -> None:
        """Look again whether the editor holds a text that is no JSON."""
        errors, draft = self._given, self.host.editor.error()
        errors = [draft, *errors] if draft else errors
        if errors == self._errors:
            return
        self._errors = errors
        if self._error_text is None:
            self._error_text = ErrorText()
            self._error_text.setObjectName(f"{widget_name(self.path)}_error")
            self._layout.insertWidget(
                max(0, self._layout.indexOf(self._body)) + (0 if self.is_section else 1), self._error_text
            )
        self._error_text.setText("⚠ " + "; ".join(errors))
        self._error_text.setVisible(bool(errors))
        self._describe()

    @property
    def errors(self) -> list[str]:
        """What is shown as wrong."""
        return list(self._errors)

    def focus_widget(self) -> QWidget:
        """What takes the keyboard."""
        return self.host.editor.focus_widget()

    def unfold(self) -> None:
        """Show what is inside a section."""
        if self._fold is not None and not self._fold.opened:
            self._fold.set_opened(True)
            self._folded(True)

    # -- parts -------------------------------------------------------------------------------------------

    def _fill_header(self) -> None:
        field, header = self.field, self._header
        if self.is_section:
            self._fold = FoldButton(f"{widget_name(self.path)}_fold", label(field), self._starts_open())
            self._fold.toggled_by_person.connect(self._folded)
            header.addWidget(self._fold)
        if label(field):
            name = name_label(label(field), bool(field.title))
            name.setBuddy(self.host)
            header.addWidget(name)
        if field.required and field.key:
            star = ErrorText("*", wrap=False)
            star.setToolTip(self.tr("Required"))
            header.addWidget(star)
        if field.title and field.key and field.title != field.key:
            key = Elided(field.key, role="muted")
            key.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            key.setFont(theme.mono_font(-1))
            key.setMinimumWidth(1)  # gives way before the form scrolls sideways, as state and limits do
            header.addWidget(key)
        if self.is_section:
            self._state = Elided(role="muted")
            self._state.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            self._state.setMinimumWidth(1)
            header.addWidget(self._state)
        limits = Elided(constraints(field), role="muted")
        limits.setAlignment(Qt.AlignmentFlag.AlignRight)
        limits.setMinimumWidth(1)
        header.addWidget(limits, 1)
        header.addWidget(self._menu_button())
        self._invite()

    def _fill_help(self, headed: bool) -> None:
        text = " ".join(part for part in (plain(self.field.description), self.field.note) if part)
        if not headed:
            line = QHBoxLayout()
            line.setSpacing(2)
            line.addWidget(self._body, 1)
            line.addWidget(self._menu_button(), 0, Qt.AlignmentFlag.AlignTop)
            self._layout.addLayout(line)
            self.setToolTip(tooltip(self.field.description) if len(self.field.description) < 1000 else "")
        elif self.is_section:
            if text:
                self._layout.addWidget(HelpText(text))
            self._layout.addWidget(self._body)
        else:
            self._layout.addWidget(self._body)
            if text:
                self._layout.addWidget(HelpText(text))

    def _invite(self) -> None:
        """Give the editor's own controls a place before the menu; those of an earlier editor go."""
        for guest in self._guests:
            retire(guest)
        self._guests = self.host.editor.header_widgets() if self._header.count() else []
        for guest in self._guests:
            self._header.insertWidget(self._header.count() - 1, guest)

    def _make_body(self) -> QWidget:
        if not self.is_section:
            return self.host
        body = indented(self.host, self)
        body.setVisible(self._fold is None or self._fold.opened)
        return body

    def _menu_button(self) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"{widget_name(self.path)}_menu")
        button.setAutoRaise(True)
        button.setIcon(theme.icon("dots-vertical", "muted"))
        button.setIconSize(QSize(14, 14))
        button.setFixedSize(18, 20)
        button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        hint = self.tr("Not set, empty, null, JSON")
        button.setToolTip(hint)
        button.setAccessibleName(f"{label(self.field)}: {hint}")
        button.clicked.connect(self._open_menu)
        return button

    # -- the menu ----------------------------------------------------------------------------------------

    def _open_menu(self) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        button = self.sender()
        if isinstance(button, QToolButton):
            menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def menu(self) -> QMenu:
        """The choices for this field, made for the value it has now."""
        field, menu, lexeme = self.field, QMenu(self), self.sheet.lexeme(self.path)
        if not self.host.editor.must_stay:
            unset = self._action(menu, "unset", self.tr("Not set"), lexeme is None)
            unset.triggered.connect(self._set_unset)
        if field.kind in _EMPTY:
            text = self.tr("Empty: {0}").format(_EMPTY[field.kind])
            self._value_action(menu, "empty", text, _EMPTY[field.kind], lexeme)
        self._value_action(menu, "null", self.tr("Null"), "null", lexeme)
        if field.default is not None:
            text = self.tr("Default: {0}").format(short(field.default, 40))
            self._value_action(menu, "default", text, field.default, lexeme)
        if field.examples:
            examples = menu.addMenu(self.tr("Example"))
            for number, example in enumerate(field.examples[:20]):
                self._value_action(examples, f"example_{number}", short(example, 50), example, lexeme)
        menu.addSeparator()
        types = menu.addMenu(self.tr("As another type"))
        for name, empty in _TYPES.items():
            self._value_action(types, f"type_{name}", f"{type_word(name)}: {empty}", empty, None)
        if field.kind != "json":
            as_json = self._action(menu, "as_json", self.tr("Edit as JSON"), self.host.forced is not None)
            as_json.triggered.connect(self._toggle_json)
        copy = menu.addAction(self.tr("Copy path {0}").format(pointer_of(self.path)))
        copy.triggered.connect(self._copy_pointer)
        return menu

    def _action(self, menu: QMenu, key: str, text: str, checked: bool) -> QAction:
        action = menu.addAction(text)
        action.setObjectName(f"{widget_name(self.path)}_{key}")
        action.setCheckable(True)
        action.setChecked(checked)
        return action

    def _value_action(self, menu: QMenu, key: str, text: str, value: str, lexeme: str | None) -> None:
        action = self._action(menu, key, text, lexeme == value)
        action.setData(value)
        action.triggered.connect(self._set_value)

    def _set_value(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            if self.host.forced is not None:
                self.host.force(None)
            self.sheet.write(self.path, str(action.data()))
            self.unfold()

    def _set_unset(self) -> None:
        self.sheet.remove(self.path)

    def _toggle_json(self) -> None:
        self.host.force(None if self.host.forced is not None else JsonFieldEditor)
        self.unfold()
        self._show_state()
        self.host.editor.focus_widget().setFocus()

    def _copy_pointer(self) -> None:
        QGuiApplication.clipboard().setText(pointer_of(self.path))

    # -- how it looks ------------------------------------------------------------------------------------

    def _starts_open(self) -> bool:
        node = self.sheet.node(self.path)
        around = self.sheet.node(self.path[:-1])
        if around is not None and len(around.items) > _OPEN_ITEMS:
            return False
        if self.field.kind in ("list", "tuple") or (node is not None and len(self.path) <= _OPEN_DEPTH):
            return True
        # required: there is something to fill in; but a recursive schema has no end
        return self.field.required and len(self.path) < _OPEN_DEPTH

    def _folded(self, opened: bool) -> None:
        self._open_if_seen()
        self._body.setVisible(opened)
        self.host.refresh()
        self._show_state()

    def _show_state(self) -> None:
        if self._fold is None or self._state is None:
            return
        lexeme = self.sheet.lexeme(self.path)
        hollow = self.host.editor.is_hollow
        self._fold.set_hollow(hollow)
        self._body.setVisible(self._fold.opened and not hollow)
        word = state_word(self.field, lexeme)
        if not word and lexeme is not None and not self._fold.opened:
            word = short(" ".join(lexeme.split()), 60)  # what is inside, while it cannot be seen
        self._state.setText(word)

    def _open_if_seen(self) -> None:
        if self._fold is None or self._fold.opened:
            self.host.editor.open()

    def _exchanged(self) -> None:
        self._invite()
        self._open_if_seen()
        self._describe()

    def _describe(self) -> None:
        """What a screen reader says: the name, whether it is required, the error, the help."""
        field = self.field
        widget = self.focus_widget() if self._fold is None else self._fold
        name = label(field) or pointer_of(self.path)
        widget.setAccessibleName(
            self.tr("{0}, required").format(name) if field.required and field.key else name
        )
        parts = [*self._errors, field.description, constraints(field)]
        widget.setAccessibleDescription(" ".join(part for part in parts if part))
