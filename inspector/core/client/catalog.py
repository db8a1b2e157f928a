"""What a server offers, as seen in the traffic: tools, resources, templates, prompts."""

from __future__ import annotations

from itertools import count
from typing import Any, Final

from inspector.core.client.cache import Hint
from inspector.core.client.pages import IDENTITY, OddItem, Page

__all__ = ["UNFINISHED", "Catalog"]

_STALE: Final = {
    "notifications/tools/list_changed": ("tools",),
    "notifications/prompts/list_changed": ("prompts",),
    "notifications/resources/list_changed": ("resources", "templates"),
}
UNFINISHED: Final = ("more", "cap", "size", "error", "kept")
"""Ends of a list that goes on."""
KEPT_BYTES: Final = 4 << 20  # of one list, when the connection is over

MOST_UPDATED: Final = 10_000
_versions = count(1)


class Catalog:
    """Lists as the server gave them, page by page. What cannot be used of them is in `odd_items`."""

    def __init__(self) -> None:
        self._pages: dict[str, tuple[Page, ...]] = {}
        self._ends: dict[str, str] = {}
        self._items: dict[str, tuple[dict[str, Any], ...]] = {}
        self._raw: dict[str, dict[str, bytes]] = {}
        self._fetched: set[str] = set()
        self.stale: set[str] = set()  # lists that changed on the server since they were fetched
        self.changes: dict[str, int] = {}  # another number each time the server says that a list changed
        self.updated: set[str] = set()  # URIs the server reported as updated
        self.loading: dict[str, int] = {}  # lists that are being fetched: number of the page asked for
        self.troubles: dict[str, str] = {}  # lists that could not be fetched the last time, and why
        self.version = next(_versions)  # another one after every change; no two catalogs share one

    @property
    def tools(self) -> tuple[dict[str, Any], ...]:
        """Decoded `tools`."""
        return self.items("tools")

    @property
    def resources(self) -> tuple[dict[str, Any], ...]:
        """Decoded `resources`."""
        return self.items("resources")

    @property
    def templates(self) -> tuple[dict[str, Any], ...]:
        """Decoded `resourceTemplates`."""
        return self.items("templates")

    @property
    def prompts(self) -> tuple[dict[str, Any], ...]:
        """Decoded `prompts`."""
        return self.items("prompts")

    @property
    def excluded(self) -> dict[str, tuple[str, ...]]:
        """Tools that a conforming client must not use here, with the reasons (`x-mcp-header`)."""
        return {name: why for page in self.pages("tools") for name, why in page.excluded.items()}

    @property
    def odd(self) -> dict[str, int]:
        """Kind → how many items cannot be used."""
        return {kind: sum(page.odd_count for page in pages) for kind, pages in self._pages.items()}

    def fetched(self, kind: str) -> bool:
        """The list was fetched at least once, as far as it was wanted."""
        return kind in self._fetched

    def items(self, kind: str) -> tuple[dict[str, Any], ...]:
        """One list: tools | resources | templates | prompts."""
        if kind not in self._items:
            self._items[kind] = tuple(item for page in self.pages(kind) for item in page.items)
        return self._items[kind]

    def pages(self, kind: str) -> tuple[Page, ...]:
        """The pages of one list, in their order."""
        return self._pages.get(kind, ())

    def odd_items(self, kind: str) -> tuple[OddItem, ...]:
        """What is in the list and cannot be used; of a page the first (`pages.MOST_ODD`)."""
        return tuple(one for page in self.pages(kind) for one in page.odd)

    def raw(self, kind: str, name: str) -> bytes:
        """The item's JSON text as it came; empty when unknown. name: tool or prompt name, or URI."""
        if kind not in self._raw:
            known: dict[str, bytes] = {}
            for page in self.pages(kind):
                for item, raw in zip(page.items, page.raws, strict=True):
                    known.setdefault(item[IDENTITY[kind]], raw)
            self._raw[kind] = known
        return self._raw[kind].get(name, b"")

    def end(self, kind: str) -> str:
        """Why the list ends where it does: a key of LIST_ENDS, "" for a whole list."""
        return self._ends.get(kind, "")

    def next_cursor(self, kind: str) -> str | None:
        """Where the next page begins; None without one, and for the first."""
        pages = self.pages(kind)
        return pages[-1].next_cursor if pages else None

    def hints(self, kind: str) -> tuple[Hint, ...]:
        """The caching hints of its pages; empty in the legacy era."""
        return tuple(page.hint for page in self.pages(kind) if page.hint is not None)

    def fill(
        self, kind: str, pages: tuple[Page, ...], end: str = "", fetched: bool = True, asked_at: int = -1
    ) -> None:
        """Take these pages as the list. end: a key of LIST_ENDS. fetched: False while more are on their way.

        asked_at: `changes` when the first page was asked for; a list that changed since then stays stale.
        """
        self._pages[kind], self._ends[kind] = pages, end
        self._items.pop(kind, None)
        self._raw.pop(kind, None)
        if fetched:
            self._fetched.add(kind)
            if asked_at in (-1, self.changes.get(kind, 0)):
                self.stale.discard(kind)
            self.troubles.pop(kind, None)
        self.version = next(_versions)

    def ended(self) -> bool:
        """The connection is over: what a user looks at stays, at least a page; the megabytes behind it go.

        True: there were some.
        """
        large = False
        for kind, pages in tuple(self._pages.items()):
            size, kept = 0, 0
            while kept < len(pages) and (size := size + pages[kept].size) <= KEPT_BYTES:
                kept += 1
            kept = max(1, kept)
            if kept < len(pages):
                self.fill(kind, pages[:kept], "kept")
                large = True
        return large

    def read(self, uri: str) -> None:
        """This resource is being read: what was updated is no news any more."""
        if uri in self.updated:
            self.updated.discard(uri)
            self.version = next(_versions)

    def notice(self, method: str, params: dict[str, Any]) -> bool:
        """A notification came. True: something here changed."""
        uri = params.get("uri")
        if method in _STALE:
            self.stale.update(_STALE[method])
            self.changes.update((kind, next(_versions)) for kind in _STALE[method])
        elif method == "notifications/resources/updated" and isinstance(uri, str):
            if len(self.updated) < MOST_UPDATED:
                self.updated.add(uri)
        else:
            return False
        self.version = next(_versions)
        return True
