"""One of the two recordings that are compared: what is asked of its file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from inspector.protocol.jsonrpc import Message, parse
from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.trace.recording_reads import raw

__all__ = ["Recording", "ServerPair", "pair_servers"]


@dataclass(frozen=True, slots=True)
class ServerPair:
    """One server in both recordings. title: its name. left, right: its connections, empty where it is not."""

    title: str
    left: tuple[SessionInfo, ...]
    right: tuple[SessionInfo, ...]

    @property
    def revisions(self) -> tuple[str, str]:
        """The newest on each side; "" for none."""
        left, right = ([one.revision for one in side if one.revision] for side in (self.left, self.right))
        return left[-1] if left else "", right[-1] if right else ""


class Recording:
    """Asks over a connection for itself, one body at a time, for worker threads.

    last: newer records do not count, so that a growing session says the same from beginning to end.
    """

    def __init__(self, journal: Journal, connection: sqlite3.Connection) -> None:
        self.sessions = journal.sessions()
        self.last = journal.last
        self.connection = connection

    def message(self, number: int) -> Message:
        """A record read as a message."""
        return parse(self.raw(number))

    def raw(self, number: int) -> bytes:
        """The bytes of a record; none when it is not there."""
        return raw(self.connection, number)


def pair_servers(left: Iterable[SessionInfo], right: Iterable[SessionInfo]) -> list[ServerPair]:
    """Servers of the same name belong together; then, when one is left over on each side, these two.

    The name is the user's own: the same server may have had another one.
    """
    mine, others = _by_name(left), _by_name(right)
    gone, new = [name for name in mine if name not in others], [name for name in others if name not in mine]
    renamed = {gone[0]: new[0]} if len(gone) == len(new) == 1 else {}
    pairs = []
    for name, infos in mine.items():
        other = renamed.get(name, name)
        title = name if other == name else f"{name} · {other}"
        pairs.append(ServerPair(title, infos, others.pop(other, ())))
    return pairs + [ServerPair(name, (), infos) for name, infos in others.items()]


def _by_name(infos: Iterable[SessionInfo]) -> dict[str, tuple[SessionInfo, ...]]:
    found: dict[str, tuple[SessionInfo, ...]] = {}
    for info in infos:
        found[info.name] = (*found.get(info.name, ()), info)
    return found
