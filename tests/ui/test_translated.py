"""Nothing visible is left in English: every place of the program in a language nobody speaks."""

from __future__ import annotations

import json
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from PySide6.QtCore import QObject

from inspector.core.transfer.importers.clients import CLIENTS
from inspector.trace.query.fields import FIELDS
from inspector.trace.query.help import help_sections
from inspector.trace.query.language import compile_filter
from inspector.trace.query.tokens import FilterError
from inspector.transport import StdioTarget
from tests.conftest import ROOT, Runner
from tests.ui import pseudo
from tests.ui.live import Live, live
from tests.ui.places import dialogs, places

pytestmark = pytest.mark.gui

_UNITS: Final = ("ns", "µs", "ms", "kB", "KB", "MB", "GB", "KiB", "MiB", "GiB")
_KEYS: Final = ("Ctrl", "Alt", "Shift", "Enter", "Esc", "Del", "Ins", "Home", "End", "PgUp", "PgDown")
_LEVELS: Final = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
_PROTOCOL: Final = ("auto", "modern", "legacy", "stdio", "http", "sse", "websocket", "traceparent")
_BYTES: Final = ("true", "false", "null", "stdin", "stdout", "stderr")
_FILES: Final = ("jsonl", "har", "csv", "otlp", "json", "mcptrace")
_EXAMPLES: Final = (
    "npx -y @modelcontextprotocol/server-everything",
    "https://example.com/mcp",
    '{"mcpServers": {"name": {"command": "…"}}}',
    "$.params.arguments.id",
    "$..id, $.result.items[*].at",
    "io.modelcontextprotocol/logLevel",
    "{file}",
    "{line}",
    "{column}",
)
"""What is typed like this in every language."""
_CHANNELS: Final = ("started",)
"""What a filter compares with, as the column *Channel* shows it."""
_ASKED: Final = ("token", "A token")
_GIVEN: Final = (
    "github",
    "far",
    "a",
    "b",
    "Failed",
    "demo",
    "mcp-desktop-inspector",
    "PYTHONPATH",
    "token",
    "A token",
)
"""What a user of these tests has named, or a program is called."""


@pytest.fixture
def brackets() -> Iterator[pseudo.Pseudo]:
    """Every text in brackets; English again afterwards."""
    translator = pseudo.Pseudo()
    end = pseudo.speak(translator)
    yield translator
    end()


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    for one in value if isinstance(value, list) else ():
        yield from _strings(one)
    if isinstance(value, str):
        yield value


def _data(it: Live, folder: Path) -> pseudo.Data:
    """Every text of the server, of the user and of the machine."""
    journal = it.program.journal
    journal.flush()
    said = [*_GIVEN, *_ASKED, *_EXAMPLES, str(folder), str(ROOT), sys.executable]
    for record in journal.records(1, journal.last):
        said.append(text := record.raw.decode("utf-8", "replace"))
        said.append(json.dumps(text, ensure_ascii=False))
        said += _strings(json.loads(record.raw)) if record.valid else ()
    server = it.program.servers.get("demo")
    assert server is not None and isinstance(server.profile.target, StdioTarget)
    said.append(" ".join((server.profile.target.command, *server.profile.target.args)))
    said += [name for client in CLIENTS.values() for name in (client.id, client.label)]
    said += [", ".join(field.choices) for field in FIELDS.values()]
    said += [
        word for part in help_sections() for entry in part.entries for word in (entry.text, entry.example)
    ]
    return pseudo.Data(said)


def _recorded(it: Live) -> list[str]:
    """What goes into the session file, which is English for everybody."""
    journal = it.program.journal
    records = journal.records(1, journal.last)
    exchanges = [journal.exchange(one.number) for one in records if one.number == one.exchange]
    findings = journal.findings_between(1, journal.last)
    return [repr(one) for one in (*records, *exchanges, *journal.sessions(), *findings)]


def _is_filter(text: str) -> bool:
    try:
        compile_filter(text)
    except FilterError:
        return False
    return any(sign in text for sign in ("=", "~", ":", "<", ">", "$", " in "))


@pytest.mark.parametrize("mode", ["calls", "messages"])
def test_nothing_visible_is_untranslated(
    brackets: pseudo.Pseudo, arun: Runner, tmp_path: Path, mode: str
) -> None:
    texts: dict[tuple[str, str], str] = {}
    data: list[pseudo.Data] = []

    async def walk() -> None:
        async with live(tmp_path) as it:
            it.window.timeline.mode.choose(mode)
            for part in (places(it), dialogs(it, tmp_path)):
                async for name, window in part:
                    texts.update(dict.fromkeys(pseudo.texts(window), name))
                    texts.update(dict.fromkeys(pseudo.painted([window]), name))
            data.append(_data(it, tmp_path))
            assert [text for text in _recorded(it) if "⟦" in text] == []

    arun(walk())
    words = (*_UNITS, *_KEYS, *_LEVELS, *_PROTOCOL, *_BYTES, *_FILES, *_CHANNELS)
    found = [(f"{name}: {place}", text) for (place, text), name in texts.items()]
    wrong = pseudo.untranslated(found, data[0], words, _is_filter)
    wrong += [f"no language has it: {context}: {text!r}" for context, text in _unknown(brackets.asked)]
    assert not wrong, "\n".join(wrong)


_SAME: Final = ("#", "%", "MB", "s", "ES256", "X-API-Key", "https://…")
"""Looked up with others of their table, and the same in every language."""


def _unknown(asked: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """What was looked up and stands in no file of texts: its name was put together while the program ran."""
    root = ElementTree.parse(ROOT / "resources" / "translations" / "mcpdi_ko.ts").getroot()
    known = {
        (context.findtext("name", ""), message.findtext("source", ""))
        for context in root.iter("context")
        for message in context.iter("message")
    }
    above = {one.__name__: [up.__name__ for up in one.__mro__] for one in _below(QObject)}
    ours = {context for context, _text in known}
    return sorted(
        (context, text)
        for context, text in asked
        if text
        and text not in _SAME
        and ours & set(above.get(context, [context]))
        and not any((name, text) in known for name in above.get(context, [context]))
    )


def _below(kind: type) -> Iterator[type]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("⟦Open…lo⟧", False),
        ("Open", True),
        ("⟦Open ⟧the file⟦…lore⟧", True),
        ("an echo", True),
        ("/tmp/echo", False),
        ("⟦Open ⟧⟦the file…lo⟧⟦…lore⟧", False),
        ("⟦Open ⟧echo⟦…lore⟧", False),
        ("<qt><b>⟦Open…lo⟧</b><br>the file</qt>", True),
        ("12 ms · 3 kB", False),
    ],
)
def test_what_is_in_no_bracket_is_found(text: str, wrong: bool) -> None:
    assert (
        bool(pseudo.untranslated([("here", text)], pseudo.Data(["echo", "/tmp/echo"]), _UNITS, _is_filter))
        == wrong
    )
