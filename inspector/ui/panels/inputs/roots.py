"""The roots that a server is told: its own, or those of the settings; edited one by one."""

from __future__ import annotations

import contextlib
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from inspector.core.client.roots import root_of, tell_roots_changed, wants_root_changes
from inspector.errors import InspectorError
from inspector.ui.loop import saving
from inspector.ui.panels import PanelContext
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Switch, column, muted, row
from inspector.ui.widgets.plain import tooltip

__all__ = ["RootsPage"]


class RootsPage(QWidget):
    """Every change is kept at once, and told to a connected server that wants to hear of it."""

    edited = Signal()

    def __init__(self, context: PanelContext) -> None:
        super().__init__()
        self._context = context
        self._dialog: QFileDialog | None = None
        self._whose = Switch(
            "roots_whose", (("all", self.tr("From settings")), ("own", self.tr("For this server")))
        )
        self._whose.setAccessibleName(self.tr("Whose roots"))
        self._whose.choose("all" if context.inbox.own_roots is None else "own")
        self._about = muted(wrap=True)
        self.list = QListWidget()
        zoom.icons(self.list)
        self.list.setObjectName("roots_list")
        self.list.setAccessibleName(self.tr("Roots"))
        zoom.mono(self.list)
        self._uri = QLineEdit()
        self._uri.setObjectName("roots_uri")
        self._uri.setAccessibleName(self.tr("Folder or URI to add"))
        self._uri.setPlaceholderText(self.tr("A folder or URI, for instance /home/me/project"))
        zoom.mono(self._uri)
        add = self._button("roots_add", self.tr("Add"))
        folder = self._button("roots_add_folder", self.tr("Add folder…"))
        self._remove = self._button("roots_remove", self.tr("Remove"))
        self._note = muted(wrap=True)
        self._note.setObjectName("roots_note")
        whose = row(self._whose)
        whose.addStretch(1)
        line = row(self._uri, add, folder)
        line.setStretch(0, 1)
        below = row(self._remove, self._note)
        below.setStretch(1, 1)
        lines = column(whose, self._about, self.list, line, below, margins=(12, 8, 12, 8))
        lines.setStretch(2, 1)
        self.setLayout(lines)
        self._whose.chosen.connect(self._whose_chosen)
        self._uri.returnPressed.connect(self.add_typed)
        add.clicked.connect(self.add_typed)
        folder.clicked.connect(self.choose_folder)
        self._remove.clicked.connect(self.remove)
        self.list.currentRowChanged.connect(self._enable)
        self.refresh()

    def refresh(self) -> None:
        """Show what the server would be told now."""
        roots, own = list(self._context.inbox.roots), self._context.inbox.own_roots is not None
        self._whose.blockSignals(True)
        self._whose.choose("own" if own else "all")
        self._whose.blockSignals(False)
        self._about.setText(
            self.tr("Sent to this server only; saved with it.")
            if own
            else self.tr("Sent to every server without custom roots.")
        )
        if roots != [self.list.item(place).text() for place in range(self.list.count())]:
            current, place = self.list.currentItem(), self.list.verticalScrollBar().value()
            chosen = current.text() if current is not None else None
            self.list.clear()
            for text in roots:
                self.list.addItem(self._item(text))
            if chosen in roots:
                self.list.setCurrentRow(roots.index(chosen))
            self.list.verticalScrollBar().setValue(place)
        self._enable()

    def add_typed(self) -> None:
        """Add what was typed."""
        text = self._uri.text().strip()
        if text:
            self._uri.clear()
            self._keep([*self._context.inbox.roots, text])

    def choose_folder(self) -> None:
        """Ask for a folder in a box that blocks nothing."""
        dialog = QFileDialog(self, self.tr("Add a root"))
        dialog.setObjectName("roots_folder")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setModal(False)
        dialog.fileSelected.connect(self._folder_chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()

    def remove(self) -> None:
        """Remove the chosen one."""
        place = self.list.currentRow()
        if place >= 0:
            roots = list(self._context.inbox.roots)
            del roots[place]
            self._keep(roots)

    # -- inside --------------------------------------------------------------------------------------

    def _item(self, text: str) -> QListWidgetItem:
        """A root; one that the specification does not allow ("MUST be a file:// URI") is marked."""
        item, uri = QListWidgetItem(text), root_of(text)["uri"]
        item.setToolTip(tooltip(uri))
        if not uri.startswith("file://"):
            item.setIcon(theme.icon("alert-outline", "warning"))
            warning = self.tr("{}: roots must be file:// URIs; some servers reject the whole response")
            item.setToolTip(tooltip(warning.format(uri)))
        elif "://" not in text and not Path(text).expanduser().is_absolute():
            item.setIcon(theme.icon("alert-outline", "warning"))
            warning = self.tr(
                "{}: start with a drive or /; relative paths start at this app's working directory"
            )
            item.setToolTip(tooltip(warning.format(uri)))
        return item

    def _button(self, name: str, text: str) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        return button

    def _folder_chosen(self, folder: str) -> None:
        if folder:
            self._keep([*self._context.inbox.roots, str(Path(folder))])

    def _whose_chosen(self, key: str) -> None:
        inbox = self._context.inbox
        before = list(inbox.roots)
        inbox.roots_edited.emit(tuple(inbox.roots) if key == "own" else None)
        self._say(before)

    def _keep(self, roots: list[str]) -> None:
        inbox = self._context.inbox
        before = list(inbox.roots)
        if inbox.own_roots is not None:
            inbox.roots_edited.emit(tuple(roots))
        else:
            self._context.settings.roots = roots
            saving.save(self._context.settings, self._saved)
        self._say(before, shared=inbox.own_roots is None)

    def _saved(self, trouble: str) -> None:
        self._note.setText(trouble or self.tr("saved"))

    def _say(self, before: list[str], shared: bool = False) -> None:
        """Tell the server, and the user whether that was done. shared: tell each that is told those."""
        inbox, client = self._context.inbox, self._context.client
        told = before != list(inbox.roots) and wants_root_changes(client)
        if before != list(inbox.roots):
            if shared:
                inbox.shared_roots_edited.emit()  # this server is told as well
            else:
                with contextlib.suppress(InspectorError):  # it ends just now
                    tell_roots_changed(client)
        self._note.setText(self.tr("saved; the server was notified") if told else self.tr("saved"))
        self.refresh()
        self.edited.emit()

    def _enable(self, _row: int = 0) -> None:
        self._remove.setEnabled(self.list.currentRow() >= 0)
