"""The whole program for a test: real window, real loop, real servers, its files in a folder of the test."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListView, QPlainTextEdit, QPushButton, QWidget

from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.core.transfer.paste import profile_from_words
from inspector.protocol.records import Exchange
from inspector.ui.locale import language
from inspector.ui.program.app import install_look
from inspector.ui.program.program import Program
from inspector.ui.session.window_state import WindowState
from inspector.ui.windows.main_window import MainWindow

LIMIT_S = 20.0
W = TypeVar("W", bound=QWidget)


class Live:
    """What a user sees and does."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.window: MainWindow = program.live_window()

    async def until(self, condition: Callable[[], object], what: str) -> None:
        """Wait for a thing."""
        deadline = time.monotonic() + LIMIT_S
        while not condition():
            assert time.monotonic() < deadline, f"did not come within {LIMIT_S:g} s: {what}"
            await asyncio.sleep(0.005)

    async def find(self, kind: type[W], name: str) -> W:
        """The visible, enabled widget of that name, as soon as it is there."""
        found: list[W] = []

        def there() -> bool:
            everywhere = [top for top in QApplication.topLevelWidgets() if top.isVisible()]
            widgets = [widget for top in everywhere for widget in top.findChildren(kind, name)]
            found[:] = [widget for widget in widgets if widget.isVisible() and widget.isEnabled()]
            return bool(found)

        await self.until(there, f"{kind.__name__} {name}")
        return found[0]

    async def click(self, name: str) -> None:
        """Click a button with the mouse."""
        QTest.mouseClick(await self.find(QPushButton, name), Qt.MouseButton.LeftButton)

    async def start_demo(self) -> None:
        """From the welcome page to the demo server with all its lists."""
        await self.click("try_demo")
        await self.connected("demo")

    async def connected(self, name: str) -> None:
        """Wait until a server is connected and its tools are listed."""
        client = self.program.servers.client(name)
        assert client is not None
        await self.until(
            lambda: client.state == "connected" and client.catalog.fetched("tools"), f"{name} connected"
        )
        await self.find(QListView, "tool_list")

    async def choose(self, tool: str) -> None:
        """Choose a tool with its filter and the keyboard; the focus ends in the form."""
        box = await self.find(QLineEdit, "tool_filter")
        box.setFocus()
        box.clear()
        QTest.keyClicks(box, tool)
        QTest.keyClick(box, Qt.Key.Key_Return)

    async def fill(self, text: str) -> None:
        """Type into the first field of the tool's form."""
        form = await self.find(QWidget, "tool_form")
        await self.until(lambda: _fields(form), "a field")
        field = _fields(form)[0]
        field.setFocus()
        QTest.keyClicks(field, text)

    async def run_tool(self) -> Exchange:
        """Press Run, once more when the arguments are marked as wrong, and wait until the call has ended."""
        before = self.program.journal.last
        button = await self.find(QPushButton, "run_button")
        marked = button.text() == "Run anyway"
        await self.click("run_button")
        if not marked:
            await self.until(lambda: self.calls(before) or button.text() == "Run anyway", "the verdict")
            if not self.calls(before):
                await self.click("run_button")
        return await self.ended_call(before)

    def calls(self, after: int, method: str = "tools/call") -> list[Exchange]:
        """The calls with a number above `after`, ended or not."""
        journal = self.program.journal
        found = (journal.exchange(number) for number in range(after + 1, journal.last + 1))
        return [one for one in found if one is not None and one.method == method]

    async def ended_call(self, after: int, method: str = "tools/call") -> Exchange:
        """The first call with a number above `after` that has ended."""
        found: list[Exchange] = []

        def ended() -> bool:
            found[:] = [
                one for one in self.calls(after, method) if one.ended_ns and one.status != "input_required"
            ]
            return bool(found)

        await self.until(ended, f"the end of {method}")
        return found[0]

    def add(self, name: str, *words: str) -> None:
        """Add a server and connect it, as pasting its command does."""
        self.window.add_profiles([profile_from_words(words, name)], saved=False)


def _fields(form: QWidget) -> list[QWidget]:
    found: list[Any] = [*form.findChildren(QLineEdit), *form.findChildren(QPlainTextEdit)]
    return [field for field in found if field.isVisible()]


@asynccontextmanager
async def live(folder: Path, **settings: Any) -> AsyncIterator[Live]:
    """Start the program with the empty window; everything is closed at the end."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    spoken = language.notifier().code
    install_look(app, Settings(path=folder / "look.json", theme="light", language=spoken))
    own = Settings(path=folder / "settings.json", **settings)
    profiles = Profiles(folder / "servers.json")
    profiles.load()
    program = Program(own, profiles, WindowState(folder / "window.json"))
    old_hook, sys.excepthook = sys.excepthook, program.crash_reporter.hook
    it = Live(program)
    it.window.timeline.bar.shelf.set_mine(False)  # most look for the handshake, too
    it.window.show()
    it.window.activateWindow()
    try:
        await it.until(it.window.isActiveWindow, "the focus: keys go to the active window only")
        yield it
    finally:
        program.quit()
        await program.finished.wait()
        sys.excepthook = old_hook
        program.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
