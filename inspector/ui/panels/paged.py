"""Rows of a list that came in pages: where a page begins, and what cannot be used of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication

from inspector.core.client.catalog import Catalog
from inspector.core.client.pages import OddItem, Page
from inspector.ui.locale.locale_text import number_text
from inspector.ui.panels.listing import Item

__all__ = ["ODD", "PagedRows", "odd_item", "odd_rows"]

ODD = "\0odd:"
"""How the keys of rows begin that stand for items which cannot be used; no name of a server's begins so."""


class PagedRows:
    """The rows of one kind of item; those of a page are made once, however often others come after it."""

    def __init__(self, kind: str, make: Callable[[dict[str, Any]], Item]) -> None:
        self._kind = kind
        self._make = make
        self._pages: list[Page] = []
        self._rows: list[list[Item]] = []
        self._state: object = None

    def rows(self, catalog: Catalog, state: object = None) -> list[Item]:
        """A row an item; the first one of every page but the first says which page begins there.

        state: what the rows depend on beside their items.
        """
        pages = catalog.pages(self._kind)
        if state != self._state:
            self._pages, self._rows, self._state = [], [], state
        same = 0
        while same < min(len(pages), len(self._pages)) and pages[same] is self._pages[same]:
            same += 1
        del self._pages[same:], self._rows[same:]
        for page in pages[same:]:
            made = [self._make(item) for item in page.items]
            self._pages.append(page)
            if len(self._pages) > 1 and made:
                text = QCoreApplication.translate("Paged", "page {}").format(len(self._pages))
                made[0] = replace(made[0], border=text)
            self._rows.append(made)
        return [row for rows in self._rows for row in rows]


def odd_rows(catalog: Catalog, kinds: tuple[str, ...]) -> list[Item]:
    """A row for each item that cannot be used, so that none is silently missing."""
    translate = QCoreApplication.translate
    rows: list[Item] = []
    for kind in kinds:
        for place, odd in enumerate(catalog.odd_items(kind)):
            text = odd.raw[:300].decode("utf-8", "replace")
            badge = (translate("Paged", "invalid"), "warning", odd.reason)
            name = translate("Paged", "invalid item {}").format(place + 1)
            rows.append(Item(f"{ODD}{kind}:{place}", name, odd.reason, text, (badge,)))
        shown = len(catalog.odd_items(kind))
        if (more := catalog.odd.get(kind, 0) - shown) > 0:
            said = translate("Paged", "{} more invalid items").format(number_text(more))
            rows.append(Item(f"{ODD}{kind}:{shown}", said))
    return rows


def odd_item(catalog: Catalog, key: str) -> OddItem | None:
    """The item behind such a key; None when it is gone."""
    kind, _, place = key.removeprefix(ODD).partition(":")
    odd = catalog.odd_items(kind)
    return odd[int(place)] if int(place) < len(odd) else None
