"""Which shape a user clicks: by the words on the button alone, as somebody who knows the value reads them."""

from __future__ import annotations

import json
import re
from typing import Any, Final

__all__ = ["by_words"]

_MARK: Final = re.compile(r"(?P<key>[^\s={}]+) = (?P<value>.+?)(?: \(\d+\))?$")
_KEYS: Final = re.compile(r"\{ (?P<keys>.+?) \}(?:: (?P<more>.+?))?(?: \(\d+\))?$")
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
    "list": (list,),
    "object": (dict,),
    "choice": (str, int, float, bool, type(None)),
}


def by_words(names: list[str], value: Any) -> list[int]:
    """Numbers of the shapes, the likeliest for a value first; else in the order in which they stand."""
    return sorted(range(len(names)), key=lambda number: -_fits(names[number], value))


def _fits(name: str, value: Any) -> float:
    """How much a name speaks for a value: below 0 against it, 0 says nothing."""
    if name == _said(value) or _is_same(name, value):
        return 5
    if isinstance(value, dict) and name in value.values():
        return 4  # a shape that is called as its constant is
    if found := _MARK.match(name):
        return 4 if isinstance(value, dict) and _said(value.get(found["key"])) == found["value"] else -2
    if found := _KEYS.match(name):
        if not isinstance(value, dict):
            return -2
        keys = [key.strip() for key in f"{found['keys']},{found['more'] or ''}".split(",") if key.strip(" …")]
        held = sum(key in value for key in keys)
        return 2 + held / 10 if held == len(keys) else -1
    word = re.sub(r"(?:: .*| \(\d+\))$", "", name)
    if word.startswith("list of"):
        return (2 if _in_plural(word, value) else 0.5) if isinstance(value, list) else -2
    if word in _TYPES:
        kinds = _TYPES[word]
        return 1 if isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool)) else -2
    return 0


def _in_plural(word: str, value: list[Any]) -> bool:
    """Whether the items are what a list is said to be of."""
    kinds = {"strings": str, "numbers": (int, float), "integers": int, "lists": list, "objects": dict}
    wanted = kinds.get(word.removeprefix("list of "), object)
    return all(isinstance(item, wanted) for item in value)  # type: ignore[arg-type]  # a type or several


def _is_same(name: str, value: Any) -> bool:
    """Whether the name is the value in JSON."""
    try:
        known = json.loads(name)
    except ValueError:
        return False
    return bool(known == value) and type(known) is type(value)


def _said(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
