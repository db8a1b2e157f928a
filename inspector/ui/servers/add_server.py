"""One box that understands a command, a URL or JSON, and says at once what it understood."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QSizePolicy, QWidget

from inspector.core.install.offers import offered_by
from inspector.core.servers.profiles import Profile, shown_target
from inspector.core.transfer.paste import parse_server
from inspector.errors import UsageError
from inspector.ui.loop.tasks import offload, soon
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import DIALOG, Link, Notice, column, muted, row
from inspector.ui.widgets.overlay import Overlay
from inspector.ui.widgets.plain import elided, tooltip
from inspector.ui.widgets.primary_button import PrimaryButton

__all__ = ["AddServerBox", "AddServerOverlay"]

_PREVIEW_MS = 80
_PREVIEW_ROWS = 6
_SHORT = 4000  # letters


@dataclass(frozen=True, slots=True)
class _Understood:
    profiles: list[Profile] = field(default_factory=list)
    offer: Path | str | None = None
    problem: str = ""


def _understood(text: str) -> _Understood:
    offer = offered_by(text)
    if not text or offer is not None:
        return _Understood(offer=offer)
    try:
        return _Understood(parse_server(text))
    except UsageError as error:
        return _Understood(problem=str(error))


def _is_short(text: str) -> bool:
    """Whether it is read within a frame. The reader of YAML alone takes longer to be loaded."""
    return len(text) <= _SHORT and ("\n" not in text or text.startswith(("{", "[", "http")))


class AddServerBox(QWidget):
    """Text box, preview and button. `wanted`: list of Profile to add and connect.

    A bundle or an entry of the registry is asked about first: `offer_file_wanted(Path)`,
    `offer_text_wanted(str)`.
    """

    wanted = Signal(list)
    offer_file_wanted = Signal(object)
    offer_text_wanted = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: list[str] = []  # what is understood, a server a line
        self._profiles: list[Profile] = []
        self._offer: Path | str | None = None
        self._text = self._confirmed = ""  # what is being read, and what is added as soon as it was
        self._is_read = True
        self.edit = QPlainTextEdit()
        self.edit.setObjectName(f"{name}_text")
        self.edit.setProperty("outlined", True)  # the sheet of the theme draws its edge
        self.edit.setAccessibleName(self.tr("Command, URL or JSON of a server"))
        self.edit.setPlaceholderText(
            self.tr("Paste a command, a URL or JSON:")
            + "\nnpx -y @modelcontextprotocol/server-everything\n"
            + "https://example.com/mcp\n"
            + '{"mcpServers": {"name": {"command": "…"}}}'
        )
        self.edit.setTabChangesFocus(True)
        self.edit.installEventFilter(self)
        self._preview = QLabel()
        self._preview.setObjectName(f"{name}_preview")
        self._preview.setTextFormat(Qt.TextFormat.PlainText)
        self._preview.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._problem = Notice(f"{name}_problem", "warning")
        self._problem.hide()
        self._add = PrimaryButton(f"{name}_confirm", self.tr("Add and connect"))
        self._add.setToolTip(self.tr("Enter"))
        self._hint = muted(wrap=True)
        buttons = row(self._hint, self._add)
        buttons.setStretch(0, 1)
        self.setLayout(column(self.edit, self._preview, self._problem, buttons))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PREVIEW_MS)
        self._timer.timeout.connect(self.read)
        self.edit.textChanged.connect(self._timer.start)
        self._add.clicked.connect(self.confirm)
        theme.notifier().changed.connect(self._look)
        self._look()
        self.read()

    def set_text(self, text: str) -> None:
        """Fill the box, for instance with what was dropped on the window."""
        self.edit.setPlainText(text)
        self.read()

    def read(self) -> None:
        """Say what is understood; of a text that takes longer than a frame, when that is done."""
        text = self.edit.toPlainText().strip()
        if _is_short(text):
            self._text = text
            self._show(_understood(text))
        elif text != self._text:
            self._text, self._is_read = text, False
            self._add.setEnabled(False)
            soon(self, partial(self._read, text), "read what was pasted")

    async def _read(self, text: str) -> None:
        found = await offload(_understood, text)
        if text == self._text:
            self._show(found)
            if self._confirmed == text:
                self.confirm()

    def _show(self, found: _Understood) -> None:
        self._is_read = True
        self._profiles, self._offer = found.profiles, found.offer
        self._problem.set_text(found.problem)
        self._problem.setVisible(bool(found.problem))
        self._add.setEnabled(bool(self._profiles) or self._offer is not None)
        offered = self._offer is not None
        self._add.setText(self.tr("Review…") if offered else self.tr("Add and connect"))
        self._hint.setText(
            self.tr("Enter shows what would run · Shift+Enter adds a line")
            if offered
            else self.tr("Enter adds and connects · Shift+Enter adds a line")
        )
        lines = [f"{profile.name}   {shown_target(profile)}" for profile in self._profiles[:_PREVIEW_ROWS]]
        if len(self._profiles) > _PREVIEW_ROWS:
            lines.append(self.tr("… and {} more").format(len(self._profiles) - _PREVIEW_ROWS))
        if isinstance(self._offer, Path):
            lines.append(self.tr("{}   a server file").format(self._offer.name))
        elif self._offer is not None:
            lines.append(self.tr("a registry entry (server.json)"))
        self._lines = [f"✓ {line}" for line in lines]
        self._show_lines()
        self._preview.setVisible(bool(lines))
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_lines()

    def _show_lines(self) -> None:
        """A server a line: wrapped, eight of them would push the button out of a small window."""
        metrics, width = self._preview.fontMetrics(), self.edit.width()
        shown = [elided(metrics, line, Qt.TextElideMode.ElideMiddle, width) for line in self._lines]
        self._preview.setText("\n".join(shown))
        self._preview.setToolTip(tooltip("\n".join(self._lines)) if shown != self._lines else "")

    def confirm(self) -> None:
        """Add what was understood, as soon as it is."""
        self.read()
        self._confirmed = "" if self._is_read else self._text
        if not self._is_read:
            return
        offer = self._offer
        if self._profiles:
            self.wanted.emit(list(self._profiles))
        elif isinstance(offer, Path):
            self.offer_file_wanted.emit(offer)
        elif offer is not None:
            self.offer_text_wanted.emit(offer)
        else:
            return
        self.edit.clear()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter confirms, Shift+Enter is a line break."""
        if watched is self.edit and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.confirm()
                return True
        return super().eventFilter(watched, event)

    def _look(self) -> None:
        zoom.mono(self.edit)
        zoom.lines(self.edit.setFixedHeight, 5, 16)


