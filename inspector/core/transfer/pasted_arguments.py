"""Arguments of a tool from whatever a user has at hand: JSON, pairs, cURL, mcpdi, a line of a log.

The text of the values is kept token for token. Nothing is run, no variable of the environment is put in, and
nothing is sent: the result goes into the form.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from inspector.core.servers.shell_words import split_words
from inspector.errors import UsageError
from inspector.schema.arguments import arguments_from_pairs
from inspector.schema.document import Document, DocumentError, Path, text_of
from inspector.translation import translate

__all__ = ["PastedArguments", "read_arguments"]

_LONGEST: Final = 500_000  # characters; they are read while a user waits
_LONGEST_COMMAND: Final = 100_000
_MOST_TRIES: Final = 40
_MOST_TRIED: Final = 2 * _LONGEST  # characters of all tries
_BODY_OPTIONS: Final = ("-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json", "--args")
_PAIR: Final = re.compile(r"^\s*[\w.$/-]+\s*:?=")
_COMMENTS: Final = re.compile(r"^[ \t]*+#.*(?:\n|$)", re.MULTILINE)
_COMMAND: Final = re.compile(r"(?:^|\s|/)(?:curl|mcpdi)(?:\.exe)?\s")
_CONTINUED: Final = re.compile(r"(?<![ \t])[ \t]*+[\\^`]\r?\n[ \t]*+")
_QUOTES: Final = re.compile(r"['\"]")


@dataclass(frozen=True, slots=True)
class PastedArguments:
    """text: the arguments, a JSON text. tool: whose they are, empty when the paste does not say. source: the
    shape they came in (a word for people)."""

    text: str
    tool: str = ""
    source: str = "JSON"


def read_arguments(pasted: str, schema: Any) -> PastedArguments:
    """Find the arguments in a pasted or dropped text.

    Understood: the arguments themselves; a `tools/call` request, its params, or a log line with one of them
    in it; a tool call of a model (`arguments` or `input`, also as a JSON text within JSON); a cURL or mcpdi
    command line; `name=value` pairs, typed by the schema. schema: the tool's inputSchema, decoded.
    Raises UsageError that says what was expected.
    """
    text = pasted.strip("\ufeff \t\r\n")
    if not text:
        raise UsageError(translate("Core", "Nothing to paste: the clipboard contains no text."))
    if len(text) > _LONGEST:
        raise UsageError(
            translate("Core", "The text is larger than 500 kB: paste it into the JSON view instead.")
        )
    if found := _from_json(text):
        return found
    short = len(text) <= _LONGEST_COMMAND
    if short and _COMMAND.search(text[:2000]) and (found := _from_command(text, schema)):
        return found
    if short and _PAIR.match(_COMMENTS.sub("", text)) and (found := _from_pairs(text, schema)):
        return found
    for part in _objects_within(text):
        if found := _from_json(part):
            return replace(found, source="log line")
    raise UsageError(
        translate(
            "Core",
            "No arguments found in this text. Paste a JSON object, a tools/call request or a log line "
            "with one, "
            "name=value pairs, or a cURL or mcpdi command line.",
        )
    )


# -- JSON ------------------------------------------------------------------------------------------------


_WRAPPED: Final[tuple[tuple[str, Path, Path], ...]] = (
    ("request", ("params", "arguments"), ("params", "name")),
    ("request", ("request", "params", "arguments"), ("request", "params", "name")),
    ("tool call", ("function", "arguments"), ("function", "name")),
    ("tool call", ("arguments",), ("name",)),
    ("tool call", ("input",), ("name",)),
)
"""What, where the arguments are, where the tool's name is: both must be there."""


