"""The call before this one of the same tool, resource, prompt or method."""

from __future__ import annotations

import json

from inspector.trace.journal import Journal

__all__ = ["previous_call"]


def previous_call(journal: Journal, number: int) -> int:
    """Number of the request; 0: there is none. Another connection of the same server counts too.

    Reads the file; call it in a worker thread.
    """
    exchange = journal.exchange(number)
    if exchange is None:
        return 0
    names = {info.number: info.name for info in journal.sessions()}
    same = [session for session, name in names.items() if name == names.get(exchange.session)]
    connection = journal.reader()
    try:
        found = connection.execute(
            "SELECT number FROM exchange WHERE number < ? AND method = ? AND target = ? AND direction = ?"
            " AND session IN (SELECT value FROM json_each(?)) ORDER BY number DESC LIMIT 1",
            (number, exchange.method, exchange.target, exchange.direction, json.dumps(same)),
        ).fetchone()
    finally:
        connection.close()
    return int(found[0]) if found is not None else 0
