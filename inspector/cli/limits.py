"""Options of the verbs that print until they are told to stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from inspector.cli.options import read_json_argument

__all__ = ["Limits", "limit_options", "take_limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop, and what to set off. None: until Ctrl+C. tool: called once all is set up."""

    seconds: float | None = None
    count: int | None = None
    tool: str = ""
    arguments: bytes = b"{}"


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of `Limits`; see `take_limits`."""
    for option in (
        click.option("--args", "arguments", metavar="JSON|@FILE|-", help="Arguments for --call."),
        click.option("--call", "tool", default="", metavar="TOOL", help="Then call a tool that triggers it."),
        click.option(
            "--count",
            type=click.IntRange(min=1),
            metavar="N",
            help="Stop after N lines; with --for, fail if there are fewer.",
        ),
        click.option(
            "--for",
            "seconds",
            type=click.FloatRange(min=0, min_open=True),
            metavar="SECONDS",
            help="Stop after this time.",
        ),
    ):
        command = option(command)
    return command


def take_limits(values: dict[str, Any]) -> Limits:
    """Take the options of `limit_options` out of a command's keywords. Raises click.UsageError."""
    seconds, count, tool, arguments = (values.pop(name) for name in ("seconds", "count", "tool", "arguments"))
    if arguments is not None and not tool:
        raise click.UsageError("--args requires --call TOOL")
    return Limits(seconds, count, tool, read_json_argument(arguments, "--args") if arguments else b"{}")
