"""Values and JSON paths that stand in a session, for completion: from samples, so that it takes no time.

For worker threads, on a connection of `Journal.reader()`. What is rare in a very long session may be
missing.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from difflib import get_close_matches
from typing import Any, Final

import msgspec

from inspector.protocol.json_path import path_text
from inspector.trace.json_values import parse_path
from inspector.trace.query.fields import FIELDS
from inspector.trace.query.language import Compiled
from inspector.trace.query.tokens import FilterError
from inspector.trace.query.values import like
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["paths_seen", "seen", "unseen", "values_seen"]

CHUNK: Final = 512  # neighbours read together
CHUNKS: Final = 40
BODY_CHUNK: Final = 16
BODY_BYTES: Final = 65_536  # larger bodies are left out
MAX_STEPS: Final = 5_000  # of all bodies together
MAX_DEPTH: Final = 8


def seen(connection: sqlite3.Connection, field: str, prefix: str, limit: int = 50) -> list[str]:
    """What `complete.complete` asks for: values of a field, JSON paths ("$"), values at a path."""
    if field == "$":
        return paths_seen(connection, prefix, limit)
    if field.startswith("$"):
        return _path_values(connection, field, prefix, limit)
    return values_seen(connection, field, prefix, limit)


def values_seen(connection: sqlite3.Connection, field: str, prefix: str, limit: int = 50) -> list[str]:
    """Values of a text field that hold the prefix, the most frequent first; those that begin with it lead.

    Of calls the newest ones.
    """
    known = FIELDS.get(field)
    if known is not None and known.type == "clock":
        return _minutes(connection, prefix, limit)
    if known is None or known.type not in ("text", "call") or field == "comment":
        return []
    if field in _TABLES:
        sql, params = _TABLES[field], {"like": like(prefix), "prefix": prefix, "limit": limit}
        return [row[0] for row in connection.execute(sql, params)]
    joins = "".join(f" LEFT JOIN {join}" for alias, join in _JOINS.items() if f"{alias}." in known.sql)
    rows = connection.execute(
        f"SELECT {known.sql} AS v, count(*) FROM json_each(:starts) c"
        f" CROSS JOIN record r ON r.number BETWEEN c.value AND c.value + {CHUNK - 1}{joins}"
        f" WHERE ({known.sql}) LIKE :like ESCAPE '\\' AND ({known.sql}) != '' GROUP BY v"
        " ORDER BY substr(v, 1, length(:prefix)) = :prefix DESC, 2 DESC LIMIT :limit",
        {
            "starts": _starts(connection, CHUNK, CHUNKS), "like": like(prefix), "prefix": prefix,
            "limit": limit,
        },
    )  # fmt: skip
    return [row[0] for row in rows]


def _minutes(connection: sqlite3.Connection, prefix: str, limit: int) -> list[str]:
    """Times of the session, evenly, the newest first: `14:30`; of several days with the date."""
    ends = connection.execute(
        "SELECT (SELECT at_ns FROM record ORDER BY number LIMIT 1),"
        " (SELECT at_ns FROM record ORDER BY number DESC LIMIT 1)"
    ).fetchone()
    if None in ends:
        return []
    first, last = (datetime.fromtimestamp(at_ns // 10**9).replace(second=0) for at_ns in ends)
    minutes = max(0, (last - first) // timedelta(minutes=1))
    step = minutes // limit + 1
    moments = [last - timedelta(minutes=back) for back in range(0, minutes + 1, step)]
    pattern = "%H:%M" if first.date() == last.date() else "%Y-%m-%dT%H:%M"
    return [text for one in moments if prefix in (text := one.strftime(pattern))]


def unseen(connection: sqlite3.Connection, where: Compiled) -> str:
    """Why a name that the filter asks for is probably mistaken: the session has no such tool or server.

    Of a session that has none at all nothing is said. What is not written yet counts as not there.
    """
    for field, name in where.names:
        if connection.execute(_HAS[field], (name,)).fetchone() is not None:
            continue
        known = {row[0] for row in connection.execute(_KNOWN[field]) if isinstance(row[0], str)}
        if name in known or not known:
            continue
        near = get_close_matches(name, known, n=1)
        words = translate("Query", _UNSEEN[field]).format(name)
        return "; ".join((words, *(translate("Query", "did you mean {}?").format(one) for one in near)))
    return ""


_HAS: Final = {
    "server": "SELECT 1 FROM session WHERE name = ? LIMIT 1",
    "tool": "SELECT 1 FROM exchange WHERE method = 'tools/call' AND target = ? LIMIT 1",
}
_KNOWN: Final = {
    "server": "SELECT DISTINCT name FROM session",
    "tool": "SELECT DISTINCT target FROM exchange WHERE method = 'tools/call' UNION"
    " SELECT json_extract(t.value, '$.name') FROM exchange x JOIN body b ON b.number = x.answer,"
    " json_each(CASE WHEN json_valid(CAST(b.raw AS TEXT)) THEN CAST(b.raw AS TEXT) ELSE '{}' END,"
    " '$.result.tools') t WHERE x.method = 'tools/list' AND t.type = 'object'",
}
_UNSEEN: Final = {
    "server": QT_TRANSLATE_NOOP("Query", "no server {!r} in this session"),
    "tool": QT_TRANSLATE_NOOP("Query", "no tool {!r} listed or called so far"),
}


_TABLES: Final = {
    "server": "SELECT DISTINCT name FROM session WHERE name LIKE :like ESCAPE '\\' LIMIT :limit",
    "during": "SELECT '#' || number FROM exchange WHERE direction = 'out' AND method NOT IN"
    " ('initialize', 'server/discover', 'subscriptions/listen') AND '#' || number LIKE :like ESCAPE '\\'"
    " ORDER BY number DESC LIMIT :limit",
    "rule": "SELECT rule FROM finding WHERE rule LIKE :like ESCAPE '\\' GROUP BY rule LIMIT :limit",
}
_JOINS: Final = {"x": "exchange x ON x.number = r.exchange", "s": "session s ON s.number = r.session"}


def paths_seen(connection: sqlite3.Connection, prefix: str, limit: int = 50) -> list[str]:
    """JSON paths that begin with the prefix, short ones first, then frequent ones."""
    counts: Counter[str] = Counter()
    steps = 0
    for document in _documents(connection):
        for path in _paths(document):
            steps += 1
            text = path_text(path)
            if text.lower().startswith(prefix.lower()):
                counts[text] += 1
        if steps > MAX_STEPS:
            break
    depth = {text: text.count(".") + text.count("[") for text in counts}
    return sorted(counts, key=lambda text: (depth[text], -counts[text], text))[:limit]


def _path_values(connection: sqlite3.Connection, path: str, prefix: str, limit: int) -> list[str]:
    """JSON tokens of texts, numbers and truth values at a path, the most frequent first."""
    try:
        steps = parse_path(path)
    except FilterError:
        return []
    names = [step for step in steps if isinstance(step, str)]
    counts: Counter[str] = Counter()
    for document in _documents(connection, names[-1] if names else ""):
        found = document
        for step in steps:
            try:
                found = found[step]
            except (KeyError, IndexError, TypeError):
                break
        else:
            if not isinstance(found, (dict, list)):
                counts[json.dumps(found, ensure_ascii=False)] += 1
    wanted = prefix.lower()
    return [text for text, _ in counts.most_common() if wanted in text.lower()][:limit]


def _paths(value: Any, before: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if before:
        yield before
    if len(before) >= MAX_DEPTH:
        return
    if isinstance(value, dict):
        for name, inner in value.items():
            if '"' not in name and "\\" not in name:  # which a path cannot spell
                yield from _paths(inner, (*before, name))
    elif isinstance(value, list) and value:
        yield from _paths(value[0], (*before, 0))


def _documents(connection: sqlite3.Connection, name: str = "") -> Iterator[Any]:
    """Messages of the sample, decoded; with a name only those that hold it."""
    rows = connection.execute(
        "SELECT b.raw FROM json_each(:starts) c CROSS JOIN record r"
        f" ON r.number BETWEEN c.value AND c.value + {BODY_CHUNK - 1} JOIN body b ON b.number = r.number"
        f" WHERE r.valid AND r.size BETWEEN 1 AND {BODY_BYTES} AND instr(b.raw, CAST(:name AS BLOB))",
        {"starts": _starts(connection, BODY_CHUNK, CHUNKS), "name": name},
    )
    for (raw,) in rows:
        try:
            yield msgspec.json.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue


def _starts(connection: sqlite3.Connection, size: int, count: int) -> str:
    """Where the chunks of the sample begin, as a JSON array: the newest and some spread over all."""
    last = connection.execute("SELECT max(number) FROM record").fetchone()[0] or 0
    if last <= size * count:
        return json.dumps(list(range(1, last + 1, size)))
    step = (last - size) / (count - 1)
    return json.dumps([1 + int(place * step) for place in range(count)])
