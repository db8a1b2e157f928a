"""NTF-11 to NTF-20: what changed, and the subscriptions that bring it. Source: protocol reference 8.9.

What notifications/tasks names is TSK-12; it may only not come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import ClassVar, Final

import msgspec

from inspector.lint.excerpts import excerpt
from inspector.lint.rules import Place, rule
from inspector.lint.samples import HTTP_E, STDIO_E
from inspector.lint.seen import Memory, Seen, keep, remembers
from inspector.protocol.era.declared import META
from inspector.protocol.subscribing import ACKNOWLEDGED, CHANGES, LIST_KINDS, LISTEN, Filter, subscription_id
from inspector.translation import recorded

__all__ = [
    "CANCELLED",
    "EVERYTHING",
    "MESSAGE",
    "PROGRESS",
    "json_text",
    "notification",
    "on_listen",
    "other_type",
]

SUBSCRIPTIONS_PAGE: Final = "basic/patterns/subscriptions"
PROGRESS: Final = "notifications/progress"
MESSAGE: Final = "notifications/message"
CANCELLED: Final = "notifications/cancelled"
UPDATED: Final = "notifications/resources/updated"
_LIST_CHANGES: Final = tuple(f"notifications/{kind}/list_changed" for kind in LIST_KINDS)
_OF_SUBSCRIPTIONS: Final = (*_LIST_CHANGES, UPDATED, ACKNOWLEDGED)
EVERYTHING: Final = ("request", "notification", "response", "error", "lifecycle")
_MOST: Final = 21  # findings of one rule about one record: one more than are told, so that the cut is known


def json_text(value: object) -> str:
    """A token or an id, as JSON writes it; 5.0 is the integer 5."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return msgspec.json.encode(value).decode()


def other_type(text: str) -> str:
    """The JSON text of the string for that of a number, and the other way round."""
    return text[1:-1] if text.startswith('"') else f'"{text}"'


def notification(params: str, method: str) -> str:
    """A notification, for a sample."""
    return f'{{"jsonrpc":"2.0","method":"{method}","params":{params}}}'


def on_listen(seen: Seen) -> bool:
    """It came on the stream of a subscription, or says so."""
    posted = seen.posted
    on_stream = seen.on_post and posted is not None and posted.method == LISTEN
    return on_stream or bool(subscription_id(seen.params))


@rule(
    "NTF-11",
    "error",
    "basic/lifecycle#operation",
    sentence="Both parties MUST only use capabilities that were negotiated, such as listChanged.",
    fix="Declare listChanged: true for the list (NotificationOptions in Python).",
    revisions="ABCD",
    kinds=("notification",),
    methods=_LIST_CHANGES,
    good='= 2025-11-25 {"tools":{"listChanged":true}}\n< ' + notification("{}", _LIST_CHANGES[0]),
    bad='= 2025-11-25 {"tools":{}}\n< ' + notification("{}", _LIST_CHANGES[0]),
)
def list_changes_are_declared(seen: Seen) -> Iterator[str]:
    """Who tells of changes says so; once for each list."""
    kind = CHANGES[seen.record.method]
    declared = seen.state.capabilities.get(kind, {})
    told = declared.get("listChanged", False) if isinstance(declared, dict) else declared
    if not seen.incoming or told not in (None, False):  # what is neither true nor false is LIFE-19
        return
    if seen.first("NTF-11", kind):
        yield recorded(
            "{method}, although {kind}.listChanged is not declared", method=seen.record.method, kind=kind
        )


class _Subscription:
    """One subscriptions/listen."""

    __slots__ = ("accepted", "ended", "left", "prefixes", "requested", "uris")

    def __init__(self, requested: Filter) -> None:
        self.requested = requested
        self.accepted: Filter | None = None
        self.ended = False  # by the server
        self.left = False  # by us
        self._sort(requested)

    def accept(self, accepted: Filter) -> None:
        self.accepted = accepted
        self._sort(accepted)

    def _sort(self, wanted: Filter) -> None:
        self.uris = frozenset(wanted.uris)
        self.prefixes = tuple(uri.rstrip("/") for uri in wanted.uris)

    def has(self, method: str, uri: object) -> bool:
        """Whether it was to tell of that. A sub-resource belongs to its resource."""
        wanted = self.requested if self.accepted is None else self.accepted
        if method in _LIST_CHANGES:
            return CHANGES[method] in wanted.lists
        return not isinstance(uri, str) or uri in self.uris or uri.startswith(self.prefixes)


