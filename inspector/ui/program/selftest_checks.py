"""What `--selftest` tries, in order. One check is one entry in CHECKS."""

from __future__ import annotations

import asyncio
import os
import pkgutil
import ssl
import sys
from collections.abc import Awaitable, Callable
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from PySide6.QtCore import QLibraryInfo, QSize, QTranslator, qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication, QIcon, QImage, QImageReader, QPalette
from PySide6.QtWidgets import QApplication

import inspector
from inspector.core.client.client import Client
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.core.storage.shipped import shipped_parts
from inspector.frozen import is_frozen, ourselves
from inspector.resources import resource
from inspector.transport import HttpTarget, StdioTarget
from inspector.transport.environment import child_environment
from inspector.ui.locale.language import LANGUAGES
from inspector.ui.loop.tasks import offload
from inspector.ui.program.program import Program
from inspector.ui.text.highlight import editor_spans
from inspector.ui.text.markdown_view import MarkdownView
from inspector.ui.widgets.icons import font_icon, has_icon

__all__ = ["CHECKS"]

_TOOL: Final = "echo"
_TEXT: Final = "Hello, 안녕"
_PICTURES: Final = frozenset({"png", "jpeg", "gif", "webp", "svg", "ico"})
_LATE: Final = (
    *("ruamel.yaml", "tomlkit", "watchfiles", "jwt", "jwt.algorithms", "websockets.asyncio.server"),
    *("cryptography.fernet", "cryptography.x509", "cryptography.hazmat.primitives.serialization.pkcs7"),
    *("cryptography.hazmat.primitives.kdf.scrypt", "pygments.lexers.data", "uri_template", "jsonschema_rs"),
    *("keyring.backends.chainer", "keyring.backends.SecretService", "keyring.backends.kwallet"),
    *("keyring.backends.macOS", "keyring.backends.Windows", "PySide6.QtSvg", "PySide6.QtDBus"),
    "PySide6.QtPrintSupport",
)
"""What is imported when it is needed: nothing but such a list tells that it is there."""
_ONLY_ON: Final = {
    "keyring.backends.macOS": "darwin",
    "keyring.backends.Windows": "win32",
    "keyring.backends.SecretService": "linux",
}
_NOT_SHIPPED: Final = ("inspector.ui.program.demonstration",)


class Broken(Exception):
    """Why something does not work."""


async def window(program: Program) -> str:
    """The window of the program is drawn, with text in it."""
    shown = program.live_window()
    shown.resize(1100, 750)
    shown.show()
    while (handle := shown.windowHandle()) is None or not handle.isExposed():  # noqa: ASYNC110 Qt tells no loop
        await asyncio.sleep(0.01)
    families = QFontDatabase.families()
    if not families:
        raise Broken("this computer has no font")
    picture = shown.grab().toImage()
    if len(_colours(picture)) < 4:
        raise Broken("the window stays empty")
    font = QApplication.font().family()
    return f"drawn by {QGuiApplication.platformName()}, Qt {qVersion()}, {len(families)} fonts, {font}"


def _colours(picture: QImage) -> set[int]:
    places = ((x, y) for x in range(0, picture.width(), 7) for y in range(0, picture.height(), 7))
    return {picture.pixel(x, y) for x, y in places}


async def pictures(program: Program) -> str:
    """Icons, Markdown, coloured JSON and the formats of pictures that servers send."""
    missing = _PICTURES - {bytes(name.data()).decode() for name in QImageReader.supportedImageFormats()}
    if missing:
        raise Broken(f"pictures cannot be read: {', '.join(sorted(missing))}")
    icon = font_icon("mdi6.play", lambda _mode: QPalette().text().color())
    if not has_icon("mdi6.play") or len(_colours(icon.pixmap(QSize(64, 64)).toImage())) < 2:
        raise Broken("the font of the icons is missing")
    if QIcon(str(resource("icons/mcp-desktop-inspector.svg"))).pixmap(64, 64).isNull():
        raise Broken("the icon of the program is missing")
    view = MarkdownView()
    view.set_text("# Title\n\n| a | b |\n|---|---|\n| 1 | **2** |")
    if "Title" not in view.toPlainText() or "#" in view.toPlainText():
        raise Broken("Markdown is not drawn")
    view.deleteLater()
    if {role for _, _, role in editor_spans('{"a": [1, true]}')} < {"key", "number", "keyword"}:
        raise Broken("JSON is not coloured")
    return f"icons, Markdown, JSON, {', '.join(sorted(_PICTURES))}"


async def demo_in_window(program: Program) -> str:
    """The demo server as a child process, connected by the window, answers a tool."""
    program.open_demo()
    await program.servers.connected("demo")
    client = program.servers.client("demo")
    if client is None or client.state != "connected":
        raise Broken(f"not connected: {client.failure if client else 'no client'}")
    pid = client.pid
    await _call(client)
    return f"process {pid} answers {_TOOL}"


