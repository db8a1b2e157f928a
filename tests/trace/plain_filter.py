"""Conditions of the filter language, each with the same meaning in plain Python, for hypothesis to combine.

A condition is (text, test): test(session, row, messages) says whether a row passes; messages are the
records whose bytes count for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hypothesis import strategies as st

from inspector.protocol.records import Exchange, Finding, Record
from inspector.trace.journal_schema import has_own_row
from tests.trace.samples import DEMO, START

MS = 1_000_000
SERVERS = {1: DEMO.name, 2: "other"}


class Session(NamedTuple):
    """What a journal is filled with."""

    records: list[Record]
    exchanges: dict[int, Exchange]
    findings: list[Finding]
    marked: set[int]
    notes: dict[int, str]

    def exchange(self, record: Record) -> Exchange | None:
        return self.exchanges.get(record.exchange)

    def expected(self, mode: str, test: Test) -> list[int]:
        """Numbers that a view with the filter shows."""
        found = []
        for row in self.records:
            messages = [row]
            if mode == "calls":
                if not has_own_row(row):
                    continue
                if row.number == row.exchange:
                    messages = [one for one in self.records if one.exchange == row.number]
            if test(self, row, messages):
                found.append(row.number)
        return found


Test = Callable[[Session, Record, Sequence[Record]], bool]
Condition = tuple[str, Test]

# -- sessions ---------------------------------------------------------------------------------------------

TARGETS = ["get_order", "list_orders", "get_time", "file:///a b", "Zoë", ""]
METHODS = ["tools/call", "resources/read", "notifications/progress", "ping"]
IDS = ["", "7", '"a"']
TEXTS = ["order", "ORDER 66", "Zoë Müller", "ZOË", "東京", "100%", "a_b", "x", ""]
_scalars = st.one_of(
    st.sampled_from([0, 7, -1, 2**53 + 1, 2**70, 1.5, True, False, None]), st.sampled_from(TEXTS)
)
_documents = st.dictionaries(
    st.sampled_from(["orderId", "name", "a b", "id", "list"]),
    st.one_of(
        _scalars, st.lists(_scalars, max_size=3), st.dictionaries(st.sampled_from(["orderId", "x"]), _scalars)
    ),
    max_size=4,
)
_good_bytes = st.builds(
    lambda document, ascii_only: json.dumps(document, ensure_ascii=ascii_only).encode(),
    _documents,
    st.booleans(),
)
_deep = b'{"orderId":' + b"[" * 2500 + b"]" * 2500 + b"}"  # JSON for us, too deep for SQLite
_bad_bytes = st.sampled_from(
    [b"", b"{broken", b'{"orderId":7', b"\xff\xfe order", b"before\0order", "Zoë\0東京".encode(),
     b'{"orderId": 7}\0{', b"caf\xc3", b"stack: get_time 100%"]
)  # fmt: skip


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    """Up to 14 records: calls with their messages, single messages, and what cannot be read."""
    records: list[Record] = []
    exchanges: dict[int, Exchange] = {}
    for number in range(1, draw(st.integers(1, 14)) + 1):
        open_calls = list(exchanges)
        kind = draw(st.sampled_from(["request", "response", "error", "notification", "malformed", "stderr"]))
        valid = kind not in ("malformed", "stderr")
        raw = draw(st.one_of(_good_bytes, st.just(_deep)) if valid else _bad_bytes)
        exchange, role, method = 0, "", draw(st.sampled_from(METHODS))
        if kind == "request":
            exchange = number
            exchanges[number] = _exchange(draw, number, method, open_calls)
        elif valid and open_calls and draw(st.booleans()):
            exchange = draw(st.sampled_from(open_calls))
            role = draw(st.sampled_from(["answer", "late", "progress", "duplicate"]))
        direction, server = draw(st.sampled_from(["in", "out"])), draw(st.sampled_from([1, 2]))
        note, identifier = (
            draw(st.sampled_from(["", "not JSON", "order of keys"])),
            draw(st.sampled_from(IDS)),
        )
        records.append(
            Record(
                number, START + number * MS, server, direction, "stdout", kind, method if valid else "",
                identifier, exchange, role, len(raw), raw, b"", valid, note,
            )
        )  # fmt: skip
    numbers = st.integers(1, len(records))
    findings = [
        Finding(one, records[one - 1].exchange, 1, "RPC-01", "error", "odd")
        for one in draw(st.lists(numbers, max_size=3))
    ]
    notes = draw(st.dictionaries(numbers, st.sampled_from(["slow", "look: order"]), max_size=2))
    return Session(records, exchanges, findings, draw(st.sets(numbers, max_size=3)), notes)


def _exchange(draw: st.DrawFn, number: int, method: str, others: list[int]) -> Exchange:
    ended = draw(st.sampled_from([0, 1, 99, 100, 101, 5000]))
    status = draw(st.sampled_from(["done", "failed", "cancelled"])) if ended else "pending"
    return Exchange(
        number, 1, "out", method, target=draw(st.sampled_from(TARGETS)), status=status,
        detail=draw(st.sampled_from(["", "isError", "-32602 order"])), started_ns=START, sent_ns=START,
        ended_ns=START + ended * MS if ended else 0, answer_size=draw(st.sampled_from([0, 10, 2000])),
        parent=draw(st.sampled_from([0, *others])), rounds=draw(st.sampled_from([1, 2])),
    )  # fmt: skip


# -- fields -----------------------------------------------------------------------------------------------

TEXT_FIELDS: dict[str, Callable[[Session, Record], str]] = {
    "method": lambda _, row: row.method,
    "target": lambda session, row: _of(session.exchange(row), "target", ""),
    "tool": lambda session, row: (
        _of(session.exchange(row), "target", "")
        if _of(session.exchange(row), "method", "") == "tools/call"
        else ""
    ),
    "status": lambda session, row: _of(session.exchange(row), "status", ""),
    "detail": lambda session, row: _of(session.exchange(row), "detail", ""),
    "server": lambda _, row: SERVERS[row.session],
    "kind": lambda _, row: row.kind,
    "direction": lambda _, row: row.direction,
    "role": lambda _, row: row.role,
    "note": lambda _, row: row.note,
    "id": lambda _, row: row.id,
    "comment": lambda session, row: session.notes.get(row.number, ""),
}
NUMBER_FIELDS: dict[str, Callable[[Session, Record], float | None]] = {
    "number": lambda _, row: row.number,
    "session": lambda _, row: row.session,
    "exchange": lambda _, row: row.exchange,
    "size": lambda _, row: row.size,
    "answer_size": lambda session, row: _of(session.exchange(row), "answer_size", None),
    "rounds": lambda session, row: _of(session.exchange(row), "rounds", None),
    "time": lambda _, row: row.at_ns - START - MS,
    "duration": lambda session, row: _of(session.exchange(row), "duration_ns", None) or None,
}
IS: dict[str, Callable[[Session, Record], bool]] = {
    "error": lambda session, row: (
        row.kind == "error"
        or _of(session.exchange(row), "status", "") == "failed"
        or _of(session.exchange(row), "detail", "").startswith("isError")
    ),
    "pending": lambda session, row: _of(session.exchange(row), "status", "") == "pending",
    "nested": lambda session, row: _of(session.exchange(row), "parent", 0) != 0,
    "retry": lambda session, row: _of(session.exchange(row), "rounds", 1) > 1,
    "late": lambda _, row: row.role == "late",
    "malformed": lambda _, row: row.kind == "malformed",
    "response": lambda _, row: row.kind in ("response", "error"),
    "in": lambda _, row: row.direction == "in",
    "marked": lambda session, row: row.number in session.marked,
    "commented": lambda session, row: row.number in session.notes,
    "finding": lambda session, row: any(
        one.record == row.number or one.exchange == row.number for one in session.findings
    ),
}
VOCABULARY = sorted(
    {*TARGETS, *METHODS, "done", "failed", "demo", "other", "request", "in", "late", "slow", "7", '"a"'}
    - {""}
)
PATTERNS = [
    "^get_",
    "orders$",
    "time|read",
    "^(get|list)_",
    "(?:time|order)(s|)$",
    "(a|b)+",
    r"\(a\)",
    "^(get|x)|read$",
    "o.d",
    "/",
    "Ord",
    "e{2}",
    r"^\W",
    "call$|^ping",
]
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "eq": lambda a, b: a == b,
    "ge": lambda a, b: a >= b,
}


def _of(exchange: Exchange | None, name: str, default: Any) -> Any:
    return default if exchange is None else getattr(exchange, name)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _fold(text: str) -> str:
    return "".join(letter.lower() if letter.isascii() else letter for letter in text)


def _holds(text: str, word: str) -> bool:
    cases = [word, word.lower(), word.upper(), word.capitalize()]
    return any(_fold(one) in _fold(text) for case in cases for one in (case, json.dumps(case)[1:-1]))


def _found(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.IGNORECASE) is not None


@st.composite
def _text_condition(draw: st.DrawFn) -> Condition:
    name = draw(st.sampled_from(list(TEXT_FIELDS)))
    value = TEXT_FIELDS[name]
    form = draw(st.sampled_from(["compare", "contains", "~", "in", "not in", "exists"]))
    word = draw(st.sampled_from(VOCABULARY))
    if form == "compare":
        sign = draw(st.sampled_from(["==", "!=", "eq"]))
        return f"{name} {sign} {_quoted(word)}", lambda s, r, _: COMPARE[sign](value(s, r), word)
    if form == "contains":
        part = word[: draw(st.integers(1, len(word)))]
        sign = draw(st.sampled_from([" contains ", ":"]))
        return f"{name}{sign}{_quoted(part)}", lambda s, r, _: _holds(value(s, r), part)
    if form == "~":
        pattern = draw(st.sampled_from(PATTERNS))
        sign = draw(st.sampled_from(["~", "matches"]))
        return f"{name} {sign} {_quoted(pattern)}", lambda s, r, _: _found(pattern, value(s, r))
    if form == "exists":
        return f"{name} exists", lambda s, r, _: value(s, r) != ""
    words = draw(st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=3))
    text = f"{name} {form} {{{', '.join(map(_quoted, words))}}}"
    return text, lambda s, r, _: (value(s, r) in words) == (form == "in")


UNITS = {"": {"": 1}, "size": {"": 1, "kB": 1000, "KiB": 1024}, "duration": {"ms": MS, "us": 1000, "": MS}}


@st.composite
def _number_condition(draw: st.DrawFn) -> Condition:
    name = draw(st.sampled_from(list(NUMBER_FIELDS)))
    value = NUMBER_FIELDS[name]
    kind = "duration" if name in ("time", "duration") else "size" if "size" in name else ""
    unit = draw(st.sampled_from(list(UNITS[kind])))
    factor = UNITS[kind][unit]
    number = draw(st.sampled_from([0, 1, 2, 3, 5, 7, 10, 100, 1000]))
    form = draw(st.sampled_from(["compare", "compare", "in", "not in"]))
    if form == "compare":
        sign = draw(st.sampled_from(list(COMPARE)))

        def compared(session: Session, row: Record, _: Sequence[Record]) -> bool:
            found = value(session, row)
            return found is not None and COMPARE[sign](found, number * factor)

        return f"{name} {sign} {number}{unit}", compared
    high = number + draw(st.integers(0, 100))

    def within(session: Session, row: Record, _: Sequence[Record]) -> bool:
        found = value(session, row)
        inside = found is not None and (number * factor <= found <= high * factor or found == 13 * factor)
        return inside == (form == "in")

    return f"{name} {form} {{13{unit}, {number}{unit}..{high}{unit}}}", within


# -- bytes ------------------------------------------------------------------------------------------------

PATHS: dict[str, tuple[str | int, ...]] = {
    "$.orderId": ("orderId",),
    "$.name": ("name",),
    '$["a b"]': ("a b",),
    "$.list[0]": ("list", 0),
    "$.list[-1]": ("list", -1),
    "$.name.orderId": ("name", "orderId"),
    "$.list.x": ("list", "x"),
}
_ABSENT = object()


def _at(record: Record, steps: tuple[str | int, ...]) -> Any:
    if not record.valid or record.raw == _deep:
        return _ABSENT
    found = json.loads(record.raw)
    for step in steps:
        if (isinstance(step, str) and isinstance(found, dict) and step in found) or (
            isinstance(step, int) and isinstance(found, list) and -len(found) <= step < len(found)
        ):
            found = found[step]
        else:
            return _ABSENT
    return found


def _as_text(value: Any) -> str:
    """A text itself, anything else as its JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return "number" if isinstance(value, (int, float)) else "text" if isinstance(value, str) else "other"


