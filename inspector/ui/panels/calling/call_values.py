"""Where arguments come from beside typing: used before, a sample, the clipboard, a drop.

Everything goes into the form of the call and can be taken back; nothing is sent.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from inspector.core.client.client import Client
from inspector.core.storage.secret_arguments import without_secrets
from inspector.core.storage.settings import Settings
from inspector.core.storage.value_history import ArgumentsPlace, ValueHistory
from inspector.core.transfer.pasted_arguments import read_arguments
from inspector.errors import UsageError
from inspector.schema.fields import build_fields
from inspector.schema.sample import sample_lexeme
from inspector.schema.shape import initial_text
from inspector.ui.keyboard.key_words import key_text
from inspector.ui.loop.tasks import offload, soon
from inspector.ui.panels.calling.call_form import CallForm

if TYPE_CHECKING:
    from inspector.ui.panels.calling.value_overlay import ValueOverlay

__all__ = ["CallValues"]

_PASTE: Final = "Ctrl+Shift+V"
_STEPS: Final = 19  # fills before the last one that can be undone as well


class CallValues(QObject):
    """Fills one call form. `other_tool(name, arguments)`: what was pasted belongs to another item."""

    other_tool = Signal(str, str)

    def __init__(
        self, form: CallForm, history: ValueHistory, client: Client, kind: str, settings: Settings
    ) -> None:
        super().__init__(form)
        self._form = form
        self._history = history
        self._client = client
        self._settings = settings
        self._kind = kind
        self._item = ""
        self._schema: Any = None
        self._past: list[str] = []
        """What was there before each fill, the last one last."""
        self._undone: list[str] = []
        self._restored = ""
        """What Undo brought back: while that is there it can be undone itself."""
        self._overlay: ValueOverlay | None = None
        form.history_button.clicked.connect(self.open_history)
        form.paste_wanted.connect(self.paste)
        form.undo_wanted.connect(self._undo)
        form.redo_wanted.connect(self._redo)
        form.arguments_dropped.connect(self.take)
        self._fill_menu(form.fill_button.choices)

    def show(self, item: str, schema: Any) -> None:
        """Another item is in the form."""
        self._item, self._schema = item, schema
        self._past, self._undone = [], []
        self._form.say_filled("")

    def used(self, arguments: str) -> None:
        """These arguments go out: keep them, without secrets, unless a user does not want that."""
        if not self._settings.keep_arguments:
            return
        kept, _ = without_secrets(self._schema, arguments)
        if self._item and kept.strip() and kept.strip() != "{}":
            self._history.add(self._place(), kept)
            if (work := self._history.tidying()) is not None:
                soon(self, partial(offload, work), "tidy the values that were used")

    def open_history(self) -> None:
        """Search what was used before."""
        if not self._item:
            return
        if self._overlay is not None:
            self._overlay.deleteLater()
        from inspector.ui.panels.calling.value_overlay import ValueOverlay

        overlay = self._overlay = ValueOverlay(self._history, self._place(), self._form.window())
        overlay.chosen.connect(self._chosen)
        overlay.open()

    def take(self, text: str) -> None:
        """Find arguments in a text from elsewhere and fill them in; say so when there are none."""
        try:
            found = read_arguments(text, self._schema)
        except UsageError as error:
            self._form.say_filled(str(error), "warning")
            return
        if found.tool and found.tool != self._item:
            self.other_tool.emit(found.tool, found.text)
        else:
            self.fill(found.text, self.tr("Filled in from: {0}.").format(found.source))

    def fill(self, arguments: str, said: str) -> None:
        """Replace the arguments; what was there can be had back."""
        before = self._form.text()
        if arguments == before:
            return
        self._past, self._undone = [*self._past[-_STEPS:], before], []
        self._put(arguments, said)
        self._form.focus_first()

    def _place(self) -> ArgumentsPlace:
        return ArgumentsPlace(self._client.profile.name, self._kind, self._item)

    def _chosen(self, arguments: str) -> None:
        self.fill(arguments, self.tr("Filled in from recent arguments."))

    def _undo(self) -> None:
        """Back to before the last fill, however much was typed since: Redo brings that again."""
        if self._past:
            self._undone.append(self._form.text())
            self._restored = self._past.pop()
            self._put(self._restored, "")

    def _redo(self) -> None:
        if self._undone and self._form.text() == self._restored:
            self._past.append(self._restored)
            self._restored = self._undone.pop()
            self._put(self._restored, self.tr("Restored."))

    def _put(self, text: str, said: str) -> None:
        self._form.set_text(text)
        self._form.text_changed.emit()
        self._form.say_filled(said)

    def _fill_menu(self, menu: QMenu) -> None:
        for name, text, keys, pressed in (
            ("fill_sample", self.tr("Fill required fields"), "", self._sample),
            ("fill_sample_all", self.tr("Fill all fields"), "", self._sample_all),
            ("fill_paste", self.tr("Paste arguments: JSON, name=value, cURL, log line"), _PASTE, self.paste),
            ("fill_start", self.tr("Clear form"), "", self._start),
        ):
            action = menu.addAction(f"{text}\t{key_text(keys)}" if keys else text)
            action.setObjectName(name)
            action.triggered.connect(pressed)
        menu.addSeparator()
        menu.addAction(self._form.form.add_property_action)

    def paste(self) -> None:
        """Take what is in the clipboard."""
        self.take(QGuiApplication.clipboard().text())

    def _sample(self) -> None:
        text = sample_lexeme(build_fields(self._schema))
        self.fill(text, self.tr("Filled with sample values from the schema."))

    def _sample_all(self) -> None:
        text = sample_lexeme(build_fields(self._schema), optional=True)
        self.fill(text, self.tr("Filled with sample values from the schema."))

    def _start(self) -> None:
        self.fill(initial_text(build_fields(self._schema)), self.tr("Form cleared."))
