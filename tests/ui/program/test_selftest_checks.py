"""Each check of `--selftest`: it says what it saw, and notices when its part is broken."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtGui import QFontDatabase, QImage, QImageReader
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.ui.locale.language import LANGUAGES
from inspector.ui.program import selftest_checks
from inspector.ui.program.selftest_checks import CHECKS, Broken
from inspector.ui.widgets import theme
from tests.conftest import Runner
from tests.ui.live import live

pytestmark = pytest.mark.gui
NOBODY: Any = None


def tried(check: str, program: Any = NOBODY) -> str:
    """What a check says that needs no loop of Qt."""
    return asyncio.run(CHECKS[check](program))  # type: ignore[arg-type]


@pytest.fixture
def look(qapp: QApplication) -> None:
    theme.install(qapp, "light")


def test_the_window_is_drawn_by_the_program_itself(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            said = await CHECKS["window"](it.program)
            assert said.startswith("drawn by offscreen, Qt 6.") and " fonts, " in said
            assert (it.window.width(), it.window.height()) == (1100, 750)
            with monkeypatch.context() as patch:
                patch.setattr(QFontDatabase, "families", lambda *_: [])
                with pytest.raises(Broken, match="no font"):
                    await CHECKS["window"](it.program)
            blank = QImage(100, 100, QImage.Format.Format_RGB32)
            blank.fill(0)
            monkeypatch.setattr(it.window, "grab", lambda: SimpleNamespace(toImage=lambda: blank))
            with pytest.raises(Broken, match="stays empty"):
                await CHECKS["window"](it.program)

    arun(main())


def test_colours_are_looked_for_all_over_a_picture(qapp: QApplication) -> None:
    picture = QImage(20, 20, QImage.Format.Format_RGB32)
    picture.fill(0)
    assert len(selftest_checks._colours(picture)) == 1
    for place, (x, y) in enumerate(((14, 14), (0, 14), (14, 0))):
        picture.setPixel(x, y, 0xFF0000FF + place)
    assert len(selftest_checks._colours(picture)) == 4


@pytest.mark.parametrize(
    ("name", "stand_in", "words"),
    [
        ("has_icon", lambda _name: False, "font of the icons"),
        ("font_icon", lambda *_: SimpleNamespace(pixmap=lambda _size: QImageLike()), "font of the icons"),
        ("QIcon", lambda _path: SimpleNamespace(pixmap=lambda *_: QImageLike()), "icon of the program"),
        ("MarkdownView", lambda: PlainView("# Title | b |"), "Markdown"),
        ("MarkdownView", lambda: PlainView(""), "Markdown"),
        ("editor_spans", lambda _text: [(0, 1, "key")], "JSON"),
    ],
)
def test_a_part_that_paints_nothing_is_noticed(
    look: None, monkeypatch: pytest.MonkeyPatch, name: str, stand_in: Any, words: str
) -> None:
    assert tried("pictures and fonts").startswith("icons, Markdown, JSON, gif, ico, jpeg, png")
    monkeypatch.setattr(selftest_checks, name, stand_in)
    with pytest.raises(Broken, match=words):
        tried("pictures and fonts")


class QImageLike:
    """A picture without a colour."""

    def toImage(self) -> QImage:
        made = QImage(64, 64, QImage.Format.Format_RGB32)
        made.fill(0)
        return made

    def isNull(self) -> bool:
        return True


class PlainView:
    """A view of Markdown that draws nothing of it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def set_text(self, _text: str) -> None:
        pass

    def toPlainText(self) -> str:
        return self._text

    def deleteLater(self) -> None:
        pass


def test_formats_of_pictures_that_are_missing_are_named(look: None, monkeypatch: pytest.MonkeyPatch) -> None:
    formats = [
        one for one in QImageReader.supportedImageFormats() if bytes(one.data()) not in (b"webp", b"svg")
    ]
    monkeypatch.setattr(QImageReader, "supportedImageFormats", lambda *_: formats)
    with pytest.raises(Broken, match="cannot be read: svg, webp"):
        tried("pictures and fonts")


class Client:
    """Connected to a demo server, or not."""

    def __init__(self, text: str, state: str = "connected") -> None:
        self.state, self.pid, self.failure, self._text = state, 77, "it died", text

    async def call_tool(self, name: str, arguments: bytes) -> Any:
        assert (name, "안녕" in arguments.decode()) == ("echo", True)
        return SimpleNamespace(result=self._text.encode(), value="what it said")


def connected(client: Client | None) -> Any:
    async def wait(name: str) -> None:
        assert name == "demo"

    servers = SimpleNamespace(connected=wait, client=lambda _name: client)
    return SimpleNamespace(open_demo=lambda: None, servers=servers)


def test_the_demo_server_has_to_be_connected_and_to_answer() -> None:
    said = tried("demo server over stdio", connected(Client("Hello, 안녕")))
    assert said == "process 77 answers echo"
    for client, words in (
        (Client("Hello, ??"), "the tool answered 'what it said'"),
        (Client("Hello, 안녕", "failed"), "not connected: it died"),
        (None, "not connected: no client"),
    ):
        with pytest.raises(Broken, match=words.replace("?", ".")):
            tried("demo server over stdio", connected(client))