@st.composite
def _path_condition(draw: st.DrawFn) -> Condition:
    path = draw(st.sampled_from(list(PATHS)))
    steps = PATHS[path]

    def any_of(test: Callable[[Any], bool]) -> Test:
        def passes(_session: Session, _row: Record, messages: Sequence[Record]) -> bool:
            values = [_at(one, steps) for one in messages]
            return any(value is not _ABSENT and test(value) for value in values)

        return passes

    form = draw(st.sampled_from(["exists", "compare", "in", "contains"]))
    if form == "exists":
        return f"{path} exists", any_of(lambda value: value is not None and value != "")
    if form == "contains":
        word = draw(st.sampled_from(["order", "Zoë", "%", "_"]))
        return f"{path} contains {word}", any_of(lambda value: _holds(_as_text(value), word))
    wanted = draw(_scalars)
    written = _quoted(wanted) if isinstance(wanted, str) else json.dumps(wanted)
    if form == "in":
        return f'{path} in {{{written}, 100..2000, "x"}}', any_of(
            lambda value: (
                (_kind(value) == _kind(wanted) and value == wanted)
                or value == "x"
                or (_kind(value) == "number" and 100 <= value <= 2000)
            )
        )
    signs = ["==", "!="] + (["<", ">="] if _kind(wanted) in ("number", "text") else [])
    sign = draw(st.sampled_from(signs[:2] if wanted == 2**70 else signs))  # whose order SQLite rounds
    if sign == "!=":
        return f"{path} != {written}", any_of(lambda value: _kind(value) != _kind(wanted) or value != wanted)
    return f"{path} {sign} {written}", any_of(
        lambda value: _kind(value) == _kind(wanted) and COMPARE[sign](value, wanted)
    )


