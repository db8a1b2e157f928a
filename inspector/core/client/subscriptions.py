"""What a user wants to be told of, kept up over both eras, drops and reconnects.

    subscribe(uri) ─► the wanted set ─► legacy: resources/subscribe of each URI
                                     └► modern: one kept listen with the whole set ──► Listening
    open(filter)   ─► modern: a listen of its own

A modern listen cannot be changed: a new one with the whole set is opened, and the old one is closed when
the new one is acknowledged, so that no event falls between them.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from inspector.core.client.listening import Listening
from inspector.core.client.subscription import Event, Subscription
from inspector.core.clock import now_ns
from inspector.errors import ConnectError, ErrorAnswer, Explanation, InspectorError, UsageError
from inspector.protocol.methods import METHODS
from inspector.protocol.subscribing import ACKNOWLEDGED, CHANGES, LIST_KINDS, Filter, subscription_id
from inspector.translation import as_recorded, recorded, translate

if TYPE_CHECKING:
    from inspector.core.client.ports import Requester

__all__ = ["Event", "Filter", "Subscription", "Subscriptions"]

KEPT: Final = 40  # subscriptions that are over and still listed
KEPT_EVENTS: Final = 1000
KEPT_URIS: Final = 10_000  # that are counted


class Subscriptions:
    """Implements `Part`. `all` has the oldest first; `events` those of every subscription and of none."""

    def __init__(self, client: Requester) -> None:
        self._client = client
        self.all: list[Subscription] = []
        self.events: deque[Event] = deque(maxlen=KEPT_EVENTS)
        self.total = 0  # events since the program began
        self.updates: Counter[str] = Counter()  # URI as the server names it → times it changed
        self.list_changes = False  # modern: the kept listen asks for the list changes the server offers
        self._uris: dict[str, None] = {}
        self._task_ids: dict[str, None] = {}
        self._kept: Subscription | None = None
        self._listening = Listening(client, self._acknowledged_again)
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    # -- what others read

    @property
    def modern(self) -> bool:
        """Whether the connection has `subscriptions/listen`."""
        return self._client.info is not None and self._client.info.era == "modern"

    def offered(self) -> Filter:
        """The lists of which the server says that it tells when they change."""
        capabilities = self._client.info.capabilities if self._client.info else {}
        return Filter.of(kind for kind in LIST_KINDS if _flag(capabilities.get(kind), "listChanged"))

    @property
    def offers_resources(self) -> bool:
        """The server says that one can subscribe to resources."""
        capabilities = self._client.info.capabilities if self._client.info else {}
        return _flag(capabilities.get("resources"), "subscribe")

    @property
    def wanted_uris(self) -> tuple[str, ...]:
        """What `subscribe` was called for."""
        return tuple(self._uris)

    def state_of(self, uri: str) -> str:
        """ "" (not wanted), opening, open, refused, ended, or lost."""
        if uri not in self._uris:
            return ""
        ours = [one for one in self.all if uri in one.requested.uris and (one.kept or one.kind == "resource")]
        if not ours:
            return "opening"
        newest = next((one for one in reversed(ours) if one.live), ours[-1])
        return "refused" if uri in newest.missing.uris and newest.state == "open" else newest.state

    # -- resources, tasks and lists: the same in both eras

    async def subscribe(self, uri: str) -> str:
        """Be told when uri changes; the state it came to (see `state_of`).

        Raises ErrorAnswer with the server's words, ConnectError, TimeoutExpired, ClosedError; then it is
        not wanted any more.
        """
        self._uris[uri] = None
        try:
            await (self._align(again=True) if self.modern else self._subscribe_legacy(uri))
        except InspectorError:
            self._uris.pop(uri, None)
            raise
        return self.state_of(uri)

    async def unsubscribe(self, uri: str) -> None:
        """No longer be told. Raises what `subscribe` raises."""
        self._uris.pop(uri, None)
        if self.modern:
            await self._align()
            return
        answer = await self._client.call("resources/unsubscribe", {"uri": uri})
        if answer.error:
            raise _refusal("resources/unsubscribe", answer.error, answer.value)
        for subscription in self._legacy_of(uri):
            subscription.state, subscription.detail, subscription.wanted = (
                "ended",
                recorded("stopped"),
                False,
            )
        self._client.tell()

    async def watch_task(self, task: str) -> None:
        """Be told how a task moves on (modern, the tasks extension). Raises what `subscribe` raises."""
        self._task_ids[task] = None
        await self._align(again=True)

    async def unwatch_task(self, task: str) -> None:
        """No longer be told."""
        self._task_ids.pop(task, None)
        await self._align()

    # -- a listen of one's own

    def open(self, requested: Filter) -> Subscription:
        """Open one `subscriptions/listen`. Raises UsageError in an era without it, ClosedError."""
        if not self.modern:
            raise UsageError(
                translate(
                    "Core", "this server's era has no subscriptions/listen; subscribe to resources instead"
                )
            )
        return self._begin(requested)

    def stop(self, subscription: Subscription) -> None:
        """End a subscription. Of the kept one and of a legacy URI, what it covers is not wanted any more."""
        subscription.wanted = False
        if subscription.kept:
            for uri in subscription.requested.uris:
                self._uris.pop(uri, None)
            self.list_changes = False
            self._task_ids.clear()
        if subscription.kind == "resource":
            self.later(self._quietly(self.unsubscribe(subscription.requested.uris[0])))
        else:
            self._listening.stop(subscription)

    def again(self, subscription: Subscription) -> None:
        """Open anew what has ended."""
        if subscription.live or self._client.state != "connected":
            return
        subscription.wanted = True
        if subscription.kind == "resource":
            self.later(self._quietly(self.subscribe(subscription.requested.uris[0])))
            return
        if subscription.kept:
            self._uris.update(dict.fromkeys(subscription.requested.uris))
            self._task_ids.update(dict.fromkeys(subscription.requested.tasks))
            self.list_changes = self.list_changes or bool(subscription.requested.lists)
            self._retire(subscription)
            self.later(self._quietly(self._align(again=True)))
            return
        self._run(subscription)

    async def acknowledged(self, subscription: Subscription) -> bool:
        """Wait for the acknowledgement; False: it ended, or none came within 10 s (it stays open)."""
        return await self._listening.acknowledged(subscription)

    def failure(self, subscription: Subscription) -> ConnectError:
        """Why a subscription was refused or ended, as an exception."""
        return self._listening.failure(subscription)

    # -- Part

    def notice(self, method: str, params: dict[str, Any]) -> bool:
        """A notification came."""
        if method not in CHANGES:
            return False
        named = subscription_id(params)
        subscription = self._of(named)
        if method == ACKNOWLEDGED:
            if subscription is not None:
                self._listening.acknowledge(subscription, Filter.read(params.get("notifications")))
            return subscription is not None
        session = self._client.session
        event = Event(
            now_ns(), session.conversation.arriving if session else 0, method, _subject(method, params), named
        )
        self.events.append(event)
        self.total += 1
        if method == "notifications/resources/updated":
            if len(self.updates) < KEPT_URIS or event.subject in self.updates:
                self.updates[event.subject] += 1
            for one in self._legacy_of(event.subject):
                one.take(event)
        if subscription is not None:
            subscription.take(event)
        return True

    def connected(self) -> None:
        """A connection began: what is wanted is asked for again."""
        self.updates.clear()
        self._kept = None
        for subscription in list(self.all):
            if not subscription.wanted or subscription.live:
                continue
            if subscription.kept or subscription.kind == "resource":
                subscription.wanted = False  # replaced by what is made below
                self.all.remove(subscription)
            elif self.modern:
                self._run(subscription)
        self.later(self._quietly(self._resume(tuple(self._uris))))

    def renewed(self) -> None:
        """Legacy HTTP: the server forgot the session, and a new one took its place."""
        forgotten = [one for one in self.all if one.kind == "resource" and one.state == "open"]
        for subscription in forgotten:
            subscription.state, subscription.detail = "lost", recorded("session expired on the server")
        self.later(self._quietly(self._resume(tuple(one.requested.uris[0] for one in forgotten))))

    def closing(self) -> None:
        """The connection is about to be closed: a listen that is merely cut off looks like a failed call."""
        for subscription in self.all:
            if subscription.kind != "resource":
                self._listening.stop(subscription, recorded("the connection was closed"))

    def ended(self) -> None:
        """The connection is over."""
        for task in tuple(self._tasks):
            task.cancel()
        in_order = self._client.state in ("closing", "closed")
        for subscription in self.all:
            if subscription.live or (subscription.state == "lost" and subscription.wanted):
                subscription.state = "ended" if in_order else "lost"
                subscription.detail = (
                    recorded("the connection was closed") if in_order else recorded("the connection was lost")
                )

    # -- inside

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Run in a task that ends with the connection."""
        task = asyncio.get_running_loop().create_task(work, name=f"subscriptions {self._client.name}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Coroutine[Any, Any, Any]) -> None:
        """For requests that are not awaited: the answer is in the subscription and in the journal."""
        with suppress(InspectorError):
            await work

    async def _resume(self, uris: tuple[str, ...]) -> None:
        if self.modern:
            await self._align()
            return
        for uri in uris:
            await self._quietly(self._subscribe_legacy(uri))

    async def _subscribe_legacy(self, uri: str) -> None:
        for one in self._legacy_of(uri, exactly=True):
            self.all.remove(one)
        subscription = Subscription(Filter.of(uris=[uri]), kind="resource", opened_ns=now_ns())
        subscription.session = self._client.session_number
        self._list(subscription)

        def started(exchange: int) -> None:
            subscription.exchange = exchange

        try:
            answer = await self._client.call("resources/subscribe", {"uri": uri}, on_start=started)
        except InspectorError as error:
            subscription.state, subscription.detail, subscription.wanted = (
                "lost",
                as_recorded(str(error)),
                False,
            )
            raise
        finally:
            self._client.tell()
        if answer.error:
            refusal = _refusal("resources/subscribe", answer.error, answer.value)
            subscription.state, subscription.detail, subscription.wanted = "refused", str(refusal), False
            raise refusal
        subscription.state = "open"
        subscription.acknowledged = subscription.requested

    async def _align(self, again: bool = False) -> None:
        """Let the kept listen ask for exactly what is wanted. again: also when it ended meanwhile."""
        async with self._turn:
            lists = self.offered().lists if self.list_changes else ()
            wanted = Filter.of(lists, self._uris, self._task_ids)
            before = self._kept
            if before is not None and before.requested == wanted and (before.live or not again):
                return
            if before is not None and not before.wanted and not again:
                return  # the server ended it: only a user's wish opens it again
            if wanted:
                fresh = self._begin(wanted, kept=True)
                await self._listening.acknowledged(fresh)
                if fresh.state in ("refused", "ended"):
                    raise self._listening.failure(fresh)
                self._kept = fresh
            else:
                self._kept = None
            if before is not None and before is not self._kept:
                before.wanted = False
                self._listening.stop(before, recorded("replaced by a changed subscription"))
                self._retire(before)

    def _begin(self, requested: Filter, kept: bool = False) -> Subscription:
        subscription = Subscription(requested, kept=kept)
        self._list(subscription)
        self._run(subscription)
        return subscription

    def _run(self, subscription: Subscription) -> None:
        subscription.state, subscription.detail = "opening", ""
        subscription.turn += 1
        self.later(self._listening.run(subscription, subscription.turn))

    def _list(self, subscription: Subscription) -> None:
        self.all.append(subscription)
        over = [one for one in self.all if not one.live and not one.wanted]
        for one in over[:-KEPT]:
            self.all.remove(one)

    def _retire(self, subscription: Subscription) -> None:
        """Each subscribe replaces the kept listen: its predecessors are in the timeline only."""
        if subscription in self.all:
            self.all.remove(subscription)

    def _of(self, named: str) -> Subscription | None:
        """The subscription of this connection with that id."""
        session = self._client.session_number
        for subscription in reversed(self.all):
            if named and subscription.id == named and subscription.session == session:
                return subscription
        return None

    def _legacy_of(self, uri: str, exactly: bool = False) -> list[Subscription]:
        return [
            one
            for one in self.all
            if one.kind == "resource" and (uri in one.requested.uris if exactly else one.covers(uri))
        ]

    def _acknowledged_again(self, subscription: Subscription) -> None:
        """Nothing is replayed after a drop: what it tells of may have changed meanwhile."""
        requested = subscription.requested
        missed: list[tuple[str, dict[str, Any]]] = [
            (f"notifications/{kind}/list_changed", {}) for kind in requested.lists
        ]
        missed += [("notifications/resources/updated", {"uri": uri}) for uri in requested.uris]
        for method, params in missed:
            self._client.catalog.notice(method, params)
            self._client.cache.notice(method, params)


def _flag(capability: Any, name: str) -> bool:
    return isinstance(capability, dict) and capability.get(name) is True


def _subject(method: str, params: dict[str, Any]) -> str:
    target = METHODS[method].target
    value = params.get(target) if target else CHANGES[method]
    return value if isinstance(value, str) else ""


def _refusal(method: str, error: bytes, value: Any) -> ErrorAnswer:
    said = f"{value.get('code', '')} {value.get('message', '')}".strip() if isinstance(value, dict) else ""
    return ErrorAnswer(
        Explanation(
            translate("Core", "Server rejected {method}: {said}").format(
                method=method, said=said or translate("Core", "no reason given")
            )
        ),
        error,
    )
