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
        raise click.BadParameter(f"unknown era or revision {value!r}; use one of {', '.join(ERA_CHOICES)}")
    return value or ""


def _rules(context: click.Context, parameter: click.Parameter, value: Path | None) -> AnswerRules | None:
    if value is None:
        return None
    from inspector.core.client.answer_rules import AnswerRules

    try:
        data = value.read_bytes()
    except OSError as error:
        raise click.BadParameter(f"cannot read {value}: {error.strerror}") from error
    return AnswerRules.read(data, str(value))


def _seconds(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and not 0 < value < 1e7:
        raise click.BadParameter("use a positive number of seconds")
    return value


json_option = click.option(
    "--json", is_flag=True, help="Machine-readable output on stdout; everything else on stderr."
)

_DECLARING_OPTIONS = (
    click.option(
        "--declare",
        metavar="JSON|@FILE",
        default="",
        help="Client capabilities to declare, sent exactly as given: '{\"sampling\":{}}'.",
    ),
    click.option(
        "--client-info",
        metavar="JSON|@FILE",
        default="",
        help="Client info (name, version …), sent exactly as given.",
    ),
    click.option(
        "--meta",
        multiple=True,
        metavar="NAME=JSON|JSON|@FILE",
        help="Extra _meta of the request (call, read, prompt) or of every request; overrides ours.",
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
        help="For URLs; default auto (detected).",
    ),
    click.option("--header", "-H", multiple=True, metavar="'NAME: VALUE'", help="HTTP header; repeatable."),
    click.option("--env", "-e", multiple=True, metavar="NAME=VALUE", help="Variable of the server process."),
    click.option(
        "--cwd",
        default="",
        metavar="FOLDER",
        help="Working directory of the server process; default: the current one.",
    ),
    *_DECLARING_OPTIONS,
    click.option(
        "--timeout",
        type=float,
        callback=_seconds,
        metavar="SECONDS",
        help="Timeout of each request; default 60.",
    ),
    click.option(
        "--trace",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Save the session with every message (see it with mcpdi show FILE, or open it in the app).",
    ),
    click.option(
        "--answer",
        type=click.Path(dir_okay=False, path_type=Path),
        callback=_rules,
        metavar="FILE",
        help="Rules (JSON) that answer the server's requests; without it, you are asked in the terminal.",
    ),
    click.option(
        "--root", multiple=True, metavar="FOLDER|URI", help="Root offered to the server; repeatable."
    ),
    click.option(
        "--sign-in", is_flag=True, help="Sign in with the browser when the server requires it (HTTP)."
    ),
    json_option,
    click.option("--strict", is_flag=True, help="Fail (6) if the server violates the protocol."),
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
        raise click.UsageError(f"missing verb, for example: mcpdi info {' '.join(words)}")
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
            where = f"{option} requires NAME=VALUE, not “{pair}”" if option else f"“{pair}” is not NAME=VALUE"
            raise click.UsageError(f"{where}; put a server's command after --")
        found[name] = value
    return found


def read_text_argument(text: str, name: str) -> bytes:
    """JSON, @FILE or - (stdin) → its bytes, unchanged. Raises click.UsageError."""
    if text == "-":
        if sys.stdin is None:  # closed by the parent process
            raise click.UsageError(f"{name}: stdin is not available")
        return sys.stdin.buffer.read()
    if text.startswith("@"):
        try:
            return Path(text[1:]).read_bytes()
        except OSError as error:
            raise click.UsageError(f"{name}: cannot read {text[1:]}: {error.strerror}") from error
    return text.encode("utf-8", "surrogateescape")


def read_json_argument(text: str, name: str, hint: str = "") -> bytes:
    """Like `read_text_argument`, for what must be one JSON text. Raises click.UsageError with the hint."""
    import msgspec

    data = read_text_argument(text, name)
    try:
        msgspec.json.decode(data, type=msgspec.Raw)
        data.decode("utf-8")
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        from inspector.render.json_errors import find_json_error

        raise click.UsageError(f"{name} is not JSON: {find_json_error(data) or error}{hint}") from error
    return data