@st.composite
def _text_search(draw: st.DrawFn) -> Condition:
    word = draw(
        st.sampled_from(["order", "Zoë", "müller", "東京", "100%", "a_b", "get_", "before", "\ufffd"])
    )

    def passes(session: Session, row: Record, messages: Sequence[Record]) -> bool:
        target = _of(session.exchange(row), "target", "")
        shown = any(_fold(word) in _fold(text) for text in (row.method, target, row.note))
        return shown or any(_holds(_decoded(one), word) for one in messages)

    return draw(st.sampled_from([word, _quoted(word)])), passes


def _decoded(record: Record) -> str:
    return record.raw.decode("utf-8", "replace").replace("\0", "␀")


_is_condition = st.sampled_from(list(IS)).map(
    lambda word: (f"is:{word}", lambda session, row, _: IS[word](session, row))
)


def _join(inner: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    def joined(left: Condition, right: Condition, word: str) -> Condition:
        def passes(session: Session, row: Record, messages: Sequence[Record]) -> bool:
            one, other = left[1](session, row, messages), right[1](session, row, messages)
            return one != other if word == "xor" else one or other if word in ("or", "||") else one and other

        return f"({left[0]}) {word} ({right[0]})", passes

    def turned(one: Condition, word: str) -> Condition:
        return f"{word} ({one[0]})", lambda *of: not one[1](*of)

    return st.one_of(
        st.builds(joined, inner, inner, st.sampled_from(["and", "or", "xor", "&&", "||", ""])),
        st.builds(turned, inner, st.sampled_from(["not", "!"])),
    )


conditions = st.recursive(
    st.one_of(_text_condition(), _number_condition(), _path_condition(), _text_search(), _is_condition),
    _join,
    max_leaves=4,
)
