"""The filter language, compiled to a condition in SQL.

    expression := terms joined by `or`, `xor`, `and`, which bind ever closer; side by side means `and`
    term       := not term | ( expression ) | is:WORD | FIELD op value | $.json.path op value | TEXT
    op         := a sign or a word of `grammar.OPERATORS`

`compile_filter` raises `FilterError` and nothing else. Values become parameters, never SQL text, so a
filter cannot do more than ask. Where a row is a whole call, text and JSON paths look at every message of
the call, fields at its request.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from inspector.trace.query.conditions import Conditions, for_calls, for_messages
from inspector.trace.query.doubts import field_doubt, path_doubt, unit_doubt, word_doubt
from inspector.trace.query.fields import FIELDS, IS_WORDS, NAMES, UNITS
from inspector.trace.query.grammar import OPERATOR_SIGNS, OPERATORS
from inspector.trace.query.tokens import FilterError, Token, tokenize
from inspector.translation import translate

__all__ = ["Compiled", "FilterError", "compile_filter"]

MAX_CHARS: Final = 4000
MAX_TERMS: Final = 200  # SQLite allows an expression a depth of 1000
MAX_DEPTH: Final = 40


@dataclass(frozen=True, slots=True)
class Compiled:
    """A condition over r, x, s and b (see `sources`), for messages and for calls, and its parameters.

    doubt: why it is probably not what was meant, though it can be used; empty: nothing is odd.
    annotated: it also takes the parameters of `Annotated.params`. names: fields of NAMES and what they are
    compared with, for `seen.unseen`.
    """

    text: str
    sql: str
    calls_sql: str
    params: dict[str, Any]
    doubt: str = ""
    annotated: bool = False
    names: tuple[tuple[str, str], ...] = ()

    def condition(self, calls: bool) -> str:
        """SQL that is true, false or NULL for a row."""
        return self.calls_sql if calls else self.sql

    def source(self, calls: bool) -> str:
        """What follows FROM: records r, and only those tables beside them that the condition speaks of."""
        sql = self.calls_sql if calls else self.sql
        joined = ["record r"]
        joined += [join for alias, join in _JOINS.items() if re.search(rf"\b{alias}\.", sql)]
        if not calls and re.search(r"\bb\.", sql):
            joined.append("LEFT JOIN body b ON b.number = r.number")
        return " ".join(joined)


_JOINS: Final = {
    "x": "LEFT JOIN exchange x ON x.number = r.exchange",
    "s": "LEFT JOIN session s ON s.number = r.session",
}


def compile_filter(text: str) -> Compiled:
    """Compile a filter. An empty one shows everything. Raises FilterError with the column (from 0)."""
    if len(text) > MAX_CHARS:
        raise FilterError(
            translate("Query", "the filter is longer than {} characters").format(MAX_CHARS), MAX_CHARS
        )
    parser = _Parser(tokenize(text))
    if parser.token.kind == "end":
        return Compiled(text, "1", "1", {})
    sql = parser.expression(0)
    if parser.token.kind != "end":
        raise parser.expected(translate("Query", "and, or, or the end"))
    annotated = re.search(r":_(marked|references|comments)\b", sql) is not None
    doubt = parser.doubts[0] if parser.doubts else ""
    params, names = parser.conditions.params, tuple(parser.names)
    return Compiled(text, for_messages(sql), for_calls(sql), params, doubt, annotated, names)


_LOGIC: Final = ("and", "or", "xor", "not")
_DATE_LAST: Final = re.compile(r"(^|\.\.)\d{4}-\d\d-\d\d$", re.ASCII)
_WORD_OPERATORS: Final = [sign for sign in OPERATOR_SIGNS if sign.isalpha()]


class _Parser:
    """Recursive descent over the tokens; each method returns SQL."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._place = 0
        self._terms = 0
        self.conditions = Conditions()
        self.doubts: list[str] = []
        self.names: list[tuple[str, str]] = []

    @property
    def token(self) -> Token:
        return self._tokens[self._place]

    def expected(self, what: str) -> FilterError:
        words = translate("Query", "expected {what}; found {token!r}").format(
            what=what, token=self.token.text
        )
        if self.token.kind == "end":
            words = translate("Query", "expected {}; the filter ends here").format(what)
        return FilterError(words, self.token.column)

    def _next(self) -> Token:
        token = self.token
        if token.kind != "end":
            self._place += 1
        return token

    def _is_word(self, *words: str) -> bool:
        return self.token.kind == "word" and self.token.text.lower() in words

    # -- logic -----------------------------------------------------------------------------------------

    def expression(self, depth: int) -> str:
        if depth > MAX_DEPTH:
            raise FilterError(translate("Query", "too many nested parentheses"), self.token.column)
        parts = self._joined_by("or", self._exclusive, depth)
        return parts[0] if len(parts) == 1 else f"({' OR '.join(parts)})"

    def _exclusive(self, depth: int) -> str:
        parts = self._joined_by("xor", self._conjunction, depth)
        if len(parts) == 1:
            return parts[0]
        return f"(({' + '.join(f'(CASE WHEN {part} THEN 1 ELSE 0 END)' for part in parts)}) % 2 = 1)"

    def _joined_by(self, word: str, part: Callable[[int], str], depth: int) -> list[str]:
        parts = [part(depth)]
        while self._is_word(word):
            self._next()
            parts.append(part(depth))
        return parts

    def _conjunction(self, depth: int) -> str:
        parts = [self._term(depth)]
        while self.token.kind not in ("end", ")") and not self._is_word("or", "xor"):
            if self._is_word("and"):
                self._next()
            parts.append(self._term(depth))
        return parts[0] if len(parts) == 1 else f"({' AND '.join(parts)})"

    def _term(self, depth: int) -> str:
        self._terms += 1
        if self._terms > MAX_TERMS:
            raise FilterError(
                translate("Query", "the filter has more than {} conditions").format(MAX_TERMS),
                self.token.column,
            )
        if self._is_word("not"):
            self._next()
            if depth > MAX_DEPTH:
                raise FilterError(translate("Query", "too many consecutive “not”"), self.token.column)
            return _negated(self._term(depth + 1))
        if self.token.kind == "(":
            self._next()
            sql = self.expression(depth + 1)
            if self.token.kind != ")":
                raise self.expected(translate("Query", "a closing parenthesis"))
            self._next()
            return sql
        return self._condition()

    # -- conditions ------------------------------------------------------------------------------------

    def _condition(self) -> str:
        token = self.token
        if token.kind == "path":
            self._next()
            return self._path_condition(token)
        if token.kind == "string":
            self._next()
            return self.conditions.text(token)
        if token.kind != "word" or token.text.lower() in _LOGIC:
            raise self.expected(translate("Query", "a field, a JSON path, is:… or text"))
        self._next()
        if token.text == "is" and self.token.kind == "op" and self.token.text == ":":
            self._next()
            if self.token.kind not in ("word", "string"):
                raise self.expected(translate("Query", "a word after is:, such as is:error"))
            return self._is_condition(self._next())
        if not self._at_operator(token.text in FIELDS):
            self._doubt(word_doubt(token))
            return self.conditions.text(token)
        if token.text not in FIELDS:
            hint = _known(token.text, FIELDS)
            raise FilterError(
                translate("Query", "unknown field {token!r}; {hint}").format(token=token.text, hint=hint),
                token.column,
            )
        return self._field_condition(token)

    def _at_operator(self, after_subject: bool) -> bool:
        """An operator in words counts only after a field or a path, so that prose can be searched."""
        if self.token.kind == "op":
            return True
        if not after_subject:
            return False
        following = self._tokens[min(self._place + 1, len(self._tokens) - 1)]
        return self._is_word(*_WORD_OPERATORS) or (
            self._is_word("not") and following.kind == "word" and following.text.lower() == "in"
        )

    def _is_lone_word(self) -> bool:
        """Whether a word stands here that is searched as text."""
        following = self._tokens[min(self._place + 1, len(self._tokens) - 1)]
        is_text = self.token.kind == "word" and self.token.text.lower() not in _LOGIC
        return is_text and self.token.text not in FIELDS and following.kind != "op"

    def _is_condition(self, token: Token) -> str:
        if token.text not in IS_WORDS:
            hint = _known(token.text, IS_WORDS)
            raise FilterError(
                translate("Query", "unknown word {token!r} after is:; {hint}").format(
                    token=token.text, hint=hint
                ),
                token.column,
            )
        return IS_WORDS[token.text].sql

    def _field_condition(self, subject: Token) -> str:
        field = FIELDS[subject.text]
        sign = self._next()
        operator, negated = self._operator(sign)
        if sign.text == ":" and field.type != "text":
            operator = "=="
        is_number = field.type not in ("text", "call", "clock")
        fits = field.type in OPERATORS[operator].types or field.type == "text"
        if not fits and not (is_number and operator == "contains"):
            names = ", ".join(name for name, one in OPERATORS.items() if field.type in one.types)
            raise FilterError(
                translate("Query", "{subject} can only be compared with {names}").format(
                    subject=subject.text, names=names
                ),
                sign.column,
            )
        values = self._values(operator, clock=field.type == "clock")
        if operator not in ("in", "exists") and is_number and values[0].kind == "word":
            values = [self._with_unit(values[0], UNITS[field.type])]
        sql = self.conditions.field(field, operator, values)
        self._doubt(field_doubt(subject.text, field, operator, values))
        if operator not in ("in", "exists") and self._is_lone_word():
            self._doubt(unit_doubt(field, values[0], self.token))
        if subject.text in NAMES and operator in ("==", "!=", "in"):
            self.names += [(subject.text, token.text) for token in values if token.text]
        return _negated(sql) if negated else sql

    def _path_condition(self, path: Token) -> str:
        if not self._at_operator(True):
            raise self.expected(
                translate("Query", "an operator ({}) after the JSON path").format(" ".join(OPERATORS))
            )
        sign = self._next()
        operator, negated = self._operator(sign)
        values = self._values("==" if sign.text == ":" else operator)
        sql = self.conditions.path(path, "==" if sign.text == ":" else operator, values)
        self._doubt(path_doubt(path, operator, values))
        return _negated(sql) if negated else sql

    def _doubt(self, doubt: str) -> None:
        if doubt:
            self.doubts.append(doubt)

    # -- values ----------------------------------------------------------------------------------------

    def _operator(self, sign: Token) -> tuple[str, bool]:
        """Its name in the grammar, and whether `not` stands before it."""
        if sign.text.lower() == "not":
            return OPERATOR_SIGNS[self._next().text.lower()], True
        return OPERATOR_SIGNS[sign.text.lower()], False

    def _values(self, operator: str, *, clock: bool = False) -> list[Token]:
        if operator == "exists":
            return []
        return self._set(clock) if operator == "in" else [self._value(clock)]

    def _value(self, clock: bool = False) -> Token:
        if self.token.kind not in ("word", "string"):
            raise self.expected(translate("Query", "a value"))
        token = self._next()
        if self.token.kind == "(" and self.token.column == token.end:
            raise FilterError(translate("Query", "a value with parentheses must be quoted"), token.column)
        while clock and self._is_time_after(token):  # `2026-11-24 14:30` is one value
            time = self._next()
            token = Token("word", f"{token.text} {time.text}", token.column, time.end)
        return token

    def _is_time_after(self, date: Token) -> bool:
        """Whether the time of a day stands here that ends a token."""
        words = date.kind == self.token.kind == "word"
        return words and self.token.text[:1].isdigit() and _DATE_LAST.search(date.text) is not None

    def _with_unit(self, number: Token, units: Mapping[str, float]) -> Token:
        """`100 ms` is meant as `100ms`."""
        if number.text[-1:].isdigit() and self.token.kind == "word" and self.token.text in units:
            unit = self._next()
            return Token("word", number.text + unit.text, number.column, unit.end)
        return number

    def _set(self, clock: bool = False) -> list[Token]:
        if self.token.kind != "{":
            raise self.expected(translate("Query", "a set such as {1, 2}"))
        self._next()
        values = [self._value(clock)]
        while self.token.kind == ",":
            self._next()
            values.append(self._value(clock))
            if len(values) > MAX_TERMS:
                raise FilterError(
                    translate("Query", "more than {} values").format(MAX_TERMS), self.token.column
                )
        if self.token.kind != "}":
            raise self.expected(translate("Query", "a comma or }"))
        self._next()
        return values


def _negated(sql: str) -> str:
    """NULL (no exchange, no such path) counts as false before it is turned round.

    After WHEN SQLite leaves an OR at its first truth; as an argument of coalesce() all of it is computed.
    """
    return f"(CASE WHEN {sql} THEN 0 ELSE 1 END)"


def _known(word: str, table: Mapping[str, object]) -> str:
    """The nearest word, else all of them."""
    near = get_close_matches(word.lower(), list(table), n=1, cutoff=0.7)
    return (
        translate("Query", "did you mean {}?").format(near[0])
        if near
        else translate("Query", "available: {}").format(", ".join(table))
    )