async def demo_over_http(program: Program) -> str:
    """The demo server over Streamable HTTP."""
    return await _over(program, "http")


async def demo_over_websocket(program: Program) -> str:
    """The demo server over a WebSocket."""
    return await _over(program, "websocket")


async def _over(program: Program, transport: str) -> str:
    words = [*ourselves(), "demo-server", "--transport", transport]
    target = demo_profile().target
    assert isinstance(target, StdioTarget)
    process = await asyncio.create_subprocess_exec(
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=child_environment(target),
    )
    assert process.stdout is not None
    try:
        url = (await process.stdout.readline()).decode().strip()
        client = Client(Profile(f"demo {transport}", HttpTarget(url)), program.journal)
        await client.connect()
        try:
            await _call(client)
        finally:
            await client.close()
    finally:
        process.terminate()
        await process.stdout.read()
        await process.wait()
    return f"{url} answers {_TOOL}"


async def _call(client: Client) -> None:
    answer = await client.call_tool(_TOOL, f'{{"message": "{_TEXT}"}}'.encode())
    if _TEXT not in answer.result.decode():
        raise Broken(f"the tool answered {answer.value!r}")


async def validation(program: Program) -> str:
    """Values are checked by the worker process."""
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    found = await program.validator.check(schema, '{"a": "x"}')
    if [problem.pointer for problem in found] != ["/a"]:
        raise Broken("; ".join(problem.message for problem in found) or "a wrong value was not found")
    return f"process {program.validator.pid} found the wrong value"


async def modules(_program: Program) -> str:
    """Every module of the program, and every library that is loaded only when it is needed."""
    walked = pkgutil.walk_packages(inspector.__path__, "inspector.")
    ours = [module.name for module in walked if module.name not in _NOT_SHIPPED]
    late = [name for name in _LATE if _ONLY_ON.get(name, sys.platform) == sys.platform]
    for number, name in enumerate([*ours, *late]):
        import_module(name)
        if number % 20 == 0:
            await asyncio.sleep(0)
    backends = [point.name for point in entry_points(group="keyring.backends")]
    if len(ours) < 300 or not backends:
        raise Broken(f"only {len(ours)} modules and {len(backends)} keychains are there")
    return f"{len(ours)} of ours, {len(late)} others, keychains {', '.join(sorted(set(backends)))}"


async def certificates(_program: Program) -> str:
    """Whom to trust over HTTPS."""
    import_module("httpx")
    trusted = len(ssl.create_default_context(cafile=import_module("certifi").where()).get_ca_certs())
    if not trusted:
        raise Broken("no certificate authority is known")
    return f"{ssl.OPENSSL_VERSION}, {trusted} authorities"


async def languages(_program: Program) -> str:
    """The texts of the program and of Qt in every language."""
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for code in LANGUAGES.keys() - {"en"}:  # English stands in the program itself
        ours, of_qt = QTranslator(), QTranslator()
        if not ours.load(str(resource(f"translations/mcpdi_{code}.qm"))):
            raise Broken(f"the texts in {LANGUAGES[code]} are missing")
        if not of_qt.load(f"qtbase_{code}", folder):
            raise Broken(f"Qt's own texts in {LANGUAGES[code]} are missing in {folder}")
    return ", ".join(LANGUAGES.values())


async def environment(_program: Program) -> str:
    """What is started gets the user's environment and nothing of ours."""
    passed = child_environment(StdioTarget("x"))
    own = os.path.dirname(os.path.abspath(inspector.__file__)).removesuffix("inspector")
    leaked = sorted(name for name, value in passed.items() if own in value) if is_frozen() else []
    if leaked:
        raise Broken(f"passed on to servers: {', '.join(leaked)}")
    return f"{len(passed)} variables are passed on, none of ours"


async def licences(_program: Program) -> str:
    """About can list what the program consists of, with the texts that have to come with it."""
    parts = {part.name: part for part in await offload(shipped_parts)}
    if "PySide6_Essentials" not in parts:
        raise Broken("the list of parts is missing")
    if is_frozen() and "LESSER GENERAL PUBLIC LICENSE" not in await offload(parts["Qt"].text):
        raise Broken("the licence of Qt is missing")
    return f"{len(parts)} parts"


CHECKS: Final[dict[str, Callable[[Program], Awaitable[str]]]] = {
    "window": window,
    "pictures and fonts": pictures,
    "demo server over stdio": demo_in_window,
    "demo server over HTTP": demo_over_http,
    "demo server over WebSocket": demo_over_websocket,
    "validation worker": validation,
    "modules": modules,
    "certificates": certificates,
    "languages": languages,
    "environment of servers": environment,
    "licences": licences,
}
"""Its name in the report → what is tried."""