@remembers
class Subscriptions(Memory):
    """Our subscriptions, by the JSON text of their request's id."""

    kinds: ClassVar[tuple[str, ...]] = EVERYTHING

    def __init__(self) -> None:
        self.known: dict[str, _Subscription] = {}
        self.unread = False  # one of them was too large to be read

    def remember(self, seen: Seen) -> None:
        """Keep what was asked for, what was accepted, and what is over."""
        record = seen.record
        if record.kind == "lifecycle":
            if record.channel == "started":
                self.known, self.unread = {}, False
        elif record.kind == "request":
            if record.direction == "out" and record.method == LISTEN and not seen.readable:
                self.unread = True
            elif record.direction == "out" and record.method == LISTEN:
                keep(self.known, record.id, _Subscription(Filter.read(seen.params.get("notifications"))))
        elif record.method == CANCELLED:
            one = self.known.get(json_text(seen.params.get("requestId")))
            if one is not None:
                one.ended, one.left = one.ended or seen.incoming, one.left or not seen.incoming
        elif record.method == ACKNOWLEDGED and seen.incoming:
            one = self.known.get(subscription_id(seen.params))
            if one is not None:
                one.accept(Filter.read(seen.params.get("notifications")))
        elif record.method == LISTEN and seen.exchange is not None:
            one = self.known.get(seen.exchange.id)
            if one is not None:
                one.ended = True


def _subscription(seen: Seen) -> _Subscription | None:
    """The subscription that this notification of the server names."""
    return seen.state.of(Subscriptions).known.get(subscription_id(seen.params)) if seen.incoming else None


_CALL: Final = (
    '> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x","_meta":{'
    f'"{META}protocolVersion":"2026-07-28","{META}clientCapabilities":{{}}}}}}}}\n'
)
_ID: Final = f'"_meta":{{"{META}subscriptionId":1}}'


def _listen(wanted: str = '{"toolsListChanged":true}') -> str:
    return (
        '> {"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"_meta":{'
        f'"{META}protocolVersion":"2026-07-28","{META}clientCapabilities":{{}}}},"notifications":{wanted}}}}}\n'
    )


def _accepted(wanted: str = '{"toolsListChanged":true}') -> str:
    return notification(f'{{{_ID},"notifications":{wanted}}}', ACKNOWLEDGED)


_TOOLS: Final = notification(f"{{{_ID}}}", _LIST_CHANGES[0])
_PROMPTS: Final = notification(f"{{{_ID}}}", _LIST_CHANGES[1])
_SUBSCRIBED: Final = STDIO_E + _listen() + "< " + _accepted() + "\n"
_CLOSED: Final = f'{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete",{_ID}}}}}'
_STREAM: Final = "h 200 text/event-stream X-Accel-Buffering=no\n"


@rule(
    "NTF-12",
    "error",
    SUBSCRIPTIONS_PAGE,
    sentence="Each notification of a subscription MUST carry io.modelcontextprotocol/subscriptionId.",
    fix="Send changes to subscriptions that run, each with the id of its subscriptions/listen request.",
    revisions="E",
    kinds=("notification",),
    methods=_OF_SUBSCRIPTIONS,
    good=_SUBSCRIBED + "< " + _TOOLS,
    bad=STDIO_E + "< " + notification("{}", _LIST_CHANGES[0]),
)
def changes_name_their_subscription(seen: Seen) -> Iterator[str]:
    """A change belongs to a subscription that runs. One on the stream of another request is HTTP-15."""
    posted, method = seen.posted, seen.record.method
    strayed = seen.on_post and posted is not None and posted.method != LISTEN
    if not seen.incoming or (strayed and method in _LIST_CHANGES):
        return
    known = _subscription(seen)
    if not subscription_id(seen.params):
        yield recorded("{method} names no subscription", method=method)
    elif known is not None and known.ended:
        yield recorded("{method} for a subscription that the server ended", method=method)


