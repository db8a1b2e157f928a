"""What a listing says of a resource besides its name."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from inspector.ui.panels.resource_facts import ResourceFacts, facts_of
from inspector.ui.panels.uri_preview import UriLine
from tests.ui.parts import the

pytestmark = pytest.mark.gui


@pytest.mark.parametrize(
    ("item", "facts"),
    [
        ({}, []),
        ({"mimeType": "text/plain", "size": 2048}, ["text/plain", "2.0 kB"]),
        ({"mimeType": " text/\n plain "}, ["text/ plain"]),
        ({"mimeType": 7}, ["7"]),
        ({"size": 0}, ["0 B"]),
        ({"size": -1}, ["size -1"]),
        ({"size": True}, ["size true"]),
        ({"size": "1 kB"}, ["size 1 kB"]),
        (
            {
                "annotations": {
                    "lastModified": "2026-01-01",
                    "priority": 0.5,
                    "audience": ["user", "assistant"],
                }
            },
            ["for user, assistant", "priority 0.5", "modified 2026-01-01"],
        ),
        ({"annotations": {"audience": ["user", 1]}}, ['for ["user", 1]']),
        ({"annotations": {"audience": "ü"}}, ["for ü"]),
        ({"annotations": ["ü", 1]}, ['annotations ["ü", 1]']),
        ({"annotations": None}, []),
    ],
)
def test_facts_are_said_in_words_and_what_is_odd_as_json(item: dict[str, Any], facts: list[str]) -> None:
    assert facts_of(item) == facts


def test_uri_and_facts_can_be_selected_and_copied(qtbot: QtBot) -> None:
    shown = ResourceFacts()
    qtbot.addWidget(shown)
    shown.show()
    shown.show_item("demo://a", {"mimeType": "text/plain", "size": 0})
    facts = the(shown, QLabel, "resource_facts")
    assert the(shown, UriLine, "resource_shown_uri").text() == "demo://a"
    assert facts.text() == "text/plain · 0 B" and facts.isVisible() and facts.wordWrap()
    assert facts.textInteractionFlags() == Qt.TextInteractionFlag.TextSelectableByMouse
    shown.show_item("demo://b", {})
    assert the(shown, UriLine, "resource_shown_uri").text() == "demo://b" and not facts.isVisible()
