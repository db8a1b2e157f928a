"""Caching hints in words: how long an answer is fresh, since when stale, whether caches may share it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from inspector.core.client.cache import Hint
from inspector.ui.locale.locale_text import clock_text, span_text

__all__ = ["freshness"]


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
        text, role = translate("Freshness", "stale immediately (ttlMs 0)"), "muted"
    else:
        since = clock_text(first.until_ns / 1e9)
        text, role = translate("Freshness", "stale since {}").format(since), "warning"
    scopes = {hint.scope for hint in hints}
    if len(scopes) > 1:
        return " · ".join((text, translate("Freshness", "the scope differs between pages"))), "warning"
    scope = scopes.pop() or translate("Freshness", "no cacheScope")
    return f"{text} · {scope}", role