@rule(
    "NTF-13",
    "error",
    SUBSCRIPTIONS_PAGE,
    sentence="The acknowledgement MUST be the first message with the subscription's id.",
    fix="Send notifications/subscriptions/acknowledged before any other notification of a subscription.",
    revisions="E",
    kinds=("notification",),
    methods=(*_LIST_CHANGES, UPDATED, "notifications/tasks"),
    good=_SUBSCRIBED + "< " + _TOOLS,
    bad=STDIO_E + _listen() + "< " + _TOOLS,
)
def acknowledged_first(seen: Seen) -> Iterator[str]:
    """A subscription begins with what was accepted."""
    known = _subscription(seen)
    if known is not None and known.accepted is None and not known.left:
        if seen.first("NTF-13", subscription_id(seen.params)):
            yield recorded(
                "{method} came before the subscription was acknowledged", method=seen.record.method
            )


@rule(
    "NTF-14",
    "error",
    SUBSCRIPTIONS_PAGE,
    sentence="The server MUST NOT send notification types the client has not explicitly requested.",
    fix="Acknowledge only what the request's filter has.",
    revisions="E",
    kinds=("notification",),
    methods=(ACKNOWLEDGED,),
    good=_SUBSCRIBED,
    bad=STDIO_E + _listen() + "< " + _accepted('{"toolsListChanged":true,"promptsListChanged":true}'),
)
def accepted_is_requested(seen: Seen) -> Iterator[Place]:
    """What is acknowledged was asked for."""
    known = _subscription(seen)
    if known is None:
        return
    accepted, asked = Filter.read(seen.params.get("notifications")), known.requested
    uris, tasks = set(asked.uris), set(asked.tasks)
    more = chain(
        ((f"{kind}ListChanged", kind) for kind in accepted.lists if kind not in asked.lists),
        (("resourceSubscriptions", uri) for uri in accepted.uris if uri not in uris),
        (("taskIds", task) for task in accepted.tasks if task not in tasks),
    )
    for member, value in islice(more, _MOST):
        told = recorded("{value} is acknowledged, but was not requested", value=excerpt(value))
        yield Place(told, f"/params/notifications/{member}")


@rule(
    "NTF-15",
    "error",
    SUBSCRIPTIONS_PAGE,
    sentence="The server MUST NOT send notification types the client has not explicitly requested.",
    fix="Send a subscription only what was acknowledged for it.",
    revisions="E",
    kinds=("notification",),
    methods=(*_LIST_CHANGES, UPDATED),
    good=_SUBSCRIBED + "< " + _TOOLS,
    bad=_SUBSCRIBED + "< " + _PROMPTS,
)
def only_what_was_requested(seen: Seen) -> Iterator[Place]:
    """A subscription tells of what was accepted, and of nothing else."""
    known, uri = _subscription(seen), seen.params.get("uri")
    if known is None or known.has(seen.record.method, uri):
        return
    if seen.record.method == UPDATED:
        told = recorded("an update of {uri}, which the subscription does not have", uri=excerpt(uri))
        yield Place(told, "/params/uri")
    else:
        told = recorded("{method}, which the subscription does not have", method=seen.record.method)
        yield Place(told, "")


@rule(
    "NTF-16",
    "error",
    SUBSCRIPTIONS_PAGE,
    sentence="subscriptionId MUST be the JSON-RPC id of the subscriptions/listen request.",
    fix="Copy the id of the request, with its type, into io.modelcontextprotocol/subscriptionId.",
    revisions="E",
    kinds=("notification",),
    methods=_OF_SUBSCRIPTIONS,
    good=_SUBSCRIBED + "< " + _TOOLS,
    bad=_SUBSCRIBED + "< " + _TOOLS.replace(":1}", ':"1"}'),
)
def subscription_is_known(seen: Seen) -> Iterator[Place]:
    """The subscription that is named is one of ours."""
    name, ours = subscription_id(seen.params), seen.state.of(Subscriptions)
    if not seen.incoming or not name or name in ours.known or ours.unread:
        return
    told = (
        recorded("subscription id {id} has a different JSON type than the request's", id=name[:80])
        if other_type(name) in ours.known
        else recorded("no subscriptions/listen has the id {id}", id=name[:80])
    )
    yield Place(told, f"/params/_meta/{META.replace('/', '~1')}subscriptionId")


