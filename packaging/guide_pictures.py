#!/usr/bin/env python3
"""The pictures of the user guide, taken of the real program: they never age, they are made again.

    python3 packaging/dev.py pictures            all of them, into resources/help/images (Korean: images/ko)
    python3 packaging/dev.py pictures tools form     only these

The real window (offscreen, light, 1280x800, one font), the demo server, a server that wants a sign-in, and
configurations of other programs in an empty home. Nothing of the user's is read or shown.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QApplication, QWidget

    from inspector.core.servers.profiles import Profile
    from tests.ui.live import Live

IMAGES: Final = ROOT / "resources" / "help" / "images"
LANGUAGES: Final = {"en": IMAGES, "ko": IMAGES / "ko"}
LARGEST: Final = 120_000  # bytes of one picture
_SIZE: Final = (1280, 800)
_SMALL: Final = (1024, 640)
_COMMON: Final = 96  # colours of a picture, before one of each kind
_LIMIT_S: Final = 300

Take = Callable[[str, "QWidget"], None]
Scene = Callable[[Path, Take], Awaitable[None]]


# -- what is in the pictures -----------------------------------------------------------------------------


async def _first(folder: Path, take: Take) -> None:
    async with _program(folder) as it:
        await it.click_ready("try_demo")
        take("welcome", it.window)


async def _work(folder: Path, take: Take) -> None:
    from PySide6.QtWidgets import QLineEdit

    from inspector.ui.content.result import ResultView
    from inspector.ui.panels.calling.call_form import CallForm

    async with _program(folder) as it:
        await it.start_demo()
        await it.choose("greet")
        await it.fill("Ada")
        await it.run_tool()
        for tool in ("no_arguments", "fail"):
            await it.choose(tool)
            await it.run_tool()
        client = it.program.servers.client("demo")
        for text in _SAID:
            await client.call_tool("echo", json.dumps({"message": text}).encode())
            await client.call_tool("add", b'{"a": 2, "b": 3}')
        it.window.bench.fold()
        await it.choose("every_content")
        await it.run_tool()
        await it.settled()
        take("result", it.part(ResultView))
        await it.choose("book_table")
        await it.settled()
        take("form", it.part(CallForm))
        it.window.bench.fold()
        await it.choose("structured_weather")
        await it.fill("Seoul")
        await it.run_tool()
        (await it.find(QLineEdit, "tool_filter")).clear()
        await it.settled()
        take("tools", it.window)
        await it.click("result_view_record")
        bench = it.window.bench
        await it.until(bench.side.isVisible, "the detail")
        bench.set_view("traffic")
        it.window.timeline.filter.setText("is:mine")  # not the row that says how the demo was started
        await it.settled()
        take("timeline", it.window)
        await it.look("dark")
        take("timeline-dark", it.window)
        await it.look("light")
        it.window.resize(*_SMALL)
        await it.settled()
        take("timeline-small", it.window)
        it.window.resize(*_SIZE)
        for pane in ("ladder", "statistics"):
            it.act(f"show_{pane}")
            await it.settled()
            take(pane, it.window)
            it.act(f"show_{pane}")
        bench.enlarge(bench.side)
        await it.settled()
        take("detail", bench.side)


async def _sizes(folder: Path, take: Take) -> None:
    async with _program(folder) as it:
        await it.start_demo()
        await it.choose("structured_weather")
        await it.fill("Seoul")
        await it.run_tool()
        await it.look("dark")
        take("tools-dark", it.window)
        await it.look("light")
        it.window.resize(*_SMALL)
        await it.settled()
        take("tools-small", it.window)


async def _panels(folder: Path, take: Take) -> None:
    async with _program(folder) as it:
        await it.start_demo()
        for panel in ("resources", "prompts", "raw", "server"):
            it.window.workspace.show_panel(panel)
            await it.settled()
            take(panel, it.window)
        it.window.workspace.show_panel("tools")
        await it.choose("ask_person")
        await it.click("run_button")
        server = it.program.servers.get("demo")
        await it.until(lambda: server.inbox.waiting, "a question")
        it.window.workspace.show_panel("inputs")
        await it.settled()
        take("inputs", it.window)


async def _boxes(folder: Path, take: Take) -> None:
    from inspector.ui.widgets.overlay import Overlay

    async with _program(folder) as it:
        await it.start_demo()
        for name, action in (("palette", "palette"), ("keys", "shortcuts")):
            it.act(action)
            await it.settled()
            take(name, it.window)
            for box in it.window.findChildren(Overlay):
                box.dismiss()
        window = await it.opened("settings")
        take("settings", window)
        window.close()


async def _compare(folder: Path, take: Take) -> None:
    async with _program(folder) as it:
        await it.start_demo()
        client = it.program.servers.client("demo")
        for city in ("Seoul", "Busan"):
            await client.call_tool("structured_weather", json.dumps({"city": city}).encode())
        it.window.selection.select(it.calls(0)[-1].number)
        it.window.timeline.filter.setText("is:mine")
        it.act("compare_rows")
        await it.until(lambda: it.window.bench.beside, "the comparison")
        await it.settled()
        take("compare", it.window)


async def _traceback(folder: Path, take: Take) -> None:
    """A server whose tool fails with a traceback on stderr, and one whose command is missing."""
    from inspector.ui.servers.edit_server import EditServer
    from inspector.ui.widgets.failure_view import FailureView

    script = Path(os.environ["HOME"]) / "orders.py"
    script.write_text(_ORDERS, "utf-8")
    async with _program(folder) as it:
        it.add("orders", sys.executable, str(script))
        await it.connected("orders")
        await it.choose("ship_order")
        await it.fill("A-17")
        await it.run_tool()
        it.window.workspace.show_panel("console")
        await it.settled()
        take("console", it.window)
        it.window.add_profiles([_missing()], saved=False)
        await it.find(FailureView, "failure")
        await it.settled()
        take("failure", it.window)
        it.window.edit("weather", "connection")
        dialog = await it.find(EditServer, "edit_server")
        await it.settled()
        take("edit-server", dialog)
        dialog.close()


async def _check(folder: Path, take: Take) -> None:
    """A server that passes, with warnings."""
    script = Path(os.environ["HOME"]) / "orders.py"
    script.write_text(_ORDERS, "utf-8")
    async with _program(folder) as it:
        it.add("orders", sys.executable, str(script))
        await it.connected("orders")
        it.window.actions_by_key["check_server"].trigger()
        panel = it.window.workspace.panel("check")
        panel.run()
        await it.until(lambda: not panel.running, "the report")
        panel.tables["found"].selectRow(1)
        await it.settled()
        take("check", it.window)


def _missing() -> Profile:
    """A server whose command is not there, with a PATH that is the same everywhere."""
    from inspector.core.servers.profiles import Profile
    from inspector.transport import StdioTarget

    target = StdioTarget("weather-server", ("--port", "stdio"), {"PATH": "/usr/local/bin:/usr/bin:/bin"})
    return Profile("weather", target)


async def _doctor(folder: Path, take: Take) -> None:
    from inspector.ui.servers.doctor.page import DoctorPage

    async with _program(folder) as it:
        name = it.program.servers.add(_missing(), saved=False)
        it.window.doctor.open(name)
        page = await it.find(DoctorPage, "doctor_page")
        await it.find_enabled("doctor_copy")
        page.resize(900, 620)
        await it.settled()
        take("doctor", page)
        page.close()


async def _imports(folder: Path, take: Take) -> None:
    from inspector.ui.servers.transfer.import_tree import ImportTree

    home = Path(os.environ["HOME"])
    for place, servers in _CONFIGURATIONS.items():
        (home / place).parent.mkdir(parents=True, exist_ok=True)
        (home / place).write_text(json.dumps({"mcpServers": servers}, indent=2))
    async with _program(folder) as it:
        it.window.importing.open()
        tree = await it.find(ImportTree, "import_tree")
        await it.until(lambda: tree.topLevelItemCount() >= len(_CONFIGURATIONS), "the servers of others")
        await it.settled()
        window = tree.window()
        window.resize(960, 640)
        tree.setCurrentItem(tree.topLevelItem(0).child(0))
        await it.settled()
        take("import", window)
        window.close()


async def _authorization(folder: Path, take: Take) -> None:
    from inspector.core.servers.profiles import Profile
    from inspector.transport import HttpTarget
    from tests.core.guarded_server import guarded

    async with guarded() as server, _program(folder, secrets="memory") as it:
        target = HttpTarget(server.url)
        it.window.add_profiles([Profile("notes", target, era="legacy", timeout_s=10)])
        await it.click("action_sign_in")
        await it.find_enabled("auth_stage_browser")
        await it.settled()
        take("authorization", it.window)


SCENES: Final[dict[tuple[str, ...], Scene]] = {
    ("welcome",): _first,
    (
        "tools",
        "form",
        "result",
        "timeline",
        "timeline-dark",
        "timeline-small",
        "ladder",
        "statistics",
        "detail",
    ): _work,
    ("tools-dark", "tools-small"): _sizes,
    ("resources", "prompts", "raw", "server", "inputs"): _panels,
    ("palette", "keys", "settings"): _boxes,
    ("compare",): _compare,
    ("console", "failure", "edit-server"): _traceback,
    ("check",): _check,
    ("doctor",): _doctor,
    ("import",): _imports,
    ("authorization",): _authorization,
}
NAMES: Final = tuple(name for names in SCENES for name in names)

_CONFIGURATIONS: Final[dict[str, dict[str, Any]]] = {
    ".cursor/mcp.json": {
        "files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "~/notes"]},
        "weather": {"url": "https://weather.example.com/mcp"},
    },
    ".codeium/windsurf/mcp_config.json": {
        "issues": {"command": "uvx", "args": ["issue-server"], "env": {"ISSUES_TOKEN": "not-a-real-token"}},
    },
}

_SAID: Final = ("Hello", "How do you do?", "Fine weather today", "See you tomorrow", "Good night", "Farewell")
_ORDERS: Final = '''"""Ships orders, and has a bug."""

import json
import sys
import traceback

PRICES = {"B-3": 12}
TOOL = {
    "name": "ship_order",
    "description": "Ship an order to its customer.",
    "inputSchema": {"type": "object", "properties": {"order": {"type": "string"}}, "required": ["order"]},
}


def ship(order):
    print(f"shipping {order}", file=sys.stderr)
    return f"Shipped for {PRICES[order]} USD."


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "orders", "version": "1.4.0"},
        }
    if method == "tools/list":
        return {"tools": [TOOL]}
    try:
        text, failed = ship(params["arguments"]["order"]), False
    except Exception as error:
        traceback.print_exc()
        text, failed = f"{type(error).__name__}: {error}", True
    return {"content": [{"type": "text", "text": text}], "isError": failed}


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    if message["method"] in ("initialize", "tools/list", "tools/call"):
        reply["result"] = answer(message["method"], message["params"])
    else:
        reply["error"] = {"code": -32601, "message": f"no method {message['method']}"}
    print(json.dumps(reply), flush=True)
'''
"""A server with a bug; its name and lines are seen in the picture of the console."""


# -- how they are taken ----------------------------------------------------------------------------------


@asynccontextmanager
async def _program(folder: Path, **settings: Any) -> AsyncIterator[Any]:
    from tests.ui.live import live

    own = Path(tempfile.mkdtemp(dir=folder))
    async with live(own, **settings) as it:
        it.window.resize(*_SIZE)
        it.window.timeline.bar.shelf.set_mine(True)  # as a user has it; no path of this computer is seen
        yield _Guide(it)


class _Guide:
    """A `Live` that also waits until nothing moves any more."""

    def __init__(self, it: Live) -> None:
        self._it = it

    def __getattr__(self, name: str) -> Any:
        return getattr(self._it, name)

    def act(self, name: str) -> None:
        """Do an action of the menus."""
        self.window.actions_by_key[name].trigger()

    async def opened(self, action: str) -> QWidget:
        """The window that an action opens."""
        from PySide6.QtWidgets import QApplication

        before = set(QApplication.topLevelWidgets())

        def new() -> list[QWidget]:
            return [one for one in QApplication.topLevelWidgets() if one.isVisible() and one not in before]

        self.act(action)
        await self.until(new, f"the window of {action}")
        window: QWidget = new()[0]
        await self.settled()
        return window

    async def look(self, mode: str) -> None:
        """Light or dark."""
        from inspector.ui.widgets import theme

        theme.set_mode(mode)
        await self.settled()

    def part(self, kind: type[QWidget]) -> QWidget:
        """The part of the window of that kind that is seen."""
        return next(one for one in self.window.findChildren(kind) if one.isVisible())

    async def find_enabled(self, name: str) -> Any:
        """The button of that name, as soon as it can be pressed."""
        from PySide6.QtWidgets import QPushButton

        return await self._it.find(QPushButton, name)

    async def click_ready(self, name: str) -> None:
        """Wait for a button without pressing it."""
        await self.find_enabled(name)
        await self.settled()

    async def settled(self) -> None:
        """A window at rest: everything that was started is drawn."""
        from PySide6.QtWidgets import QApplication

        await asyncio.sleep(0.7)
        if (focus := QApplication.focusWidget()) is not None:
            focus.clearFocus()  # no cursor that is there in one picture and not in the next
        await asyncio.sleep(0.1)


def save(widget: QWidget, path: Path) -> None:
    """Write the picture as small as PNG gets. Raises ValueError when it is too large."""
    from PySide6.QtGui import QImage, QImageWriter

    picture = _indexed(widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32))
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = QImageWriter(str(path), b"png")
    writer.setCompression(100)
    if not writer.write(picture):
        raise OSError(f"{path}: {writer.errorString()}")
    if path.stat().st_size > LARGEST:
        raise ValueError(f"{path} has {path.stat().st_size:,} bytes; {LARGEST:,} are allowed")


def _indexed(picture: QImage) -> QImage:
    """The same with 256 of its colours; the others become the nearest of these.

    Qt's own choice is one fixed set of colours, which are not those of the theme. Those it has most of, and
    one of each kind: a single red word among many grays stays red.
    """
    from PySide6.QtGui import QImage

    pixels = memoryview(picture.constBits()).cast("I")  # a line of 32 bits has no filling
    common = [colour for colour, _ in Counter(pixels).most_common()]
    of_a_kind = {colour & 0xF0F0F0: colour for colour in reversed(common)}
    table = dict.fromkeys((*common[:_COMMON], *sorted(of_a_kind.values(), key=common.index), *common))
    return picture.convertToFormat(QImage.Format.Format_Indexed8, list(table)[:256])


def _application() -> QApplication:
    from PySide6.QtWidgets import QApplication

    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    return app


def take_all(language_code: str, names: tuple[str, ...], out: Path) -> list[Path]:
    """Take these pictures in one language; the files. It needs a process and a home of its own."""
    import qasync

    from inspector.ui.locale import language

    app = _application()
    language.install(language_code)
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    made: list[Path] = []

    def take(name: str, widget: QWidget) -> None:
        if name in names:
            save(widget, out / f"{name}.png")
            made.append(out / f"{name}.png")

    with loop, tempfile.TemporaryDirectory(prefix="mcpdi-pictures-") as folder:
        for shown, scene in SCENES.items():
            if set(shown) & set(names):
                loop.run_until_complete(asyncio.wait_for(scene(Path(folder), take), _LIMIT_S))
    return made


@contextmanager
def _home() -> Iterator[str]:
    """Of the same name each time, as it is seen in pictures; another one where that is taken."""
    place = Path(tempfile.gettempdir()) / "ada"
    try:
        place.mkdir(mode=0o700)
    except FileExistsError:
        place = Path(tempfile.mkdtemp(prefix="ada-"))
    try:
        yield str(place)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _in_own_process(language_code: str, names: list[str], out: Path) -> int:
    """With an empty home: nothing of the user's may be in a picture."""
    with _home() as home:
        own = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "MCPDI_"))}
        own |= {"HOME": home, "USERPROFILE": home, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": "1"}
        own |= {
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
            "TZ": "UTC",
            "LC_ALL": "C.UTF-8",
            "SHELL": "/bin/sh",
        }
        command = [
            sys.executable,
            str(Path(__file__).resolve()),
            "--language",
            language_code,
            "--out",
            str(out),
            *names,
        ]
        return subprocess.run(command, env=own, cwd=home, check=False).returncode


def main(words: list[str] | None = None) -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(prog="dev.py pictures", description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", choices=[[], *NAMES], help=f"of {', '.join(NAMES)}; all")
    parser.add_argument("--language", choices=list(LANGUAGES), help="in this process; it needs its own home")
    parser.add_argument("--out", type=Path, help="another folder")
    given = parser.parse_args(words)
    names = given.names or list(NAMES)
    if given.language:
        for path in take_all(given.language, tuple(names), given.out or LANGUAGES[given.language]):
            print(f"{path}: {path.stat().st_size:,} bytes")
        return 0
    for code, folder in LANGUAGES.items():
        out = folder if given.out is None else given.out / folder.relative_to(IMAGES)
        if (failed := _in_own_process(code, names, out)) != 0:
            return failed
    return 0


if __name__ == "__main__":
    sys.exit(main())