@pytest.mark.parametrize("transport", ["HTTP", "WebSocket"])
def test_the_demo_server_is_spoken_to_over_the_network_and_ended(
    qtbot: QtBot, arun: Runner, tmp_path: Path, transport: str
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            said = await CHECKS[f"demo server over {transport}"](it.program)
            scheme = "http" if transport == "HTTP" else "ws"
            assert said.startswith(f"{scheme}://127.0.0.1:") and said.endswith(" answers echo")

    arun(main())


def test_a_wrong_value_has_to_be_found_by_the_worker() -> None:
    def program(*pointers: str) -> Any:
        async def check(schema: dict[str, Any], text: str) -> list[Any]:
            assert (schema["properties"], text) == ({"a": {"type": "integer"}}, '{"a": "x"}')
            return [SimpleNamespace(pointer=one, message=f"at {one}") for one in pointers]

        return SimpleNamespace(validator=SimpleNamespace(check=check, pid=78))

    assert tried("validation worker", program("/a")) == "process 78 found the wrong value"
    with pytest.raises(Broken, match="a wrong value was not found"):
        tried("validation worker", program())
    with pytest.raises(Broken, match="at /b; at /a"):
        tried("validation worker", program("/b", "/a"))


def test_modules_that_are_not_there_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(selftest_checks, "import_module", asked.append)
    monkeypatch.setattr(selftest_checks.sys, "platform", "darwin")
    said = tried("modules")
    ours = [name for name in asked if name.startswith("inspector.")]
    assert said.startswith(f"{len(ours)} of ours, {len(asked) - len(ours)} others, keychains ")
    assert "inspector.ui.program.demonstration" not in asked
    assert "keyring.backends.macOS" in asked and "keyring.backends.Windows" not in asked
    assert "tomlkit" in asked and "keyring.backends.chainer" in asked
    with monkeypatch.context() as patch:
        patch.setattr(selftest_checks, "entry_points", lambda group: [])
        with pytest.raises(Broken, match="and 0 keychains"):
            tried("modules")
    some = [SimpleNamespace(name=f"inspector.m{at}") for at in range(299)]
    monkeypatch.setattr(selftest_checks.pkgutil, "walk_packages", lambda *_: some)
    with pytest.raises(Broken, match="only 299 modules"):
        tried("modules")
    some.append(SimpleNamespace(name="inspector.one_more"))
    assert tried("modules").startswith("300 of ours")


def test_somebody_has_to_be_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tried("certificates").startswith(ssl.OPENSSL_VERSION) and " authorities" in tried("certificates")
    monkeypatch.setattr(ssl, "create_default_context", lambda cafile: SimpleNamespace(get_ca_certs=list))
    with pytest.raises(Broken, match="no certificate authority"):
        tried("certificates")


def test_every_language_needs_our_texts_and_those_of_qt(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Translator:
        missing = ""

        def load(self, name: str, folder: str = "") -> bool:
            assert (name.startswith("qtbase_") and folder) or Path(name).suffix == ".qm"
            return not self.missing or self.missing not in name

    monkeypatch.setattr(selftest_checks, "QTranslator", Translator)
    assert tried("languages") == ", ".join(LANGUAGES.values())
    for missing, words in (
        ("mcpdi_ko", "the texts in 한국어 are missing"),
        ("qtbase_ko", "Qt's own texts in 한국어"),
    ):
        Translator.missing = missing
        with pytest.raises(Broken, match=words):
            tried("languages")
    Translator.missing = "_en"  # English stands in the program itself
    assert tried("languages")


def test_nothing_of_an_installed_program_is_passed_on_to_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    own = str(Path(selftest_checks.inspector.__file__).parent.parent)
    passed = {"PATH": "/bin", "LD_LIBRARY_PATH": f"{own}/lib"}
    monkeypatch.setattr(selftest_checks, "child_environment", lambda _target: passed)
    assert tried("environment of servers") == "2 variables are passed on, none of ours"
    monkeypatch.setattr(selftest_checks, "is_frozen", lambda: True)
    with pytest.raises(Broken, match="passed on to servers: LD_LIBRARY_PATH"):
        tried("environment of servers")
    del passed["LD_LIBRARY_PATH"]
    assert tried("environment of servers").startswith("1 variables")


def test_the_licences_that_have_to_come_with_it_are_there(
    qapp: QApplication, arun: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = ["GNU LESSER GENERAL PUBLIC LICENSE"]
    parts = [SimpleNamespace(name=name, text=lambda: text[0]) for name in ("PySide6_Essentials", "Qt")]
    monkeypatch.setattr(selftest_checks, "shipped_parts", lambda: parts)
    assert arun(CHECKS["licences"](NOBODY)) == "2 parts"
    text[0] = "none"
    assert arun(CHECKS["licences"](NOBODY)) == "2 parts"
    monkeypatch.setattr(selftest_checks, "is_frozen", lambda: True)
    with pytest.raises(Broken, match="licence of Qt"):
        arun(CHECKS["licences"](NOBODY))
    text[0] = "GNU LESSER GENERAL PUBLIC LICENSE"
    assert arun(CHECKS["licences"](NOBODY)) == "2 parts"
    del parts[0]
    with pytest.raises(Broken, match="list of parts"):
        arun(CHECKS["licences"](NOBODY))
