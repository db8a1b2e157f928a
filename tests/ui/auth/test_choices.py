"""What a user may decide at a step of a sign-in, and what is done with it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.auth.steps import CHOSEN_NAME, OFFERED_NAME, FlowStep, State, Value
from inspector.core.servers.auth_settings import AuthSettings
from inspector.ui.auth.choices import Choices
from inspector.ui.widgets.controls import Notice
from tests.ui.parts import the

pytestmark = pytest.mark.gui


@pytest.fixture
def choices(qtbot: QtBot) -> Choices:
    made = Choices()
    qtbot.addWidget(made)
    return made


def flow(*steps: FlowStep, **settings: Any) -> Any:
    return SimpleNamespace(
        steps=list(steps), given=SimpleNamespace(settings=AuthSettings(method="auto", **settings))
    )


def show(
    choices: Choices, key: str, state: State, *values: Value, others: tuple[FlowStep, ...] = (), **of: Any
) -> None:
    step = FlowStep(key, key, state=state, values=values)
    choices.show_step(flow(step, *others, **of), step, True)


def shown(choices: Choices) -> list[str]:
    names = ("auth_issuer", "auth_scopes", "auth_client_id", "auth_client_secret", "auth_pkce_warning")
    return [name for name in names if not the(choices, QWidget, name).isHidden()]


def known(choices: Choices) -> str:
    found = [one for one in choices.findChildren(QLabel) if one.text().startswith("Available")]
    return found[0].text() if found and not found[0].isHidden() else ""


def pressed(spy: QSignalSpy) -> list[list[Any]]:
    return [spy.at(at) for at in range(spy.count())]


@pytest.mark.parametrize(
    ("key", "parts", "button"),
    [
        ("resource", ["auth_issuer"], "Use this one"),
        ("scopes", ["auth_scopes"], "Request these"),
        ("identity", ["auth_client_id", "auth_client_secret"], "Use this client"),
        ("pkce", ["auth_pkce_warning"], "Continue without PKCE"),
    ],
)
def test_each_step_has_its_own_fields(choices: Choices, key: str, parts: list[str], button: str) -> None:
    show(choices, key, "failed")
    assert not choices.isHidden() and shown(choices) == parts
    assert the(choices, QPushButton, "auth_use").text() == button


@pytest.mark.parametrize(
    ("key", "state", "there"),
    [
        ("scopes", "ok", True),
        ("scopes", "failed", True),
        ("scopes", "waiting", False),
        ("scopes", "running", False),
        ("pkce", "ok", False),
        ("token", "failed", False),
    ],
)
def test_only_a_step_that_was_done_can_be_decided_otherwise(
    choices: Choices, key: str, state: State, there: bool
) -> None:
    show(choices, key, state)
    assert choices.isHidden() is not there


def test_nothing_is_offered_where_nothing_can_be_changed(choices: Choices) -> None:
    step = FlowStep("scopes", "s", state="ok")
    for given in ((None, step, True), (flow(step), None, True), (flow(step), step, False)):
        choices.show_step(*given)
        assert choices.isHidden()
    spy = QSignalSpy(choices.chosen)
    the(choices, QPushButton, "auth_use").click()
    assert spy.count() == 0


def test_without_pkce_is_offered_once(choices: Choices) -> None:
    show(choices, "pkce", "failed", proceed_without_pkce=True)
    assert choices.isHidden()
    show(choices, "pkce", "failed")
    spy = QSignalSpy(choices.chosen)
    the(choices, QPushButton, "auth_use").click()
    assert pressed(spy) == [["pkce", {"proceed_without_pkce": True}, False]]


def test_the_servers_that_are_offered_can_be_chosen_or_another_typed(choices: Choices) -> None:
    values = (
        Value(OFFERED_NAME, "https://a.example"),
        Value(OFFERED_NAME, "https://b.example"),
        Value(CHOSEN_NAME, "https://b.example"),
    )
    show(choices, "resource", "ok", *values)
    box = the(choices, QComboBox, "auth_issuer")
    assert [box.itemText(at) for at in range(box.count())] == ["https://a.example", "https://b.example"]
    assert box.currentText() == "https://b.example"
    box.setCurrentText(" https://c.example ")
    spy = QSignalSpy(choices.chosen)
    the(choices, QCheckBox, "auth_keep").setChecked(True)
    the(choices, QPushButton, "auth_use").click()
    assert pressed(spy) == [["resource", {"authorization_server": "https://c.example"}, True]]
    show(choices, "resource", "failed", authorization_server="https://mine.example")
    assert box.currentText() == "https://mine.example" and box.count() == 0


def test_scopes_are_those_of_the_step_with_what_is_known_there(choices: Choices) -> None:
    metadata = FlowStep("server_metadata", "m", values=(Value("scopes_supported", "user admin user"),))
    show(choices, "scopes", "ok", Value("scope", "user"), others=(metadata,), scopes="typed before")
    line = the(choices, QLineEdit, "auth_scopes")
    assert line.text() == "user" and known(choices) == "Available: user admin"
    line.setText("  a   b ")
    spy = QSignalSpy(choices.chosen)
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert pressed(spy) == [["scopes", {"scopes": "a b"}, False]]
    show(choices, "scopes", "failed", Value("other", "x y"), scopes="typed before")
    assert line.text() == "typed before" and known(choices) == ""


def test_a_client_is_typed_and_its_secret_is_not_shown_again(choices: Choices) -> None:
    show(choices, "identity", "failed", client_id="mine")
    who, secret = the(choices, QLineEdit, "auth_client_id"), the(choices, QLineEdit, "auth_client_secret")
    assert who.text() == "mine" and secret.echoMode() == QLineEdit.EchoMode.Password
    who.setText(" other ")
    secret.setText(" s ")
    spy = QSignalSpy(choices.chosen)
    QTest.keyClick(secret, Qt.Key.Key_Return)
    QTest.keyClick(who, Qt.Key.Key_Return)
    assert pressed(spy) == [["identity", {"client_id": "other", "client_secret": " s "}, False]] * 2
    show(choices, "identity", "ok", client_id="mine")
    assert secret.text() == ""


def test_what_is_being_typed_stays_while_the_step_is_the_same(choices: Choices) -> None:
    show(choices, "scopes", "ok", Value("scope", "user"))
    line = the(choices, QLineEdit, "auth_scopes")
    line.setText("half a w")
    show(choices, "scopes", "ok", Value("scope", "user"))
    assert line.text() == "half a w"
    show(choices, "scopes", "failed", Value("scope", "user"))
    assert line.text() == "user"
    line.setText("half a w")
    choices.show_step(None, None, True)
    show(choices, "scopes", "failed", Value("scope", "user"))
    assert line.text() == "user"


def test_the_danger_is_told_in_the_strip(choices: Choices) -> None:
    assert the(choices, Notice, "auth_pkce_warning").text().startswith("Without PKCE, anyone")


def test_the_strip_stands_above_one_line_of_parts_and_what_is_known_below(choices: Choices) -> None:
    choices.resize(700, 200)
    metadata = FlowStep("server_metadata", "m", values=(Value("scopes_supported", "user"),))
    show(choices, "scopes", "ok", Value("scope", "user"), others=(metadata,))
    choices.show()
    QApplication.processEvents()
    line, use = the(choices, QLineEdit, "auth_scopes"), the(choices, QPushButton, "auth_use")
    keep = the(choices, QCheckBox, "auth_keep")
    assert line.x() == 0 and line.geometry().right() < use.x() < keep.x()
    assert keep.geometry().right() == choices.width() - 1, "the line has the room"
    said = next(one for one in choices.findChildren(QLabel) if one.text().startswith("Available"))
    assert said.isVisible() and said.y() > line.geometry().bottom() and said.wordWrap()
    for name, hint in (("scopes", "Scopes, separated by spaces"), ("client_id", "Client ID"),
                       ("client_secret", "Client secret, if any")):  # fmt: skip
        edit = the(choices, QLineEdit, f"auth_{name}")
        assert edit.placeholderText() == edit.accessibleName() == hint
    assert the(choices, QComboBox, "auth_issuer").isEditable()


@pytest.mark.parametrize(("key", "name"), [("scopes", "auth_scopes"), ("identity", "auth_client_id"),
                                           ("identity", "auth_client_secret")])  # fmt: skip
def test_enter_in_a_line_decides(choices: Choices, key: str, name: str) -> None:
    show(choices, key, "failed")
    spy = QSignalSpy(choices.chosen)
    the(choices, QLineEdit, name).returnPressed.emit()
    assert [one[0] for one in pressed(spy)] == [key]
