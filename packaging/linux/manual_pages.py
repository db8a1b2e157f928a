#!/usr/bin/env python3
"""The manual pages, written from the verbs, options, examples and exit codes of the program itself.

    python packaging/linux/manual_pages.py FOLDER        (run with the program's packages, and it on the path)

Nothing of the command line is repeated here, so the pages cannot say what the program does not do.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click

from inspector import __version__
from inspector.cli import VERBS
from inspector.cli.examples import EXAMPLES
from inspector.cli.exit_codes import MEANING

TITLE = "MCP Desktop Inspector"
Option = tuple[str, str]

WHAT = """
Connects to servers of the Model Context Protocol over stdio, Streamable HTTP, HTTP+SSE or a WebSocket, \
lists and runs what they offer, and records every message with its exact bytes and times.
"""
FILES = (
    (
        "~/.config/mcp-desktop-inspector/servers.json",
        "The saved servers, in the form that other clients use.",
    ),
    ("~/.config/mcp-desktop-inspector/settings.json", "What differs from the default settings."),
    ("~/.local/share/mcp-desktop-inspector/bundles/", "Bundles (.mcpb) that were added, unpacked."),
    (
        "~/.local/state/mcp-desktop-inspector/",
        "Recorded sessions that were not saved, and the window's state.",
    ),
)
VARIABLES = (
    ("MCPDI_CONFIG_DIR", "Another folder for servers and settings."),
    ("MCPDI_PASSPHRASE", "Opens the file of secrets when these are kept encrypted."),
)


def command_page(date: str) -> str:
    """mcpdi(1): every verb with its options and examples."""
    contexts = [_context(name) for name in VERBS]
    shared = _shared(contexts)
    lines = [
        *_head("mcpdi", "inspect MCP servers from the command line", date),
        *_section("SYNOPSIS"),
        ".B mcpdi",
        r"\fIVERB\fR [\fIARGUMENTS\fR] [\fIOPTIONS\fR] [\fB\-\-\fR \fISERVER COMMAND\fR]",
        ".br",
        ".B mcpdi",
        r"[\fIFILE\fR]...",
        *_section("DESCRIPTION"),
        *_texts(WHAT),
        *_texts(
            "Without a verb, or with files, the window opens; see mcp-desktop-inspector(1). The server is "
            "--on NAME|URL|demo, or its command after two dashes. Options may stand before or after the verb "
            "and its arguments; everything after the two dashes belongs to the server."
        ),
        *_section("VERBS"),
        *(line for context in contexts for line in _verb(context, shared)),
        *_section("OPTIONS OF VERBS WITH A SERVER"),
        *(line for option in shared for line in _tagged(*option)),
        *_section("EXIT STATUS"),
        *(line for code, text in MEANING.items() for line in _tagged(str(code.value), text)),
        *_closing("mcp-desktop-inspector"),
    ]
    return "\n".join(lines) + "\n"


def window_page(date: str) -> str:
    """mcp-desktop-inspector(1): what opens in the window."""
    lines = [
        *_head("mcp-desktop-inspector", "inspect MCP servers in a window", date),
        *_section("SYNOPSIS"),
        ".B mcp\\-desktop\\-inspector",
        r"[\fBdemo\fR | \fIFILE\fR...]",
        *_section("DESCRIPTION"),
        *_texts(WHAT),
        *_tagged("demo", "Open the window with the demo server that comes with the program."),
        *_tagged(
            "FILE",
            "A session (.mcptrace), a recording of another program (.har, .jsonl, .log), a bundle (.mcpb, "
            ".dxt) or a server.json of the registry.",
        ),
        *_texts("F1 in the window explains every panel. With a verb it is mcpdi(1)."),
        *_closing("mcpdi"),
    ]
    return "\n".join(lines) + "\n"


# -- verbs and options ---------------------------------------------------------------------------------


def _context(name: str) -> click.Context:
    module, _, attribute = VERBS[name][0].partition(":")
    return click.Context(getattr(import_module(module), attribute), info_name=name)


def _options(context: click.Context) -> list[Option]:
    records = (one.get_help_record(context) for one in context.command.get_params(context))
    return [record for record in records if record and record[1] and not record[0].endswith("--help")]


def _shared(contexts: list[click.Context]) -> list[Option]:
    """Options that most verbs have, in their order: they are explained once."""
    counts = Counter(option for context in contexts for option in _options(context))
    return [option for option, count in counts.items() if count > len(contexts) / 2]


def _verb(context: click.Context, shared: list[Option]) -> Iterator[str]:
    name, command = context.info_name or "", context.command
    pieces = [_escape(piece) for piece in command.collect_usage_pieces(context)]
    yield rf".SS mcpdi {_escape(name)} {' '.join(pieces)}"
    yield from _texts(command.help or "")
    for option in _options(context):
        if option not in shared:
            yield from _tagged(*option)
    yield from _literal(EXAMPLES[name])


# -- the language of manual pages ----------------------------------------------------------------------


def _head(name: str, what: str, date: str) -> Iterator[str]:
    yield r".\" -*- coding: utf-8 -*-"
    yield f'.TH "{_escape(name.upper())}" "1" "{date}" "{__version__}" "{TITLE}"'
    yield ".nh"
    yield ".ad l"
    yield from _section("NAME")
    yield rf"{_escape(name)} \- {_escape(what)}"


def _closing(other: str) -> Iterator[str]:
    yield from _section("ENVIRONMENT")
    for name, text in VARIABLES:
        yield from _tagged(name, text)
    yield from _section("FILES")
    for name, text in FILES:
        yield from _tagged(name, text)
    yield from _section("SEE ALSO")
    yield rf"\fB{_escape(other)}\fR(1)"


def _section(title: str) -> Iterator[str]:
    yield f".SH {_escape(title)}"


def _texts(text: str) -> Iterator[str]:
    r"""Paragraphs of click's help; one that begins with \b keeps its lines."""
    for paragraph in text.strip().split("\n\n"):
        if paragraph.startswith("\b"):
            yield from _literal(tuple(paragraph[1:].strip("\n").splitlines()))
            continue
        yield ".PP"
        yield _escape(" ".join(paragraph.split()))


def _literal(lines: tuple[str, ...]) -> Iterator[str]:
    yield from (".PP", ".RS 4", ".nf")
    yield from map(_escape, lines)
    yield from (".fi", ".RE")


def _tagged(tag: str, text: str) -> Iterator[str]:
    yield ".TP"
    yield rf"\fB{_escape(tag)}\fR"
    yield _escape(" ".join(text.split()))


def _escape(text: str) -> str:
    """Text as text: no backslash, hyphen or first character of a line means anything."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga")
    return rf"\&{text}" if text.startswith(".") else text


def main() -> None:
    """Write both pages into the folder that is named."""
    folder = Path(sys.argv[1])
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    date = time.strftime("%Y-%m-%d", time.gmtime(epoch))
    for name, page in (("mcpdi", command_page), ("mcp-desktop-inspector", window_page)):
        (folder / f"{name}.1").write_text(page(date), encoding="utf-8")


if __name__ == "__main__":
    main()
