"""The doctor is offered while a connection takes long, and no longer."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.servers.slow_notice import SLOW_MS, SlowNotice
from tests.ui.parts import the

pytestmark = pytest.mark.gui


def test_it_comes_after_a_while_of_connecting_and_goes_with_it(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    holder.show()
    notice = SlowNotice(holder, wait_ms=60)
    asked: list[str] = []
    notice.asked.connect(asked.append)
    for state in ("new", "connected", "failed"):
        notice.follow(state)
    qtbot.wait(120)
    assert notice.isHidden(), "nothing is slow"
    notice.follow("connecting")
    notice.follow("connecting")
    assert notice.isHidden()
    qtbot.waitUntil(lambda: not notice.isHidden())
    assert notice.text().startswith("This is taking a while.")
    notice.follow("connecting")
    assert not notice.isHidden()
    the(notice, QPushButton, "slow_diagnose").click()
    assert asked == ["diagnose"]
    notice.follow("connected")
    assert notice.isHidden()
    notice.follow("connecting")
    notice.follow("closed")
    qtbot.wait(120)
    assert notice.isHidden(), "it ended before it was slow"
    assert 5_000 <= SLOW_MS <= 30_000
