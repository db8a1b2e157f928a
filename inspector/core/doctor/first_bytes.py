"""What the first thing on stdout tells about a program that should have spoken MCP there."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final

from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.transport.listening_lines import served_url

__all__ = ["Judgement", "judge", "shown_bytes"]

_SHOWN: Final = 400


@dataclass(frozen=True, slots=True)
class Judgement:
    """kind: of `_KINDS`, json or text or message or nothing. what: on one line; advice: what helps."""

    kind: str
    what: str
    advice: str = ""


_TO_STDERR: Final = QT_TRANSLATE_NOOP(
    "Doctor", "On stdio, every line of stdout must be an MCP message; other output goes to stderr."
)

# The first pattern that fits counts: the special before the general.
_KINDS: Final = (
    (
        "utf-16",
        rb"\xff\xfe|\xfe\xff",
        QT_TRANSLATE_NOOP("Doctor", "UTF-16 text"),
        QT_TRANSLATE_NOOP("Doctor", "The server must write UTF-8. PowerShell pipes produce UTF-16."),
    ),
    (
        "bom",
        rb"\xef\xbb\xbf",
        QT_TRANSLATE_NOOP("Doctor", "a byte order mark (BOM) before the first message"),
        QT_TRANSLATE_NOOP("Doctor", "The server must write UTF-8 without a BOM; strict clients fail on it."),
    ),
    (
        "content-length",
        rb"(?i)content-(?:length|type)\s*:",
        QT_TRANSLATE_NOOP("Doctor", "a Content-Length header, as language servers (LSP) frame messages"),
        QT_TRANSLATE_NOOP(
            "Doctor",
            "On MCP's stdio, a message is one line of JSON; this is another protocol or an old library.",
        ),
    ),
    (
        "http",
        rb"HTTP/\d|GET / |POST / ",
        QT_TRANSLATE_NOOP("Doctor", "an HTTP message"),
        QT_TRANSLATE_NOOP(
            "Doctor",
            "The program speaks HTTP on its stdout. Start it in stdio mode, or connect to its URL.",
        ),
    ),
    (
        "html",
        rb"(?is)<(?:!doctype\s+html|html\b)",
        QT_TRANSLATE_NOOP("Doctor", "a web page (HTML)"),
        _TO_STDERR,
    ),
    (
        "npm",
        rb"(?im)npm (?:warn|notice|err!|error)|> [\w@./-]+@\d\S* \w+|> [\w./-]+(?: .*)?$|"
        rb"added \d+ packages|need to install the following|ok to proceed|yarn (?:run )?v\d|\$ \w",
        QT_TRANSLATE_NOOP("Doctor", "output of a package manager (npm, yarn, pnpm)"),
        QT_TRANSLATE_NOOP(
            "Doctor",
            "Run the package manager silently (npm run --silent …), or start the server's script directly.",
        ),
    ),
    (
        "ansi",
        rb"\x1b[\[\]()]",
        QT_TRANSLATE_NOOP("Doctor", "terminal colours or control sequences"),
        QT_TRANSLATE_NOOP(
            "Doctor",
            "On stdio, every line of stdout must be an MCP message; other output goes to "
            "stderr. NO_COLOR=1 turns off the colours of many programs.",
        ),
    ),
    (
        "shell",
        rb"(?i)bash: |zsh: |\S+@\S+[:~].*[$#] |microsoft windows \[",
        QT_TRANSLATE_NOOP("Doctor", "a shell's greeting or prompt"),
        QT_TRANSLATE_NOOP(
            "Doctor", "A shell was started instead of a program, or its startup files print something."
        ),
    ),
    (
        "port",
        rb"(?i).*(?:listening|running|started|serving|available)\b.*(?::\d{2,5}\b|https?://|port \d+)",
        QT_TRANSLATE_NOOP("Doctor", "a line with the port it listens on"),
        QT_TRANSLATE_NOOP(
            "Doctor",
            "This is an HTTP server. Connect to its URL, or start it in stdio mode (often `stdio`).",
        ),
    ),
    (
        "usage",
        rb"(?i)usage:|error: (?:unknown|unrecognized)|options:",
        QT_TRANSLATE_NOOP("Doctor", "command line help"),
        QT_TRANSLATE_NOOP("Doctor", "The program rejects its arguments: compare them with this help."),
    ),
    (
        "python",
        rb"Traceback \(most recent|\s*File \"",
        QT_TRANSLATE_NOOP("Doctor", "a Python error"),
        QT_TRANSLATE_NOOP("Doctor", "The error below says why."),
    ),
)


def judge(line: bytes) -> Judgement:
    """What a first line is, without its line end."""
    text = line.strip(b"\r\n")
    if not text.strip():
        return Judgement(
            "nothing", translate("Doctor", "nothing") if not line else translate("Doctor", "an empty line")
        )
    for kind, pattern, what, advice in _KINDS:
        if re.match(pattern, text.lstrip(b" \t")):
            told = translate("Doctor", advice)
            if kind == "port" and (url := served_url([text.decode("utf-8", "replace")])):
                told = translate(
                    "Doctor",
                    "This is an HTTP server at {}. Connect to that URL (it often ends in /mcp), or "
                    "start it in stdio mode (often `stdio`).",
                ).format(url)
            return Judgement(kind, translate("Doctor", what), told)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return Judgement(
            "text", translate("Doctor", "text that is not JSON"), translate("Doctor", _TO_STDERR)
        )
    if isinstance(value, dict) and value.get("jsonrpc") == "2.0":
        return Judgement("message", translate("Doctor", "a JSON-RPC message"))
    if isinstance(value, list):
        return Judgement("message", translate("Doctor", "a JSON array, perhaps a batch"))
    what = translate("Doctor", "JSON, but not a JSON-RPC message (a structured log line?)")
    return Judgement("json", what, translate("Doctor", _TO_STDERR))


def shown_bytes(data: bytes) -> str:
    """The beginning as it is, with what cannot be seen spelled out."""
    cut = data[:_SHOWN]
    text = cut.decode("utf-8", "backslashreplace")
    text = "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)
    return (
        translate("Doctor", "{text} … {count} bytes").format(text=text, count=len(data))
        if len(data) > _SHOWN
        else text
    )
