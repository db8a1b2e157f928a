"""The lists of one client, fetched page by page or as a whole: tools, resources, templates, prompts.

Source: MCP server/utilities/pagination (all revisions). Cursors are opaque and never read ("" is one); a
cursor that comes twice, a thousand pages and a list of many megabytes end a walk, and that is said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from inspector.core.client.answers import Answer
from inspector.core.client.cache import Hint, hint_of
from inspector.core.client.catalog import Catalog
from inspector.core.client.pages import Page, read_page
from inspector.core.clock import now_ns
from inspector.errors import ClosedError, ErrorAnswer, Explanation, InspectorError
from inspector.protocol.era.modern import ModernEra
from inspector.protocol.methods import LIST_ENDS, LISTS
from inspector.translation import as_recorded, recorded, translate

if TYPE_CHECKING:
    from inspector.core.client.ports import Requester

__all__ = ["MAX_PAGES", "Lists"]

MAX_PAGES: Final = 1000
INVALID_PARAMS: Final = -32602
_OLDER: Final = -2  # for asked_at: the first page is older than this walk


@dataclass(slots=True, eq=False)
class _Walk:
    """A list that is being fetched. restarted: the server did not know a cursor it had given."""

    catalog: Catalog  # a new connection has another one
    pages: list[Page] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    exchange: int = 0
    asked_at: int = 0  # Catalog.changes of this list
    stopped: bool = False
    restarted: bool = False


class Lists:
    """Asks for pages and puts them into the client's catalog."""

    def __init__(self, client: Requester) -> None:
        self._client = client
        self._walks: dict[str, list[_Walk]] = {}

    async def page(
        self, kind: str, cursor: str | None = None, *, from_cache: bool | None = None, **options: Any
    ) -> Page:
        """One page. The one after the last in the catalog is added to it, any other begins the list anew.

        from_cache: see `Requester.call_cacheable`. Raises ErrorAnswer, ClosedError when it is stopped, and
        what `call` raises. A modern server that no longer knows a cursor from the catalog gets asked for
        the first page instead (once).
        """
        catalog = self._client.catalog
        known = catalog.pages(kind)
        follows = cursor is not None and bool(known) and cursor == known[-1].next_cursor
        walk = _Walk(catalog, list(known) if follows else [])
        with self._walking(kind, walk):
            try:
                page = await self._next(kind, walk, cursor, from_cache, options)
            except asyncio.CancelledError:
                if not _was_stopped(walk):
                    raise
                _stopped_short(kind, catalog)
                raise ClosedError(translate("Core", "{} was stopped").format(LISTS[kind][0])) from None
        seen = {one.cursor for one in walk.pages}
        end = "" if page.next_cursor is None else "loop" if page.next_cursor in seen else "more"
        self._fill(kind, walk, end)
        return page

    async def all(
        self, kind: str, *, from_cache: bool | None = None, **options: Any
    ) -> tuple[dict[str, Any], ...]:
        """Every page, until the last, a cursor that was there before, page 1000, a size, or `stop`.

        A list that was never fetched fills up as the pages come, and keeps them when one fails; any other
        is replaced when the last has come. Raises like `page`, except that stopping is no error.
        """
        catalog = self._client.catalog
        first = not catalog.fetched(kind)
        walk = _Walk(catalog)
        end: str | None = None
        with self._walking(kind, walk):
            try:
                while end is None:
                    page = await self._next(kind, walk, _cursor_after(walk), from_cache, options)
                    end = self._end_after(walk, page)
                    if first and end is None:
                        self._fill(kind, walk, "more", fetched=False)
            except asyncio.CancelledError:
                if not _was_stopped(walk):
                    raise
                _stopped_short(kind, catalog)
            except InspectorError:
                if first and walk.pages:
                    self._fill(kind, walk, "error")
                raise
        if end is not None:
            self._fill(kind, walk, end)
        return catalog.items(kind)

    def stop(self, kind: str) -> None:
        """End the walks through this list: what came so far is shown, the next page is offered."""
        for walk in self._walks.get(kind, ()):
            walk.stopped = True
            self._client.cancel(walk.exchange, as_recorded(translate("Core", "list stopped")))

    # -- inside

    async def _next(
        self, kind: str, walk: _Walk, cursor: str | None, from_cache: bool | None, options: dict[str, Any]
    ) -> Page:
        """Ask for one page and add it to the walk; begins again, once, when the cursor is not known."""
        self._show(kind, walk.catalog)
        answer, hint = await self._ask(kind, walk, cursor, from_cache, options)
        if answer.error and cursor is not None and walk.pages and self._modern and not walk.restarted:
            if _code(answer) == INVALID_PARAMS:
                method = LISTS[kind][0]
                self._client.note(
                    recorded(
                        "{method}: server no longer knows the cursor; restarted from the first page",
                        method=method,
                    )
                )
                self._client.cache.forget(method)
                walk.restarted, cursor = True, None
                walk.asked_at = walk.catalog.changes.get(kind, 0)
                walk.pages.clear()
                walk.seen.clear()
                answer, hint = await self._ask(kind, walk, None, False, options)
        if answer.error:
            raise _refused(LISTS[kind][0], answer)
        page = read_page(
            kind,
            cursor,
            answer.result,
            hint=hint,
            exchange=answer.exchange,
            from_cache=answer.from_cache,
            over_modern_http=self._modern and self._client.transport == "http",
        )
        walk.pages.append(page)
        return page

    async def _ask(
        self, kind: str, walk: _Walk, cursor: str | None, from_cache: bool | None, options: dict[str, Any]
    ) -> tuple[Answer, Hint | None]:
        method = LISTS[kind][0]
        params = {} if cursor is None else {"cursor": cursor}
        told = options.get("on_start")

        def started(exchange: int) -> None:
            walk.exchange = exchange
            if told is not None:
                told(exchange)

        more = {**options, "on_start": started}
        answer = await self._client.call_cacheable(method, params, from_cache=from_cache, **more)
        if answer.from_cache:
            return answer, self._client.cache.hint(method, params)
        return answer, hint_of(answer.result, now_ns()) if self._modern else None

    @property
    def _modern(self) -> bool:
        return isinstance(self._client.era, ModernEra)

    def _end_after(self, walk: _Walk, page: Page) -> str | None:
        """A key of LIST_ENDS, None: go on."""
        cursor = page.next_cursor
        if cursor is None:
            return ""
        if cursor in walk.seen:
            return "loop"
        walk.seen.add(cursor)
        if len(walk.pages) >= MAX_PAGES:
            return "cap"
        size = sum(page.size for page in walk.pages)
        return "size" if size >= self._client.settings.list_limit_mb << 20 else None

    def _fill(self, kind: str, walk: _Walk, end: str, fetched: bool = True) -> None:
        catalog, era = walk.catalog, self._client.era
        catalog.fill(kind, tuple(walk.pages), end, fetched, walk.asked_at)
        if kind == "tools" and isinstance(era, ModernEra) and catalog is self._client.catalog:
            era.input_schemas = {tool["name"]: tool.get("inputSchema") for tool in catalog.tools}
        if end in ("loop", "cap", "size"):
            self._client.note(
                recorded(
                    "{list}: {end} (page {number})",
                    list=LISTS[kind][0],
                    end=LIST_ENDS[end],
                    number=len(walk.pages),
                )
            )
        self._client.tell()

    @contextmanager
    def _walking(self, kind: str, walk: _Walk) -> Iterator[None]:
        """Keep account of a walk while it runs, and of why it failed."""
        self._walks.setdefault(kind, []).append(walk)
        walk.asked_at = _OLDER if walk.pages else walk.catalog.changes.get(kind, 0)
        try:
            yield
        except InspectorError as error:
            if not walk.stopped:
                walk.catalog.troubles[kind] = str(error)
            raise
        finally:
            self._walks[kind].remove(walk)
            self._show(kind, walk.catalog)

    def _show(self, kind: str, catalog: Catalog) -> None:
        """Say how far the list is."""
        walks = self._walks[kind]
        if walks:
            catalog.loading[kind] = 1 + max(len(walk.pages) for walk in walks)
        else:
            catalog.loading.pop(kind, None)
        self._client.tell()


def _stopped_short(kind: str, catalog: Catalog) -> None:
    """What was there, or came so far, stays; the rest can be had later."""
    if not catalog.fetched(kind):
        catalog.fill(kind, catalog.pages(kind), "more")


def _cursor_after(walk: _Walk) -> str | None:
    return walk.pages[-1].next_cursor if walk.pages else None


def _was_stopped(walk: _Walk) -> bool:
    """Our own stop ended the request, not a cancelled task."""
    task = asyncio.current_task()
    return walk.stopped and task is not None and not task.cancelling()


def _code(answer: Answer) -> Any:
    error = answer.value
    return error.get("code") if isinstance(error, dict) else None


def _refused(method: str, answer: Answer) -> ErrorAnswer:
    error = answer.value if isinstance(answer.value, dict) else {}
    words = f"{error.get('code', '?')} {error.get('message', '')}".strip()
    return ErrorAnswer(
        Explanation(
            translate("Core", "{method} returned an error: {words}").format(method=method, words=words),
            next_step=translate("Core", "See the message in the timeline."),
        ),
        answer.error,
    )
