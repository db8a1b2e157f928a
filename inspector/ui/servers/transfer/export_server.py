"""One server as the entry of another client: to be copied, or put into that client's file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from inspector.core.servers.profiles import Profile
from inspector.core.storage.secrets import SecretStore
from inspector.core.transfer.exporting_servers import Exported, Plan, exported, file_for, fragment, planned
from inspector.core.transfer.importers.adding import references_in
from inspector.core.transfer.importers.clients import CLIENTS
from inspector.errors import InspectorError, UsageError
from inspector.ui.locale.right_to_left import isolated
from inspector.ui.loop.tasks import ask, offload, spawn
from inspector.ui.text.diff_colours import DiffColours
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import DIALOG, Elided, Notice, Switch, column, muted, row
from inspector.ui.widgets.dialog_buttons import dialog_buttons
from inspector.ui.widgets.primary_button import PrimaryButton

__all__ = ["ExportServer", "Home"]

_SIZE: Final = QSize(760, 600)
_MOST_LOSSES: Final = 6

Home = tuple[Path, str, Mapping[str, str]]
"""The user's folder, the system and the environment, which say where the files of clients are."""


@dataclass(frozen=True, slots=True)
class _Made:
    """What is shown of one choice. problem: why there is nothing."""

    one: Exported | None = None
    text: str = ""
    plan: Plan | None = None
    problem: str = ""


