"""What the first thing on stdout tells about a program that should have spoken MCP there."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final

__all__ = ["Judgement", "judge", "shown_bytes"]

_SHOWN: Final = 400


@dataclass(frozen=True, slots=True)
class Judgement:
    """kind: of `_KINDS`, json or text or message or nothing. what: on one line; advice: what helps."""

    kind: str
    what: str
    advice: str = ""


_TO_STDERR: Final = (
    "On stdio every line of stdout must be a message of MCP: what is said to people goes to stderr."
)

# The first pattern that fits counts: the special before the general.
_KINDS: Final = (
    (
        "utf-16",
        rb"\xff\xfe|\xfe\xff",
        "UTF-16 text",
        "The server must write UTF-8. PowerShell pipes do this.",
    ),
    (
        "bom",
        rb"\xef\xbb\xbf",
        "a byte order mark (BOM) before the first message",
        "The server must write UTF-8 without a BOM; strict clients give up on it.",
    ),
    (
        "content-length",
        rb"(?i)content-(?:length|type)\s*:",
        "a Content-Length header, as language servers (LSP) frame messages",
        "On MCP's stdio a message is one line of JSON; this is another protocol, or an old library.",
    ),
    (
        "http",
        rb"HTTP/\d|GET / |POST / ",
        "an HTTP message",
        "The program speaks HTTP on its stdout. Start it in its stdio mode, or connect to its URL.",
    ),
    ("html", rb"(?is)<(?:!doctype\s+html|html\b)", "a web page (HTML)", _TO_STDERR),
    (
        "npm",
        rb"(?im)npm (?:warn|notice|err!|error)|> [\w@./-]+@\d\S* \w+|> [\w./-]+(?: .*)?$|"
        rb"added \d+ packages|need to install the following|ok to proceed|yarn (?:run )?v\d|\$ \w",
        "output of a package manager (npm, yarn, pnpm)",
        "Run the package manager silently (npm run --silent …), or start the server's file itself.",
    ),
    (
        "ansi",
        rb"\x1b[\[\]()]",
        "colours or control sequences of a terminal",
        f"{_TO_STDERR} The variable NO_COLOR=1 stops the colours of many programs.",
    ),
    (
        "shell",
        rb"(?i)bash: |zsh: |\S+@\S+[:~].*[$#] |microsoft windows \[",
        "the greeting or prompt of a shell",
        "A shell was started instead of a program, or its start-up files print something.",
    ),
    (
        "port",
        rb"(?i).*(?:listening|running|started|serving|available)\b.*(?::\d{2,5}\b|https?://|port \d+)",
        "a line that says on which port it listens",
        "This server waits for HTTP. Connect to its URL, or start it in its stdio mode (often `stdio`).",
    ),
    (
        "usage",
        rb"(?i)usage:|error: (?:unknown|unrecognized)|options:",
        "the help of a command line",
        "The program does not understand its arguments: compare them with this help.",
    ),
    ("python", rb"Traceback \(most recent|\s*File \"", "a Python error", "The error below says why."),
)


def judge(line: bytes) -> Judgement:
    """What a first line is, without its line end."""
    text = line.strip(b"\r\n")
    if not text.strip():
        return Judgement("nothing", "nothing" if not line else "an empty line")
    for kind, pattern, what, advice in _KINDS:
        if re.match(pattern, text.lstrip(b" \t")):
            return Judgement(kind, what, advice)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return Judgement("text", "text that is not JSON", _TO_STDERR)
    if isinstance(value, dict) and value.get("jsonrpc") == "2.0":
        return Judgement("message", "a message of JSON-RPC")
    if isinstance(value, list):
        return Judgement("message", "a JSON array, perhaps a batch")
    what = "JSON, but no JSON-RPC message (a structured log line?)"
    return Judgement("json", what, _TO_STDERR)


def shown_bytes(data: bytes) -> str:
    """The beginning as it is, with what cannot be seen spelled out."""
    cut = data[:_SHOWN]
    text = cut.decode("utf-8", "backslashreplace")
    text = "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)
    return text + (f" … {len(data)} bytes" if len(data) > _SHOWN else "")