@rule(
    "NTF-17",
    "error",
    SUBSCRIPTIONS_PAGE,
    sentence="The result MUST carry io.modelcontextprotocol/subscriptionId, the id of its request.",
    fix="Put the id of the request into _meta of the result that ends a subscription.",
    revisions="E",
    kinds=("response",),
    methods=(LISTEN,),
    good=_SUBSCRIBED + "< " + _CLOSED,
    bad=_SUBSCRIBED + '< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}',
)
def last_result_names_its_subscription(seen: Seen) -> Iterator[Place]:
    """The result that ends a subscription says which."""
    asked = seen.exchange.id if seen.exchange is not None else seen.record.id
    name = subscription_id(seen.result)
    if not seen.incoming or seen.message.result[:1] != b"{" or name == asked:
        return
    told = (
        recorded("the result names subscription {id}, not {asked}", id=name[:80], asked=asked[:80])
        if name
        else recorded("the result names no subscription")
    )
    yield Place(told, "/result")


@rule(
    "NTF-18",
    "info",
    SUBSCRIPTIONS_PAGE,
    sentence="When the server ends a subscription it SHOULD send the result before it closes the stream.",
    fix="Answer subscriptions/listen before its stream is closed.",
    revisions="E",
    kinds=("lifecycle",),
    good=HTTP_E + _listen() + _STREAM + f"s {_accepted()}\ns {_CLOSED}\n.",
    bad=HTTP_E + _listen() + _STREAM + f"s {_accepted()}\n.",
)
def subscriptions_end_with_a_result(seen: Seen) -> Iterator[str]:
    """A stream that only breaks off looks like a lost connection; one that we close is none of it."""
    posted, channel = seen.posted, seen.record.channel
    if seen.record.frame or posted is None or posted.method != LISTEN or channel not in seen.state.heads:
        return
    cancelled = seen.exchange is not None and seen.exchange.status in ("cancelled", "done")
    if channel not in seen.state.answered_at and not cancelled and not seen.refuses:
        yield recorded("the stream of the subscription ended without a result")


@rule(
    "NTF-19",
    "error",
    SUBSCRIPTIONS_PAGE,
    sentence="A log message MUST NOT be delivered on a listen stream; progress is for other requests.",
    fix="Send log messages and progress on the stream of the request that they are for.",
    revisions="E",
    kinds=("notification",),
    methods=(PROGRESS, MESSAGE),
    good='= 2026-07-28 {"logging":{}}\n'
    + _listen()
    + "< "
    + _accepted()
    + "\n"
    + _CALL.replace("{}}", f'{{}},"{META}logLevel":"info"}}')
    + "< "
    + notification('{"level":"info","data":1}', MESSAGE),
    bad=_SUBSCRIBED + "< " + notification(f'{{{_ID},"level":"info","data":1}}', MESSAGE),
)
def subscriptions_bring_changes(seen: Seen) -> Iterator[str]:
    """A subscription brings no progress and no log messages."""
    if seen.incoming and on_listen(seen):
        yield recorded("{method} on the stream of a subscription", method=seen.record.method)


@rule(
    "NTF-20",
    "error",
    "basic/utilities/cancellation",
    sentence="Servers MUST NOT send notifications/cancelled but for a subscriptions/listen request.",
    fix="Answer a request with an error in the place of cancelling it.",
    revisions="E",
    kinds=("notification",),
    methods=(CANCELLED,),
    good=_SUBSCRIBED + "< " + notification('{"requestId":1}', CANCELLED),
    bad=STDIO_E + _CALL + "< " + notification('{"requestId":2}', CANCELLED),
)
def only_subscriptions_are_cancelled(seen: Seen) -> Iterator[Place]:
    """A server cancels nothing but a subscription."""
    name, ours = json_text(seen.params.get("requestId")), seen.state.of(Subscriptions)
    if seen.incoming and name not in ours.known and not ours.unread:
        told = recorded("the server cancelled {id}, which is no subscription", id=name[:80])
        yield Place(told, "/params/requestId" if "requestId" in seen.params else "")
