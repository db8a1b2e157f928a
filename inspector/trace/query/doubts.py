"""What is odd about a condition that can be used all the same: the yellow of the filter line."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from inspector.trace.query.fields import FIELDS, IS_WORDS, UNITS, Field
from inspector.trace.query.functions import regex
from inspector.trace.query.tokens import Token
from inspector.trace.query.values import clock_ends, json_number, quantity, range_ends
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["field_doubt", "path_doubt", "unit_doubt", "word_doubt"]

_MEMBERS: Final = ("jsonrpc", "id", "method", "params", "result", "error")


def field_doubt(name: str, field: Field, operator: str, values: Sequence[Token]) -> str:
    """Why comparing the field so will find nothing, or everything."""
    if field.choices and operator in ("==", "!=", "in", "contains", "~"):
        for token in values:
            if not _any_matches(field.choices, operator, token.text):
                near = get_close_matches(token.text.lower(), field.choices, n=1)
                hint = (
                    translate("Query", "did you mean {}?").format(near[0])
                    if near
                    else translate("Query", "one of {}").format(", ".join(field.choices))
                )
                words = _NEVER.get(operator, _NEVER["=="])
                return translate("Query", words).format(name=name, text=token.text, hint=hint)
    if field.type == "text" and operator in ("<", ">", "<=", ">="):
        return translate("Query", "{} is text and is compared alphabetically").format(name)
    if field.type != "text" and any(token.text.startswith("-") for token in values):
        return translate("Query", "{} is never negative").format(name)
    if field.type == "clock":
        for token in values if operator == "in" else ():
            moments = clock_ends(token)
            if moments is not None and moments[0].dated and moments[1].start_ns < moments[0].start_ns:
                return _empty_range(token)
    elif field.type != "text":
        for token in values:
            ends = range_ends(token)
            if ends is not None and quantity(ends[0], field.type) > quantity(ends[1], field.type):
                return _empty_range(token)
    return ""


def unit_doubt(field: Field, number: Token, word: Token) -> str:
    """Why a word behind a number is no unit, where one can be."""
    units = [unit for unit in UNITS.get(field.type, ()) if unit]
    if not units or not number.text[-1:].isdigit() or not word.text.isalpha():
        return ""
    return translate("Query", "{word!r} is not a unit ({units}); searched as text").format(
        word=word.text, units=", ".join(units)
    )


def _empty_range(token: Token) -> str:
    return translate("Query", "{!r} is empty: put the lower bound first").format(token.text)


_NEVER: Final = {
    "~": QT_TRANSLATE_NOOP("Query", "{name} never matches {text!r}; {hint}"),
    "contains": QT_TRANSLATE_NOOP("Query", "{name} never contains {text!r}; {hint}"),
    "==": QT_TRANSLATE_NOOP("Query", "{name} is never {text!r}; {hint}"),
}


def _any_matches(choices: Sequence[str], operator: str, text: str) -> bool:
    if operator == "~":
        return any(regex(text).search(choice) for choice in choices)
    if operator == "contains":
        return any(text.lower() in choice for choice in choices)
    return text in choices or not text


def path_doubt(path: Token, operator: str, values: Sequence[Token]) -> str:
    """Why there is no such value at a path: the members of a message are known, and numbers of JSON."""
    for token in values:
        ends = range_ends(token) if operator == "in" else None
        numbers = [json_number(one) for one in ends] if ends is not None else []
        if len(numbers) == 2 and None not in numbers and numbers[0] > numbers[1]:  # type: ignore[operator]
            return _empty_range(token)
        compared = ends if ends is not None else (token,) if operator in ("<", ">", "<=", ">=") else ()
        for one in compared:
            if one.kind == "word" and one.text[:1].isdigit() and json_number(one) is None:
                words = translate("Query", "{!r} is not a JSON number and is compared alphabetically")
                return words.format(one.text)
    if not path.keys or path.text[1] == "[" or path.keys[0] in _MEMBERS:
        return ""
    return translate("Query", "messages have no top-level member {keys!r}, only {members}").format(
        keys=path.keys[0], members=", ".join(_MEMBERS)
    )


def word_doubt(token: Token) -> str:
    """Whether a word that is searched as text looks like something else."""
    if token.text in FIELDS:
        return translate(
            "Query", '{token!r} is searched as text; to test the field write "{token} exists"'
        ).format(token=token.text)
    if token.text in IS_WORDS and token.text not in ("in", "out"):
        return translate("Query", "{token!r} is searched as text; did you mean is:{token}?").format(
            token=token.text
        )
    return ""
