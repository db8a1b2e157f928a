"""One row of a form: heading, editor, help, error.

The heading says what the field is called, its key, type and limits; a menu at its end chooses between not
set, empty, null and a value, and shows any field as JSON. Sections (objects, lists) fold at their heading.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from inspector.schema.document import Path, pointer_of
from inspector.schema.fields import Field
from inspector.translation import shown
from inspector.ui.forms.editors.editor import FormSheet, Row, retire, widget_name
from inspector.ui.forms.editors.scalar import ScalarEditor
from inspector.ui.forms.help import HelpText, words
from inspector.ui.forms.layout import at_once, settle
from inspector.ui.forms.parts import ErrorText, FoldButton, WarnText, indented, name_label, speak
from inspector.ui.forms.row_menu import RowMenu
from inspector.ui.forms.texts import constraints, label, short, state_word
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Elided
from inspector.ui.widgets.plain import tooltip

__all__ = ["FieldRow"]

_LONG_HINT: Final = 1000
_OPEN_DEPTH: Final = 4
_OPEN_ITEMS: Final = 5
_OPEN_ROWS: Final = 60


class FieldRow(Row):
    """Everything about one field. bare: without a heading unless it is a section, for lists and tables."""

    def __init__(
        self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None, *, bare: bool = False
    ) -> None:
        super().__init__(sheet, field, path, parent)
        self._now = field
        """The same for the value of now: what is said of it may hold only under a condition."""
        self._seen: str | None = None
        self._given: list[str] = []
        self._errors: list[str] = []
        self._warnings: list[str] = []
        self.tell_key: Callable[[str], None] | None = None
        """Says at `key_widget` what is wrong with the name."""
        self.is_section = sheet.choose(field, None, None).is_section
        self._was_set = sheet.node(path) is not None
        self._guests: list[QWidget] = []
        self._fold: FoldButton | None = None
        self._name: Elided | None = None
        self._state: Elided | None = None
        self._help: HelpText | None = None
        self._error_text: ErrorText | None = None
        self._warn_text: WarnText | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        zoom.follow(self._layout.setSpacing, 2)
        self._header = QHBoxLayout()
        zoom.follow(self._header.setSpacing, 4)
        self._menu_button = self._make_menu_button()
        self._headed = not bare or self.is_section
        if self._headed:
            self._layout.addLayout(self._header)
            self._fill_header()
        self._body = self._make_body()
        self._layout.addWidget(self._body)
        self._show_help()
        self._open_if_seen()
        sheet.add_row(self)
        self.host.exchanged.connect(self._exchanged)
        self._describe()

    # -- what others ask ---------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the document as it is now. A section that gets a value opens, unless there is much already."""
        is_set = self.sheet.lexeme(self.path) not in (None, "null")
        few = len(self.path) <= _OPEN_DEPTH and len(self.sheet.rows) < _OPEN_ROWS
        if is_set and not self._was_set and few:
            self.unfold()
        self._was_set = is_set
        self.host.refresh()
        self._look()
        self._show_state()

    def forget(self) -> None:
        """Show everything anew at the next refresh."""
        self.host.forget()

    def set_field(self, field: Field) -> None:
        """What the schema says of the place has changed, because of another value."""
        if field is self.field or (field == self.field and field.schema == self.field.schema):
            return
        self.field = self._now = field
        self._seen = None
        self.host.set_field(field)
        self._say_anew()
        self._look()
        self._show_state()

    def show_errors(
        self, errors: list[str], warnings: list[str] | None = None, at_key: list[str] | None = None
    ) -> None:
        """What is wrong here; empty: nothing. What keeps a draft from being JSON comes first.

        at_key: what is wrong with the name, told where that is typed.
        """
        if self.tell_key is not None:
            self.tell_key("; ".join(at_key or []))
        else:
            errors = [*errors, *(at_key or [])]
        self._given = errors
        if (warnings or []) != self._warnings:
            self._warnings = warnings or []
            if self._warn_text is None:
                self._warn_text = WarnText()
                self._put_under(self._warn_text, "warning")
            self._warn_text.tell(self._warnings)
            self._describe()
        self.refresh_errors()
        self.host.editor.innermost().judge(bool(self._errors or self._warnings))

    def refresh_errors(self) -> None:
        """Look again whether the editor holds a text that is no JSON."""
        errors, draft = self._given, self.host.editor.error()
        errors = [draft, *errors] if draft else errors
        if errors == self._errors:
            return
        self._errors = errors
        if self._error_text is None:
            self._error_text = ErrorText()
            self._put_under(self._error_text, "error")
        self._error_text.tell(errors)
        self._describe()

    def _put_under(self, text: ErrorText, what: str) -> None:
        """Below the value; of a section, which may be long, above."""
        text.setObjectName(f"{widget_name(self.path)}_{what}")
        place = max(0, self._layout.indexOf(self._body))
        self._layout.insertWidget(place + (0 if self.is_section else 1), text)

    @property
    def errors(self) -> list[str]:
        """What is shown as wrong."""
        return list(self._errors)

    def handle(self) -> QWidget:
        """The row itself for the keyboard: the arrow of a section, else the button of the menu."""
        return self._fold if self._fold is not None and self._fold.isEnabled() else self._menu_button

    @property
    def is_folded(self) -> bool:
        """A section whose inside cannot be seen."""
        return self._fold is not None and not self._fold.opened

    def unfold(self, opened: bool = True) -> None:
        """Show what is inside a section, or no longer."""
        if self._fold is not None and self._fold.opened != opened:
            self._fold.set_opened(opened)
            self._folded(opened)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape in an editor: to its row; there, and without a heading, it is for what is around."""
        focus, handle = QApplication.focusWidget(), self.handle()
        inside = self._headed and focus is not None and focus is not handle and handle.isVisible()
        if event.key() == Qt.Key.Key_Escape and inside and self.sheet.row_of(focus) is self:
            handle.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    # -- parts -------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Say what holds for the value of now."""
        lexeme = self.sheet.lexeme(self.path)
        if not self.field.is_conditional or lexeme == self._seen:
            return
        self._seen, before = lexeme, self._now
        value = self.sheet.document.value(self.path) if lexeme is not None else None
        self._now = self.field if lexeme is None else self.field.seen(value)
        if _said(self._now) != _said(before):
            self._say_anew()

    def _say_anew(self) -> None:
        if self._headed:
            self._clear_header()
            self._fill_header()
        self._show_help()
        self._describe()

    def _fill_header(self) -> None:
        field, header = self._now, self._header
        if self.is_section:
            if self._fold is None:
                self._fold = FoldButton(f"{widget_name(self.path)}_fold", label(field), self._starts_open())
                self._fold.toggled_by_user.connect(self._folded_by_user)
            header.addWidget(self._fold)
        if label(field):
            name = name_label(label(field), bool(field.title), field.deprecated)
            header.addWidget(name)
            self._name = name
        if field.required and field.key:
            star = ErrorText("*", wrap=False)
            star.setToolTip(tooltip(field.condition) or self.tr("Required"))
            header.addWidget(star)
        if field.title and field.key and field.title != field.key:
            key = Elided(field.key, role="muted")
            key.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            zoom.mono(key, -1)
            key.setMinimumWidth(1)  # gives way before the form scrolls sideways, as state and limits do
            header.addWidget(key)
        if self.is_section:
            self._state = Elided(role="muted")
            self._state.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            self._state.setMinimumWidth(1)
            header.addWidget(self._state)
        limits = Elided(self._limits(), role="muted")
        limits.setAlignment(Qt.AlignmentFlag.AlignRight)
        limits.setMinimumWidth(1)
        header.addWidget(limits, 1)
        header.addWidget(self._menu_button)
        self._invite()

    def _limits(self) -> str:
        """Type and limits; how many parts there may be stands at their number."""
        if self.is_section:
            bounds = replace(
                self._now.bounds, min_items=None, max_items=None, min_properties=None, max_properties=None
            )
            return constraints(replace(self._now, bounds=bounds))
        if isinstance(self.host.editor, ScalarEditor):  # it remarks these below itself
            return constraints(replace(self._now, read_only=False, header=""))
        return constraints(self._now)

    def _clear_header(self) -> None:
        """Take away what stands in the heading, but for what keeps its place: the arrow and the menu."""
        self._guests = []
        self._name = None
        while (item := self._header.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None and widget not in (self._fold, self._menu_button):
                retire(widget)

    def _show_help(self) -> None:
        """The description below the editor, in a section above it; of a row without a heading as a hint."""
        field = self._now
        text = "\n\n".join(
            part for part in (field.description, shown(field.note), *field.rules, field.condition) if part
        )
        said = field.descriptions or (field.description,)
        if not self._headed:
            hint = "\n".join(part for part in (field.title, *map(words, said)) if part)
            self.setToolTip(tooltip(hint) if len(hint) < _LONG_HINT else "")
            text = shown(field.note)
        if self._help is not None:
            retire(self._help)
            self._help = None
        if text:
            self._help = HelpText(text)
            if len(said) > 1:  # of a schema in parts each may say something; the nearest is shown
                self._help.setToolTip(tooltip("\n".join(map(words, said))[:_LONG_HINT]))
            above = 1 if self.is_section else self._layout.count()
            self._layout.insertWidget(above, self._help)

    def _invite(self) -> None:
        """Give the editor's own controls a place before the menu; those of an earlier editor go."""
        for guest in self._guests:
            retire(guest)
        self._guests = self.host.editor.header_widgets() if self._header.count() else []
        for guest in self._guests:
            self._header.insertWidget(self._header.count() - 1, guest)

    def _make_body(self) -> QWidget:
        if self.is_section:
            body: QWidget = indented(self.host, self, deep=len(self.path) > _OPEN_DEPTH)
            body.setVisible(self._fold is None or self._fold.opened)
            return body
        if self._headed:
            return self.host
        body = QWidget(self)
        line = QHBoxLayout(body)
        line.setContentsMargins(0, 0, 0, 0)
        zoom.follow(line.setSpacing, 2)
        line.addWidget(self.host, 1)
        line.addWidget(self._menu_button, 0, Qt.AlignmentFlag.AlignTop)
        return body

    def _make_menu_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"{widget_name(self.path)}_menu")
        button.setAutoRaise(True)
        button.setIcon(theme.icon("dots-vertical", "muted"))
        zoom.follow(button.setIconSize, QSize(14, 14))
        zoom.follow(button.setFixedSize, 18, 20)
        button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        hint = self.tr("Not set, empty, null, JSON")
        button.setToolTip(hint)
        button.setAccessibleName(f"{self.host.editor.spoken()}: {hint}")
        button.clicked.connect(self._open_menu)
        return button

    # -- the menu ----------------------------------------------------------------------------------------

    def _open_menu(self) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._menu_button.mapToGlobal(self._menu_button.rect().bottomLeft()))

    def menu(self) -> RowMenu:
        """The choices for this field, made for the value it has now."""
        menu = RowMenu(self.sheet, self.field, self.path, self.host, self)
        menu.acted.connect(self._acted)
        return menu

    def _acted(self) -> None:
        self.unfold()
        self._show_state()

    # -- how it looks ------------------------------------------------------------------------------------

    def _starts_open(self) -> bool:
        if len(self.sheet.rows) >= _OPEN_ROWS:
            return False
        node = self.sheet.node(self.path)
        around = self.sheet.node(self.path[:-1])
        if around is not None and len(around.items) > _OPEN_ITEMS:
            return False
        if len(self.path) > 2 * _OPEN_DEPTH:
            return False
        if self.field.kind == "list" or (node is not None and len(self.path) <= _OPEN_DEPTH):
            return True
        if self.field.kind == "tuple":
            return len(self.path) < _OPEN_DEPTH
        # required: there is something to fill in; but a recursive schema has no end
        return self.field.required and len(self.path) < _OPEN_DEPTH

    @at_once
    def _folded(self, opened: bool) -> None:
        self._open_if_seen()
        self._body.setVisible(opened)
        self.host.refresh()
        self._show_state()
        self.sheet.rearranged.emit()

    def _folded_by_user(self, opened: bool) -> None:
        self._folded(opened)
        settle(self)

    def _show_state(self) -> None:
        if self._fold is None or self._state is None:
            return
        lexeme = self.sheet.lexeme(self.path)
        hollow = self.host.editor.is_hollow
        self._fold.set_hollow(hollow)
        if self._body.isHidden() is (self._fold.opened and not hollow):
            self._show_body(self._fold.opened and not hollow)
        word = state_word(self.field, lexeme)
        if not word and lexeme is not None and not self._fold.opened:
            word = short(lexeme)  # what is inside, while it cannot be seen
        self._state.setText(word)

    @at_once
    def _show_body(self, shown: bool) -> None:
        self._body.setVisible(shown)

    def _open_if_seen(self) -> None:
        if self._fold is None or self._fold.opened:
            self.host.editor.open()

    def _exchanged(self) -> None:
        self._invite()
        self._open_if_seen()
        self._describe()

    def _describe(self) -> None:
        """What a screen reader says: the name, whether it is required, the error, the help."""
        field = self._now
        widget = self.focus_widget() if self._fold is None else self._fold
        name = label(field) or pointer_of(self.path)
        name = self.tr("{0}, required").format(name) if field.required and field.key else name
        if self._name is not None:
            self._name.setBuddy(widget)
        default = self.tr("default {0}").format(short(field.default)) if field.default is not None else ""
        said = [words(field.description), field.condition, constraints(field), default]
        parts = [*self._errors, *self._warnings, *said]
        about = " ".join(part for part in parts if part)
        speak(widget, name, about)
        # of an empty list or object the arrow is no stop of Tab: what is beside it has to tell
        for guest in self._guests if self._fold is not None else ():
            if guest.focusPolicy() & Qt.FocusPolicy.TabFocus:
                guest.setAccessibleDescription(f"{name} {about}".strip())


def _said(field: Field) -> tuple[object, ...]:
    """What a row says of a field beside its value."""
    words = (field.title, field.description, field.descriptions, field.note, field.rules)
    return *words, field.deprecated, constraints(field)
