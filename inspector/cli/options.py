"""The options that every verb with a server understands."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from inspector.cli.completing import server_names
from inspector.cli.offering import OFFER_OPTIONS

if TYPE_CHECKING:
    from inspector.core.client.answer_rules import AnswerRules

__all__ = [
    "Common",
    "common_options",
    "json_option",
    "name_value_pairs",
    "read_json_argument",
    "read_text_argument",
    "take_common",
    "verb_first",
]

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Common:
    """Values of the common options; `server` are the words after `--`."""

    on: str = ""
    set: tuple[str, ...] = ()
    choice: int = 1
    yes: bool = False
    server: tuple[str, ...] = ()
    era: str = ""
    transport: str = ""
    header: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    cwd: str = ""
    declare: str = ""
    client_info: str = ""
    meta: tuple[str, ...] = ()
    timeout: float | None = None
    trace: Path | None = None
    json: bool = False
    strict: bool = False
    answer: AnswerRules | None = None
    root: tuple[str, ...] = ()
    sign_in: bool = False


def _era(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    from inspector.protocol.methods import ERA_CHOICES

    if value and value not in ERA_CHOICES:
        raise click.BadParameter(f"{value!r} is not known; use one of {', '.join(ERA_CHOICES)}")
    return value or ""


def _rules(context: click.Context, parameter: click.Parameter, value: Path | None) -> AnswerRules | None:
    if value is None:
        return None
    from inspector.core.client.answer_rules import AnswerRules

    try:
        data = value.read_bytes()
    except OSError as error:
        raise click.BadParameter(f"{value} cannot be read: {error.strerror}") from error
    return AnswerRules.read(data, str(value))


def _seconds(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and not 0 < value < 1e7:
        raise click.BadParameter("use a number of seconds above 0")
    return value


json_option = click.option("--json", is_flag=True, help="Machine-readable on stdout; all else on stderr.")

_DECLARING_OPTIONS = (
    click.option(
        "--declare",
        metavar="JSON|@FILE",
        default="",
        help="Client capabilities to declare, sent exactly so: '{\"sampling\":{}}'.",
    ),
    click.option(
        "--client-info",
        metavar="JSON|@FILE",
        default="",
        help="Client info (name, version …), sent exactly so.",
    ),
    click.option(
        "--meta",
        multiple=True,
        metavar="NAME=JSON|JSON|@FILE",
        help="Extra _meta of the request (call, read, prompt), else of every request; wins over ours.",
    ),
)

_OPTIONS = (
    click.option(
        "--on",
        metavar="NAME|URL|FILE|demo",
        default="",
        shell_complete=server_names,
        help="A saved server, a URL, a bundle (.mcpb) or server.json, or the demo.",
    ),
    *OFFER_OPTIONS,
    click.option(
        "--era", metavar="ERA", callback=_era, help="auto, modern, legacy, or a revision; default auto."
    ),
    click.option(
        "--transport",
        type=click.Choice(["auto", "http", "sse", "websocket"]),
        help="For a URL; auto, the default, finds out.",
    ),
    click.option("--header", "-H", multiple=True, metavar="'NAME: VALUE'", help="HTTP header; repeatable."),
    click.option("--env", "-e", multiple=True, metavar="NAME=VALUE", help="Variable of the server process."),
    click.option(
        "--cwd", default="", metavar="FOLDER", help="Working folder of the server process; default: this one."
    ),
    *_DECLARING_OPTIONS,
    click.option(
        "--timeout", type=float, callback=_seconds, metavar="SECONDS", help="Of each request; default 60."
    ),
    click.option(
        "--trace",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Keep the session: every message as it was (mcpdi show FILE, or open it in the window).",
    ),
    click.option(
        "--answer",
        type=click.Path(dir_okay=False, path_type=Path),
        callback=_rules,
        metavar="FILE",
        help="Rules (JSON) that answer what the server asks; without it, a terminal asks you.",
    ),
    click.option("--root", multiple=True, metavar="FOLDER|URI", help="Root told to the server; repeatable."),
    click.option(
        "--sign-in", is_flag=True, help="Open the browser and sign in when the server asks for it (HTTP)."
    ),
    json_option,
    click.option("--strict", is_flag=True, help="Fail (6) when the server breaks the protocol."),
)
_NAMES = tuple(field.name for field in fields(Common) if field.name != "server")


def verb_first(words: list[str]) -> list[str]:
    """Common options that stand before the verb go behind it: people type them in either place.

    Raises click.UsageError when no verb follows.
    """
    takes = {name: not option.is_flag for option in _declared() for name in option.opts}
    place = 0
    while place < len(words) and (name := words[place].partition("=")[0]) in takes:
        place += 2 if takes[name] and "=" not in words[place] else 1
    if place == 0:
        return words
    if place >= len(words):
        raise click.UsageError(f"a verb is missing: mcpdi info {' '.join(words)}")
    return [words[place], *words[:place], *words[place + 1 :]]


def _declared() -> list[click.Option]:
    command = common_options(click.Command("any", callback=None))
    return [parameter for parameter in command.params if isinstance(parameter, click.Option)]


def common_options(command: Command) -> Command:
    """Add the common options to a command; they arrive as keywords (see `take_common`)."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def take_common(values: dict[str, Any]) -> Common:
    """Take the common options out of a command's keywords."""
    context = click.get_current_context()
    taken = {name: values.pop(name) for name in _NAMES}
    return Common(
        **{name: value for name, value in taken.items() if value is not None}, server=context.obj or ()
    )


def name_value_pairs(pairs: tuple[str, ...], option: str = "") -> dict[str, str]:
    """NAME=VALUE words; the last of a name counts. option: where they stand. Raises click.UsageError."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            where = f"{option} needs NAME=VALUE, not “{pair}”" if option else f"“{pair}” is not NAME=VALUE"
            raise click.UsageError(f"{where}; a server's command stands after --")
        found[name] = value
    return found


def read_text_argument(text: str, name: str) -> bytes:
    """JSON, @FILE or - (stdin) → its bytes, unchanged. Raises click.UsageError."""
    if text == "-":
        if sys.stdin is None:  # closed by the parent process
            raise click.UsageError(f"{name}: there is no stdin to read from")
        return sys.stdin.buffer.read()
    if text.startswith("@"):
        try:
            return Path(text[1:]).read_bytes()
        except OSError as error:
            raise click.UsageError(f"{name}: {text[1:]} cannot be read: {error.strerror}") from error
    return text.encode("utf-8", "surrogateescape")


def read_json_argument(text: str, name: str, hint: str = "") -> bytes:
    """Like `read_text_argument`, for what must be one JSON text. Raises click.UsageError with the hint."""
    import msgspec

    data = read_text_argument(text, name)
    try:
        msgspec.json.decode(data, type=msgspec.Raw)
        data.decode("utf-8")
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{name} is not JSON: {error}{hint}") from error
    return data
