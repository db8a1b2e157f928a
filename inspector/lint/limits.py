"""LIM-*: what a server brings without an end, and where we stopped taking it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inspector.lint.rules import rule
from inspector.lint.samples import OK
from inspector.lint.seen import Seen
from inspector.protocol.methods import LIST_ENDS
from inspector.protocol.records import was_cut
from inspector.translation import recorded

__all__: list[str] = []

PAGINATION: Final = "server/utilities/pagination"


@rule(
    "LIM-01",
    "info",
    "basic/transports",
    sentence="No page bounds a message; a client holds what it is ready to hold.",
    fix="Split large data into pages or resources.",
    kinds=("malformed", "stderr"),
    good=OK,
    bad='limit 20\n<| {"jsonrpc":"2.0"' + " " * 66_000,
)
def messages_are_of_a_size(seen: Seen) -> Iterator[str]:
    """A message is not longer than a client is ready to hold."""
    record = seen.record
    if was_cut(record):
        size = f"{record.size:,}"
        yield recorded("message of {size} bytes exceeds the setting “Maximum message size”", size=size)


@rule(
    "LIM-02",
    "info",
    PAGINATION,
    sentence="Clients SHOULD treat a missing nextCursor as the end of results.",
    fix="Return fewer items, or end the list by leaving out nextCursor.",
    kinds=("lifecycle",),
    good=OK,
    bad=f"o tools/list: {LIST_ENDS['size']} (page 17)",
)
def lists_end(seen: Seen) -> Iterator[str]:
    """A list has an end, and is not larger than a client is ready to hold."""
    if not seen.record.channel and _ended(seen, "size", "cap"):
        yield seen.record.note


@rule(
    "LIM-03",
    "warning",
    PAGINATION,
    sentence="The cursor is an opaque token that represents a position in the result set.",
    fix="Derive each nextCursor from the position after the page's last item.",
    kinds=("lifecycle",),
    good=OK,
    bad=f"o tools/list: {LIST_ENDS['loop']} (page 2)",
)
def cursors_lead_on(seen: Seen) -> Iterator[str]:
    """No cursor comes twice: following it would never end."""
    told = ("PAGE-02", seen.record.note.partition(":")[0]) in seen.state.said
    if not seen.record.channel and _ended(seen, "loop") and not told:
        yield seen.record.note


def _ended(seen: Seen, *ends: str) -> bool:
    return any(LIST_ENDS[end] in seen.record.note for end in ends)
