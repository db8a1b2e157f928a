"""Who we say we are: three lines and the object that goes out, which follow each other."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from inspector.protocol.era.declared import Declared
from inspector.ui.servers.identity_page import IdentityPage
from tests.ui.parts import the

pytestmark = pytest.mark.gui
OURS = Declared(version="1.2")
NEW, OLD = "2025-11-25", "2025-03-26"


def page(qtbot: QtBot, own: dict[str, Any] | None = None, meta: dict[str, Any] | None = None) -> IdentityPage:
    made = IdentityPage(OURS, own, meta or {}, NEW)
    qtbot.addWidget(made)
    made.show()
    return made


def line(of: IdentityPage, name: str) -> QLineEdit:
    return the(of, QLineEdit, f"client_info_{name}")


def lines(of: IdentityPage) -> list[str]:
    return [line(of, name).text() for name in ("name", "title", "version")]


def test_at_first_we_are_the_program_and_cannot_be_typed_over(qtbot: QtBot) -> None:
    made = page(qtbot)
    assert lines(made) == ["mcp-desktop-inspector", "MCP Desktop Inspector", "1.2"]
    assert made.client_info() is None and made.extra_meta() == {}
    assert not line(made, "name").isEnabled()
    made.set_revision(OLD)
    assert lines(made) == ["mcp-desktop-inspector", "", "1.2"]  # there was no title then
    made.set_revision(NEW)
    assert lines(made)[1] == "MCP Desktop Inspector"


def test_an_own_choice_begins_with_ours_and_is_typed_line_by_line(qtbot: QtBot) -> None:
    made = page(qtbot)
    made.object._switch.choose("own")
    QTest.keyClicks(line(made, "name"), "!")
    line(made, "title").selectAll()
    QTest.keyClicks(line(made, "title"), "T")
    assert made.client_info() == {"name": "mcp-desktop-inspector!", "version": "1.2", "title": "T"}
    line(made, "title").selectAll()
    line(made, "title").del_()
    QTest.keyClicks(line(made, "title"), "x\b")
    assert made.client_info() == {"name": "mcp-desktop-inspector!", "version": "1.2"}
    assert lines(made) == ["mcp-desktop-inspector!", "", "1.2"]


def test_an_own_choice_is_shown_as_it_is_sent(qtbot: QtBot) -> None:
    own = {"name": "me", "version": 2, "icons": []}
    made = page(qtbot, own)
    assert lines(made) == ["me", "", "2"] and made.client_info() == own
    made.set_revision(OLD)
    assert lines(made) == ["me", "", "2"]
    QTest.keyClicks(line(made, "title"), "T")
    assert made.client_info() == {**own, "title": "T"}


def test_the_lines_follow_the_object_and_stand_still_while_it_is_mistyped(qtbot: QtBot) -> None:
    made = page(qtbot, {"name": "me"})
    made.object.editor.edit.setPlainText('{"name": "you", "version": "3"}')
    assert lines(made) == ["you", "", "3"]
    made.object.editor.edit.setPlainText('{"name": "yo')
    assert lines(made) == ["you", "", "3"] and not line(made, "name").isEnabled()
    with pytest.raises(ValueError, match="Client info"):
        made.client_info()
    line(made, "name").textEdited.emit("typed all the same")
    assert made.object.editor.text() == '{"name": "yo'


def test_extra_meta_is_an_object_or_nothing(qtbot: QtBot) -> None:
    assert page(qtbot, meta={"com.example/a": 1}).extra_meta() == {"com.example/a": 1}
    made = page(qtbot)
    assert made.meta.text() == ""
    made.meta.set_text("[]")
    with pytest.raises(ValueError, match="Extra _meta"):
        made.extra_meta()
