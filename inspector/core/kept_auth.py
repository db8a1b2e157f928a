"""The secrets of authorization settings, taken out of them for the place that keeps secrets."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

from inspector.core.auth.settings import SECRET_FIELDS, AuthSettings
from inspector.core.secret_references import secret_reference
from inspector.core.starting import secret_key
from inspector.core.variables import named_in
from inspector.transport import StdioTarget

__all__ = ["reference_key", "without_secrets"]

_WHOLE: Final = re.compile(r"\$\{secret:([^}]+)\}")


def reference_key(text: str) -> str:
    """The key of a text that is one reference and nothing else; empty: it is something else."""
    found = _WHOLE.fullmatch(text.strip())
    return found[1] if found else ""


def without_secrets(
    settings: AuthSettings, server: str, taken: Collection[str] = (), before: AuthSettings | None = None
) -> tuple[AuthSettings, dict[str, str]]:
    """The settings with references in place of what was typed, and the secrets by their keys.

    taken: keys that other servers use; none of them is overwritten. before: the settings until now, whose
    places are used again. A text that names variables holds no secret itself and stays.
    """
    used = {key.casefold() for key in taken}
    secrets: dict[str, str] = {}
    references: dict[str, Any] = {}
    for name in SECRET_FIELDS:
        text = getattr(settings, name)
        if not text or named_in(StdioTarget("", (), {"x": text}), "own"):
            continue
        key = reference_key(getattr(before, name)) if before is not None else ""
        if not key or key.casefold() in used:
            key = secret_key(server, name)
        while key.casefold() in used:
            key += "+"
        secrets[key] = text
        references[name] = secret_reference(key)
    return replace(settings, **references), secrets
