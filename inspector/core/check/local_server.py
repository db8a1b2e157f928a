"""Two questions to an HTTP server of this computer: who else reaches it, and whether it looks at Host.

Both are asked beside the session, of this computer's own addresses alone, and change nothing: a connection
that is opened and closed, and the cancellation of no request, without a session, once with the right Host
and once with another. A request would be answered, by older servers on the stream of the session.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from inspector.core.auth.addresses import is_loopback
from inspector.core.check.probes import LOCAL_RULES
from inspector.core.check.report import Judged
from inspector.core.client.client import Client
from inspector.core.doctor.network import Endpoint, endpoint_of, knock
from inspector.lint.rules import page_in
from inspector.protocol.methods import LEGACY_REVISIONS
from inspector.translation import recorded
from inspector.transport import HttpTarget

__all__ = ["Reach", "reach_of"]

FOREIGN_HOST: Final = "attacker.example"
LIMIT_S: Final = 5.0
_CANCEL: Final = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"none"}}'
_ANYWHERE: Final = {socket.AF_INET: "203.0.113.1", socket.AF_INET6: "2001:db8::1"}
"""Examples: a datagram socket that is connected to one sends nothing, and knows its own address."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What came of it. said: rule → the finding's sentence and evidence; empty: kept. why: not tried."""

    said: dict[str, tuple[str, str]]
    why: str = ""

    def findings(self, revision: str, record: int) -> Iterator[Judged]:
        """The rules that were broken."""
        for rule in LOCAL_RULES:
            message, evidence = self.said.get(rule.rule, ("", ""))
            if message:
                page = page_in(rule.page, "" if revision in LEGACY_REVISIONS else "E", piped=False)
                yield Judged(
                    rule=rule.rule,
                    severity=rule.severity,
                    message=message,
                    sentence=rule.sentence,
                    fix=rule.fix,
                    revision=revision,
                    page=page,
                    record=record,
                    pointer="",
                    evidence=evidence,
                )


async def reach_of(client: Client, own: tuple[str, ...] | None = None) -> Reach:
    """Ask both. own: addresses of this computer, but for those of itself alone. Never raises."""
    target = client.profile.target
    if not isinstance(target, HttpTarget) or not is_loopback(target.url):
        return Reach({}, recorded("it is no HTTP server of this computer"))
    try:
        endpoint = endpoint_of(target.url)
    except ValueError:
        return Reach({}, recorded("it is no HTTP server of this computer"))
    said = {"SEC-11": ("", "")}
    for address in _own_addresses() if own is None else own:
        if (await knock(address, endpoint.port)).error is None:
            message = recorded("the server accepts connections at {address}", address=address)
            said["SEC-11"] = (message, f"{address}:{endpoint.port}")
            break
    if not endpoint.secure:
        parts = urlsplit(target.url)
        right = await _status(endpoint, parts.path or "/", parts.netloc.rpartition("@")[2])
        other = await _status(endpoint, parts.path or "/", FOREIGN_HOST)
        if right and other:
            message = recorded("the server responds to the Host {host} as to its own", host=FOREIGN_HOST)
            said["SEC-12"] = (message, f"Host: {FOREIGN_HOST} → {other}") if right == other else ("", "")
    return Reach(said)


def _own_addresses() -> tuple[str, ...]:
    """The addresses by which this computer would reach others: those by which others may reach it."""
    found = []
    for family, address in _ANYWHERE.items():
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((address, 9))
            found.append(str(asking.getsockname()[0]))
    return tuple(
        one for one in found if not is_loopback(f"http://[{one}]/" if ":" in one else f"http://{one}/")
    )


async def _status(endpoint: Endpoint, path: str, host: str) -> str:
    """The status of the response to this Host; empty: none came."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nConnection: close\r\n"
        f"Accept: application/json, text/event-stream\r\nContent-Length: {len(_CANCEL)}\r\n\r\n"
    )
    try:
        async with asyncio.timeout(LIMIT_S):
            reader, writer = await asyncio.open_connection(endpoint.host, endpoint.port)
            try:
                writer.write(head.encode("latin-1", "replace") + _CANCEL)
                await writer.drain()
                words = (await reader.readline()).split()
            finally:
                writer.close()
    except (OSError, ValueError, TimeoutError):  # ValueError: an endless line
        return ""
    return words[1].decode("latin-1") if len(words) > 1 and words[0].startswith(b"HTTP/") else ""