class AddServerOverlay(Overlay):
    """The box over the window."""

    wanted = Signal(list)
    import_wanted = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__("add_server_panel", 620, window)
        self.setAccessibleName(self.tr("Add a server"))
        self.box = AddServerBox("add_server")
        self.box.wanted.connect(self._wanted)
        head = QLabel(self.tr("Add a server"))
        font = head.font()
        font.setBold(True)
        head.setFont(font)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setObjectName("add_server_cancel")
        cancel.setFlat(True)
        cancel.clicked.connect(self.dismiss)
        others = Link("add_server_import", self.tr("Import from other programs…"))
        others.clicked.connect(self.import_wanted)
        top = row(head, others, cancel)
        top.insertStretch(1, 1)
        self.setLayout(column(top, self.box, margins=DIALOG))
        self.box.edit.textChanged.connect(self._refit)

    def focus_first(self) -> None:
        self.box.edit.setFocus()
        self.box.edit.selectAll()  # what was left in it is still there, and a paste takes its place

    def open_with(self, text: str) -> None:
        """Open it filled."""
        self.open()
        self.box.set_text(text)
        self.place()

    def _refit(self) -> None:
        QTimer.singleShot(_PREVIEW_MS + 20, self.place)

    def _wanted(self, profiles: list[Profile]) -> None:
        self.dismiss()
        self.wanted.emit(profiles)
