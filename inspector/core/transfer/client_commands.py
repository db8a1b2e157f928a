"""Command lines that add a server to another client, as their documentation shows them for copying.

claude mcp add [--transport http|sse|stdio] [--env K=V] [--header 'K: V'] NAME [--] COMMAND-OR-URL …
claude mcp add-json NAME JSON; codex, gemini: the same words; code --add-mcp JSON;
npx @modelcontextprotocol/inspector [-e K=V] COMMAND …
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from inspector.errors import UsageError
from inspector.translation import translate

__all__ = ["ClientCommand", "from_client_command"]


@dataclass(slots=True)
class ClientCommand:
    """What such a line says about the server: its words (command or URL), or a JSON text."""

    name: str = ""
    words: list[str] = field(default_factory=list)
    json: str = ""
    env: dict[str, str] = field(default_factory=dict)
    headers: list[str] = field(default_factory=list)
    transport: str = "auto"


_CLIENTS = ("claude", "codex", "gemini", "amp", "qwen", "copilot", "auggie", "droid")
_ENV = ("-e", "--env")
_HEADER = ("-H", "--header")
_TRANSPORT = ("-t", "--transport", "--type")
_IGNORED_WITH_VALUE = (
    "-s",
    "--scope",
    "--timeout",
    "--description",
    "--client-id",
    "--config",
    "--server-url",
)
_URL = ("--url",)
_INSPECTOR = re.compile(r"^(?:@modelcontextprotocol/inspector(?:@[\w.-]+)?|mcp-inspector)$")


def from_client_command(words: Sequence[str]) -> ClientCommand | None:
    """The server of such a command line, or None when the words are none. Raises UsageError."""
    stem = re.split(r"[\\/]", words[0])[-1].removesuffix(".exe").removesuffix(".cmd")
    if stem in _CLIENTS and list(words[1:3]) == ["mcp", "add-json"]:
        return _add_json([word for word in words[3:] if word])
    if stem in _CLIENTS and list(words[1:3]) == ["mcp", "add"]:
        return _add(list(words[3:]), named=True)
    if stem in ("code", "code-insiders", "cursor") and "--add-mcp" in words[:-1]:
        return ClientCommand(json=words[list(words).index("--add-mcp") + 1])
    for place, word in enumerate(words[:4]):
        runs_it = place == 0 or stem in ("npx", "bunx", "pnpm", "yarn")
        if runs_it and _INSPECTOR.match(word) and len(words) > place + 1:
            rest = [item for item in words[place + 1 :] if item not in ("--cli", "--tui", "--web")]
            return _add(rest, named=False)
    return None


def _add(words: list[str], *, named: bool) -> ClientCommand:
    command = ClientCommand()
    while words:
        word = words.pop(0)
        if word == "--":
            command.words += words
            break
        option, equals, value = word.partition("=")
        takes = (*_ENV, *_HEADER, *_TRANSPORT, *_URL, *_IGNORED_WITH_VALUE)
        if not word.startswith("-") or option not in takes:
            if named and not command.name and not word.startswith("-"):
                command.name = word
                continue
            if word.startswith("-") and not command.words:
                continue  # a switch of the client
            command.words += [word, *_rest_of_command(command, words)]
            break
        if not equals:
            if not words:
                raise UsageError(translate("Core", "{} needs a value after it").format(option))
            value = words.pop(0)
        _take(command, option, value)
    if not command.words:
        raise UsageError(
            translate("Core", "this command adds a server, but its command or URL is missing at the end")
        )
    return command


def _rest_of_command(command: ClientCommand, words: list[str]) -> list[str]:
    """After the first word of the server's command all belongs to it; after a URL options may follow."""
    rest: list[str] = []
    while words:
        word = words.pop(0)
        if word == "--" and not rest:
            continue
        if word in (*_ENV, *_HEADER) and words and command.name and _is_last_option(words):
            _take(command, word, words.pop(0))
            continue
        rest.append(word)
    return rest


def _is_last_option(words: list[str]) -> bool:
    """claude's own help shows `mcp add --transport http NAME URL --header "K: V"`."""
    return len(words) == 1 or (len(words) >= 2 and words[1] in (*_ENV, *_HEADER))


def _take(command: ClientCommand, option: str, value: str) -> None:
    if option in _ENV:
        name, equals, text = value.partition("=")
        if not equals:
            raise UsageError(
                translate("Core", "{option} needs NAME=value, not “{value}”").format(
                    option=option, value=value
                )
            )
        command.env[name] = text
    elif option in _HEADER:
        command.headers.append(value)
    elif option in _TRANSPORT:
        command.transport = {"sse": "sse", "ws": "websocket", "websocket": "websocket"}.get(value, "auto")
    elif option in _URL:
        command.words.append(value)


def _add_json(words: list[str]) -> ClientCommand:
    plain = [word for place, word in enumerate(words) if not _is_option(words, place)]
    if len(plain) < 2:
        raise UsageError(translate("Core", "mcp add-json needs a name and the JSON of the server in quotes"))
    return ClientCommand(name=plain[0], json=plain[1])


def _is_option(words: list[str], place: int) -> bool:
    before = words[place - 1] if place else ""
    return words[place].startswith("-") or before in _IGNORED_WITH_VALUE
