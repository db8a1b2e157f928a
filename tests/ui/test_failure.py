"""The strip over the workspace while a connection is broken."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QPushButton

from inspector.ui.failure import Strip


@pytest.mark.parametrize(("stdio", "word"), [(True, "Restart"), (False, "Reconnect")])
def test_only_a_process_of_ours_can_be_restarted(qtbot: Any, stdio: bool, word: str) -> None:
    strip = Strip()
    qtbot.addWidget(strip)
    strip.show_explanation(None, False, stdio)
    button = strip.findChild(QPushButton, "strip_restart")
    assert isinstance(button, QPushButton) and button.text() == word
