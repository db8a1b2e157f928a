"""What is odd about a condition that can be used all the same: the yellow of the filter line."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from inspector.trace.query_fields import FIELDS, IS_WORDS, Field
from inspector.trace.query_functions import regex
from inspector.trace.query_tokens import Token
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["field_doubt", "path_doubt", "word_doubt"]

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
                    else translate("Query", "it is one of {}").format(", ".join(field.choices))
                )
                words = _NEVER.get(operator, _NEVER["=="])
                return translate("Query", words).format(name=name, text=token.text, hint=hint)
    if field.type == "text" and operator in ("<", ">", "<=", ">="):
        return translate("Query", "{} is a text: it is compared letter by letter").format(name)
    if field.type != "text" and any(token.text.startswith("-") for token in values):
        return translate("Query", "{} is never below 0").format(name)
    return ""


_NEVER: Final = {
    "~": QT_TRANSLATE_NOOP("Query", "{name} never matches {text!r}; {hint}"),
    "contains": QT_TRANSLATE_NOOP("Query", "{name} never contains {text!r}; {hint}"),
    "==": QT_TRANSLATE_NOOP("Query", "{name} never is {text!r}; {hint}"),
}


def _any_matches(choices: Sequence[str], operator: str, text: str) -> bool:
    if operator == "~":
        return any(regex(text).search(choice) for choice in choices)
    if operator == "contains":
        return any(text.lower() in choice for choice in choices)
    return text in choices or not text


def path_doubt(path: Token) -> str:
    """Why there is no value at a path: the members of a message are known."""
    if not path.keys or path.text[1] == "[" or path.keys[0] in _MEMBERS:
        return ""
    return translate("Query", "a message has no member {keys!r} at its top; there are {members}").format(
        keys=path.keys[0], members=", ".join(_MEMBERS)
    )


def word_doubt(token: Token) -> str:
    """Whether a word that is searched as text looks like something else."""
    if token.text in FIELDS:
        return translate(
            "Query", '{token!r} is searched as a text; to ask for the field write "{token} exists"'
        ).format(token=token.text)
    if token.text in IS_WORDS and token.text not in ("in", "out"):
        return translate("Query", "{token!r} is searched as a text; did you mean is:{token}?").format(
            token=token.text
        )
    return ""
