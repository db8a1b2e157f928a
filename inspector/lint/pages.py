"""PAGE-01 to PAGE-07, RES-12: lists page by page, and what changes between walks. Source: reference 8.6."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar, Final, NamedTuple

from inspector.lint.excerpts import excerpt
from inspector.lint.parts import dict_of, list_of
from inspector.lint.results import complete
from inspector.lint.rules import Place, rule
from inspector.lint.samples import STDIO_E, answered
from inspector.lint.seen import REMEMBERED, Memory, Seen, keep, keep_all, remembers
from inspector.protocol.wire import PIPES
from inspector.translation import recorded

__all__ = ["IDENTITY", "items"]

PAGINATION: Final = "server/utilities/pagination"
MOST: Final = 21  # findings of one rule about one record: one more than are told, so that the cut is known

IDENTITY: Final = {
    "tools/list": ("tools", "name"),
    "resources/list": ("resources", "uri"),
    "resources/templates/list": ("resourceTemplates", "uriTemplate"),
    "prompts/list": ("prompts", "name"),
}
"""Method of a list → the member of its result, and that which names an item."""
_PAGED: Final = (*IDENTITY, "tasks/list")
_CHANGES: Final = {
    "tools/list": "tools",
    "resources/list": "resources",
    "resources/templates/list": "resources",
    "prompts/list": "prompts",
}


def items(seen: Seen) -> Iterator[tuple[dict[str, Any], str]]:
    """The items of a page that are objects, each with its place."""
    member, _ = IDENTITY[seen.record.method]
    for index, item in enumerate(list_of(seen.result.get(member))):
        if isinstance(item, dict):
            yield item, f"/result/{member}/{index}"


def _named(seen: Seen) -> list[tuple[str, str]]:
    """What names each item, with its place."""
    return seen.of_body(_all_named)


def _all_named(seen: Seen) -> list[tuple[str, str]]:
    _, name = IDENTITY[seen.record.method]
    return [
        (identity, f"{place}/{name}")
        for item, place in items(seen)
        if isinstance(identity := item.get(name), str)
    ]


@dataclass(slots=True)
class _Walk:
    """The pages of one list from its beginning on."""

    asked: dict[str, bool] = field(default_factory=dict)  # cursors that were followed
    given: dict[str, bool] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)  # of its items → page
    pages: int = 0
    scope: object = None
    changed: bool = False  # the server told of a change meanwhile


class _Whole(NamedTuple):
    """A list that was walked to its end. declared: what the client declared then."""

    names: tuple[str, ...]
    declared: dict[str, Any]


@remembers
class _Lists(Memory):
    """The walk through each list that is under way, and the last whole one."""

    kinds: ClassVar[tuple[str, ...]] = ("response", "notification", "lifecycle")

    def __init__(self) -> None:
        self.walks: dict[str, _Walk] = {}
        self.wholes: dict[str, _Whole] = {}
        self.told: dict[str, bool] = {}  # lists of whose change the server told since the last whole walk
        self.subscribed: dict[str, bool] = {}

    def before(self, seen: Seen) -> _Walk | None:
        """The walk that this page goes on with; a page that was fetched before belongs to none."""
        cursor, walk = seen.asked_params.get("cursor"), self.walks.get(seen.record.method)
        if walk is None or not isinstance(cursor, str):
            return None
        return walk if cursor in walk.given and cursor not in walk.asked else None

    def ends(self, seen: Seen) -> tuple[_Whole, _Whole] | None:
        """The list as it was walked before, and as this page makes it; None: not the end of a walk."""
        before, walk = self.wholes.get(seen.record.method), self.before(seen)
        first = seen.knows_asked and seen.asked_params.get("cursor") is None
        if before is None or seen.result.get("nextCursor") is not None or not (walk or first):
            return None
        names = dict.fromkeys(walk.names) if walk else {}
        names |= dict.fromkeys(name for name, _ in _named(seen))
        full = (
            max(len(names), len(before.names)) >= REMEMBERED
        )  # what was forgotten is not known to be missing
        return None if full else (before, _Whole(tuple(names), seen.declared))

    def tells(self, seen: Seen) -> bool:
        """The server said that it tells of changes, and has a way to."""
        what, state = _CHANGES[seen.record.method], seen.state
        if dict_of(state.capabilities.get(what)).get("listChanged") is not True:
            return False
        if state.transport in PIPES:
            return not state.modern or what in self.subscribed
        open_stream = any(
            name.startswith("get-") and head.status == 200 for name, head in state.heads.items()
        )
        return not state.modern and (open_stream or seen.over_sse)

    def remember(self, seen: Seen) -> None:
        """Keep the page, and what the server tells of its lists."""
        record, method = seen.record, seen.record.method
        if record.kind == "lifecycle" or method == "initialize":
            if record.channel == "started" or method == "initialize":  # another process, another list
                self.walks, self.wholes, self.told, self.subscribed = {}, {}, {}, {}
        elif record.kind == "notification":
            self._remember_change(seen)
        elif method == "subscriptions/listen":
            self.subscribed = {}
        elif method in IDENTITY and seen.incoming and seen.readable and seen.knows_asked and complete(seen):
            self._remember_page(seen)

    def _remember_change(self, seen: Seen) -> None:
        for method, what in _CHANGES.items():
            if seen.incoming and seen.record.method == f"notifications/{what}/list_changed":
                self.told[method] = True
                if method in self.walks:
                    self.walks[method].changed = True
        if seen.record.method == "notifications/subscriptions/acknowledged":
            accepted = dict_of(seen.params.get("notifications"))
            self.subscribed |= {
                what: True for what in _CHANGES.values() if accepted.get(f"{what}ListChanged") is True
            }

    def _remember_page(self, seen: Seen) -> None:
        method, cursor = seen.record.method, seen.asked_params.get("cursor")
        whole, walk = self.ends(seen), self.before(seen)
        if cursor is None:
            walk = self.walks[method] = _Walk(scope=seen.result.get("cacheScope"))
        if walk is None:
            return
        if isinstance(cursor, str):
            keep(walk.asked, cursor, True)
        walk.pages += 1
        keep_all(walk.names, {name: walk.names.get(name, walk.pages) for name, _ in _named(seen)})
        following = seen.result.get("nextCursor")
        if isinstance(following, str):
            keep(walk.given, following, True)
        elif following is None:
            self.wholes[method] = whole[1] if whole else _Whole(tuple(walk.names), seen.declared)
            self.told.pop(method, None)


def _text(value: object) -> bool:
    return isinstance(value, str)


def _page(
    cursor: str, more: str, number: int = 1, *, start: str = "= 2025-11-25\n", method: str = "tools/list"
) -> str:
    """A page of tools that was asked for with a cursor ("": the first)."""
    scope = "" if "cacheScope" in more else '"cacheScope":"private",'
    hint = f'"resultType":"complete","ttlMs":0,{scope}' if start == STDIO_E else ""
    params = f'"cursor":"{cursor}"' if cursor else ""
    return answered(
        method, f"{{{hint}{more}}}", start=start if number == 1 else "", params=params, number=number
    )


def _tools(*names: str) -> str:
    tools = ",".join(f'{{"name":"{name}","inputSchema":{{"type":"object"}}}}' for name in names)
    return f'"tools":[{tools}]'


_GOOD: Final = _page("", _tools("a") + ',"nextCursor":"2"') + _page("2", _tools("b"), 2)


@rule(
    "PAGE-01",
    "error",
    PAGINATION,
    sentence="nextCursor MUST be a string where it is there (schema PaginatedResult).",
    fix="Leave nextCursor out on the last page, and give a string on every other.",
    kinds=("response",),
    methods=_PAGED,
    good=_GOOD,
    bad=_page("", _tools("a") + ',"nextCursor":null'),
)
def cursor_is_a_string(seen: Seen) -> Iterator[Place]:
    """A cursor is a string, or is not there."""
    if seen.incoming and "nextCursor" in seen.result and not _text(cursor := seen.result["nextCursor"]):
        said = recorded("nextCursor is {cursor}, which is not a string", cursor=excerpt(cursor))
        yield Place(said, "/result/nextCursor")


@rule(
    "PAGE-02",
    "warning",
    PAGINATION,
    sentence="The cursor represents a position in the result set; servers SHOULD provide stable cursors.",
    fix="Derive each nextCursor from the position after the page's last item.",
    kinds=("response",),
    methods=tuple(IDENTITY),
    good=_GOOD,
    bad=_page("", _tools("a") + ',"nextCursor":"2"') + _page("2", _tools("b") + ',"nextCursor":"2"', 2),
)
def walk_ends(seen: Seen) -> Iterator[Place]:
    """Who follows the cursors comes to an end. Where only LIM-03 is known, that tells of it."""
    walk, cursor = seen.state.of(_Lists).before(seen), seen.result.get("nextCursor")
    if seen.incoming and walk and _text(cursor) and cursor in walk.given:
        seen.first("PAGE-02", seen.record.method)
        said = recorded(
            "cursor {cursor} came twice, and a client that follows it never ends", cursor=excerpt(cursor)
        )
        yield Place(said, "/result/nextCursor")


_TWICE: Final = _page("", _tools("a") + ',"nextCursor":"2"') + _page("2", _tools("a"), 2)


@rule(
    "PAGE-03",
    "warning",
    PAGINATION,
    sentence="Clients put the pages together, and show an item twice that is on two of them.",
    fix="Begin each page after the last item of the page before, in an order that does not change.",
    revisions="ABCD",
    kinds=("response",),
    methods=tuple(IDENTITY),
    good=_GOOD,
    bad=_TWICE,
)
def items_come_once(seen: Seen) -> Iterator[Place]:
    """No item is on two pages of one walk."""
    return islice(_repeated(seen), MOST)


@rule(
    "PAGE-03-cached",
    "info",
    "server/utilities/caching",
    sentence="There is no cross-page consistency guarantee: clients may observe duplicates or gaps.",
    fix="Begin each page after the last item of the page before, in an order that does not change.",
    revisions="E",
    kinds=("response",),
    methods=tuple(IDENTITY),
    good=_GOOD,
    bad=_page("", _tools("a") + ',"nextCursor":"2"', start=STDIO_E)
    + _page("2", _tools("a"), 2, start=STDIO_E),
)
def items_come_once_in_a_list_that_stays(seen: Seen) -> Iterator[Place]:
    """No item is on two pages of one walk, unless the list changed meanwhile."""
    return islice(_repeated(seen), MOST)


def _repeated(seen: Seen) -> Iterator[Place]:
    walk = seen.state.of(_Lists).before(seen) if seen.incoming else None
    if walk is None or walk.changed:
        return
    for name, place in _named(seen):
        if name in walk.names:
            said = recorded("{name} was on page {page} already", name=excerpt(name), page=walk.names[name])
            yield Place(said, place)


@rule(
    "PAGE-05",
    "info",
    PAGINATION,
    sentence="A page may be empty; some clients take one for the end.",
    fix="Leave out nextCursor where nothing follows.",
    kinds=("response",),
    methods=tuple(IDENTITY),
    good=_GOOD,
    bad=_page("", _tools() + ',"nextCursor":"2"'),
)
def pages_hold_something(seen: Seen) -> Iterator[Place]:
    """A page that says that more follows has items."""
    member, _ = IDENTITY[seen.record.method]
    if seen.incoming and _text(seen.result.get("nextCursor")) and seen.result.get(member) == []:
        yield Place(recorded("the page is empty, and nextCursor says that more follows"), f"/result/{member}")


@rule(
    "PAGE-06",
    "warning",
    "server/tools",
    sentence="Servers SHOULD return tools in a deterministic order.",
    fix="Sort the tools, by name or in the order of their registration.",
    revisions="E",
    kinds=("response",),
    methods=("tools/list",),
    good=_page("", _tools("a", "b"), start=STDIO_E) + _page("", _tools("a", "b"), 2, start=STDIO_E),
    bad=_page("", _tools("a", "b"), start=STDIO_E) + _page("", _tools("b", "a"), 2, start=STDIO_E),
)
def order_stays(seen: Seen) -> Iterator[Place]:
    """The same tools come in the same order."""
    ends = seen.state.of(_Lists).ends(seen) if seen.incoming else None
    if ends and ends[0].names != ends[1].names and sorted(ends[0].names) == sorted(ends[1].names):
        other = next(now for before, now in zip(ends[0].names, ends[1].names, strict=True) if before != now)
        said = recorded("the tools come in another order than before, from {name} on", name=excerpt(other))
        yield Place(said, "/result/tools")


_TELLS: Final = '= 2025-11-25 {"tools":{"listChanged":true}}\n'


@rule(
    "PAGE-07",
    "warning",
    "server/tools",
    sentence="When the list changes, servers that declared listChanged SHOULD send a notification.",
    fix="Send list_changed where an item is added or removed; the SDK's add and remove functions do so.",
    kinds=("response",),
    methods=tuple(IDENTITY),
    good=_page("", _tools("a"), start=_TELLS)
    + '< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n'
    + _page("", _tools("a", "b"), 2),
    bad=_page("", _tools("a"), start=_TELLS) + _page("", _tools("a", "b"), 2),
)
def changes_are_told(seen: Seen) -> Iterator[Place]:
    """A list does not change in silence."""
    lists = seen.state.of(_Lists)
    ends = lists.ends(seen) if seen.incoming and lists.tells(seen) else None
    if not ends or seen.record.method in lists.told or ends[0].declared != ends[1].declared:
        return
    before, now = set(ends[0].names), set(ends[1].names)
    member, _ = IDENTITY[seen.record.method]
    if more := sorted(now - before):
        said = recorded("{name} is new in the list, and no list_changed told of it", name=excerpt(more[0]))
        yield Place(said, f"/result/{member}")
    elif fewer := sorted(before - now):
        said = recorded(
            "{name} is gone from the list, and no list_changed told of it", name=excerpt(fewer[0])
        )
        yield Place(said, f"/result/{member}")


_SCOPED: Final = '"cacheScope":"%s",' + _tools("%s")


@rule(
    "RES-12",
    "error",
    "server/utilities/caching",
    sentence="All pages of one list MUST have the same cacheScope.",
    fix="Decide cacheScope once for the whole list.",
    revisions="E",
    kinds=("response",),
    methods=tuple(IDENTITY),
    good=_page("", _SCOPED % ("public", "a") + ',"nextCursor":"2"', start=STDIO_E)
    + _page("2", _SCOPED % ("public", "b"), 2, start=STDIO_E),
    bad=_page("", _SCOPED % ("public", "a") + ',"nextCursor":"2"', start=STDIO_E)
    + _page("2", _SCOPED % ("private", "b"), 2, start=STDIO_E),
)
def scope_is_one_for_all_pages(seen: Seen) -> Iterator[Place]:
    """A list is for everybody, or for one."""
    walk = seen.state.of(_Lists).before(seen) if seen.incoming else None
    scope, valid = seen.result.get("cacheScope"), ("public", "private")
    if walk and walk.scope in valid and scope in valid and scope != walk.scope:
        said = recorded(
            "cacheScope is {scope}, and {first} on the first page", scope=str(scope), first=str(walk.scope)
        )
        yield Place(said, "/result/cacheScope")
