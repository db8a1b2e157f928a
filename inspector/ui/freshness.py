"""Caching hints in words: how long an answer is fresh, since when it is stale, who may share it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from inspector.core.cache import Hint

__all__ = ["freshness", "span_text"]

_SPANS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))


def freshness(hints: Sequence[Hint], at_ns: int) -> tuple[str, str]:
    """(text, role of theme) for one answer, or for all pages of a list; empty texts without hints.

    A list is as fresh as its oldest page.
    """
    if not hints:
        return "", ""
    translate = QCoreApplication.translate
    first = min(hints, key=lambda hint: hint.until_ns)
    if first.fresh(at_ns):
        left = span_text((first.until_ns - at_ns) / 1e9)
        text, role = translate("Freshness", "fresh for {}").format(left), "ok"
    elif not first.said:
        text, role = translate("Freshness", "stale: no ttlMs"), "muted"
    elif first.ttl_ms == 0:
        text, role = translate("Freshness", "stale at once (ttlMs 0)"), "muted"
    else:
        since = datetime.fromtimestamp(first.until_ns / 1e9).strftime("%H:%M:%S")
        text, role = translate("Freshness", "stale since {}").format(since), "warning"
    scopes = {hint.scope for hint in hints}
    if len(scopes) > 1:
        return f"{text} · {translate('Freshness', 'the scope differs between pages')}", "warning"
    scope = scopes.pop() or translate("Freshness", "no cacheScope")
    return f"{text} · {scope}", role


def span_text(seconds: float) -> str:
    """45 s, 3 min 12 s, 2 h 5 min, 3 d: the two largest units, never 0."""
    rest = max(1, round(seconds))
    parts: list[str] = []
    for size, unit in _SPANS:
        count, rest = divmod(rest, size)
        if count or parts:
            parts.append(f"{count} {unit}" if count else "")
        if len(parts) == 2:
            break
    return " ".join(part for part in parts if part)
