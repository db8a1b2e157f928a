"""Rows of a list that came in pages: where a page begins, and what cannot be used of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication

from inspector.core.catalog import Catalog
from inspector.core.pages import OddItem
from inspector.ui.panels.listing import Item

__all__ = ["ODD", "odd_item", "odd_rows", "paged"]

ODD = "\0odd:"
"""How the keys of rows begin that stand for items which cannot be used; no name of a server's begins so."""


def paged(catalog: Catalog, kind: str, make: Callable[[dict[str, Any]], Item]) -> list[Item]:
    """A row an item; the first one of every page but the first says which page begins there."""
    rows: list[Item] = []
    for number, page in enumerate(catalog.pages(kind), 1):
        made = [make(item) for item in page.items]
        if number > 1 and made:
            text = QCoreApplication.translate("Paged", "page {}").format(number)
            made[0] = replace(made[0], border=text)
        rows += made
    return rows


def odd_rows(catalog: Catalog, kinds: tuple[str, ...]) -> list[Item]:
    """A row for each item that cannot be used, so that none is silently missing."""
    translate = QCoreApplication.translate
    rows: list[Item] = []
    for kind in kinds:
        for place, odd in enumerate(catalog.odd_items(kind)):
            text = odd.raw[:300].decode("utf-8", "replace")
            badge = (translate("Paged", "odd"), "warning", odd.reason)
            name = translate("Paged", "odd item {}").format(place + 1)
            rows.append(Item(f"{ODD}{kind}:{place}", name, odd.reason, text, (badge,)))
    return rows


def odd_item(catalog: Catalog, key: str) -> OddItem | None:
    """The item behind such a key; None when it is gone."""
    kind, _, place = key.removeprefix(ODD).partition(":")
    odd = catalog.odd_items(kind)
    return odd[int(place)] if int(place) < len(odd) else None
