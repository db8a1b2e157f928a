"""Single conditions of the filter language as SQL: on a field, on a JSON path, on the text of the bytes.

SQL of fields speaks of r, x and s (see `fields`). A condition on the bytes is written between the
marks OPEN and CLOSE about a message: MESSAGE stands for its record, b for its body. What differs between a
row that is a message and a row that is a call is only which messages are meant; `for_messages` and
`for_calls` fill that in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from inspector.protocol.large_json import PIECE
from inspector.trace.query.fields import Field
from inspector.trace.query.tokens import FilterError, Token
from inspector.trace.query.values import (
    as_json,
    ascii_run,
    call_number,
    check_pattern,
    clock,
    clock_ends,
    json_number,
    like,
    likes_of_pattern,
    needs_text,
    quantity,
    range_ends,
    spellings,
)
from inspector.translation import translate

__all__ = ["Conditions", "for_calls", "for_messages"]

OPEN: Final = "\0<"
CLOSE: Final = "\0>"
MESSAGE: Final = "\0m"
_PIECE: Final = re.compile(f"{OPEN}(.*?){CLOSE}", re.DOTALL)
_SIGNS: Final = {"==": "=", "!=": "!=", "<": "<", ">": ">", "<=": "<=", ">=": ">="}
_TIME_OF_DAY: Final = (
    "(CAST(strftime('%s', {0} / 1000000000, 'unixepoch', 'localtime') AS INTEGER) % 86400 * 1000000000"
    " + {0} % 1000000000)"
)
_DOCUMENT: Final = "CAST(b.raw AS TEXT)"
# SQLite must never read as JSON what is none, and need not read what has not the name of a path at all.
_READABLE: Final = f"json_valid({_DOCUMENT})"
# SQLite makes a tree of all of it, ten times as large.
_LARGE: Final = f"length(b.raw) > {PIECE}"
_STRETCH: Final = "r.number BETWEEN :_first AND :_last"
# A name that JSON can spell in one way only, but for \uXXXX.
_PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_ -]{2,}")
_ESCAPED_LETTER: Final = r"*\u00[2-7]*"


def for_messages(sql: str) -> str:
    """The condition on a row that is a message; speaks of b."""
    return _PIECE.sub(lambda match: match[1].replace(MESSAGE, "r"), sql)


def for_calls(sql: str) -> str:
    """The condition on a row that may be a call: then any of its messages counts.

    The record of a message is asked for after its body, where the condition says so: most are never read.
    """

    def whole(match: re.Match[str]) -> str:
        return (
            "(CASE WHEN r.number = r.exchange THEN EXISTS ("
            "SELECT 1 FROM record k INDEXED BY record_by_exchange"
            " CROSS JOIN body b ON b.number = k.number WHERE k.exchange = r.exchange AND k.exchange != 0"
            f" AND {match[1].replace(MESSAGE, 'k')})"
            " ELSE EXISTS (SELECT 1 FROM body b WHERE b.number = r.number"
            f" AND {match[1].replace(MESSAGE, 'r')}) END)"
        )

    return _PIECE.sub(whole, sql)


@dataclass(frozen=True, slots=True)
class _At:
    """SQL of what stands at a path: its type, its value, the same with all its elements, its text in JSON."""

    kind: str
    value: str
    text: str
    lexeme: str


class Conditions:
    """Writes conditions and collects their parameters."""

    def __init__(self) -> None:
        self.params: dict[str, Any] = {}

    def _param(self, value: Any) -> str:
        name = f"p{len(self.params)}"
        self.params[name] = value
        return f":{name}"

    # -- fields ------------------------------------------------------------------------------------------

    def field(self, field: Field, operator: str, values: Sequence[Token]) -> str:
        """A condition on a field. operator: a name of `grammar.OPERATORS`, but not "not in"."""
        if field.type == "call":
            found = [field.sql.format(self._param(call_number(token))) for token in values]
            sql = f"coalesce({' OR '.join(found)}, 0)"
            return f"NOT {sql}" if operator == "!=" else sql
        if field.type == "clock" and operator != "exists":
            return self._clock(field.sql, operator, values)
        is_text, sql = field.type == "text", f"({field.sql})"
        if operator == "exists":
            return f"{sql} IS NOT NULL" if field.type == "duration" else f"{sql} NOT IN ('', 0)"
        if operator == "in":
            return self._in(sql, field, values)
        [token] = values
        if operator in ("contains", "~"):
            return self._matches(
                sql if is_text else f"CAST({sql} AS TEXT)", operator, token, distinct=is_text
            )
        return f"{sql} {_SIGNS[operator]} {self._param(_value(field, token))}"

    def _clock(self, moment: str, operator: str, values: Sequence[Token]) -> str:
        """A condition on a moment. What is written without a date is the time of each record's own day."""

        def side(dated: bool) -> str:
            return moment if dated else _TIME_OF_DAY.format(moment)

        if operator in ("<", ">", "<=", ">="):
            one = clock(values[0])
            return f"{side(one.dated)} {operator} {self._param(one.start_ns)}"
        parts: list[str] = []
        for token in values:
            ends = clock_ends(token) if operator == "in" else None
            one, last = ends if ends is not None else (clock(token),) * 2
            sql, low = side(one.dated), self._param(one.start_ns)
            if ends is None:
                parts.append(f"({sql} >= {low} AND {sql} < {self._param(one.start_ns + one.length_ns)})")
            elif last.start_ns < one.start_ns and not one.dated:  # over midnight
                parts.append(f"({sql} >= {low} OR {sql} <= {self._param(last.start_ns)})")
            else:
                parts.append(f"{sql} BETWEEN {low} AND {self._param(last.start_ns)}")
        found = f"({' OR '.join(parts)})"
        return f"NOT {found}" if operator == "!=" else found

    def _in(self, sql: str, field: Field, values: Sequence[Token]) -> str:
        single: list[str] = []
        parts: list[str] = []
        for token in values:
            ends = None if field.type == "text" else range_ends(token)
            if ends is not None:
                low, high = (self._param(quantity(end, field.type)) for end in ends)
                parts.append(f"{sql} BETWEEN {low} AND {high}")
            else:
                single.append(self._param(_value(field, token)))
        if single:
            parts.append(f"{sql} IN ({', '.join(single)})")
        return f"({' OR '.join(parts)})"

    def _matches(self, sql: str, operator: str, token: Token, *, distinct: bool = False) -> str:
        """contains or ~. distinct: few values stand in many rows, so each is asked for once a statement."""
        if operator == "contains":
            return self._any_like(sql, [like(word) for word in spellings(token)])
        check_pattern(token)
        likes = likes_of_pattern(token.text)
        if likes is not None:
            return self._any_like(sql, likes)
        pattern = self._param(token.text)
        if not distinct:
            return f"regexp({pattern}, {sql})"
        return (
            f"{sql} IN (WITH v(value) AS MATERIALIZED ({_distinct(sql)})"
            f" SELECT value FROM v WHERE regexp({pattern}, value))"
        )

    def _any_like(self, sql: str, likes: Sequence[str]) -> str:
        found = [f"{sql} LIKE {self._param(one)} ESCAPE '\\'" for one in likes]
        return f"({' OR '.join(found)})"

    # -- JSON --------------------------------------------------------------------------------------------

    def path(self, path: Token, operator: str, values: Sequence[Token]) -> str:
        """A condition on the value at a JSON path: true for a message that has it so."""
        small, large = (self._found(at, operator, values) for at in self._values(path))
        cases = f"WHEN {_LARGE} THEN ({large}) WHEN {_READABLE} THEN ({small}) ELSE 0"
        named = f"{self._named(path.keys)}{MESSAGE}.valid"
        return f"{OPEN}(CASE WHEN {named} THEN CASE {cases} END ELSE 0 END){CLOSE}"

    def _found(self, at: _At, operator: str, values: Sequence[Token]) -> str:
        if operator == "exists":
            kind = f"coalesce({at.kind}, 'null')"
            return f"{kind} != 'null' AND NOT ({kind} = 'text' AND {at.value} = '')"
        if operator == "in":
            return " OR ".join(self._json_member(at, token) for token in values)
        if operator in ("contains", "~"):
            return self._matches(f"CAST({at.text} AS TEXT)", operator, values[0])
        if operator == "!=":  # there, and different
            return f"{at.kind} IS NOT NULL AND NOT {self._json_compare(at, '==', values[0])}"
        return self._json_compare(at, operator, values[0])

    def value(self, path: Token, message: str) -> str:
        """The value at a JSON path in the body b of a message; NULL where there is none."""
        small, large = self._values(path)
        cases = f"WHEN {_LARGE} THEN {large.text} WHEN {_READABLE} THEN {small.text}"
        named = f"{self._named(path.keys)}{MESSAGE}.valid"
        return f"CASE WHEN {named} THEN CASE {cases} END END".replace(MESSAGE, message)

    def _values(self, path: Token) -> tuple[_At, _At]:
        """The value at a path of a message, and of a large one."""
        place = self._place(path.text)
        value = f"json_extract({_DOCUMENT}, {place})"
        small = _At(f"json_type({_DOCUMENT}, {place})", value, value, f"{_DOCUMENT} -> {place}")
        part = f"json_part(b.raw, {self._param(path.text)})"
        text, kind = (f"json_part_{one}(b.raw, {self._param(path.text)})" for one in ("text", "type"))
        text = f"coalesce({text}, json_extract({part}, '$'))"
        return small, _At(kind, text, text, f"{part} -> '$'")

    def _place(self, path: str) -> str:
        """The path; names that are not ASCII may be escaped in the bytes, which older SQLite do not undo."""
        place = self._param(path)
        if path.isascii():
            return place
        escaped = self._param("".join(json.dumps(one)[1:-1] if ord(one) > 127 else one for one in path))
        return f"(CASE WHEN json_type({_DOCUMENT}, {place}) IS NULL THEN {escaped} ELSE {place} END)"

    def _named(self, keys: Sequence[str]) -> str:
        """`… AND `: the bytes hold the longest name of the path, or letters written as \\uXXXX."""
        plain = [key for key in keys if _PLAIN_KEY.fullmatch(key)]
        if not plain:
            return ""
        name = self._param(f'*"{max(plain, key=len)}"*')
        return f"({_DOCUMENT} GLOB {name} OR {_DOCUMENT} GLOB {self._param(_ESCAPED_LETTER)}) AND "

    def _json_member(self, at: _At, token: Token) -> str:
        ends = range_ends(token)
        if ends is None:
            return self._json_compare(at, "==", token)
        low, high = (self._json_compare(at, sign, end) for sign, end in zip((">=", "<="), ends, strict=True))
        return f"({low} AND {high})"

    def _json_compare(self, at: _At, operator: str, token: Token) -> str:
        """SQL that is 1 or 0, never NULL. JSON values of different types are never equal or ordered."""
        kind, value = f"coalesce({at.kind}, '')", at.value
        sign = _SIGNS[operator]
        word = token.text if token.kind == "word" else ""
        if word in ("true", "false", "null"):
            if sign != "=":
                raise FilterError(
                    translate("Query", "{} can be compared with == and != only").format(word), token.column
                )
            return f"({kind} = '{word}')"
        number = json_number(token)
        if number is None:
            return f"({kind} = 'text' AND {value} {sign} {self._param(token.text)})"
        if sign == "=" and needs_text(token.text):
            return f"({kind} IN ('integer', 'real') AND {at.lexeme} = {self._param(token.text)})"
        return f"({kind} IN ('integer', 'real') AND {value} {sign} {self._param(number)})"

    # -- text --------------------------------------------------------------------------------------------

    def text(self, token: Token) -> str:
        """A text somewhere in the bytes, or in what is shown of the row."""
        words = spellings(token)
        shown = [
            self._any_like(column, [like(token.text)])
            for column in ("r.method", "coalesce(x.target, '')", "r.note")
        ]
        found = self._any_like(_DOCUMENT, [like(word) for word in words])
        run = ascii_run(token.text) if len(words) > 1 else ""
        if run:
            found = f"({self._any_like(_DOCUMENT, [like(run)])} AND {found})"
        # SQLite's texts end at NUL. What it makes of bytes that are no UTF-8 differs from Python's
        # replacement only where that is searched.
        odd = "1" if "␀" in token.text or "\ufffd" in token.text else "instr(b.raw, x'00')"
        decoded = self._any_like("text_of(b.raw)", [like(word) for word in words])
        found = f"({found} OR (NOT {MESSAGE}.valid AND {odd} AND {decoded}))"
        return f"({' OR '.join(shown)} OR {OPEN}{found}{CLOSE})"


def _value(field: Field, token: Token) -> str | int | float:
    """A value as it stands in the column of the field."""
    if field.type != "text":
        return quantity(token, field.type)
    return as_json(token) if field.json else token.text


def _distinct(sql: str) -> str:
    """The values that a field has in the stretch of records asked for. Without an exchange it is empty.

    No LEFT JOIN: for it SQLite would read the whole view of exchanges that an opened file has.
    """
    if "x." in sql:
        source = "record r JOIN exchange x ON x.number = r.exchange"
        return f"SELECT DISTINCT {sql} FROM {source} WHERE {_STRETCH} UNION ALL SELECT ''"
    if "s." in sql:
        return f"SELECT {sql} FROM session s UNION ALL SELECT ''"
    return f"SELECT DISTINCT {sql} FROM record r WHERE {_STRETCH}"
