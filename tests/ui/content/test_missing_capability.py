"""The strip that offers to declare a capability that the server refused without."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from inspector.protocol.era.declared import MISSING_CAPABILITY
from inspector.ui.content.missing_capability import MissingCapability
from inspector.ui.widgets.plain import tooltip
from tests.ui.parts import the

pytestmark = pytest.mark.gui


@pytest.fixture
def strip(qtbot: QtBot) -> MissingCapability:
    made = MissingCapability("result")
    qtbot.addWidget(made)
    return made


def _refusal(required: Any, code: int = MISSING_CAPABILITY) -> bytes:
    data = {"requiredCapabilities": required}
    return json.dumps(
        {"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "no", "data": data}}
    ).encode()


def test_it_names_what_is_wanted_and_offers_to_declare_it(strip: MissingCapability) -> None:
    assert strip.isHidden() and strip.objectName() == "result_missing"
    strip.show_for(_refusal({"sampling": {"tools": {}}}))
    button = the(strip, QPushButton, "result_declare")
    assert strip.isVisible() and button.isVisible()
    assert strip.text() == "Requires a client that supports sampling.tools."
    assert button.text() == "Declare and try again"
    assert button.accessibleName() == "Declare sampling.tools and try again"
    assert button.toolTip() == tooltip(button.accessibleName())
    wanted = QSignalSpy(strip.wanted)
    button.click()
    assert wanted.at(0) == [{"sampling": {"tools": {}}}]


def test_what_the_server_does_not_name_cannot_be_declared(strip: MissingCapability) -> None:
    strip.show_for(_refusal({}))
    assert strip.isVisible() and not the(strip, QPushButton, "result_declare").isVisible()
    assert strip.text() == "The server requires a capability but does not name it."


@pytest.mark.parametrize(
    "answer", [_refusal({"roots": {}}, -32602), b'{"jsonrpc": "2.0", "id": 1, "result": {}}', b""]
)
def test_every_other_answer_hides_it(strip: MissingCapability, answer: bytes) -> None:
    strip.show_for(_refusal({"roots": {}}))
    strip.show_for(answer)
    assert strip.isHidden()


def test_a_result_that_only_holds_the_number_is_no_refusal(strip: MissingCapability) -> None:
    text = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"n": MISSING_CAPABILITY}})
    strip.show_for(text.encode())
    assert strip.isHidden()
