"""A modern server that lists nothing at all: an older revision may list more.

A gateway speaks to what is behind it in the revision of its own client. Where that knows older revisions
only, all its lists come back empty, without an error; and `server/discover` need not name the older ones.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from inspector.errors import InspectorError
from inspector.protocol.era.negotiation import newest
from inspector.protocol.methods import LEGACY_REVISIONS

if TYPE_CHECKING:
    from inspector.core.client.client import Client

__all__ = ["bare_kinds", "list_the_rest", "older_offered"]

_KINDS: Final = ("tools", "resources", "prompts")
"""Of the catalog, and the capability that declares it."""


def bare_kinds(client: Client) -> tuple[str, ...]:
    """What a modern server declares, when it was asked for all of it and lists nothing; else ()."""
    info, catalog = client.info, client.catalog
    if client.state != "connected" or info is None or info.era != "modern":
        return ()
    declared = _declared(client)
    empty = all(
        catalog.fetched(kind) and not catalog.items(kind) and not catalog.end(kind) and not catalog.odd[kind]
        for kind in declared
    )
    return declared if empty and not catalog.templates else ()


async def list_the_rest(client: Client) -> None:
    """Ask for the first page of what was not asked for, so that `bare_kinds` knows; what fails is no news."""
    for kind in _declared(client):
        if not client.catalog.fetched(kind):
            with suppress(InspectorError):
                await client.list_page(kind)
            if client.catalog.items(kind):
                return


def older_offered(client: Client) -> str:
    """The newest older revision that the server says it speaks; "" when it names none."""
    return newest(list(client.info.supported), LEGACY_REVISIONS) if client.info is not None else ""


def _declared(client: Client) -> tuple[str, ...]:
    capabilities = client.info.capabilities if client.info is not None else {}
    return tuple(kind for kind in _KINDS if kind in capabilities)
