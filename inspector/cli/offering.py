"""Bundles and `server.json` as the server of a command line: `--on FILE --set NAME=VALUE --choice N`."""

from __future__ import annotations

from pathlib import PurePath

import click

__all__ = ["OFFER_OPTIONS", "is_offer"]

OFFER_OPTIONS = (
    click.option(
        "--set",
        multiple=True,
        metavar="NAME=VALUE",
        help="A value for a bundle, a server.json or a variable of the server; repeatable.",
    ),
    click.option(
        "--choice",
        type=click.IntRange(1),
        default=1,
        metavar="N",
        help="Which package or remote of a server.json; default 1.",
    ),
    click.option("--yes", is_flag=True, help="Start the command of a bundle or server.json without asking."),
)


def is_offer(name: str) -> bool:
    """Whether `--on` names a file that is asked about first, by its name alone."""
    path = PurePath(name)
    return path.suffix.lower() in (".mcpb", ".dxt") or path.name.lower() == "server.json"
