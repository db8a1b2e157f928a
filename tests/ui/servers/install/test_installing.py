"""*How to install it* on the page of a failure: its page opens, and then it is looked for again."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from inspector.core.servers.profiles import Profile
from inspector.transport import StdioTarget
from inspector.transport.stdio_clues import PAGES
from tests.ui.live import live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


@pytest.mark.parametrize("taken", [True, False])
def test_the_page_opens_and_the_command_is_looked_for_again(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: bool
) -> None:
    opened: list[str] = []

    def take(url: QUrl) -> bool:
        opened.append(url.toString())
        return taken

    monkeypatch.setattr(QDesktopServices, "openUrl", take)

    def come_back() -> None:
        QApplication.instance().applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)

    async def main() -> None:
        async with live(tmp_path) as it:
            target = StdioTarget("uvx", ("some-server",), {"PATH": str(tmp_path)})
            it.window.add_profiles([Profile("uses uv", target)], saved=False)
            await it.click("action_install_hint")
            client = it.program.servers.client("uses uv")
            assert client is not None and client.failure is not None
            first = client.failure
            assert opened == [PAGES["uvx"]]
            if taken:
                assert client.failure is first  # nothing is tried while the user reads
                come_back()
            await it.until(lambda: client.failure is not None and client.failure is not first, "another try")
            second = client.failure
            come_back()  # once is enough
            await it.until(lambda: it.window.isVisible(), "a turn")
            assert client.failure is second

    arun(main())
