"""What a command line says of us to the server: `--declare`, `--client-info`, `--meta`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from inspector.cli.options import Common, read_json_argument

if TYPE_CHECKING:
    from inspector.core.client.answers import Extras
    from inspector.core.servers.profiles import Profile

__all__ = ["declared_by", "request_extras"]


def declared_by(common: Common, profile: Profile) -> Profile:
    """The profile with the options laid over it. Raises click.UsageError."""
    if common.declare:
        profile = replace(profile, capabilities=_object(common.declare, "--declare"))
    if common.client_info:
        profile = replace(profile, client_info=_object(common.client_info, "--client-info"))
    return replace(profile, meta=profile.meta | _meta(common.meta))


def request_extras(common: Common) -> tuple[Common, Extras]:
    """For a verb that asks one thing: the `_meta` belongs to that request, not to the connection.

    Returns the options without it, and what the request carries. Raises click.UsageError.
    """
    from inspector.core.client.answers import Extras

    return replace(common, meta=()), Extras(_meta(common.meta))


def _meta(given: tuple[str, ...]) -> dict[str, Any]:
    from inspector.protocol.jsonrpc import decode

    meta: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if text.startswith(("{", "@")) or text == "-":
            meta |= _object(text, "--meta")
        elif not equals or not name:
            raise click.UsageError(f"--meta requires NAME=JSON or a JSON object, not “{text}”")
        else:
            # A text needs no quotes: io.modelcontextprotocol/logLevel=debug.
            found = decode(value.encode("utf-8", "surrogateescape"))
            meta[name] = found if found is not None or value.strip() == "null" else value
    return meta


def _object(text: str, option: str) -> dict[str, Any]:
    """Raises click.UsageError for what is no JSON object."""
    from inspector.protocol.jsonrpc import decode

    value = decode(read_json_argument(text, option))
    if not isinstance(value, dict):
        raise click.UsageError(f"{option} must be a JSON object")
    return value
