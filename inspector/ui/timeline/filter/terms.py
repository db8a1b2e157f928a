"""Takes the text of a filter apart at its `and` and `or`, and puts conditions together again.

Only the outermost level counts; what stands in parentheses, quotes or sets stays as it is written. A text
that cannot be read is one piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inspector.trace.query.grammar import OPERATOR_SIGNS
from inspector.trace.query.language import FilterError, compile_filter
from inspector.trace.query.tokens import Token, tokenize
from inspector.ui.session.filter_requests import FilterRequest

__all__ = ["alternatives", "conjuncts", "joined", "switched_on", "toggled"]


def joined(text: str, wish: FilterRequest) -> str:
    """The filter `text` and the condition of the wish, put together so that it means what it says."""
    text, condition = text.strip(), wish.condition.strip()
    joint, _, negated = wish.join.rpartition(" ") if wish.join.endswith("not") else (wish.join, "", "")
    if negated:
        condition = _negated(condition)
    if joint not in ("and", "or") or not text or not _readable(text):
        return condition
    if joint == "and":
        text, condition = _bound(text), _bound(condition)
    return f"{text} {joint} {condition}"


def conjuncts(text: str) -> list[str]:
    """The conditions that all must hold: what stands between the outermost `and`. Without parentheses."""
    if _is_loose(text):
        return [text.strip()]
    return [_unwrapped(part) for part in _split(text, "and")]


def alternatives(text: str) -> list[str]:
    """The conditions of which one must hold: what stands between the outermost `or`."""
    return [_unwrapped(part) for part in _split(text, "or")]


def _same(one: str, other: str) -> bool:
    """Whether two conditions are the same but for spaces and outer parentheses."""
    return _spelling(one) == _spelling(other)


def toggled(text: str, condition: str, others: Sequence[str], *, together: bool) -> str:
    """The filter with a condition switched on, or off when it is part of it.

    others: conditions that can be switched likewise. Those that say what to show replace each other, unless
    together: then either of them is enough. A condition that starts with `not` only takes away.
    """
    parts = [(part, alternatives(part)) for part in conjuncts(text)] if _readable(text) else []
    for at, (_, choices) in enumerate(parts):
        left = [choice for choice in choices if not _same(choice, condition)]
        if len(left) < len(choices) and (not left or _known(left, others)):
            kept = [_union(left)] if left else []
            return _all([*(part for part, _ in parts[:at]), *kept, *(part for part, _ in parts[at + 1 :])])
    if not _takes_away(condition):
        for at, (_, choices) in enumerate(parts):
            if _known(choices, others) and not any(map(_takes_away, choices)):
                new = _union([*choices, condition]) if together else condition
                return _all([*(part for part, _ in parts[:at]), new, *(part for part, _ in parts[at + 1 :])])
    return _all([*(part for part, _ in parts), condition])


def switched_on(text: str, conditions: Iterable[str]) -> list[bool]:
    """Which of these conditions are part of the filter."""
    parts = conjuncts(text) if _readable(text) else ()
    there = [_spelling(choice) for part in parts for choice in alternatives(part)]
    return [_spelling(condition) in there for condition in conditions]


def _known(conditions: Iterable[str], others: Sequence[str]) -> bool:
    return all(any(_same(condition, other) for other in others) for condition in conditions)


def _takes_away(condition: str) -> bool:
    tokens = _tokens(condition)
    return bool(tokens) and tokens[0].kind == "word" and tokens[0].text.lower() == "not"


def _all(parts: Sequence[str]) -> str:
    # What was in parentheses stays one condition, so that its switch knows it again.
    bare = [_unwrapped(part) for part in parts if part]
    shown = [f"({part})" if len(_split(part, "and")) > 1 and not _is_loose(part) else part for part in bare]
    return " and ".join(_bound(part) for part in shown) if len(shown) > 1 else "".join(shown)


def _union(parts: Sequence[str]) -> str:
    return " or ".join(parts)


def _bound(text: str) -> str:
    """In parentheses when an `and` beside it would bind tighter than what joins it inside."""
    return f"({text})" if _is_loose(text) else text


def _is_loose(text: str) -> bool:
    return any(len(_split(text, word)) > 1 for word in ("or", "xor"))


def _negated(condition: str) -> str:
    """`not` and the condition, in parentheses unless `not` plainly takes all of it."""
    tokens = _tokens(condition)
    plain = len(tokens) == 1 or (len(tokens) in (2, 3) and _is_operator(tokens[1]))
    return f"not {condition}" if plain else f"not ({condition})"


def _is_operator(token: Token) -> bool:
    return token.kind == "op" or token.text.lower() in OPERATOR_SIGNS


def _readable(text: str) -> bool:
    try:
        compile_filter(text)
    except FilterError:
        return False
    return bool(text.strip())


def _tokens(text: str) -> list[Token]:
    try:
        return tokenize(text)[:-1]
    except FilterError:
        return []


def _split(text: str, word: str) -> list[str]:
    """Pieces between the outermost of this word, which the tokens give in its long spelling."""
    depth, start, value = 0, 0, False
    parts: list[str] = []
    for token in _tokens(text):
        depth += (token.kind in ("(", "{")) - (token.kind in (")", "}"))
        if depth == 0 and token.kind == "word" and token.text.lower() == word and not value:
            parts.append(text[start : token.column].strip())
            start = token.end
        value = _is_operator(token)  # `note == and` compares with a word
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def _unwrapped(text: str) -> str:
    """Without the parentheses that hold the whole."""
    while text.startswith("(") and _closes_at_end(text):
        text = text[1:-1].strip()
    return text


def _closes_at_end(text: str) -> bool:
    depth = 0
    for token in _tokens(text):
        depth += (token.kind == "(") - (token.kind == ")")
        if depth == 0:
            return token.kind == ")" and token.column == len(text) - 1
    return False


def _spelling(text: str) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in _tokens(_unwrapped(text.strip()))]
