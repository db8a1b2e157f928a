"""References to secrets in texts: `${secret:KEY}`. Ours alone may write them.

Files of others are looked through: one that names a secret would get it when its server starts.
"""

from __future__ import annotations

import re
from typing import Any, Final

__all__ = ["names_secret", "secret_reference"]

_REFERENCE: Final = re.compile(r"\$\{\s*secret\s*:", re.IGNORECASE)


def secret_reference(key: str) -> str:
    """What stands in a text in place of a secret."""
    return f"${{secret:{key}}}"


def names_secret(value: Any) -> bool:
    """Whether any text in a JSON value, keys included, names a secret."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            if _REFERENCE.search(part):
                return True
        elif isinstance(part, dict):
            waiting += [*part.keys(), *part.values()]
        elif isinstance(part, list):
            waiting += part
    return False
