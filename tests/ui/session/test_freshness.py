"""How fresh an answer is, in words."""

from __future__ import annotations

import pytest

from inspector.core.client.cache import Hint
from inspector.ui.locale.locale_text import clock_text
from inspector.ui.session.freshness import freshness

NOW = 1_800_000_000 * 10**9
MINUTE = Hint(NOW, 60_000, "public", True)
OTHER = Hint(NOW, 90_000, "", True)
OLD = Hint(NOW - 120 * 10**9, 60_000, "private", True)


@pytest.mark.parametrize(
    ("hints", "said", "role"),
    [
        ([], "", ""),
        ([MINUTE], "fresh for 1 min · public", "ok"),
        ([Hint(NOW, 5_000, "", True)], "fresh for 5 s · no cacheScope", "ok"),
        ([Hint(NOW)], "stale: no ttlMs · no cacheScope", "muted"),
        ([Hint(NOW, 0, "public", True)], "stale immediately (ttlMs 0) · public", "muted"),
        ([OLD], f"stale since {clock_text((NOW - 60 * 10**9) / 1e9)} · private", "warning"),
        ([MINUTE, Hint(NOW, 5_000, "public", True)], "fresh for 5 s · public", "ok"),
        (
            [MINUTE, Hint(NOW, 90_000, "", True)],
            "fresh for 1 min · the scope differs between pages",
            "warning",
        ),
    ],
)
def test_a_list_is_as_fresh_as_its_oldest_page(hints: list[Hint], said: str, role: str) -> None:
    assert freshness(hints, NOW) == (said, role)
