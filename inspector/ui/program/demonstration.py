"""The demonstration without a display: the real window, real keys and clicks, a real server, three files.

What a user would do: connect the demo server, choose a tool, type into its form, press Run, look at the
call in the timeline. Nothing is called behind the widgets' backs.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from inspector.protocol.records import Exchange
    from inspector.ui.program.program import Program
    from inspector.ui.windows.main_window import MainWindow

__all__ = ["main"]

_STEP_S: Final = 30.0
_TOOL: Final = "echo"
_TEXT: Final = "Hello from the demonstration"

W = TypeVar("W", bound="QWidget")


def main(out: Path) -> int:
    """Perform it and leave screenshot.png, session.mcptrace and transcript.md in `out`; the exit code."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    # The line above chooses how Qt draws, so nothing that needs Qt is imported before it.
    from inspector.core.servers.saved_servers import Profiles
    from inspector.core.storage.settings import Settings
    from inspector.ui.program.app import run_program
    from inspector.ui.session.window_state import WindowState

    out.mkdir(parents=True, exist_ok=True)

    async def perform(program: Program) -> int:
        try:
            return await _perform(program, out)
        except TimeoutError as error:
            sys.stderr.write(f"The demonstration stopped: {error} did not come within {_STEP_S:g} s.\n")
            return 1

    with tempfile.TemporaryDirectory(prefix="mcpdi-demonstration-") as folder:
        # The user's own servers, settings and window layout are not touched.
        own = Path(folder)
        settings = Settings(path=own / "settings.json", theme="light", keep_sessions_days=0)
        return run_program(
            perform, settings, Profiles(own / "servers.json"), WindowState(own / "window.json")
        )


async def _perform(program: Program, out: Path) -> int:
    window = program.live_window()
    window.resize(1280, 800)
    window.show()
    exchange = await _use(program, window)
    _say(f"{exchange.method} {exchange.target}: {exchange.status} in {exchange.duration_ns / 1e6:.2f} ms")
    await asyncio.sleep(0.5)  # a picture of a window at rest, with no half-drawn frame
    await _leave(program, window, out)
    return 0 if exchange.status == "done" else 1


async def _use(program: Program, window: MainWindow) -> Exchange:
    """From the empty start to the answer in the timeline, with keys and clicks only."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QLineEdit, QListView, QPlainTextEdit, QPushButton, QWidget

    left = Qt.MouseButton.LeftButton
    _say("Pressing “Try the demo server”")
    QTest.mouseClick(await _shown(window, QPushButton, "try_demo"), left)
    tools = await _shown(window, QListView, "tool_list")
    await _until(lambda: tools.model().rowCount() > 0, "the list of tools")
    _say(f"Choosing the tool “{_TOOL}” by its filter")
    filter_box = await _shown(window, QLineEdit, "tool_filter")
    filter_box.setFocus()
    QTest.keyClicks(filter_box, _TOOL)
    QTest.keyClick(filter_box, Qt.Key.Key_Return)
    _say(f"Typing “{_TEXT}” into its form")
    form = await _shown(window, QWidget, "tool_form")
    fields: list[QWidget] = []

    def found() -> bool:
        fields[:] = [*form.findChildren(QLineEdit), *form.findChildren(QPlainTextEdit)]
        return bool(fields)

    await _until(found, "the field of the form")
    fields[0].setFocus()
    QTest.keyClicks(fields[0], _TEXT)
    _say("Pressing “Run”")
    before = program.journal.last
    QTest.mouseClick(await _shown(window, QPushButton, "run_button"), left)
    calls: list[Exchange] = []

    def answered() -> bool:
        numbers = range(before + 1, program.journal.last + 1)
        exchanges = (program.journal.exchange(number) for number in numbers)
        calls[:] = [one for one in exchanges if one is not None and one.method == "tools/call" and one.answer]
        return bool(calls)

    await _until(answered, "the answer")
    _say("Clicking on the number of the call, which shows it in the timeline")
    QTest.mouseClick(await _shown(window, QPushButton, "result_view_record"), left)
    await _until(lambda: window.selection.record == calls[0].number, "the row in the timeline")
    return calls[0]


async def _leave(program: Program, window: MainWindow, out: Path) -> None:
    """The picture, the session file, the transcript; says where they are."""
    from inspector.trace.export import export_bytes

    picture, session, text = out / "screenshot.png", out / "session.mcptrace", out / "transcript.md"
    window.grab().save(str(picture))
    program.journal.sync()
    program.journal.save_as(session)
    text.write_bytes(b"".join(export_bytes(program.journal, range(1, program.journal.last + 1), "md")))
    for what, path in (("Picture of the window", picture), ("Session file", session), ("Transcript", text)):
        _say(f"{what}: {path.absolute()}")


async def _shown(window: MainWindow, kind: type[W], name: str) -> W:
    """The widget of that name when it is there, visible and enabled."""
    found: list[W] = []

    def there() -> bool:
        widgets = window.findChildren(kind, name)
        found[:] = [widget for widget in widgets if widget.isVisible() and widget.isEnabled()]
        return bool(found)

    await _until(there, name)
    return found[0]


async def _until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + _STEP_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        await asyncio.sleep(0.01)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    import argparse

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("demo-output"), help="where the files go")
    sys.exit(main(parser.parse_args().out))
