"""Rows of the form of a server: each parameter is typed and read back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QLineEdit,
    QPlainTextEdit,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.core.servers.profiles import Profile
from inspector.transport import HttpTarget, StdioTarget, Target
from inspector.transport.parameters import KINDS, Parameter, described
from inspector.ui.servers.edit_rows import ParameterRow, edit_name, parameter_row
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
    dialog.show_page("upkeep")
    the(dialog, QLineEdit, "edit_command").clear()
    with qtbot.assertNotEmitted(dialog.saved):
        dialog.save()
    assert "program to start" in the(dialog, QWidget, "edit_problem").accessibleName()
    assert the(dialog, QLineEdit, "edit_command").isVisibleTo(dialog)


# -- rows by themselves ------------------------------------------------------------------------------------


def parameter(kind: str, **more: Any) -> Parameter:
    given = {"name": "thing_s", "label": "Thing", "help": "What it is for", "page": "connection", "key": "",
             "default": "usual", "choices": (), "only": "", "limits": (0.0, 9.0)}  # fmt: skip
    return Parameter(kind=kind, **{**given, **more})


def made(qtbot: QtBot, kind: str, value: Any, **more: Any) -> ParameterRow:
    row = parameter_row(parameter(kind, **more), value)
    qtbot.addWidget(row.widget)
    row.widget.show()
    return row


def test_controls_are_named_and_say_what_they_are_for(qtbot: QtBot) -> None:
    row = made(qtbot, "text", "a")
    line = row.widget
    assert isinstance(line, QLineEdit) and edit_name(row.parameter) == line.objectName() == "edit_thing"
    assert line.accessibleName() == row.label == "Thing" and line.toolTip() == "What it is for"
    assert line.placeholderText() == "What it is for"
    assert made(qtbot, "text", "a", help="").widget.toolTip() == ""
    switch = made(qtbot, "switch", True)
    assert switch.label == "" and isinstance(switch.widget, QCheckBox) and switch.widget.text() == "Thing"
    switch.widget.click()
    assert switch.value() is False


@pytest.mark.parametrize(
    ("kind", "typed", "value"),
    [
        ("text", " a b ", "a b"),
        ("required", " a ", "a"),
        ("required", "  ", None),
        ("url", " HTTPS://x.example ", "HTTPS://x.example"),
        ("url", "ws://x", "ws://x"),
        ("url", "x.example", None),
        ("folder", " /srv ", "/srv"),
    ],
)
def test_a_line_is_read_without_the_blanks_around_it(
    qtbot: QtBot, kind: str, typed: str, value: str | None
) -> None:
    row = made(qtbot, kind, "")
    line = row.widget if isinstance(row.widget, QLineEdit) else the(row.widget, QLineEdit, "edit_thing")
    line.setText(typed)
    if value is None:
        with pytest.raises(ValueError, match=r"What it is for|must start with http://"):
            row.value()
    else:
        assert row.value() == value


@pytest.mark.parametrize(
    ("kind", "shown", "typed", "value"),
    [
        (("lines"), ("a", " b"), "a\n\n b \n", ("a", " b ")),
        (("paths"), ("/a",), " /a \n  \n b", ("/a", "b")),
        (("variables"), {"A": "x=y"}, "A=x=y\n B = \n", {"A": "x=y", "B": " "}),
        (("headers"), {"A": "b"}, "A: b\nC:d : e ", {"A": "b", "C": "d : e"}),
    ],
)
def test_several_lines_are_read_one_by_one(
    qtbot: QtBot, kind: str, shown: Any, typed: str, value: Any
) -> None:
    row = made(qtbot, kind, shown)
    edit = row.widget
    assert isinstance(edit, QPlainTextEdit) and row.value() == shown and edit.tabChangesFocus()
    assert edit.toPlainText().split("\n")[0] in ("a", "/a", "A=x=y", "A: b")
    edit.setPlainText(typed)
    assert row.value() == value
    lines = {"lines": 5, "paths": 3, "variables": 4, "headers": 5}[kind]
    assert edit.height() == edit.fontMetrics().lineSpacing() * lines + 14


@pytest.mark.parametrize(("kind", "typed"), [("variables", "A"), ("variables", "=x"), ("headers", "A=b")])
def test_a_pair_without_a_name_or_its_sign_is_said(qtbot: QtBot, kind: str, typed: str) -> None:
    row = made(qtbot, kind, {})
    assert isinstance(row.widget, QPlainTextEdit)
    row.widget.setPlainText(typed)
    with pytest.raises(ValueError, match=rf"“{typed}” has no [=:]"):
        row.value()


def test_a_choice_is_shown_in_words_and_kept_as_the_file_has_it(qtbot: QtBot) -> None:
    row = made(qtbot, "choice", "own", choices=("auto", "own"))
    box = row.widget
    assert isinstance(box, QComboBox) and not box.isEditable()
    assert [box.itemText(place) for place in range(box.count())] == ["automatic", "inherit mine"]
    assert box.currentText() == "inherit mine" and row.value() == "own"
    box.setCurrentIndex(0)
    assert row.value() == "auto"
    unknown = made(qtbot, "choice", "new", choices=("auto",))
    assert isinstance(unknown.widget, QComboBox) and unknown.widget.count() == 2 and unknown.value() == "new"
    typed = made(qtbot, "open_choice", "auto", choices=("auto", "own"))
    assert isinstance(typed.widget, QComboBox) and typed.widget.currentText() == "auto"
    line = typed.widget.lineEdit()
    assert line is not None and (line.objectName(), line.accessibleName()) == ("edit_thing_text", "Thing")
    typed.widget.setCurrentText(" 2030-01-01 ")
    assert typed.value() == "2030-01-01"
    typed.widget.setCurrentText(" ")
    assert typed.value() == "usual"


def test_seconds_stay_within_their_limits(qtbot: QtBot) -> None:
    row = made(qtbot, "seconds", 2.5)
    box = row.widget
    assert isinstance(box, QDoubleSpinBox) and (box.suffix(), box.decimals()) == (" s", 1)
    assert (box.minimum(), box.maximum(), row.value()) == (0.0, 9.0, 2.5)


def test_trust_is_a_file_all_or_nothing(qtbot: QtBot) -> None:
    for value in (True, False, "/ca.pem"):
        row = made(qtbot, "trust", value)
        line, check = the(row.widget, QLineEdit, "edit_thing"), the(row.widget, QCheckBox, "edit_thing_check")
        assert row.value() == value and check.isChecked() is line.isEnabled() is (value is not False)
        check.click()
        assert line.isEnabled() is check.isChecked() is (value is False)
        assert row.value() == (value is False)


def test_roots_are_its_own_only_when_that_is_said(qtbot: QtBot) -> None:
    row = made(qtbot, "roots", None)
    edit, own = the(row.widget, QPlainTextEdit, "edit_thing"), the(row.widget, QCheckBox, "edit_roots_own")
    edit.setPlainText(" /a \n\n")
    assert row.value() is None and not edit.isEnabled()
    own.click()
    assert row.value() == ("/a",) and edit.isEnabled()


@pytest.mark.parametrize(("kind", "hint"), [("folder", "Choose a folder…"), ("file", "Choose a file…")])
def test_a_path_is_chosen_beginning_where_it_is(
    qtbot: QtBot, kind: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QFileDialog] = []
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: opened.append(dialog))
    row = made(qtbot, kind, "")
    line, browse = the(row.widget, QLineEdit, "edit_thing"), the(row.widget, QToolButton, "edit_thing_browse")
    assert hint in browse.toolTip()
    for folder in ("in", "other"):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "a.txt").touch()
        for text in (tmp_path / folder, tmp_path / folder / "a.txt"):
            line.setText(str(text))
            browse.click()
            assert opened[-1].directory().absolutePath() == str(tmp_path / folder)
    line.setText(str(tmp_path / "gone"))
    browse.click()
    assert opened[-1].directory().absolutePath() != str(tmp_path / "gone")
    wanted = QFileDialog.FileMode.Directory if kind == "folder" else QFileDialog.FileMode.ExistingFile
    assert opened[0].fileMode() == wanted
    opened[0].fileSelected.emit("/chosen")
    assert row.value() == "/chosen"
