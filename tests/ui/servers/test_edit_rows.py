"""Rows of the form of a server: each parameter is typed and read back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.servers.profiles import Profile
from inspector.transport import HttpTarget, StdioTarget, Target
from inspector.transport.parameters import KINDS, Parameter, described
from inspector.ui.servers.edit_rows import edit_name, parameter_row
from inspector.ui.servers.edit_server import EditServer
from tests.ui.parts import the

pytestmark = pytest.mark.gui

FULL = (
    Profile(
        "here",
        StdioTarget("npx", ("-y", "a b"), {"A": "x=y", "B": " "}, "/srv", "restricted"),
        era="2025-06-18",
        timeout_s=5.5,
        roots=("/a", "file:///b"),
        group="업무",
        reconnect=True,
        watch=True,
        watched=("src", "/etc/x"),
    ),
    Profile(
        "far",
        HttpTarget("wss://x.example/ws", {"A": "b:c"}, "/ca.pem", "http://p:1", 2.5, "/me.pem", "/me.key"),
        transport="websocket",
        roots=(),
    ),
    Profile("open", HttpTarget("https://x.example", verify=False)),
)


def _parameters(target: Target) -> list[Parameter]:
    return [*described(Profile), *described(target)]


@pytest.mark.parametrize("profile", FULL, ids=lambda profile: profile.name)
def test_what_is_not_touched_is_saved_as_it_was(qtbot: QtBot, profile: Profile) -> None:
    dialog = EditServer(profile)
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.saved) as told:
        dialog.save()
    assert told.args[1] == profile


@pytest.mark.parametrize("profile", FULL, ids=lambda profile: profile.name)
def test_every_parameter_has_a_row_with_a_name(qtbot: QtBot, profile: Profile) -> None:
    dialog = EditServer(profile)
    qtbot.addWidget(dialog)
    here = "stdio" if isinstance(profile.target, StdioTarget) else "http"
    for one in _parameters(profile.target):
        if one.only in ("", here):
            assert the(dialog, QWidget, edit_name(one)).accessibleName(), one.name


@pytest.mark.parametrize("target", [StdioTarget("x"), HttpTarget("https://x.example")])
def test_every_kind_can_be_edited(qtbot: QtBot, target: Target) -> None:
    profile = Profile("a", target)
    for one in _parameters(target):
        assert one.kind in KINDS
        value: Any = getattr(profile if hasattr(profile, one.name) else target, one.name)
        row = parameter_row(one, value)
        qtbot.addWidget(row.widget)
        assert row.value() == value, one.name


def test_roots_of_its_own_may_be_none_at_all(qtbot: QtBot) -> None:
    dialog = EditServer(Profile("a", StdioTarget("x")))
    qtbot.addWidget(dialog)
    assert not the(dialog, QPlainTextEdit, "edit_roots").isEnabled()
    the(dialog, QCheckBox, "edit_roots_own").click()
    with qtbot.waitSignal(dialog.saved) as told:
        dialog.save()
    assert told.args[1].roots == ()


def test_certificates_are_not_checked_only_when_that_is_said(qtbot: QtBot) -> None:
    profile = Profile("a", HttpTarget("https://x.example", verify="/ca.pem"))
    dialog = EditServer(profile)
    qtbot.addWidget(dialog)
    the(dialog, QCheckBox, "edit_verify_check").click()
    assert not the(dialog, QLineEdit, "edit_verify").isEnabled()
    with qtbot.waitSignal(dialog.saved) as told:
        dialog.save()
    assert told.args[1] == replace(profile, target=replace(profile.target, verify=False))


def test_a_command_that_is_missing_is_asked_for_on_its_page(qtbot: QtBot) -> None:
    dialog = EditServer(Profile("a", StdioTarget("x")))
    qtbot.addWidget(dialog)
    dialog.show_page("supervisor")
    the(dialog, QLineEdit, "edit_command").clear()
    with qtbot.assertNotEmitted(dialog.saved):
        dialog.save()
    assert "program to start" in the(dialog, QWidget, "edit_problem").accessibleName()
    assert the(dialog, QLineEdit, "edit_command").isVisibleTo(dialog)