class ExportServer(QDialog):
    """mode: copy | write."""

    def __init__(
        self, profile: Profile, store: SecretStore, home: Home, mode: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("export_server")
        self.setWindowTitle(self.tr("{} for Another Client").format(isolated(profile.name)))
        self._profile, self._store, self._home = profile, store, home
        self._file: Path | None = None  # chosen by the user
        self._made = _Made()
        self._asked = 0  # the last of what is being made
        self._client = QComboBox()
        self._client.setObjectName("export_client")
        self._client.setAccessibleName(self.tr("Client"))
        for id_, known in CLIENTS.items():
            self._client.addItem(known.label, id_)
        self.mode = Switch("export_mode", (("copy", self.tr("Copy")), ("write", self.tr("Write to file"))))
        self._secrets = QCheckBox(self.tr("include secrets"))
        self._secrets.setObjectName("export_secrets")
        self._secrets.setVisible(bool(references_in([profile])))
        self._where = Elided()
        self._where.setObjectName("export_file")
        self._choose_file = self._button("export_choose", self.tr("Other file…"), self._ask_file)
        self.text = QPlainTextEdit()
        self.text.setObjectName("export_text")
        self.text.setProperty("outlined", True)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self._colours = DiffColours(self.text.document())
        self._losses = Notice("export_losses", "warning")
        self._problem = Notice("export_problem", "error")
        self._done = Notice("export_done", "ok")
        self._go = PrimaryButton("export_go", "")
        self._lay_out()
        self._client.currentIndexChanged.connect(self._chosen)
        self.mode.chosen.connect(self._refresh)
        self._secrets.toggled.connect(self._refresh)
        self._go.clicked.connect(self._press)
        theme.notifier().changed.connect(self._look)
        self._look()
        self.mode.choose(mode)
        self._refresh()

    def _lay_out(self) -> None:
        label = QLabel(self.tr("As an entry of"))
        label.setBuddy(self._client)
        top = row(label, self._client, self._secrets, self.mode)
        top.insertStretch(3, 1)
        self._place = QWidget()
        self._place.setLayout(row(muted(self.tr("File")), self._where, self._choose_file))
        close = self._button("export_close", self.tr("Close"), self.close)
        buttons = dialog_buttons([self._go], close)
        for notice in (self._losses, self._problem, self._done):
            notice.hide()
        layout = column(
            top,
            self._place,
            self.text,
            self._losses,
            self._problem,
            self._done,
            buttons,
            margins=DIALOG,
        )
        layout.setStretchFactor(self.text, 1)
        self.setLayout(layout)
        zoom.give_room(self, _SIZE.width(), _SIZE.height())

    def _button(self, name: str, text: str, pressed: object) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        button.setAutoDefault(False)
        button.clicked.connect(pressed)
        return button

    def _look(self) -> None:
        zoom.mono(self.text)

    def choose(self, client: str) -> None:
        """Show the entry of another client."""
        self._client.setCurrentIndex(self._client.findData(client))

    # -- what is shown -------------------------------------------------------------------------------

    def _chosen(self) -> None:
        self._file = None
        self._refresh()

    def _refresh(self) -> None:
        self._asked += 1
        self._done.hide()
        self._go.setEnabled(False)
        spawn(self, self._make(self._asked), "make the entry of another client")

    async def _make(self, number: int) -> None:
        client = str(self._client.currentData())
        writes = self.mode.key() == "write"
        secrets = self._store if self._secrets.isChecked() else None
        made = await offload(_made, self._profile, client, secrets, writes, self._file, self._home)
        if number == self._asked:
            self._show(made, writes)

    def _show(self, made: _Made, writes: bool) -> None:
        self._made = made
        self._place.setVisible(writes)
        self._where.setText(str(made.plan.file if made.plan is not None else self._file or ""))
        self._colours.active = writes
        wrap = QPlainTextEdit.LineWrapMode
        self.text.setLineWrapMode(wrap.WidgetWidth if writes else wrap.NoWrap)
        same = made.plan is not None and made.plan.after == made.plan.before
        self.text.setPlainText(self.tr("The file has this entry already.") if same else made.text)
        self.text.setAccessibleName(self.tr("Changes to the file") if writes else self.tr("Entry"))
        told = made.plan or made.one
        losses = told.losses if told is not None else ()
        more = len(losses) - _MOST_LOSSES
        lines = [*losses[:_MOST_LOSSES], *([self.tr("And {} more.").format(more)] if more > 0 else [])]
        self._losses.set_text("\n".join(lines))
        self._losses.setVisible(bool(losses))
        self._problem.set_text(made.problem)
        self._problem.setVisible(bool(made.problem))
        self._go.setText(self.tr("Write") if writes else self.tr("Copy"))
        self._go.setEnabled(made.one is not None and not made.problem and not same)

    # -- what is done --------------------------------------------------------------------------------

    def _press(self) -> None:
        plan = self._made.plan
        if self.mode.key() == "copy":
            QGuiApplication.clipboard().setText(self._made.text)
            self._say(self.tr("Copied."))
        elif plan is not None:
            self._go.setEnabled(False)
            spawn(self, self._write(plan), "write into the file of another client")

    async def _write(self, plan: Plan) -> None:
        try:
            backup = await offload(plan.write)
        except UsageError as error:
            self._problem.set_text(str(error))
            self._problem.show()
            return
        kept = self.tr("Written; the previous file is kept as {}.").format(backup.name if backup else "")
        self._say(kept if backup is not None else self.tr("Written."))

    def _say(self, text: str) -> None:
        self._done.set_text(text)
        self._done.show()

    def _ask_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Target file"))
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, self.tr("Choose"))
        spawn(self, self._take(dialog), "choose a file")

    async def _take(self, dialog: QFileDialog) -> None:
        chosen = dialog.selectedFiles() if await ask(dialog) else []
        dialog.deleteLater()
        if chosen:
            self.use_file(Path(chosen[0]))

    def use_file(self, path: Path) -> None:
        """Write into another file than the client's own."""
        self._file = path
        self._refresh()


def _made(
    profile: Profile, client: str, store: SecretStore | None, writes: bool, file: Path | None, home: Home
) -> _Made:
    """In a thread. store: where the secrets are that are written as they are."""
    one: Exported | None = None
    try:
        found = {key: store.get(key) for key in references_in([profile])} if store is not None else {}
        one = exported(profile, client, {key: value for key, value in found.items() if value is not None})
        if not writes:
            return _Made(one, fragment(one))
        place = file or file_for(client, *home)
        if place is None:
            unknown = QCoreApplication.translate(
                "ExportServer", "Its configuration file is unknown; choose one."
            )
            return _Made(one, problem=unknown)
        plan = planned(place, one)
        return _Made(one, plan.diff(), plan)
    except InspectorError as error:
        return _Made(one, problem=str(error))
