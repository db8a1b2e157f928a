"""The passphrase of the encrypted place for secrets: asked for by a thread, answered in the window."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from inspector.core.storage.encrypted_file import EncryptedStore
from inspector.core.storage.secrets import system_store
from inspector.errors import SecretsUnavailable
from inspector.ui.auth.passphrase import PassphraseDialog, Unlocking

pytestmark = pytest.mark.gui


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path))
    return tmp_path


def dialog() -> PassphraseDialog | None:
    found = [one for one in QApplication.topLevelWidgets() if isinstance(one, PassphraseDialog)]
    return next((one for one in found if one.isVisible()), None)


async def shown(until: Any) -> PassphraseDialog:
    await until(dialog, what="the dialog is there")
    found = dialog()
    assert found is not None
    return found


def press(found: PassphraseDialog, button: QDialogButtonBox.StandardButton, qtbot: Any) -> None:
    box = found.findChild(QDialogButtonBox)
    qtbot.mouseClick(box.button(button), Qt.MouseButton.LeftButton)


OK, CANCEL = QDialogButtonBox.StandardButton.Ok, QDialogButtonBox.StandardButton.Cancel


def test_new_passphrase_is_typed_twice_and_begins_the_file(
    folder: Path, arun: Any, until: Any, qtbot: Any
) -> None:
    owner = QObject()

    async def main() -> None:
        store = system_store("encrypted", Unlocking(owner))
        keeping = asyncio.create_task(asyncio.to_thread(store.set, "k", "v"))
        found = await shown(until)
        qtbot.keyClicks(found.passphrase, "open sesame")
        qtbot.keyClicks(found.repeated, "open barley")
        press(found, OK, qtbot)
        assert "do not match" in found._problem.text()
        QApplication.sendPostedEvents()
        assert found.passphrase.height() >= found.passphrase.sizeHint().height()
        found.repeated.clear()
        qtbot.keyClicks(found.repeated, "open sesame")
        press(found, OK, qtbot)
        await keeping
        assert await asyncio.to_thread(store.get, "k") == "v"

    arun(main())
    again = EncryptedStore()
    again.unlock("open sesame")
    assert again.get("k") == "v"


def test_wrong_passphrase_may_be_corrected(folder: Path, arun: Any, until: Any, qtbot: Any) -> None:
    made = EncryptedStore()
    made.unlock("open sesame")
    made.set("k", "v")
    owner = QObject()

    async def main() -> None:
        store = system_store("encrypted", Unlocking(owner))
        asking = asyncio.create_task(asyncio.to_thread(store.get, "k"))
        found = await shown(until)
        assert found.repeated.isHidden()
        qtbot.keyClicks(found.passphrase, "open barley")
        press(found, OK, qtbot)
        await until(lambda: "does not unlock" in found._problem.text(), what="it says why")
        assert found.passphrase.selectedText()
        qtbot.keyClicks(found.passphrase, "open sesame")
        qtbot.keyClick(found.passphrase, Qt.Key.Key_Return)
        assert await asking == "v"

    arun(main())


def test_who_cancels_is_asked_again_next_time(folder: Path, arun: Any, until: Any, qtbot: Any) -> None:
    owner = QObject()

    async def main() -> None:
        store = system_store("encrypted", Unlocking(owner))
        for _ in range(2):
            keeping = asyncio.create_task(asyncio.to_thread(store.set, "k", "v"))
            press(await shown(until), CANCEL, qtbot)
            with pytest.raises(SecretsUnavailable, match="not unlocked"):
                await keeping

    arun(main())
    assert EncryptedStore().is_new


def test_thread_of_the_window_does_not_wait_for_itself(folder: Path, qapp: Any) -> None:
    owner = QObject()
    with pytest.raises(SecretsUnavailable, match="is locked"):
        system_store("encrypted", Unlocking(owner)).set("k", "v")


def test_it_says_what_the_passphrase_is_for_above_hidden_fields(folder: Path, qtbot: QtBot) -> None:
    made = PassphraseDialog(EncryptedStore())
    qtbot.addWidget(made)
    made.show()
    words = next(one for one in made.findChildren(QLabel) if one.text().startswith("Tokens and passwords"))
    ok = made.findChild(QDialogButtonBox).button(OK)
    tops = [one.mapTo(made, QPoint()).y() for one in (words, made.passphrase, made.repeated, ok)]
    assert tops == sorted(set(tops)) and words.wordWrap() and words.x() == 16
    assert ok.text() == "Create" and made.minimumWidth() == 420
    for field in (made.passphrase, made.repeated):
        assert field.isVisible() and field.echoMode() == QLineEdit.EchoMode.Password
        assert field.accessibleName() and field.geometry().right() == made.width() - 17
    assert not made._problem.isVisible()
    made.reject()


def test_a_file_that_is_there_is_opened_with_one_field(folder: Path, qtbot: QtBot) -> None:
    EncryptedStore().unlock("open sesame")
    made = PassphraseDialog(EncryptedStore())
    qtbot.addWidget(made)
    made.show()
    assert made.passphrase.isVisible() and not made.repeated.isVisible()
    assert made.findChild(QDialogButtonBox).button(OK).text() == "Unlock"
    assert any(one.text().startswith("Unlocks the file") for one in made.findChildren(QLabel))
    made.reject()


def test_a_complaint_makes_the_dialog_higher_and_never_smaller(folder: Path, qtbot: QtBot) -> None:
    made = PassphraseDialog(EncryptedStore())
    qtbot.addWidget(made)
    made.show()
    size = made.size()
    made._complain("No.")
    assert made.height() > size.height() and made.width() == size.width()
    made.resize(600, 700)
    made._complain("No. " * 20)
    assert (made.width(), made.height()) == (600, 700), "it has the room"
    made.reject()
    with pytest.raises(RuntimeError):
        made._thread.submit(print)  # it ended with the dialog
