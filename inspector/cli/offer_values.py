"""The server that a bundle or `server.json` makes with the values of a command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.cli.output import Output, is_terminal
from inspector.core.install.offer_protocol import Offer
from inspector.core.install.offers import download_of, read_offer
from inspector.core.servers.profiles import Profile, shown_target
from inspector.errors import UsageError
from inspector.printable import FIELD_CHARS, on_one_line
from inspector.protocol.secrets import masked_words
from inspector.transport import StdioTarget

if TYPE_CHECKING:
    from inspector.cli.options import Common

__all__ = ["offered_server"]


def offered_server(path: Path, common: Common) -> tuple[Profile, dict[str, str]]:
    """The server and its secrets by key. Raises UsageError that says what to type.

    A command that the file names is shown and asked about, or --yes says that it may start. Then a bundle is
    unpacked.
    """
    offer = read_offer(path)
    if offer.refused:
        raise UsageError(f"{path} is rejected: {'; '.join(offer.refused)}")
    choice = common.choice - 1
    if choice >= len(offer.choices):
        raise UsageError(f"--choice must be one of these:\n{_choices(offer)}")
    if (download := download_of(offer, choice)) is not None:
        raise UsageError(
            f"{path} refers to the bundle {download.url}: download it and pass that file with --on.\n"
            f"Its SHA-256 must be {download.sha256}. All choices:\n{_choices(offer)}"
        )
    schema = offer.schema(choice)
    values = {**offer.initial(choice), **_given(common.set, schema)}
    made = offer.make(choice, offer.name, values)
    if made.missing:
        raise UsageError(f"{path} needs {', '.join(made.missing)}:\n{_asked(schema)}")
    output = Output(common.json)
    for note in (*offer.warnings, *made.notes):
        output.note(f"note: {note}")
    if isinstance(made.profile.target, StdioTarget) and not common.yes:
        _ask(path, made.profile, output)
    for note in offer.doubts(choice):
        output.note(f"note: {note}")
    offer.prepare(choice)
    return made.profile, made.secrets


def _ask(path: Path, profile: Profile, output: Output) -> None:
    """Show the command that a file names; UsageError unless a user at the terminal says yes."""
    lines = [f"  {shown_target(profile)}"]
    assert isinstance(profile.target, StdioTarget)
    if profile.target.env:
        lines.append(f"  with {' '.join(masked_words(map('='.join, profile.target.env.items())))}")
    if output.json or not (is_terminal(sys.stdin) and is_terminal(sys.stderr)):
        shown = "\n".join(on_one_line(line) for line in lines)
        raise UsageError(f"{path} would start this command; confirm with --yes:\n{shown}")
    output.event(f"{path} starts this command:", *lines)
    output.prompt("Start it? Type yes to start, anything else to cancel: ")
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise UsageError("nothing was started")


def _given(pairs: tuple[str, ...], schema: dict[str, Any]) -> dict[str, Any]:
    known: dict[str, Any] = schema["properties"]
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if name.endswith(":") and name[:-1] in known and equals:  # as in calls: NAME:=JSON
            found[name[:-1]] = _json(name, text)
            continue
        # the name of an argument may end with "=" itself
        if f"{name}=" in known and text.startswith("="):
            name, text = f"{name}=", text[1:]
        if not equals or name not in known:
            raise UsageError(f"--set {pair}: not a value it asks for.\n{_asked(schema)}")
        about = known[name]
        if about.get("type") == "array":
            found.setdefault(name, []).append(_typed(name, text, about.get("items", {})))
        else:
            found[name] = _typed(name, text, about)
    return found


def _typed(name: str, text: str, schema: dict[str, Any]) -> Any:
    kind = schema.get("type")
    if kind in ("number", "boolean"):
        value = _json(name, text)
        fits = isinstance(value, int | float) and isinstance(value, bool) == (kind == "boolean")
        if not fits:
            raise UsageError(f"--set {name}: must be a {kind}, not “{text}”")
        return value
    return _json(name, text) if kind == "object" else text


def _json(name: str, text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise UsageError(f"--set {name}: “{text}” is not JSON: {error}") from error


def _asked(schema: dict[str, Any]) -> str:
    required = schema.get("required", ())
    lines = []
    for name, about in schema["properties"].items():
        words = [about.get("title", ""), about.get("description", "")]
        text = ": ".join(dict.fromkeys(word for word in words if word and word != name))
        needed = " (required)" if name in required else ""
        lines.append(on_one_line(f"  --set {name}=…{needed}  {text}".rstrip(), FIELD_CHARS))
    return "\n".join(lines) or "  It needs no values."


def _choices(offer: Offer) -> str:
    return "\n".join(
        on_one_line(f"  --choice {number}  {title}", FIELD_CHARS)
        for number, title in enumerate(offer.choices, start=1)
    )
