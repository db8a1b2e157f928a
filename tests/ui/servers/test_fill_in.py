"""The form of values that a server misses: fields, secrets, and when it can go on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.core.servers.inputs import Input
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.secrets import MemoryStore
from inspector.core.storage.settings import Settings
from inspector.errors import Explanation, SecretsUnavailable
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget
from inspector.ui.servers.fill_in import FillIn, FillingIn
from inspector.ui.servers.servers import Servers
from tests.conftest import Until
from tests.ui.parts import the

pytestmark = pytest.mark.gui


def asked(key: str, **fields: Any) -> Input:
    return Input(**{"id": key, "kind": "input", **fields})


class Bench:
    def __init__(self, qtbot: QtBot, *inputs: Input) -> None:
        self.dialog = FillIn("demo", inputs)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(self.dialog)
        self.dialog.show()
        self.answers: list[dict[str, str]] = []
        self.dialog.answered.connect(self.answers.append)

    def line(self, number: int) -> QLineEdit:
        return the(self.dialog, QLineEdit, f"fill_in_field_{number}")

    @property
    def connect(self) -> QPushButton:
        return the(self.dialog, QPushButton, "fill_in_connect")

    def words(self) -> str:
        return "\n".join(one.text() for one in self.dialog.findChildren(QLabel) if one.isVisible())


def test_each_value_has_a_field_with_what_it_usually_is(qtbot: QtBot) -> None:
    one, two = (
        asked("region", default="eu"),
        asked("size", options=("s", "m"), default="m", description="How big"),
    )
    bench = Bench(qtbot, one, two)
    box = the(bench.dialog, QComboBox, "fill_in_field_2")
    assert bench.line(1).text() == "eu" and bench.line(1).echoMode() == QLineEdit.EchoMode.Normal
    assert [box.itemText(place) for place in range(box.count())] == ["s", "m"] and box.currentText() == "m"
    assert bench.line(1).accessibleName() == "region" and "How big" in bench.words()
    assert bench.dialog.windowTitle() == "Values for demo"
    assert bench.dialog.values() == {one.key: "eu", two.key: "m"}
    assert "Hidden values" not in bench.words()
    assert not the(bench.dialog, QCheckBox, "fill_in_show").isVisible()
    bench.line(1).clear()
    assert bench.connect.isEnabled(), "a value may be empty on purpose"
    bench.connect.click()
    assert bench.answers == [{one.key: "", two.key: "m"}] and not bench.connect.isEnabled()


def test_a_secret_is_hidden_needed_and_can_be_looked_at(qtbot: QtBot) -> None:
    secret = asked("token", secret=True)
    bench = Bench(qtbot, secret, asked("plain"))
    assert bench.line(1).echoMode() == QLineEdit.EchoMode.Password and not bench.connect.isEnabled()
    assert "Hidden values are kept in the secret store" in bench.words()
    bench.line(1).setText("s3cret")
    assert bench.connect.isEnabled() and bench.connect.isDefault()
    show = the(bench.dialog, QCheckBox, "fill_in_show")
    show.click()
    assert bench.line(1).echoMode() == QLineEdit.EchoMode.Normal
    show.click()
    assert bench.line(1).echoMode() == QLineEdit.EchoMode.Password
    assert bench.line(2).echoMode() == QLineEdit.EchoMode.Normal
    bench.line(1).clear()
    assert not bench.connect.isEnabled()


def test_what_goes_wrong_is_said_and_can_be_tried_again(qtbot: QtBot) -> None:
    bench = Bench(qtbot, asked("token", secret=True))
    bench.line(1).setText("s3cret")
    bench.connect.click()
    bench.dialog.complain("The keychain is locked.")
    problem: Any = the(bench.dialog, QWidget, "fill_in_problem")
    assert problem.isVisible() and problem.text() == "The keychain is locked." and bench.connect.isEnabled()
    bench.connect.click()
    assert not problem.isVisible() and len(bench.answers) == 2
    the(bench.dialog, QPushButton, "fill_in_cancel").click()
    assert not bench.dialog.isVisible() and len(bench.answers) == 2


def test_a_secret_is_called_what_its_server_calls_it(qtbot: QtBot) -> None:
    bench = Bench(qtbot, asked("server/demo/API_KEY", kind="secret", secret=True), asked("a/b", secret=True))
    assert bench.line(1).accessibleName() == "API_KEY" and bench.line(2).accessibleName() == "a/b"


def test_long_names_stand_above_their_fields_and_many_fields_scroll(qtbot: QtBot) -> None:
    short = Bench(qtbot, asked("a" * 24))
    assert short.dialog._form.rowWrapPolicy() == QFormLayout.RowWrapPolicy.DontWrapRows
    assert short.line(1).x() > 50
    bench = Bench(qtbot, asked("a" * 25))
    form = bench.dialog._form
    assert form.rowWrapPolicy() == QFormLayout.RowWrapPolicy.WrapAllRows
    eight, nine = (Bench(qtbot, *(asked(str(number)) for number in range(count))) for count in (8, 9))
    assert eight.dialog.findChild(QScrollArea) is None
    page = the(nine.dialog, QScrollArea, "fill_in_page")
    assert page.widgetResizable() and page.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert page.isAncestorOf(nine.line(9))


def test_a_description_without_end_is_cut_and_never_markup(qtbot: QtBot) -> None:
    bench = Bench(qtbot, asked("<b>x</b>", description="y" * 900))
    assert "y" * 500 in bench.words() and "y" * 501 not in bench.words()
    [label] = [one for one in bench.dialog.findChildren(QLabel) if one.text() == "<b>x</b>"]
    assert label.textFormat() == Qt.TextFormat.PlainText and label.buddy() is bench.line(1)


def test_the_buttons_stand_at_the_edge_and_enter_connects(qtbot: QtBot) -> None:
    bench = Bench(qtbot, asked("region", default="eu"), asked("token", secret=True))
    show, cancel = (
        the(bench.dialog, QCheckBox, "fill_in_show"),
        the(bench.dialog, QPushButton, "fill_in_cancel"),
    )
    assert not cancel.autoDefault() and bench.dialog.width() >= 480

    def place(widget: QWidget) -> int:
        return widget.mapTo(bench.dialog, QPoint(0, 0)).x()

    before = place(cancel)
    bench.dialog.resize(bench.dialog.width() + 100, bench.dialog.height())
    QApplication.processEvents()
    assert place(show) < place(bench.connect) < place(cancel) == before + 100, "the room is between them"
    form = bench.dialog._form
    assert form.fieldGrowthPolicy() == QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow
    assert bench.line(1).width() == bench.line(2).width() > 200
    assert bench.line(1).maxLength() == 1 << 20
    bench.line(2).setText("s3cret")
    QTest.keyClick(bench.line(1), Qt.Key.Key_Return)
    assert bench.answers == [bench.dialog.values()]


def test_choices_without_end_do_not_widen_the_form(qtbot: QtBot) -> None:
    bench = Bench(qtbot, asked("size", options=("x" * 300, "m"), default="m"))
    box = the(bench.dialog, QComboBox, "fill_in_field_1")
    assert box.minimumContentsLength() == 16 and bench.dialog.width() < 600
    assert box.sizeAdjustPolicy() == QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon


# -- who asks ----------------------------------------------------------------------------------------------


class Desk:
    def __init__(
        self, folder: Path, journal: Journal, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        profiles, settings = Profiles(folder / "servers.json"), Settings(path=folder / "settings.json")
        self.servers = Servers(profiles, journal, settings, secrets=store)
        self.store, self.window = store, QMainWindow()
        self.restarted: list[str] = []
        monkeypatch.setattr(self.servers, "restart", self.restarted.append)
        self.asking = FillingIn(self.servers, self.window)

    def misses(self, name: str, *asks: str) -> None:
        client = self.servers.client(name)
        assert client is not None
        client.connection.failure = Explanation("it misses something", asks=asks)

    def dialogs(self) -> list[FillIn]:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        return self.window.findChildren(FillIn)


class Locked(MemoryStore):
    def set(self, key: str, value: str) -> None:
        raise SecretsUnavailable("it is locked")


@pytest.mark.parametrize("kept", [True, False])
def test_what_is_answered_is_kept_and_the_server_started_with_it(
    tmp_path: Path,
    journal: Journal,
    qtbot: QtBot,
    arun: Any,
    until: Until,
    monkeypatch: pytest.MonkeyPatch,
    kept: bool,
) -> None:
    desk = Desk(tmp_path, journal, MemoryStore() if kept else Locked(), monkeypatch)
    qtbot.addWidget(desk.window)

    async def main() -> None:
        variables = (Input("key", secret=True),)
        desk.servers.add(Profile("a", StdioTarget("run", ("${input:key}",)), inputs=variables), saved=False)
        desk.asking.ask("a")
        desk.asking.ask("gone")
        assert desk.dialogs() == [], "it misses nothing"
        desk.misses("a", "input:key")
        desk.asking.ask("a")
        [first] = desk.dialogs()
        desk.asking.ask("a")
        [dialog] = desk.dialogs()
        assert dialog is not first and dialog.isVisible() and dialog.windowTitle() == "Values for a"
        the(dialog, QLineEdit, "fill_in_field_1").setText("s3cret")
        the(dialog, QPushButton, "fill_in_connect").click()
        await until(lambda: desk.restarted or the(dialog, QWidget, "fill_in_problem").isVisible())
        if kept:
            assert desk.restarted == ["a"] and desk.dialogs() == []
            assert [desk.store.get(key) for key in map(str, desk.store.keys())] == ["s3cret"]
            assert "${secret:" in repr(desk.servers.get("a").profile)  # type: ignore[union-attr]
        else:
            problem: Any = the(dialog, QWidget, "fill_in_problem")
            assert problem.text() == "Secrets could not be saved: it is locked" and desk.restarted == []
            desk.servers.remove("a")
            the(dialog, QPushButton, "fill_in_connect").click()
            await until(lambda: not desk.dialogs())

    arun(main())
