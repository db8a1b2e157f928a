"""The servers of other clients: what was found on this computer and in files, and which of them to add.

Files are read in a thread. Nothing is started and nothing of the others is changed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from inspector.core.install.missing_programs import missing_programs
from inspector.core.servers.profiles import Profile
from inspector.core.storage.secrets import SecretStore
from inspector.core.storage.waiting import waited
from inspector.core.transfer.importers.found import Configuration
from inspector.core.transfer.importers.merging import PreviewRow, merged
from inspector.core.transfer.importers.reading import read_configuration
from inspector.core.transfer.importers.scan import find_configurations, read_named_file, this_system
from inspector.errors import SecretsUnavailable
from inspector.transport import StdioTarget
from inspector.ui.loop.tasks import ask, offload, soon, spawn
from inspector.ui.servers.drops import Drops
from inspector.ui.servers.install.missing_notice import MissingNotice
from inspector.ui.servers.new_servers import NewServers
from inspector.ui.servers.servers import Servers
from inspector.ui.servers.transfer.import_detail import ImportDetail
from inspector.ui.servers.transfer.import_facts import profiles_of
from inspector.ui.servers.transfer.import_tree import ImportTree
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import DIALOG, Notice, column, empty_state, muted, row
from inspector.ui.widgets.dialog_buttons import dialog_buttons
from inspector.ui.widgets.primary_button import PrimaryButton

__all__ = ["ImportServers", "Look", "look_around"]

_SIZE: Final = QSize(940, 600)

Look = Callable[[list[Path]], list[Configuration]]
"""folders of projects → what is found on this computer and in them; called in a thread"""


def look_around(projects: list[Path]) -> list[Configuration]:
    """What the clients on this computer have."""
    wsl = Path(r"\\wsl$") if this_system() == "windows" else None
    return find_configurations(Path.home(), this_system(), os.environ, projects, wsl=wsl)


class ImportServers(QDialog):
    """`added(names)`: servers that are in the list now. `registry_wanted(dict)`: a `server.json`."""

    added = Signal(list)
    registry_wanted = Signal(object)

    def __init__(
        self, servers: Servers, new_servers: NewServers, look: Look, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("import_servers")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Import Servers"))
        self._servers, self._new_servers, self._look = servers, new_servers, look
        self._rows: list[PreviewRow] = []
        self._opened: list[Configuration] = []  # by the user, the last one first
        self._found: list[Configuration] = []
        self._projects: list[Path] = []
        self._turn = 0  # of showing what is known
        self._store = ""  # kind of the place for secrets
        self.tree = ImportTree()
        self.detail = ImportDetail()
        self._empty = empty_state("")
        self._stack = QStackedWidget()
        self._problem = Notice("import_problem", "error")
        self._problem.hide()
        self.missing = MissingNotice()
        self._secrets = muted(wrap=True)
        self._secrets.setObjectName("import_secrets")
        self._add = PrimaryButton("import_add", self.tr("Add selected"))
        self._lay_out()
        self.tree.ticked.connect(self._count)
        self.tree.looked_at.connect(self.detail.show_entry)
        self.tree.opened.connect(self._open_row)
        self.detail.registry_wanted.connect(self._open_row)
        self.missing.again.connect(self._look_for_programs)
        self._add.clicked.connect(self._add_pressed)
        drops = Drops(self)
        drops.file.connect(self.open_file)
        drops.text.connect(self.open_text)

    def _lay_out(self) -> None:
        words = muted(
            self.tr(
                "Servers configured in other MCP clients on this computer. Their files are only "
                "read; nothing is started now or when it is added."
            ),
            wrap=True,
        )
        ways = row(
            self._button("import_open", self.tr("Open file…"), self._ask_file),
            self._button("import_folder", self.tr("Search a project…"), self._ask_folder),
        )
        ways.addStretch(1)
        both = QSplitter(Qt.Orientation.Vertical)
        both.setObjectName("import_split")
        both.setChildrenCollapsible(False)
        both.addWidget(self.tree)
        both.addWidget(self.detail)
        both.setStretchFactor(0, 1)
        both.setSizes([300, 160])
        self._stack.addWidget(self._empty)
        self._stack.addWidget(both)
        cancel = self._button("import_cancel", self.tr("Cancel"), self.close)
        buttons = row(self._secrets, dialog_buttons([self._add], cancel))
        buttons.setStretch(0, 1)
        layout = column(words, ways, self._stack, self.missing, self._problem, buttons, margins=DIALOG)
        layout.setStretchFactor(self._stack, 1)
        self.setLayout(layout)
        zoom.least_room(self, 560, 420)
        zoom.give_room(self, _SIZE.width(), _SIZE.height())
        self._add.setDefault(True)

    def _button(self, name: str, text: str, pressed: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        button.setAutoDefault(False)
        button.clicked.connect(pressed)
        return button

    # -- what is found -------------------------------------------------------------------------------

    def look(self) -> None:
        """Look through the files of this computer."""
        self._empty.say(self.tr("Looking for other MCP clients…"))
        self._stack.setCurrentIndex(0)
        self._count()
        soon(self, self._scan, "look for servers of other clients")

    async def _scan(self) -> None:
        self._found = await offload(self._look, list(self._projects))
        store = self._servers.secrets
        self._store = await waited(_kind_of, store)
        await self._show()

    def open_file(self, path: Path) -> None:
        """Show what is in a file, above the rest; of a folder, what the clients have in it."""
        spawn(self, self._open(path), f"read {path.name}")

    async def _open(self, path: Path) -> None:
        if path.is_dir():
            self._projects.append(path)
            await self._scan()
            return
        await self._take(await offload(read_named_file, path, Path.home(), this_system(), os.environ))

    def open_text(self, text: str) -> None:
        """The same of a text that was dropped."""
        spawn(self, self._open_text(text), "read what was dropped")

    async def _open_text(self, text: str) -> None:
        await self._take(await offload(read_configuration, text))

    async def _take(self, one: Configuration) -> None:
        where = one.file or self.tr("the dropped text")
        if not one.found and not one.problem:
            self._complain(self.tr("No servers in {}.").format(where))
            return
        self._problem.hide()
        self._opened = [one, *(other for other in self._opened if other.file != one.file)]
        await self._show()

    async def _show(self) -> None:
        saved = [server.profile for name in self._servers.names() if (server := self._servers.get(name))]
        everything = [*self._opened, *self._found]
        self._turn = turn = self._turn + 1
        rows = await offload(merged, [found for one in everything for found in one.found], saved)
        if turn != self._turn:
            return  # it knows less than one that began later
        unreadable = [one for one in everything if one.problem]
        self.tree.show_rows(rows, unreadable)
        if not rows and not unreadable:
            self._empty.say(
                self.tr("No other MCP clients found on this computer."),
                self.tr("Open or drop a configuration file here."),
            )
        self._stack.setCurrentIndex(1 if rows or unreadable else 0)
        self._rows = rows
        await self._find_programs()
        if rows:
            self.tree.setFocus()

    def _look_for_programs(self) -> None:
        spawn(self, self._find_programs(), "look for programs of servers")

    async def _find_programs(self) -> None:
        """Say what the servers shown cannot start without."""
        rows = self._rows
        targets = [
            profile.target
            for row in rows
            for profile in profiles_of(row)
            if isinstance(profile.target, StdioTarget)
        ]
        missing = await offload(missing_programs, targets)
        if rows is self._rows:
            self.missing.show_programs(missing)

    def _open_row(self, entry: PreviewRow) -> None:
        if entry.found.registry is not None:
            self.registry_wanted.emit(entry.found.registry)

    def _ask_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Open a configuration"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        known = self.tr("Configurations (*.json *.jsonc *.yaml *.yml *.toml)")
        dialog.setNameFilters([known, self.tr("All files (*)")])
        spawn(self, self._asked(dialog), "choose a configuration")

    def _ask_folder(self) -> None:
        dialog = QFileDialog(self, self.tr("Search the folder of a project"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        spawn(self, self._asked(dialog), "choose a project")

    async def _asked(self, dialog: QFileDialog) -> None:
        chosen = dialog.selectedFiles() if await ask(dialog) else []
        dialog.deleteLater()
        if chosen:
            await self._open(Path(chosen[0]))

    # -- adding --------------------------------------------------------------------------------------

    def _count(self) -> None:
        chosen = self.tree.chosen()
        self._add.setText(
            self.tr("Add selected ({})").format(len(chosen)) if chosen else self.tr("Add selected")
        )
        self._add.setEnabled(bool(chosen))
        self._secrets.setText(self._secret_words(_secrets_of(chosen)))

    def _secret_words(self, count: int) -> str:
        """Where the secrets of what is ticked will be."""
        places = {
            "keychain": self.tr("they are stored in the system keychain, not in a file."),
            "memory": self.tr(
                "they are kept until the app closes: there is no keychain, or it is turned off "
                "in the settings."
            ),
            "encrypted": self.tr("they are stored in an encrypted file with a passphrase."),
            "refused": self.tr("they are not stored (see Settings): servers with secrets cannot be added."),
        }
        if not count or self._store not in places:
            return ""
        return self.tr("Secrets ({}): {}").format(count, places[self._store])

    def _complain(self, text: str) -> None:
        self._problem.set_text(text)
        self._problem.show()

    def _add_pressed(self) -> None:
        self._problem.hide()
        self._add.setEnabled(False)
        spawn(self, self._add_all(self.tree.chosen()), "add servers of other clients")

    async def _add_all(self, chosen: Iterable[tuple[PreviewRow, int]]) -> None:
        names, refused, why = [], [], ""
        for entry, choice in chosen:
            profile: Profile = profiles_of(entry)[choice]
            try:
                names.append(await self._new_servers.add_one(profile, entry.found.secrets))
            except SecretsUnavailable as error:
                refused.append(entry.found.name)
                why = str(error)
        if names:
            self.added.emit(names)
        if refused:
            text = self.tr("Not added because their secrets could not be saved: {} ({})")
            self._complain(text.format(", ".join(refused), why))
            await self._show()
            return
        self.close()


def _secrets_of(chosen: Iterable[tuple[PreviewRow, int]]) -> int:
    """How many secrets the texts of what is ticked name."""
    return sum(
        any(f"${{secret:{key}}}" in text for text in (repr(profiles_of(entry)[choice]),))
        for entry, choice in chosen
        for key in entry.found.secrets
    )


def _kind_of(store: SecretStore) -> str:
    return store.kind
