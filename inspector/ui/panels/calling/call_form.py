"""What a call is made from: title, description, arguments as form or JSON, options, Run.

The arguments are one text with two views. The text is what is sent; the form and the JSON editor both
show and change it. Validation marks fields and never blocks: what does not fit is sent with "Run anyway".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QPushButton,
    QWidget,
)

from inspector.schema.fields import only_repeats
from inspector.schema.problem import Problem
from inspector.ui.forms.document import Unfinished
from inspector.ui.forms.error_list import FaultList
from inspector.ui.forms.form import Form
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.keyboard.key_words import with_keys
from inspector.ui.keyboard.own_keys import REDO, UNDO
from inspector.ui.keyboard.tab_order import put_in_order
from inspector.ui.panels.argument_views import ArgumentViews, ViewNames
from inspector.ui.panels.calling.options import RequestOptions
from inspector.ui.session.dragged import dragged_text
from inspector.ui.text.clamped import Clamped
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.announcements import announce
from inspector.ui.widgets.chip import Chip
from inspector.ui.widgets.controls import MenuButton, Notice, Subject, column, muted, row, tool_button
from inspector.ui.widgets.primary_button import PrimaryButton

__all__ = ["CallForm", "FormNames", "argument_views"]

_BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
_HISTORY = QKeyCombination(_BOTH, Qt.Key.Key_H)
_PASTE = QKeyCombination(_BOTH, Qt.Key.Key_V)
_WIDE = 400  # px at 100 % that the buttons need with all their words
_OWN_KEYS = (_HISTORY, _PASTE)


@dataclass(frozen=True, slots=True)
class FormNames:
    """Object names of the parts, and what the button says."""

    form: str
    switch: str
    run: str
    cancel: str
    run_text: str


def argument_views(names: FormNames) -> ArgumentViews:
    """What the arguments are typed in: made apart where that has a turn of its own."""
    return ArgumentViews(ViewNames(names.form, f"{names.form}_json", names.switch), "")


class CallForm(QWidget):
    """The middle column. `submitted`: Run; `cancelled`: Cancel; `text_changed`: the user types."""

    submitted = Signal()
    cancelled = Signal()
    text_changed = Signal()
    text_replaced = Signal()  # by the program, not typed
    undo_wanted = Signal()  # of what was filled in: the button, or Ctrl+Z where no field has a use for it
    redo_wanted = Signal()  # Ctrl+Shift+Z, Ctrl+Y
    paste_wanted = Signal()  # Ctrl+Shift+V
    arguments_dropped = Signal(str)  # a text, or the message of a row of the timeline

    def __init__(self, names: FormNames, timeout_s: float, views: ArgumentViews | None = None) -> None:
        super().__init__()
        name = names.form
        self._run_text = names.run_text
        self._connected = False
        self._enabled = True
        self._running = False
        self._forced_text = self.tr("Call anyway")
        self._title = Subject()
        self._chips = row(spacing=4)
        self._subtitle = muted()
        self._description = Clamped(f"{name}_description")
        self._views = views or argument_views(names)
        self.form = self._views.form
        self.history_button = tool_button(
            f"{name}_history", "history", self.tr("Recent arguments (Ctrl+Shift+H)")
        )
        self.fill_button = MenuButton(f"{name}_fill", "", self.tr("Fill in"), "auto-fix")
        self._filled = Notice(f"{name}_filled", "ok")
        self._undo_button = self._filled.add_button(f"{name}_undo", self.tr("Undo"), self.undo_wanted.emit)
        self._undo_button.setToolTip(with_keys(self.tr("Restore previous values (Ctrl+Z)")))
        self._filled.add_close(f"{name}_filled_close")
        self._filled.hide()
        self._options_button = tool_button(
            f"{name}_options", "chevron-right", self.tr("Options"), self.tr("Options")
        )
        self._options_button.setCheckable(True)
        self.options = RequestOptions(name, timeout_s)
        self.options.hide()
        self.run_button = PrimaryButton(names.run, names.run_text)
        self.run_button.setToolTip(with_keys(f"{names.run_text} (Ctrl+Enter)"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.setObjectName(names.cancel)
        self.copy_button = MenuButton(
            f"{name}_copy", self.tr("Copy"), self.tr("Copy this call"), "content-copy"
        )
        self._faults = FaultList(name)
        self._warning = Notice(f"{name}_warning", "warning")
        self._warning.hide()
        self._lay_out()
        self._options_button.toggled.connect(self._show_options)
        self.options.changed.connect(self._say_options)
        self.run_button.clicked.connect(self.submitted)
        self.cancel_button.clicked.connect(self.cancelled)
        self._views.submitted.connect(self.submitted)
        self._views.changed.connect(self.text_changed)
        self.form.faults_changed.connect(self._show_faults)
        self._faults.chosen.connect(self._views.go_to_fault)
        self.setAcceptDrops(True)
        self._update_buttons()

    @property
    def editor(self) -> JsonEditor:
        """The arguments as JSON."""
        return self._views.editor

    # -- the text ------------------------------------------------------------------------------------

    def show_thing(
        self, name: str, title: str, description: str, badges: tuple[tuple[str, str, str, str], ...]
    ) -> None:
        """Head of the column. badges: (letter, word, role, meaning)."""
        self._title.setText(name)
        self._subtitle.setText("" if only_repeats(title, name) else title)
        self._subtitle.setVisible(bool(self._subtitle.text()))
        self._description.set_text(description)
        while (item := self._chips.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for _letter, word, role, meaning in badges:
            chip = Chip(word, role)
            chip.setObjectName("annotation_badge")
            chip.setToolTip(meaning)
            self._chips.addWidget(chip)

    def set_schema(
        self, schema: Any, text: str | None = None, left: Unfinished | None = None, *, again: bool = False
    ) -> None:
        """Build the form. text: what the arguments were before; None: what the schema starts with. left:
        what was half typed then. again: of the item that is shown already."""
        self._views.set_schema(schema, text, left, again=again)
        self._faults.close_list()
        self._show_faults()

    def text(self) -> str:
        """The arguments, exactly as they are sent."""
        return self._views.text()

    def unfinished(self) -> Unfinished | None:
        """What is half typed in fields."""
        return self._views.unfinished()

    def set_text(self, text: str) -> None:
        """Replace the arguments in both views."""
        self._views.set_text(text)
        self.text_replaced.emit()

    def view(self) -> str:
        """form, json or both."""
        return self._views.view()

    def choose_view(self, view: str) -> None:
        """Show the form, the JSON, or both."""
        self._views.choose_view(view)

    def focus_first(self) -> None:
        """The first field, or the editor."""
        self._views.focus_first()

    def say_filled(self, text: str, role: str = "ok") -> None:
        """Where the arguments come from, with a way back; "" is nothing. warning: nothing was changed."""
        self._filled.set_text(text)
        self._filled.set_role(role)
        self._undo_button.setVisible(role == "ok")
        self._filled.setVisible(bool(text))

    def call_options(self) -> dict[str, Any]:
        """Keywords of `Client.call`: time limit and extras. Raises UsageError with what is mistyped."""
        return {"timeout_s": self.options.timeout_s(), "extras": self.options.extras()}

    # -- state ---------------------------------------------------------------------------------------

    def memory(self) -> bool:
        """Whether the options are open; the rest is kept for each item by the panel."""
        return self._options_button.isChecked()

    def resume(self, memory: bool) -> None:
        """Open the options again."""
        self._options_button.setChecked(memory)

    def set_enabled(self, enabled: bool) -> None:
        """Off: nothing is chosen yet."""
        self._enabled = enabled
        self._update_buttons()

    def set_connected(self, connected: bool) -> None:
        """Off: nothing can be sent now."""
        self._connected = connected
        self._update_buttons()

    def set_running(self, running: bool) -> None:
        """On: a call runs that can be cancelled."""
        self._running = running
        self._update_buttons()

    def warn(self, text: str) -> None:
        """Say why this should not be called; "" is nothing. The button then says "anyway"."""
        self._warning.set_text(text)
        self._warning.setVisible(bool(text))
        self._name_run_button()

    def show_problems(self, problems: list[Problem], reveal: bool = False) -> None:
        """What the validator says about the text. It never keeps anybody from running.

        What is required and not filled in yet counts only when the user pressed Run (reveal).
        """
        self._views.show_problems(problems, reveal=reveal)
        self._show_faults()
        if reveal and self.has_errors():
            announce(self, self._faults.button.accessibleName(), urgent=True)

    def has_errors(self) -> bool:
        """Whether the arguments are shown as wrong: running them is on purpose then."""
        return self._views.has_errors()

    def _show_faults(self) -> None:
        self._faults.show_faults(self.form.faults())
        self._name_run_button()

    def _name_run_button(self) -> None:
        anyway = self.has_errors() or bool(self._warning.text())
        forced = self._forced_text if self._warning.text() else self.tr("{} anyway").format(self._run_text)
        self.run_button.setText(forced if anyway else self._run_text)

    def _show_options(self, shown: bool) -> None:
        self.options.setVisible(shown)
        self._options_button.setIcon(theme.icon("chevron-down" if shown else "chevron-right"))

    def _say_options(self) -> None:
        """What is set must be seen when the strip is closed, too."""
        text = self.tr("Options") if self.options.are_default() else self.tr("Options · changed")
        self._options_button.setText(text)
        self._options_button.setAccessibleName(text)

    def _update_buttons(self) -> None:
        self.run_button.setEnabled(self._enabled and self._connected)
        self.cancel_button.setEnabled(self._running)
        for button in (self.copy_button, self.history_button, self.fill_button):
            button.setEnabled(self._enabled)

    # -- what comes from elsewhere -------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Keys of the form as a whole, before the widget that has the keyboard takes them for its own."""
        key = event.keyCombination() if isinstance(event, QKeyEvent) else None
        if event.type() == QEvent.Type.ShortcutOverride and key in _OWN_KEYS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Shift+H: used before; Ctrl+Shift+V: paste arguments; Ctrl+Z: undo what was filled in."""
        key = event.keyCombination()
        if key == _HISTORY:
            self.history_button.click()
        elif key == _PASTE:
            self._paste()
        elif key in UNDO:
            self.undo_wanted.emit()
        elif key in REDO:
            self.redo_wanted.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow column the buttons need the room of the words."""
        super().resizeEvent(event)
        narrow = self.width() < theme.px(_WIDE)
        self.copy_button.set_label("" if narrow else self.tr("Copy"))
        self._faults.set_brief(narrow)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._enabled and dragged_text(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.arguments_dropped.emit(dragged_text(event.mimeData()))

    def answer_keys_of(self, widget: QWidget) -> None:
        """Let Ctrl+Shift+H and Ctrl+Shift+V work there as well: the list, where the keyboard is at first."""
        for key, slot in ((_HISTORY, self.history_button.click), (_PASTE, self._paste)):
            shortcut = QShortcut(key, widget)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)

    def _paste(self) -> None:
        if self._enabled:
            self.paste_wanted.emit()

    def add_above(self, widget: QWidget) -> None:
        """Put something under the title."""
        self._above.addWidget(widget)

    def add_below(self, widget: QWidget) -> None:
        """Put something between the arguments and the buttons."""
        self._below.addWidget(widget)

    # -- layout --------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        head = row(self._title, self._chips)
        head.setStretch(0, 1)
        self._above = column(spacing=2)
        top = column(
            head,
            self._subtitle,
            self._above,
            self._warning,
            self._description,
            margins=(theme.SPACE_WIDE, 8, theme.SPACE_WIDE, 2),
            spacing=2,
        )
        switch = row(
            self._views.switch,
            self.history_button,
            self.fill_button,
            self._options_button,
            margins=(theme.SPACE_WIDE, 4, theme.SPACE, 2),
            spacing=2,
        )
        switch.insertStretch(1, 1)
        filled = row(self._filled, margins=(theme.SPACE_WIDE, 0, theme.SPACE, 0))
        options = row(self.options, margins=(theme.SPACE, 0, theme.SPACE, 0))
        buttons = row(self.run_button, self.cancel_button, self._faults.button, self.copy_button)
        zoom.margins(buttons, theme.SPACE_WIDE, 6, theme.SPACE, 8)
        buttons.insertStretch(3, 1)
        self._below = column(spacing=0)
        faults = row(self._faults, margins=(theme.SPACE_WIDE, 0, theme.SPACE, 0))
        parts = (top, switch, options, filled, self._views, self._below, faults, buttons)
        self.setLayout(column(*parts, spacing=2))
        self.layout().setStretch(4, 1)  # type: ignore[union-attr]  # it was set in the line above
        zoom.follow(self.setMinimumWidth, 340)
        put_in_order(self, Form)
