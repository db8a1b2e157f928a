"""NTF-*: progress, log messages, cancellation. Source: protocol reference 8.9; the others: `subscriptions`.

A response after our cancellation (NTF-22) is RPC-09-late, in 2026-07-28 STD-08.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar, Final

from inspector.lint.excerpts import excerpt
from inspector.lint.pipe import IN_TRANSIT_S
from inspector.lint.rules import Place, rule
from inspector.lint.samples import RESULT
from inspector.lint.seen import REMEMBERED, Memory, Seen, dict_of, keep, remembers
from inspector.lint.subscriptions import (
    CANCELLED,
    EVERYTHING,
    MESSAGE,
    PROGRESS,
    json_text,
    notification,
    on_listen,
    other_type,
)
from inspector.protocol.era.declared import META
from inspector.protocol.records import Record
from inspector.protocol.tasks import TERMINAL
from inspector.translation import recorded

__all__: list[str] = []

PROGRESS_PAGE: Final = "basic/utilities/progress"
LOGGING_PAGE: Final = "server/utilities/logging"
LEVELS: Final = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
MOST_A_SECOND: Final = 1000  # of log messages and progress; a pipe that was not read holds some 600
_ANSWERS: Final = ("answer", "late", "mistyped")


def _number(value: object) -> int | float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _in_order(record: Record, channel: str, at_ns: int) -> bool:
    """It was sent after what came on that channel then: streams side by side may overtake each other."""
    return record.channel == channel or record.at_ns - at_ns > IN_TRANSIT_S * 1e9


# -- progress


class _Token:
    """One progress token. ended_ns: of the answer; 0: the request is active."""

    __slots__ = ("channel", "ended_ns", "ended_on", "value")

    def __init__(self) -> None:
        self.value: int | float | None = None
        self.channel = ""  # on which the value came
        self.ended_ns = 0
        self.ended_on = ""


@remembers
class Tokens(Memory):
    """The progress tokens of our requests, by their JSON text."""

    kinds: ClassVar[tuple[str, ...]] = EVERYTHING

    def __init__(self) -> None:
        self.known: dict[str, _Token] = {}
        self.of_exchange: dict[int, _Token] = {}
        self.of_task: dict[str, _Token] = {}
        self.unread = False  # a request of ours was too large to look for a token

    def remember(self, seen: Seen) -> None:
        """Keep what was issued, what was reported last, and what is over."""
        record = seen.record
        if record.kind == "lifecycle":
            if record.channel == "started":
                self.__init__()  # type: ignore[misc]
        elif record.direction == "out":
            if record.kind == "request":
                self._issue(seen)
        elif record.method == PROGRESS and record.kind == "notification":
            token = self.known.get(json_text(seen.params.get("progressToken")))
            value = _number(seen.params.get("progress"))
            if token is not None and value is not None:
                token.value, token.channel = value, record.channel
        elif record.role in _ANSWERS or record.method == "notifications/tasks/status":
            self._end(seen)

    def _issue(self, seen: Seen) -> None:
        self.unread = self.unread or not seen.readable
        meta = dict_of(seen.params.get("_meta"))
        if "progressToken" in meta:
            token = _Token()
            keep(self.known, json_text(meta["progressToken"]), token)
            keep(self.of_exchange, seen.record.exchange, token)

    def _end(self, seen: Seen) -> None:
        record = seen.record
        about = seen.params if record.kind == "notification" else seen.result
        created = dict_of(about.get("task")).get("taskId")
        token = self.of_exchange.get(record.exchange)
        if record.method in ("tasks/get", "tasks/cancel", "notifications/tasks/status"):
            task = about.get("taskId")
            ended = about.get("status") in TERMINAL if isinstance(about.get("status"), str) else False
            if ended and isinstance(task, str):
                self._over(self.of_task.get(task), record)
        if token is None or record.kind == "notification":
            return
        if isinstance(created, str) and not seen.state.modern:
            keep(self.of_task, created, token)  # "remains valid until the task reaches a terminal status"
        elif about.get("resultType") != "task":
            self._over(token, record)

    @staticmethod
    def _over(token: _Token | None, record: Record) -> None:
        if token is not None and not token.ended_ns:
            token.ended_ns, token.ended_on = record.at_ns, record.channel


def _token(seen: Seen) -> _Token | None:
    """The token of this progress, if one of our requests had it."""
    if not seen.incoming:
        return None
    return seen.state.of(Tokens).known.get(json_text(seen.params.get("progressToken")))


def _is_over(seen: Seen, token: _Token) -> bool:
    return bool(token.ended_ns) and _in_order(seen.record, token.ended_on, token.ended_ns)


_CALL: Final = (
    '> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{"progressToken":5}}}\n'
)
_DONE: Final = "\n< " + RESULT
_STEP: Final = "< " + notification('{"progressToken":5,"progress":1}', PROGRESS)
_NEXT: Final = "\n< " + notification('{"progressToken":5,"progress":1.5,"total":2}', PROGRESS)
_D: Final = '= 2025-11-25 {"tools":{}}\n'


@rule(
    "NTF-01",
    "error",
    PROGRESS_PAGE,
    sentence="The progress value MUST increase with each notification, even if the total is unknown.",
    fix="Count progress up, and report only when it has changed.",
    kinds=("notification",),
    methods=(PROGRESS,),
    good=_D + _CALL + _STEP + _NEXT + _DONE,
    bad=_D + _CALL + _STEP + "\n" + _STEP + _DONE,
)
def progress_increases(seen: Seen) -> Iterator[Place]:
    """Each value is greater than the one before."""
    token, value = _token(seen), _number(seen.params.get("progress"))
    if token is None or value is None or token.value is None or _is_over(seen, token):
        return
    if token.channel == seen.record.channel and value <= token.value:
        told = recorded("progress {value} after {before}", value=excerpt(value), before=excerpt(token.value))
        yield Place(told, "/params/progress")


@rule(
    "NTF-01-members",
    "error",
    "schema#ProgressNotification",
    sentence="params MUST have progressToken, a string or an integer, and progress, a number.",
    fix="Copy the request's progressToken, and send progress as a number.",
    kinds=("notification",),
    methods=(PROGRESS,),
    good=_D + _CALL + _STEP + _DONE,
    bad=_D + _CALL + "< " + notification('{"progressToken":5,"progress":"50%"}', PROGRESS),
)
def progress_is_a_number(seen: Seen) -> Iterator[Place]:
    """What a client needs to show progress is there."""
    if not seen.incoming:
        return
    token, value = seen.params.get("progressToken"), seen.params.get("progress")
    if _number(value) is None:
        place = "/params/progress" if "progress" in seen.params else "/params"
        yield Place(recorded("progress must be a number; it is {value}", value=excerpt(value)), place)
    if _number(token) is None and not isinstance(token, str):
        place = "/params/progressToken" if "progressToken" in seen.params else "/params"
        told = recorded("progressToken must be a string or an integer; it is {value}", value=excerpt(token))
        yield Place(told, place)


@rule(
    "NTF-02",
    "error",
    PROGRESS_PAGE,
    sentence="Progress notifications MUST only reference tokens that were provided in an active request.",
    fix="Send progress only where the request's _meta has a progressToken, and with that token.",
    kinds=("notification",),
    methods=(PROGRESS,),
    good=_D + _CALL + _STEP + _DONE,
    bad=_D + _CALL + "< " + notification('{"progressToken":"job","progress":1}', PROGRESS),
)
def token_was_issued(seen: Seen) -> Iterator[Place]:
    """Progress is for a request of ours that asked for it. Where a request was not read, nothing is known."""
    token, tokens = seen.params.get("progressToken"), seen.state.of(Tokens)
    readable = isinstance(token, str) or _number(token) is not None
    if not seen.incoming or not readable or not seen.state.revision or on_listen(seen):
        return
    text = json_text(token)
    forgot = tokens.unread or len(tokens.known) >= REMEMBERED
    if text not in tokens.known and other_type(text) not in tokens.known and not forgot:
        told = recorded("progress for token {token}, which no request of the client has", token=text[:80])
        yield Place(told, "/params/progressToken")


@rule(
    "NTF-03",
    "error",
    PROGRESS_PAGE,
    sentence="Progress notifications MUST stop after completion.",
    fix="Await what reports progress before the response is returned.",
    kinds=("notification",),
    methods=(PROGRESS,),
    good=_D + _CALL + _STEP + _DONE,
    bad=_D + _CALL + _STEP + _DONE + _NEXT,
)
def progress_ends(seen: Seen) -> Iterator[Place]:
    """No progress after the response; in 2025-11-25 a task may go on until it has ended."""
    token = _token(seen)
    if token is not None and _is_over(seen, token):
        told = recorded(
            "progress for token {token}, whose request is over",
            token=json_text(seen.params["progressToken"])[:80],
        )
        yield Place(told, "/params/progressToken")


@rule(
    "NTF-04",
    "warning",
    PROGRESS_PAGE,
    sentence="Clients draw progress as a part of the total.",
    fix="Leave total out where it is not known, and raise it when there is more to do.",
    kinds=("notification",),
    methods=(PROGRESS,),
    good=_D + _CALL + _STEP + _NEXT + _DONE,
    bad=_D + _CALL + "< " + notification('{"progressToken":5,"progress":3,"total":2}', PROGRESS),
)
def progress_is_within_total(seen: Seen) -> Iterator[Place]:
    """There is no more progress than there is to do."""
    value, total = _number(seen.params.get("progress")), _number(seen.params.get("total"))
    if seen.incoming and value is not None and total is not None and value > total:
        told = recorded("progress {value} of {total}", value=excerpt(value), total=excerpt(total))
        yield Place(told, "/params/progress")


@rule(
    "NTF-05",
    "error",
    PROGRESS_PAGE,
    sentence="Progress MUST only reference tokens that were provided: 5 and the text 5 differ.",
    fix="Keep the progressToken as it was parsed; do not turn it into text or a number.",
    kinds=("notification",),
    methods=(PROGRESS,),
    good=_D + _CALL + _STEP + _DONE,
    bad=_D + _CALL + "< " + notification('{"progressToken":"5","progress":1}', PROGRESS),
)
def token_keeps_its_type(seen: Seen) -> Iterator[Place]:
    """The token comes back with the JSON type it went out with."""
    text, known = json_text(seen.params.get("progressToken")), seen.state.of(Tokens).known
    if seen.incoming and text not in known and other_type(text) in known:
        told = recorded("token {token} has a different JSON type than the request's", token=text[:80])
        yield Place(told, "/params/progressToken")


# -- log messages


@remembers
class Logging(Memory):
    """The level that was set (2025-11-25 and before), and those of the requests that run (2026-07-28)."""

    kinds: ClassVar[tuple[str, ...]] = ("request", "response", "error")

    def __init__(self) -> None:
        self.level = ""
        self.level_ns = 0
        self.level_on = ""  # the channel of the answer
        self.levels: dict[int, str] = {}  # exchange → level
        self.unread = False  # a request of ours was too large to look for a level

    def remember(self, seen: Seen) -> None:
        """Keep which messages are wanted."""
        record = seen.record
        if record.direction == "out" and record.kind == "request":
            self.unread = self.unread or not seen.readable
            level = dict_of(seen.params.get("_meta")).get(META + "logLevel")
            if isinstance(level, str):
                keep(self.levels, record.exchange, level)
        elif record.direction == "in" and record.role in _ANSWERS:
            self.levels.pop(record.exchange, None)
            level = seen.asked_params.get("level") if record.method == "logging/setLevel" else None
            if record.kind == "response" and isinstance(level, str):
                self.level, self.level_ns, self.level_on = level, record.at_ns, record.channel


def _below(level: object, wanted: str) -> bool:
    """Both are levels, and this one is the less severe."""
    return level in LEVELS and wanted in LEVELS and LEVELS.index(str(level)) < LEVELS.index(wanted)


def _logged(level: str = '"info"', data: str = '"x"') -> str:
    return "< " + notification(f'{{"level":{level},"data":{data}}}', MESSAGE)


_D_LOG: Final = '= 2025-11-25 {"logging":{}}\n'
_E_LOG: Final = '= 2026-07-28 {"logging":{},"tools":{}}\n'
_SET: Final = '> {"jsonrpc":"2.0","id":3,"method":"logging/setLevel","params":{"level":"error"}}\n'
_WAS_SET: Final = '< {"jsonrpc":"2.0","id":3,"result":{}}\n'


def _wanting(level: str = "") -> str:
    wish = f',"{META}logLevel":"{level}"' if level else ""
    return (
        '> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{'
        f'"{META}protocolVersion":"2026-07-28","{META}clientCapabilities":{{}}{wish}}}}}}}\n'
    )


@rule(
    "NTF-06",
    "error",
    f"{LOGGING_PAGE}#capabilities",
    sentence="Servers that emit log message notifications MUST declare the logging capability.",
    fix="Declare the capability logging, or log to stderr.",
    kinds=("notification",),
    methods=(MESSAGE,),
    good=_D_LOG + _logged(),
    bad="= 2025-11-25 {}\n" + _logged(),
)
def logging_is_declared(seen: Seen) -> Iterator[str]:
    """Who logs says so; told once."""
    if not seen.incoming or not seen.state.revision or seen.state.capabilities.get("logging") is not None:
        return
    if seen.first("NTF-06"):
        yield recorded("a log message, although the capability logging is not declared")


@rule(
    "NTF-07",
    "warning",
    f"{LOGGING_PAGE}#setting-log-level",
    sentence="The client sets the minimum level of the messages that it wants.",
    fix="Compare the level of each message with that of the last logging/setLevel.",
    revisions="ABCD",
    kinds=("notification",),
    methods=(MESSAGE,),
    good=_D_LOG + _SET + _WAS_SET + _logged('"alert"'),
    bad=_D_LOG + _SET + _WAS_SET + _logged('"info"'),
)
def level_is_kept(seen: Seen) -> Iterator[Place]:
    """No message is below the level that was set; told once for each."""
    logging, level = seen.state.of(Logging), seen.params.get("level")
    if not seen.incoming or not isinstance(level, str) or not _below(level, logging.level):
        return
    asked_after = seen.on_post and seen.posted is not None and seen.posted.at_ns > logging.level_ns
    in_order = asked_after or _in_order(seen.record, logging.level_on, logging.level_ns)
    if in_order and seen.first("NTF-07", str(logging.level_ns)):
        told = recorded(
            "{level} is below {wanted}, the level that was set", level=level, wanted=logging.level
        )
        yield Place(told, "/params/level")


@rule(
    "NTF-08",
    "error",
    f"{LOGGING_PAGE}#per-request-log-level",
    sentence="The server MUST NOT emit notifications/message for a request without logLevel.",
    fix="Look for io.modelcontextprotocol/logLevel in the request's _meta, and keep to that level.",
    revisions="E",
    kinds=("notification",),
    methods=(MESSAGE,),
    good=_E_LOG + _wanting("info") + _logged() + _DONE,
    bad=_E_LOG + _wanting() + _logged() + _DONE,
)
def logging_is_wanted(seen: Seen) -> Iterator[Place]:
    """A log message is for a request that runs and asked for its level. That of a subscription is NTF-19."""
    logging, level = seen.state.of(Logging), seen.params.get("level")
    if not seen.incoming or on_listen(seen) or logging.unread:
        return
    if seen.on_post and seen.posted is not None:
        wanted = [one for one in (logging.levels.get(seen.posted.exchange),) if one is not None]
    else:  # on a pipe nothing says which request a message is for
        wanted = list(logging.levels.values())
    if not wanted:
        yield Place(recorded("a log message, although no request that runs asked for one"), "")
    elif isinstance(level, str) and all(_below(level, one) for one in wanted):
        told = recorded(
            "{level} is below {wanted}, which the request asked for", level=level, wanted=wanted[0]
        )
        yield Place(told, "/params/level")


@rule(
    "NTF-09",
    "error",
    "schema#LoggingLevel",
    sentence="level MUST be debug, info, notice, warning, error, critical, alert or emergency.",
    fix="Map the levels of your logger to the eight of syslog (warn to warning, fatal to emergency).",
    kinds=("notification",),
    methods=(MESSAGE,),
    good=_D_LOG + _logged('"warning"'),
    bad=_D_LOG + _logged('"warn"'),
)
def level_is_known(seen: Seen) -> Iterator[Place]:
    """The level is one of the eight."""
    level = seen.params.get("level")
    if isinstance(seen.top.get("params", {}), list):  # RPC-18
        return
    if seen.incoming and (not isinstance(level, str) or level not in LEVELS):
        told = recorded("{level} is not a log level", level=excerpt(level))
        yield Place(told, "/params/level" if "level" in seen.params else "/params")


_SECRETS: Final = (
    (re.compile(rb"-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY-----"), recorded("a private key")),
    (re.compile(rb"\b[Bb]earer [\w.~+/-]{20}"), recorded("a bearer token")),
    (re.compile(rb"\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,2000}\.[\w-]{10}"), recorded("a JSON Web Token")),
    (
        re.compile(
            rb"\bgh[opsu]_[A-Za-z0-9]{36}|\bgithub_pat_\w{22}|\bAKIA[0-9A-Z]{16}\b|\bxox[abprs]-[0-9]{8}"
            rb"|\bsk-[A-Za-z_-]{0,40}\d[\w-]{19}"
        ),
        recorded("an access key"),
    ),
    (
        re.compile(
            rb'"(?:password|passwd|client_secret|api_?key|access_token|refresh_token|secret_key)"\s{0,4}:\s{0,4}'
            rb'"(?=[^"\s]{0,200}\d)[^"\s*<{$\[]{8,200}"',
            re.IGNORECASE,
        ),
        recorded("a password or a key"),
    ),
    (re.compile(rb'://[^/?#@\s":*]{1,100}:[^/?#@\s"*<{$]{4,100}@'), recorded("a URL with a password")),
)
_SEARCHED: Final = 16 * 1024  # bytes of a log message


@rule(
    "NTF-10",
    "warning",
    f"{LOGGING_PAGE}#security",
    sentence="Log messages MUST NOT contain credentials or secrets; this looks like one.",
    fix="Take credentials out of what is logged.",
    kinds=("notification",),
    methods=(MESSAGE,),
    good=_D_LOG + _logged(data='{"password":"********","tokens":120}'),
    bad=_D_LOG + _logged(data='"GET /x Authorization: Bearer 3f2504e04f8941d39a0c0305e82c3301"'),
)
def logs_hold_no_secrets(seen: Seen) -> Iterator[Place]:
    """What gives access is not logged; each kind is told once, and not repeated."""
    text = seen.message.params[:_SEARCHED] if seen.incoming else b""
    for pattern, kind in _SECRETS:
        if pattern.search(text) and seen.first("NTF-10", kind):
            yield Place(recorded("the log message seems to hold {kind}", kind=kind), "/params/data")


# -- cancellation, elicitation, floods


@rule(
    "NTF-21",
    "warning",
    "basic/utilities/cancellation",
    sentence="Cancellation MUST only reference requests that were issued in the same direction.",
    fix="Cancel requests that the server sent, by the id that they had.",
    revisions="ABCD",
    kinds=("notification",),
    methods=(CANCELLED,),
    good='= 2025-11-25\n< {"jsonrpc":"2.0","id":7,"method":"ping"}\n< '
    + notification('{"requestId":7}', CANCELLED),
    bad="= 2025-11-25\n< " + notification('{"requestId":7}', CANCELLED),
)
def servers_cancel_their_own(seen: Seen) -> Iterator[Place]:
    """A server cancels what it asked."""
    name = json_text(seen.params.get("requestId"))
    if seen.incoming and "requestId" in seen.params and name not in seen.state.server_ids:
        told = recorded("the server cancelled {id}, but sent no request with that id", id=name[:80])
        yield Place(told, "/params/requestId")


@remembers
class Elicitations(Memory):
    """The elicitations that a server began, by their own id."""

    kinds: ClassVar[tuple[str, ...]] = ("request", "error")

    def __init__(self) -> None:
        self.known: dict[str, bool] = {}
        self.unread = False

    def remember(self, seen: Seen) -> None:
        """Keep what a URL is opened for."""
        if not seen.incoming:
            return
        self.unread = self.unread or not seen.readable
        asked: list[Any] = [seen.params] if seen.record.method == "elicitation/create" else []
        listed = dict_of(seen.message.error_dict().get("data")).get("elicitations")
        for one in islice([*asked, *(listed if isinstance(listed, list) else [])], REMEMBERED):
            name = dict_of(one).get("elicitationId")
            if isinstance(name, str):
                keep(self.known, name, True)


_COMPLETE: Final = "notifications/elicitation/complete"
_URLS: Final = (
    '> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
    '"capabilities":{"elicitation":{"url":{}}},"clientInfo":{"name":"x","version":"1"}}}\n'
    '< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},'
    '"serverInfo":{"name":"x","version":"1"}}}\n> {"jsonrpc":"2.0","method":"notifications/initialized"}\n'
)
"""The handshake of a client that opens pages."""


@rule(
    "NTF-23",
    "warning",
    "client/elicitation",
    sentence="Clients ignore an id that they do not know; the dialog stays open.",
    fix="Send the elicitationId of the elicitation that has ended.",
    revisions="D",
    kinds=("notification",),
    methods=(_COMPLETE,),
    good=_URLS + '< {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"mode":"url",'
    '"url":"https://x.example","message":"x","elicitationId":"a"}}\n< '
    + notification('{"elicitationId":"a"}', _COMPLETE),
    bad="= 2025-11-25\n< " + notification('{"elicitationId":"a"}', _COMPLETE),
)
def elicitation_is_known(seen: Seen) -> Iterator[Place]:
    """What is complete was begun. In another revision the notification is RPC-27."""
    name, begun = seen.params.get("elicitationId"), seen.state.of(Elicitations)
    if seen.incoming and not begun.unread and (not isinstance(name, str) or name not in begun.known):
        told = recorded("elicitation {id} is complete, but was not begun", id=excerpt(name))
        yield Place(told, "/params/elicitationId" if "elicitationId" in seen.params else "")


@remembers
class Pace(Memory):
    """How many log messages and how much progress came within a second."""

    kinds: ClassVar[tuple[str, ...]] = ("notification",)

    def __init__(self) -> None:
        self.since_ns = 0
        self.count = 0

    def remember(self, seen: Seen) -> None:
        """Count."""
        if seen.incoming and seen.record.method in (PROGRESS, MESSAGE):
            if seen.record.at_ns - self.since_ns >= 1_000_000_000:
                self.since_ns, self.count = seen.record.at_ns, 0
            self.count += 1


@rule(
    "NTF-24",
    "warning",
    PROGRESS_PAGE,
    sentence="Both parties SHOULD implement rate limiting; servers SHOULD rate limit log messages.",
    fix="Report progress some ten times a second at most, and log less.",
    kinds=("notification",),
    methods=(PROGRESS, MESSAGE),
    good=_D_LOG + _logged() + "\n" + _logged(),
    bad=_D_LOG + f"{_logged()}\n" * (MOST_A_SECOND + 1),
)
def no_floods(seen: Seen) -> Iterator[str]:
    """Not very many notifications in one second; told once. Records of one moment have no own times."""
    pace = seen.state.of(Pace)
    within = 0 < seen.record.at_ns - pace.since_ns < 1_000_000_000
    if seen.incoming and within and pace.count >= MOST_A_SECOND and seen.first("NTF-24"):
        yield recorded(
            "more than {count} log or progress messages within a second", count=f"{MOST_A_SECOND:,}"
        )
