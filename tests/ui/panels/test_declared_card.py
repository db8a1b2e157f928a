"""What we declared in a connection, and the ways to change it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from inspector.protocol.era.declared import Spoken
from inspector.ui.panels.declared_card import DeclaredCard
from inspector.ui.panels.object_tree import ObjectTree
from tests.ui.parts import the

pytestmark = pytest.mark.gui


@pytest.fixture
def card(qtbot: QtBot) -> DeclaredCard:
    made = DeclaredCard()
    qtbot.addWidget(made)
    made.show()
    return made


def _show(
    card: DeclaredCard,
    capabilities: Any = None,
    info: Any = None,
    meta: Any = None,
    method: str = "initialize",
    state: str = "connected",
) -> None:
    spoken = Spoken(method, "2025-11-25", capabilities, info, meta or {})
    client: Any = SimpleNamespace(spoken=spoken, state=state)
    card.show_client(client)


def _members(card: DeclaredCard, name: str) -> list[tuple[str, str]]:
    tree = the(card, ObjectTree, name)
    if not tree.isVisible():
        return []
    items = [tree.topLevelItem(at) for at in range(tree.topLevelItemCount())]
    return [(item.text(0), item.text(1)) for item in items if item is not None]


def _texts(card: DeclaredCard) -> list[str]:
    return [label.text() for label in card.findChildren(QLabel) if label.isVisible()]


def test_it_says_who_we_are_and_what_we_declare(card: DeclaredCard) -> None:
    _show(card, {"roots": {}, "sampling": {}}, {"name": "Inspector", "version": "1.2", "title": "T"})
    assert _texts(card) == ["We declare", "Inspector 1.2 · 2025-11-25"]
    assert the(card, QLabel, "declared_who").accessibleName() == "Inspector 1.2 · 2025-11-25"
    assert _members(card, "declared_tree") == [("roots", ""), ("sampling", "")]
    assert _members(card, "declared_meta") == []


def test_no_capabilities_are_said_in_words(card: DeclaredCard) -> None:
    _show(card, {}, {"name": "Inspector"})
    assert _texts(card) == ["We declare", "Inspector · 2025-11-25", "no capabilities"]
    assert _members(card, "declared_tree") == []


def test_what_is_no_object_is_shown_as_it_was_sent(card: DeclaredCard) -> None:
    _show(card, "everything", None)
    assert _members(card, "declared_tree") == [("", '"everything"')]
    assert _texts(card) == ["We declare", "2025-11-25"]


def test_extra_meta_stands_under_a_heading_of_its_own(card: DeclaredCard) -> None:
    _show(card, {}, None, {"a/b": 1})
    assert "Extra _meta" in _texts(card) and _members(card, "declared_meta") == [("a/b", "1")]


def test_before_anything_was_said_there_is_only_the_way_to_change_it(card: DeclaredCard) -> None:
    _show(card, method="", state="new")
    assert _texts(card) == ["We declare"]
    assert not the(card, QPushButton, "declared_reconnect").isVisible()
    assert the(card, QPushButton, "declared_change").isVisible()
    _show(card, {"roots": {}})
    assert the(card, QPushButton, "declared_reconnect").isVisible()


@pytest.mark.parametrize(("state", "kept"), [("connecting", True), ("closing", True), ("failed", False)])
def test_what_the_last_connection_said_stays_until_the_next_speaks(
    card: DeclaredCard, state: str, kept: bool
) -> None:
    _show(card, {"roots": {}})
    _show(card, method="", state=state)
    assert (_members(card, "declared_tree") == [("roots", "")]) == kept
    _show(card, {"sampling": {}})
    assert _members(card, "declared_tree") == [("sampling", "")]


def test_the_same_again_stays_as_somebody_left_it(card: DeclaredCard) -> None:
    _show(card, {"roots": {"listChanged": True}})
    item = the(card, ObjectTree, "declared_tree").topLevelItem(0)
    item.setExpanded(False)
    _show(card, {"roots": {"listChanged": True}})
    assert not item.isExpanded()


def test_its_buttons_ask_for_a_change_and_a_new_connection(card: DeclaredCard) -> None:
    _show(card, {})
    asked = QSignalSpy(card.asked)
    for name in ("declared_change", "declared_reconnect"):
        the(card, QPushButton, name).click()
    assert [asked.at(at)[0] for at in range(asked.count())] == ["edit_declared", "retry"]
