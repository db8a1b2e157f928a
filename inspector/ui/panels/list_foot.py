"""What stands below a list: how much of it is there, how fresh it is, and how to get more or newer.

One foot serves all kinds that its list shows (resources and templates share one).
"""

from __future__ import annotations

from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QEvent, QObject, QSize, QTimer
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.core.client.catalog import UNFINISHED
from inspector.core.clock import now_ns
from inspector.errors import InspectorError
from inspector.translation import shown
from inspector.ui.loop import saving
from inspector.ui.loop.tasks import spawn
from inspector.ui.panels import PanelContext
from inspector.ui.session.freshness import freshness
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Elided, MenuButton, Notice, column, row, tool_button
from inspector.ui.widgets.plain import tooltip

__all__ = ["ListFoot", "count_text"]

_PATIENCE_MS = 300  # a list that comes faster does not flash a Cancel button


def count_text(context: PanelContext, kinds: tuple[str, ...]) -> str:
    """ "19", or "40+" while there may be more."""
    catalog = context.client.catalog
    count = sum(len(catalog.items(kind)) for kind in kinds)
    return f"{count}+" if any(catalog.end(kind) in UNFINISHED for kind in kinds) else str(count)


class ListFoot(QWidget):
    """`refresh` after anything changed. name: of the list, in front of the names of its parts."""

    def __init__(
        self, name: str, context: PanelContext, kinds: tuple[str, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._kinds = kinds
        self._refetch = QPushButton(self.tr("Changed: refresh"))
        self._refetch.setObjectName(f"{name}_refetch")
        self._refetch.setIcon(theme.icon("alert-outline", "warning"))
        zoom.icons(self._refetch)
        hint = self.tr("The server reports that this list has changed.")
        self._refetch.setToolTip(hint)
        self._refetch.setAccessibleDescription(hint)
        self._refetch.clicked.connect(self.fetch)
        self._stale = QWidget()
        self._stale.setObjectName(f"{name}_stale")
        self._stale.setLayout(row(self._refetch, margins=(6, 2, 6, 2)))
        self._trouble = Notice(f"{name}_trouble", "error", small=True)
        self._progress = Elided(role="pending")
        self._progress.setObjectName(f"{name}_progress")
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.setObjectName(f"{name}_cancel")
        self._loading = QWidget()
        self._loading.setLayout(row(self._progress, self._cancel, margins=(theme.SPACE, 2, 6, 2)))
        self._next = QPushButton(self.tr("Next page"))
        self._next.setObjectName(f"{name}_next")
        self._more = QWidget()
        self._more.setLayout(row(self._next, margins=(6, 2, 6, 2)))
        self._state = Elided(role="muted")
        self._state.setObjectName(f"{name}_state")
        self._again = tool_button(f"{name}_refresh", "refresh", self.tr("Fetch this list again"))
        self._again.installEventFilter(self)
        self._menu = self._make_menu(name)
        self._lay_out()
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(self._loading.show)
        self._again.clicked.connect(self.fetch)
        self._next.clicked.connect(self.fetch_next)
        self._cancel.clicked.connect(self.stop)
        self.refresh()

    def _make_menu(self, name: str) -> MenuButton:
        menu = MenuButton(f"{name}_menu", "", self.tr("How this list is fetched"))
        menu.setAccessibleName(self.tr("How this list is fetched"))
        self._actions: dict[str, QAction] = {}
        for key, text, pressed, checkable in (
            ("fetch", self.tr("Fetch from the server"), self._fetch_from_server, False),
            ("cache", self.tr("Use the cache while fresh"), self._fetch_from_cache, False),
            ("all", self.tr("Fetch all pages"), self._fetch_all, False),
            ("page_by_page", self.tr("Always fetch page by page"), self._set_page_by_page, True),
            ("honour_cache", self.tr("Always use the cache while fresh"), self._set_honour_cache, True),
        ):
            if key == "page_by_page":
                menu.choices.addSeparator()
            action = menu.choices.addAction(text)
            action.setObjectName(f"{name}_{key}")
            action.setCheckable(checkable)
            action.triggered.connect(pressed)
            self._actions[key] = action
        menu.choices.aboutToShow.connect(self._prepare_menu)
        return menu

    def _lay_out(self) -> None:
        line = row(self._state, self._again, self._menu, margins=(theme.SPACE, 0, 2, 4), spacing=0)
        line.setStretch(0, 1)
        parts = (self._stale, self._trouble, self._more, self._loading, line)
        self.setLayout(column(*parts, spacing=0))

    def minimumSizeHint(self) -> QSize:
        """As wide as its widest part, shown or not: what a server tells moves nothing beside the list."""
        hidden = max(part.minimumSizeHint().width() for part in (self._stale, self._more, self._loading))
        return super().minimumSizeHint().expandedTo(QSize(hidden, 0))

    # -- what is shown -------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Look at the catalog again."""
        client = self._context.client
        catalog, connected = client.catalog, client.state == "connected"
        loading = {kind: catalog.loading[kind] for kind in self._kinds if kind in catalog.loading}
        self._stale.setVisible(connected and any(kind in catalog.stale for kind in self._kinds))
        trouble = "\n".join(shown(catalog.troubles[kind]) for kind in self._kinds if kind in catalog.troubles)
        self._trouble.set_text(trouble)
        self._trouble.setToolTip(tooltip(trouble))
        self._trouble.setVisible(bool(trouble) and not loading)
        self._show_loading(loading)
        offered = connected and not loading and self._unfinished() is not None
        self._more.setVisible(offered)
        self._again.setEnabled(connected and not loading)
        self._menu.setEnabled(connected and not loading)
        self._state.setText(self._count_words())
        self._tell_freshness()

    def _show_loading(self, loading: dict[str, int]) -> None:
        if not loading:
            self._patience.stop()
        elif self._loading.isHidden() and not self._patience.isActive() and max(loading.values()) == 1:
            self._patience.start()
        patient = self._patience.isActive()
        self._loading.setVisible(bool(loading) and not patient)
        if loading:
            page = max(loading.values())
            self._progress.setText(self.tr("page {} …").format(page))

    def _count_words(self) -> str:
        """How much of the list is there, and why it ends there."""
        catalog = self._context.client.catalog
        if not any(catalog.pages(kind) for kind in self._kinds):
            return ""
        parts = [count_text(self._context, self._kinds)]
        pages = sum(len(catalog.pages(kind)) for kind in self._kinds)
        if pages > len([kind for kind in self._kinds if catalog.pages(kind)]):
            parts.append(self.tr("{} pages").format(pages))
        ends = {catalog.end(kind) for kind in self._kinds}
        words = [_END_WORDS[end] for end in sorted(ends) if end in _END_WORDS]
        parts += [QCoreApplication.translate("ListEnds", word) for word in words]
        if any(page.from_cache for kind in self._kinds for page in catalog.pages(kind)):
            parts.append(self.tr("from the cache"))
        troubles = [page.trouble for kind in self._kinds for page in catalog.pages(kind) if page.trouble]
        parts += dict.fromkeys(map(shown, troubles))
        return " · ".join(parts)

    def _tell_freshness(self) -> None:
        """The caching hints: in the tooltip of the button that fetches the list again."""
        catalog = self._context.client.catalog
        hints = [hint for kind in self._kinds for hint in catalog.hints(kind)]
        text, _role = freshness(hints, now_ns())
        if hints and any(kind in catalog.stale for kind in self._kinds):
            text = self.tr("stale: it changed on the server")
        hint = self.tr("Fetch this list again")
        self._again.setToolTip(tooltip(f"{hint}\n{text}" if text else hint))
        self._again.setAccessibleDescription(text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """How fresh the list is now, when the tooltip is asked for."""
        if watched is self._again and event.type() == QEvent.Type.ToolTip:
            self._tell_freshness()
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    # -- what is done --------------------------------------------------------------------------------

    def fetch(self) -> None:
        """Fetch again, as the settings say."""
        self._spawn(self._fetch(None))

    def fetch_next(self) -> None:
        """Fetch the page after the last one."""
        kind = self._unfinished()
        if kind is not None:
            cursor = self._context.client.catalog.next_cursor(kind)
            self._spawn(self._quietly(self._context.client.list_page(kind, cursor)))

    def stop(self) -> None:
        """Stop fetching; what came stays."""
        for kind in self._kinds:
            self._context.client.lists.stop(kind)

    def _fetch_from_server(self) -> None:
        self._spawn(self._fetch(False))

    def _fetch_from_cache(self) -> None:
        self._spawn(self._fetch(True))

    def _fetch_all(self) -> None:
        self._spawn(self._fetch(None, whole=True))

    async def _fetch(self, from_cache: bool | None, whole: bool = False) -> None:
        client = self._context.client
        for kind in self._wanted():
            if self._context.settings.page_by_page and not whole:
                await self._quietly(client.list_page(kind, from_cache=from_cache))
            else:
                await self._quietly(client.list_all(kind, from_cache=from_cache))

    async def _quietly(self, fetching: Coroutine[Any, Any, Any]) -> None:
        """What goes wrong is in `catalog.troubles` and in the timeline."""
        with suppress(InspectorError):
            await fetching

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        spawn(self, work, f"list {self._kinds[0]}")

    def _wanted(self) -> list[str]:
        """Kinds to fetch: those that were fetched or failed before, all when there are none."""
        catalog = self._context.client.catalog
        known = [kind for kind in self._kinds if catalog.fetched(kind) or kind in catalog.troubles]
        return known or list(self._kinds)

    def _unfinished(self) -> str | None:
        """The first kind with a page that was not fetched."""
        catalog = self._context.client.catalog
        return next((kind for kind in self._kinds if catalog.end(kind) in UNFINISHED), None)

    def _prepare_menu(self) -> None:
        info, settings = self._context.client.info, self._context.settings
        modern = info is not None and info.era == "modern"
        self._actions["cache"].setEnabled(modern)
        self._actions["all"].setEnabled(self._unfinished() is not None)
        self._actions["page_by_page"].setChecked(settings.page_by_page)
        self._actions["honour_cache"].setChecked(settings.honour_cache)

    def _set_page_by_page(self, chosen: bool) -> None:
        self._set("page_by_page", chosen)

    def _set_honour_cache(self, chosen: bool) -> None:
        self._set("honour_cache", chosen)

    def _set(self, name: str, value: bool) -> None:
        settings = self._context.settings
        settings.set(name, value)
        saving.save(settings, self._saved)

    def _saved(self, trouble: str) -> None:
        self._trouble.set_text(trouble)
        self._trouble.setVisible(bool(trouble))


_END_WORDS: dict[str, Any] = {
    "loop": QT_TRANSLATE_NOOP("ListEnds", "stopped: the cursor repeats"),
    "cap": QT_TRANSLATE_NOOP("ListEnds", "stopped: too many pages"),
    "size": QT_TRANSLATE_NOOP("ListEnds", "stopped: larger than “Maximum list size”"),
    "kept": QT_TRANSLATE_NOOP("ListEnds", "not connected: only the first part is kept"),
    "error": QT_TRANSLATE_NOOP("ListEnds", "the next page failed"),
}
"""Catalog.end → in a few words; "+" behind the number says "more"."""
