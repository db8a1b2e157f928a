"""The filter language, compiled to a condition in SQL.

    expression := and-terms joined by `or`; terms side by side are joined by `and`
    term       := not term | ( expression ) | is:WORD | FIELD op value | $.json.path op value | TEXT
    op         := ==  !=  <  >  <=  >=  ~ (regular expression)  contains  in {a, b}  exists  :

`compile_filter` raises `FilterError` and nothing else. Values become parameters, never SQL text, so a
filter cannot do more than ask. Where a row is a whole call, text and JSON paths look at every message of
the call, fields at its request.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from inspector.trace.query_fields import FIELDS, IS_WORDS
from inspector.trace.query_tokens import OPERATORS, FilterError, Token, tokenize
from inspector.trace.query_values import (
    check_pattern,
    json_number,
    like,
    needs_text,
    quantity,
    spellings,
)

__all__ = ["FIELDS", "IS_WORDS", "Compiled", "FilterError", "compile_filter"]

MAX_CHARS: Final = 4000
MAX_TERMS: Final = 200  # SQLite allows an expression a depth of 1000
MAX_DEPTH: Final = 40


@dataclass(frozen=True, slots=True)
class Compiled:
    """A condition over r, x and s (see `query_fields`), for messages and for calls, and its parameters."""

    text: str
    sql: str
    calls_sql: str
    params: dict[str, Any]


def compile_filter(text: str) -> Compiled:
    """Compile a filter. An empty one shows everything. Raises FilterError with the column (from 0)."""
    if len(text) > MAX_CHARS:
        raise FilterError(f"the filter is longer than {MAX_CHARS} characters", MAX_CHARS)
    parser = _Parser(tokenize(text))
    if parser.token.kind == "end":
        return Compiled(text, "1", "1", {})
    sql = parser.expression(0)
    if parser.token.kind != "end":
        raise parser.expected("and, or, or the end")
    return Compiled(text, sql.replace(_OPEN, _MESSAGE), sql.replace(_OPEN, _CALL), parser.params)


# A condition on the bytes is an EXISTS over messages: m the message, b its body. What differs between a
# row that is a message and a row that is a call is only which messages are meant.
_OPEN: Final = "\0"
_MESSAGE: Final = (
    "EXISTS (SELECT 1 FROM record m JOIN body b ON b.number = m.number WHERE m.number = r.number AND "
)
_CALL: Final = (
    "EXISTS (SELECT 1 FROM record m JOIN body b ON b.number = m.number WHERE m.number IN"
    " (SELECT r.number UNION ALL SELECT k.number FROM record k"
    " WHERE r.exchange = r.number AND k.exchange = r.number AND k.exchange != 0) AND "
)
_TEXT: Final = "CASE WHEN m.valid THEN CAST(b.raw AS TEXT) ELSE text_of(b.raw) END"
_DOCUMENT: Final = "CAST(b.raw AS TEXT)"
_WORD_OPERATORS: Final = ("contains", "in", "exists")
_LOGIC: Final = ("and", "or", "not")


class _Parser:
    """Recursive descent over the tokens; each method returns SQL."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._place = 0
        self._terms = 0
        self.params: dict[str, Any] = {}

    @property
    def token(self) -> Token:
        return self._tokens[self._place]

    def expected(self, what: str) -> FilterError:
        found = "the filter ends here" if self.token.kind == "end" else f"found {self.token.text!r}"
        return FilterError(f"expected {what}; {found}", self.token.column)

    def _next(self) -> Token:
        token = self.token
        if token.kind != "end":
            self._place += 1
        return token

    def _is_word(self, *words: str) -> bool:
        return self.token.kind == "word" and self.token.text.lower() in words

    def _param(self, value: Any) -> str:
        name = f"p{len(self.params)}"
        self.params[name] = value
        return f":{name}"

    # -- logic -----------------------------------------------------------------------------------------

    def expression(self, depth: int) -> str:
        if depth > MAX_DEPTH:
            raise FilterError("the parentheses are nested too deeply", self.token.column)
        parts = [self._conjunction(depth)]
        while self._is_word("or"):
            self._next()
            parts.append(self._conjunction(depth))
        return parts[0] if len(parts) == 1 else f"({' OR '.join(parts)})"

    def _conjunction(self, depth: int) -> str:
        parts = [self._term(depth)]
        while self.token.kind not in ("end", ")") and not self._is_word("or"):
            if self._is_word("and"):
                self._next()
            parts.append(self._term(depth))
        return parts[0] if len(parts) == 1 else f"({' AND '.join(parts)})"

    def _term(self, depth: int) -> str:
        self._terms += 1
        if self._terms > MAX_TERMS:
            raise FilterError(f"the filter has more than {MAX_TERMS} conditions", self.token.column)
        if self._is_word("not"):
            self._next()
            if depth > MAX_DEPTH:
                raise FilterError("too many not in a row", self.token.column)
            # NULL (no exchange, no such path) counts as false before it is turned round.
            return f"NOT coalesce({self._term(depth + 1)}, 0)"
        if self.token.kind == "(":
            self._next()
            sql = self.expression(depth + 1)
            if self.token.kind != ")":
                raise self.expected("a closing parenthesis")
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
            return self._text_search(token)
        if token.kind != "word" or token.text.lower() in _LOGIC:
            raise self.expected("a field, a JSON path, is:… or a text")
        self._next()
        follows = self.token
        if token.text == "is" and follows.kind == "op" and follows.text == ":":
            self._next()
            return self._is_condition(self._next())
        field = FIELDS.get(token.text)
        if self._at_operator():
            if field is None:
                raise FilterError(
                    f"there is no field {token.text!r}; fields: {', '.join(FIELDS)}", token.column
                )
            return self._field_condition(field.sql, field.type)
        return self._text_search(token)

    def _at_operator(self) -> bool:
        """An operator in words counts only where a value follows, so that prose can be searched."""
        return self.token.kind == "op" or (
            self._is_word(*_WORD_OPERATORS) and self._tokens[self._place - 1].text in FIELDS
        )

    def _is_condition(self, token: Token) -> str:
        if token.text not in IS_WORDS:
            raise FilterError(f"is: knows {', '.join(IS_WORDS)}", token.column)
        return IS_WORDS[token.text][0]

    def _field_condition(self, sql: str, kind: str) -> str:
        operator = self._operator()
        if operator == "exists":
            return f"({sql}) NOT IN ('', 0)" if kind == "text" else f"({sql}) IS NOT NULL"
        if operator == "in":
            values = [self._param(self._field_value(token, kind)) for token in self._set()]
            return f"({sql}) IN ({', '.join(values)})"
        token = self._value_token()
        if operator == ":":
            operator = "contains" if kind == "text" else "=="
        if operator in ("contains", "~"):
            return _matches(f"CAST(({sql}) AS TEXT)", operator, token, self._param)
        return f"({sql}) {OPERATORS[operator]} {self._param(self._field_value(token, kind))}"

    def _field_value(self, token: Token, kind: str) -> str | int | float:
        return token.text if kind == "text" else quantity(token, kind)

    def _path_condition(self, token: Token) -> str:
        path = self._param(token.text)
        if not (self.token.kind == "op" or self._is_word(*_WORD_OPERATORS)):
            raise self.expected("an operator (== != < > <= >= ~ contains in exists) after the JSON path")
        operator = self._operator()
        there = f"json_type({_DOCUMENT}, {path}) IS NOT NULL"
        if operator == "exists":
            return _on_bytes(there)
        if operator == "in":
            return _on_bytes(" OR ".join(self._json_compare(path, "==", one) for one in self._set()))
        token = self._value_token()
        if operator in ("contains", "~"):
            value = f"CAST(json_extract({_DOCUMENT}, {path}) AS TEXT)"
            return _on_bytes(_matches(value, operator, token, self._param))
        if operator == "!=":  # there, and different
            return _on_bytes(f"{there} AND NOT {self._json_compare(path, '==', token)}")
        return _on_bytes(self._json_compare(path, "==" if operator == ":" else operator, token))

    def _json_compare(self, path: str, operator: str, token: Token) -> str:
        """SQL that is 1 or 0, never NULL. JSON values of different types are never equal or ordered."""
        kind = f"coalesce(json_type({_DOCUMENT}, {path}), '')"
        value = f"json_extract({_DOCUMENT}, {path})"
        word = token.text if token.kind == "word" else ""
        if word in ("true", "false", "null"):
            if OPERATORS[operator] != "=":
                raise FilterError(f"{word} can be compared with == and != only", token.column)
            return f"({kind} = '{word}')"
        number = json_number(token)
        if number is None:
            return f"({kind} = 'text' AND {value} {OPERATORS[operator]} {self._param(token.text)})"
        if OPERATORS[operator] == "=" and needs_text(token.text):
            return f"({kind} IN ('integer', 'real') AND {_DOCUMENT} -> {path} = {self._param(token.text)})"
        return f"({kind} IN ('integer', 'real') AND {value} {OPERATORS[operator]} {self._param(number)})"

    def _text_search(self, token: Token) -> str:
        patterns = [self._param(like(word)) for word in spellings(token)]
        found = " OR ".join(f"{_TEXT} LIKE {pattern} ESCAPE '\\'" for pattern in patterns)
        beside = " OR ".join(
            f"{column} LIKE {patterns[0]} ESCAPE '\\'"
            for column in ("r.method", "coalesce(x.target, '')", "r.note")
        )
        return f"({beside} OR {_OPEN}({found})))"

    # -- values ----------------------------------------------------------------------------------------

    def _operator(self) -> str:
        return self._next().text.lower()

    def _value_token(self) -> Token:
        if self.token.kind not in ("word", "string"):
            raise self.expected("a value")
        return self._next()

    def _set(self) -> list[Token]:
        if self.token.kind != "{":
            raise self.expected("a set such as {1, 2}")
        self._next()
        values = [self._value_token()]
        while self.token.kind == ",":
            self._next()
            values.append(self._value_token())
            if len(values) > MAX_TERMS:
                raise FilterError(f"more than {MAX_TERMS} values", self.token.column)
        if self.token.kind != "}":
            raise self.expected("a comma or }")
        self._next()
        return values


def _on_bytes(sql: str) -> str:
    """The condition, where the bytes are a JSON document that SQLite reads without an error."""
    return f"{_OPEN}CASE WHEN m.valid AND json_valid({_DOCUMENT}) THEN ({sql}) ELSE 0 END)"


def _matches(sql: str, operator: str, token: Token, param: Callable[[Any], str]) -> str:
    if operator == "contains":
        likes = [f"{sql} LIKE {param(like(word))} ESCAPE '\\'" for word in spellings(token)]
        return f"({' OR '.join(likes)})"
    check_pattern(token)
    return f"regexp({param(token.text)}, {sql})"
