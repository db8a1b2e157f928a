"""Asks for the passphrase of the encrypted place for secrets, when something in it is needed."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QThread, Signal
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QWidget,
)

from inspector.errors import SecretsUnavailable
from inspector.ui.loop.tasks import ask, spawn
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.announcements import name_buttons
from inspector.ui.widgets.controls import DIALOG, Notice, column

if TYPE_CHECKING:
    from inspector.core.storage.encrypted_file import EncryptedStore
from inspector.translation import translate

__all__ = ["PassphraseDialog", "Unlocking"]

_WIDTH = 420


class PassphraseDialog(QDialog):
    """Opens the store itself; accepted when it is open."""

    def __init__(self, store: EncryptedStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("passphrase_dialog")
        self.setWindowTitle(self.tr("Passphrase for Secrets"))
        zoom.follow(self.setMinimumWidth, _WIDTH)
        self._store = store
        # Its own thread: those of the others may all be waiting for this passphrase.
        self._thread = ThreadPoolExecutor(1, "passphrase")
        self.passphrase = self._field("passphrase", self.tr("Passphrase"))
        self.repeated = self._field("passphrase_again", self.tr("Repeat the passphrase"))
        self._problem = Notice("passphrase_problem", "error")
        self._problem.hide()
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setText(
            self.tr("Create") if store.is_new else self.tr("Unlock")
        )
        name_buttons(self._buttons, "passphrase")
        self._buttons.accepted.connect(self._open)
        self._buttons.rejected.connect(self.reject)
        self.finished.connect(self._end_thread)
        layout = column(self._words(), spacing=theme.SPACE_WIDE, margins=DIALOG)
        layout.addLayout(self._form())
        layout.addWidget(self._problem)
        layout.addWidget(self._buttons)
        self.setLayout(layout)

    def _words(self) -> QLabel:
        new = self.tr(
            "Tokens and passwords are stored in a file that only this passphrase opens. The "
            "passphrase is not stored: if you forget it, they are lost."
        )
        known = self.tr("Unlocks the file with tokens and passwords until the app closes.")
        words = QLabel(new if self._store.is_new else known)
        words.setWordWrap(True)
        return words

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.addRow(self.tr("Passphrase:"), self.passphrase)
        if self._store.is_new:
            form.addRow(self.tr("Repeat:"), self.repeated)
        else:
            self.repeated.hide()
        return form

    def _field(self, name: str, told: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName(name)
        field.setAccessibleName(told)
        field.setEchoMode(QLineEdit.EchoMode.Password)
        return field

    def _open(self) -> None:
        if self._store.is_new and self.passphrase.text() != self.repeated.text():
            self._complain(self.tr("The passphrases do not match."))
            return
        self._buttons.setEnabled(False)
        spawn(self, self._unlock(self.passphrase.text()), "unlock secrets")

    async def _unlock(self, passphrase: str) -> None:
        try:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._thread, self._store.unlock, passphrase)
        except SecretsUnavailable as error:
            self._buttons.setEnabled(True)
            self._complain(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            self.passphrase.selectAll()
            self.passphrase.setFocus()
        else:
            self.accept()

    def _complain(self, text: str) -> None:
        self._problem.set_text(text)
        self._problem.show()
        if (layout := self.layout()) is not None:  # else it takes its room from the fields
            layout.activate()
            self.resize(self.width(), max(self.height(), layout.totalHeightForWidth(self.width())))

    def _end_thread(self, _code: int) -> None:
        self._thread.shutdown(wait=False)


class Unlocking(QObject):
    """`secrets.Unlock` for a window: called in a worker thread, it waits there for the user."""

    _wanted = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted.connect(self._begin)

    def __call__(self, store: EncryptedStore) -> None:
        """Raises SecretsUnavailable when the user does not want to."""
        if QThread.currentThread() is self.thread():
            # waiting here would stop the window
            raise SecretsUnavailable(translate("Unlocking", "{} is locked").format(store.path.name))
        opened: Future[None] = Future()
        self._wanted.emit(store, opened)
        opened.result()

    def _begin(self, store: EncryptedStore, opened: Future[None]) -> None:
        spawn(self, self._ask(store, opened), "ask for the passphrase")

    async def _ask(self, store: EncryptedStore, opened: Future[None]) -> None:
        try:
            dialog = PassphraseDialog(store, QApplication.activeWindow())
            await ask(dialog)
            dialog.deleteLater()
        finally:  # also when the window goes: the thread must not wait for ever
            if store.locked:
                words = QCoreApplication.translate("Unlocking", "secrets not unlocked")
                opened.set_exception(SecretsUnavailable(words))
            else:
                opened.set_result(None)
