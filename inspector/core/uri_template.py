"""URI templates (RFC 6570, all four levels, values are texts): names of the variables, and expansion."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

__all__ = ["expand", "variables"]

_EXPRESSION: Final = re.compile(r"\{([+#./;?&]?)([^{}]*)\}")
_RESERVED: Final = ":/?#[]@!$&'()*+,;="
_UNRESERVED: Final = "-._~"  # besides letters and digits

# RFC 6570, appendix A: operator → (first, separator, named, after an empty named value, keeps reserved)
_OPERATORS: Final[dict[str, tuple[str, str, bool, str, bool]]] = {
    "": ("", ",", False, "", False),
    "+": ("", ",", False, "", True),
    "#": ("#", ",", False, "", True),
    ".": (".", ".", False, "", False),
    "/": ("/", "/", False, "", False),
    ";": (";", ";", True, "", False),
    "?": ("?", "&", True, "=", False),
    "&": ("&", "&", True, "=", False),
}


def variables(template: str) -> list[str]:
    """Names in order of appearance, each once."""
    names = (name for match in _EXPRESSION.finditer(template) for name, _limit in _names(match[2]))
    return list(dict.fromkeys(names))


def expand(template: str, values: Mapping[str, str]) -> str:
    """Fill in a template. A variable without a value is left out, as the RFC says; braces that are no
    expression stay as they are."""

    def filled(match: re.Match[str]) -> str:
        first, separator, named, empty, reserved = _OPERATORS[match[1]]
        safe = _UNRESERVED + (_RESERVED if reserved else "")
        parts = []
        for name, limit in _names(match[2]):
            if (value := values.get(name)) is None:
                continue
            text = _quoted(value[:limit] if limit else value, safe, reserved)
            parts.append(f"{name}={text}" if named and text else f"{name}{empty}" if named else text)
        return first + separator.join(parts) if parts else ""

    return _EXPRESSION.sub(filled, template)


def _names(expression: str) -> list[tuple[str, int]]:
    """(name, length limit or 0); an exploded text is the text itself."""
    found = []
    for part in expression.split(","):
        name, _, limit = part.strip().rstrip("*").partition(":")
        if name:
            found.append((name, int(limit) if limit.isdigit() else 0))
    return found


def _quoted(text: str, safe: str, keeps_escapes: bool) -> str:
    if not keeps_escapes:
        return quote(text, safe=safe)
    # RFC 6570, 3.2.3: "pct-encoded triplets" pass through with + and #.
    parts = re.split(r"(%[0-9A-Fa-f]{2})", text)
    return "".join(part if place % 2 else quote(part, safe=safe) for place, part in enumerate(parts))
