"""The page of a server's authorization: which fields there are, what of it is kept, secrets unseen."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.servers.auth_settings import DPOP_CHOICES, METHODS, TOKEN_AUTH_METHODS, AuthSettings
from inspector.ui.auth.page import AuthPage, SecretLine
from tests.ui.parts import the

pytestmark = pytest.mark.gui
KEPT = "${secret:abc}"
Password, Normal = QLineEdit.EchoMode.Password, QLineEdit.EchoMode.Normal


def page(qtbot: QtBot, settings: AuthSettings | None = None, **more: Any) -> AuthPage:
    made = AuthPage(AuthSettings(**more) if more else settings)
    qtbot.addWidget(made)
    made.resize(600, 900)
    made.show()
    return made


def choose(of: AuthPage, method: str) -> None:
    the(of, QComboBox, "auth_method").setCurrentIndex(METHODS.index(method))  # type: ignore[arg-type]


def shown(of: AuthPage) -> set[str]:
    named = (one for one in of.findChildren(QWidget) if one.objectName().startswith("edit_auth_"))
    return {
        one.objectName().removeprefix("edit_auth_")
        for one in named
        if one.isVisible() and not one.objectName().endswith("_forget")
    }


def line(of: QWidget, name: str) -> QLineEdit:
    return the(of, QLineEdit, f"edit_auth_{name}")


SIGN_IN = {"client_id", "scopes", "authorization_server", "dpop", "allow_http"}
CLIENT = {"client_secret", "token_endpoint_auth_method", "private_key", "algorithm", "key_id"}
PERSON = {"client_metadata_url", "redirect_uri", "register", "proceed_without_pkce"}
IDP = {"idp_issuer", "idp_token_endpoint", "idp_client_id", "idp_client_secret", "subject_token_type"}


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("none", set()),
        ("bearer", {"token"}),
        ("api_key", {"token", "header_name"}),
        ("basic", {"username", "password"}),
        ("auto", SIGN_IN | CLIENT | PERSON),
        ("client_credentials", SIGN_IN | CLIENT),
        ("enterprise", SIGN_IN | CLIENT | IDP | {"subject_token"}),
        ("workload", SIGN_IN | {"subject_token"}),
    ],
)
def test_each_method_has_the_fields_that_it_needs(qtbot: QtBot, method: str, expected: set[str]) -> None:
    made = page(qtbot)
    choose(made, "basic" if method != "basic" else "none")
    choose(made, method)
    assert shown(made) == expected


def test_who_said_nothing_has_said_nothing(qtbot: QtBot) -> None:
    made = page(qtbot)
    assert made.value() is None
    choose(made, "basic")
    line(made, "username").setText(" me ")
    assert made.value() == AuthSettings(method="basic", username="me")
    assert page(qtbot, AuthSettings()).value() == AuthSettings()


def test_all_settings_come_back_as_they_were(qtbot: QtBot) -> None:
    given: dict[str, Any] = {
        one.name: one.name
        for one in fields(AuthSettings)
        if isinstance(getattr(AuthSettings(), one.name), str)
    }
    given |= {"method": "auto", "register": False, "proceed_without_pkce": True, "allow_http": True}
    given |= {"token_endpoint_auth_method": TOKEN_AUTH_METHODS[-1], "dpop": DPOP_CHOICES[-1]}
    settings = AuthSettings(**given)
    for method in METHODS:
        made = page(qtbot, settings)
        choose(made, method)
        found = made.value()
        assert found is not None
        changed = [
            one.name for one in fields(found) if getattr(found, one.name) != getattr(settings, one.name)
        ]
        assert changed in ([], ["method"])


def test_what_is_typed_and_ticked_is_kept(qtbot: QtBot) -> None:
    made = page(qtbot, method="auto")
    line(made, "scopes").setText("  a b ")
    the(made, QCheckBox, "edit_auth_allow_http").setChecked(True)
    the(made, QCheckBox, "edit_auth_register").setChecked(False)
    the(made, QComboBox, "edit_auth_token_endpoint_auth_method").setCurrentIndex(1)
    the(made, QPlainTextEdit, "edit_auth_private_key").setPlainText(" key\n")
    found = made.value()
    assert found is not None
    assert (found.scopes, found.allow_http, found.register, found.private_key) == ("a b", True, False, "key")
    assert found.token_endpoint_auth_method == TOKEN_AUTH_METHODS[0]


def test_what_another_method_needs_stays_for_the_day_it_is_chosen_again(qtbot: QtBot) -> None:
    made = page(qtbot, method="basic", username="me", scopes="old")
    assert the(made, QComboBox, "auth_method").currentData() == "basic"
    line(made, "scopes").setText("not of this method")
    choose(made, "bearer")
    line(made, "username").setText("not of this method either")
    found = made.value()
    assert found is not None and (found.method, found.username, found.scopes) == ("bearer", "me", "old")


def test_choices_are_shown_in_words_and_hints_where_something_is_typed(qtbot: QtBot) -> None:
    made = page(qtbot, method="auto", dpop=DPOP_CHOICES[1])
    box = the(made, QComboBox, "edit_auth_token_endpoint_auth_method")
    assert (
        box.itemText(0) == "whatever the authorization server allows"
        and box.itemText(1) == TOKEN_AUTH_METHODS[0]
    )
    assert the(made, QComboBox, "edit_auth_dpop").currentData() == DPOP_CHOICES[1]
    assert line(made, "client_id").placeholderText() == "if the client is already registered"
    assert line(made, "key_id").placeholderText() == ""
    assert line(made, "client_id").accessibleName() == "Client ID"
    assert "RFC 7591" in the(made, QCheckBox, "edit_auth_register").toolTip()
    assert the(made, QComboBox, "auth_method").currentText().startswith("Sign in with the browser")


# -- secrets ---------------------------------------------------------------------------------------------


def secret(qtbot: QtBot, value: str, lines: bool = False) -> SecretLine:
    made = SecretLine("key", "Key", value, lines)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize("lines", [False, True])
def test_a_kept_secret_is_not_shown_and_stays_until_another_is_typed_or_it_is_forgotten(
    qtbot: QtBot, lines: bool
) -> None:
    made = secret(qtbot, KEPT, lines)
    edit, forget = made.edit, the(made, QToolButton, "key_forget")
    assert edit.placeholderText() == "saved, not shown; type to replace it" and forget.isVisible()
    assert made.value() == KEPT
    QTest.keyClicks(edit, "new ")
    assert made.value() == "new"
    edit.clear()
    assert made.value() == KEPT
    forget.click()
    assert made.value() == "" and not forget.isVisible()
    assert edit.placeholderText() == "or ${env:NAME}"


def test_several_lines_come_back_and_a_tab_leaves_them(qtbot: QtBot) -> None:
    made = secret(qtbot, "a\nb", lines=True)
    assert made.value() == "a\nb" and not the(made, QToolButton, "key_forget").isVisible()
    assert isinstance(made.edit, QPlainTextEdit) and made.edit.tabChangesFocus()
    assert made.edit.height() < 8 * made.edit.fontMetrics().height()


@pytest.mark.parametrize(
    ("value", "echo"), [("s3cret", Password), ("${env:KEY}", Normal), (KEPT, Password), ("", Password)]
)
def test_the_name_of_a_variable_can_be_read_and_a_secret_not(
    qtbot: QtBot, value: str, echo: QLineEdit.EchoMode
) -> None:
    made = secret(qtbot, value)
    edit = made.edit
    assert isinstance(edit, QLineEdit) and edit.echoMode() == echo


def test_a_variable_can_be_read_while_it_is_typed(qtbot: QtBot) -> None:
    made = secret(qtbot, "")
    edit = made.edit
    assert isinstance(edit, QLineEdit)
    QTest.keyClicks(edit, "$")
    assert edit.echoMode() == Normal
    QTest.keyClicks(edit, "{env:KEY}")
    assert edit.echoMode() == Normal
    edit.clear()
    QTest.keyClicks(edit, "s$")
    assert edit.echoMode() == Password


def test_a_reference_among_other_words_is_no_kept_secret(qtbot: QtBot) -> None:
    made = secret(qtbot, f"Bearer {KEPT}")
    assert made.value() == f"Bearer {KEPT}" and made.edit.placeholderText() == "or ${env:NAME}"
    assert secret(qtbot, f" {KEPT} ").value() == f" {KEPT} "