def _from_json(text: str) -> PastedArguments | None:
    """Arguments in a JSON document; None when it is none, or no object."""
    document = _object(text)
    if document is None:
        return None
    name_of_request = document.value(("method",))
    if name_of_request == "tools/call" and document.node(("params", "arguments")) is None:
        return PastedArguments("{}", str(document.value(("params", "name")) or ""), "request")
    for source, place, naming in _WRAPPED:
        name, lexeme = document.value(naming), document.lexeme(place)
        if not isinstance(name, str) or lexeme is None:
            continue
        if lexeme.startswith('"'):  # models give the arguments as a JSON text within JSON
            lexeme = text_of(lexeme)
        if _object(lexeme) is not None:
            return PastedArguments(_outdented(lexeme), name, source)
    return PastedArguments(text)


def _object(text: str) -> Document | None:
    try:
        document = Document(text)
    except (DocumentError, RecursionError):
        return None
    return document if document.root is not None and document.root.kind == "object" else None


def _objects_within(text: str) -> Iterator[str]:
    """Braces that may be JSON, the longest first from each opening one; a few tries only."""
    tries = tried = 0
    last = text.rfind("}")
    for opening in re.finditer(r"\{", text[: last + 1]):
        end = last + 1
        while (end := text.rfind("}", opening.start(), end)) > 0:
            tries, tried = tries + 1, tried + end - opening.start()
            if tries > _MOST_TRIES or tried > _MOST_TRIED:
                return
            yield text[opening.start() : end + 1]


def _outdented(lexeme: str) -> str:
    """The lines of a value that stood deep in a document, moved to the left margin."""
    first, _, rest = lexeme.partition("\n")
    lines = rest.split("\n")
    cut = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    return lexeme if not rest else "\n".join([first, *(line[cut:] for line in lines)])


# -- command lines and pairs -----------------------------------------------------------------------------


def _from_command(text: str, schema: Any) -> PastedArguments | None:
    """The body of a cURL command, or the arguments of `mcpdi call TOOL`."""
    joined = _CONTINUED.sub(" ", text)
    try:
        line = joined.partition("|")[0] if "|" in _QUOTES.split(joined)[-1] else joined
        words = split_words(line, expand=False)
    except UsageError:
        return None
    for option, value in _options(words):
        if option not in _BODY_OPTIONS or (found := _from_json(value)) is None:
            continue
        tool = found.tool or _called(words)
        return PastedArguments(found.text, tool, "command line")
    pairs = [word for word in words[words.index("call") + 2 :] if "=" in word] if "call" in words else []
    pairs = [word for word in pairs if not word.startswith("-")]
    if pairs and isinstance(schema, dict):
        return PastedArguments(arguments_from_pairs(schema, pairs).decode(), _called(words), "command line")
    return None


def _options(words: list[str]) -> Iterator[tuple[str, str]]:
    """Each option with the word behind it, `--option=value` told apart too."""
    for number, word in enumerate(words):
        name, equals, value = word.partition("=")
        if equals and name in _BODY_OPTIONS:
            yield name, value
        elif number + 1 < len(words):
            yield word, words[number + 1]


def _called(words: list[str]) -> str:
    """The tool of `mcpdi call TOOL`; a cURL command says it in its body."""
    place = words.index("call") + 1 if "call" in words else len(words)
    return words[place] if place < len(words) else ""


def _from_pairs(text: str, schema: Any) -> PastedArguments | None:
    """`name=value` in a row or one a line; a value in quotes keeps its blanks."""
    text = _COMMENTS.sub("", text)
    lines = [line for line in text.splitlines() if line.strip()]
    schema = schema if isinstance(schema, dict) else {}
    if len(lines) > 1 and all(_PAIR.match(line) for line in lines):
        pairs = [_unquoted(line.strip().rstrip(",")) for line in lines]
    else:
        try:
            pairs = shlex.split(text)  # variables stay as they are: this is no shell
        except ValueError:
            pairs = [text]
        if not all("=" in pair for pair in pairs):
            pairs = [text]
    return PastedArguments(arguments_from_pairs(schema, pairs).decode(), source="pairs")


def _unquoted(pair: str) -> str:
    """`name = "a b"` as `name=a b`: on a line of its own a value needs no quotes, but may have them."""
    name, equals, value = pair.partition("=")
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" and not name.endswith(":"):
        value = value[1:-1]
    return f"{name.strip()}{equals}{value}"
