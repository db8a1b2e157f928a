r"""Replay a dialogue, written as lines, through the real conversation and the linter.

http [URL]      first line: over HTTP (sse: over HTTP+SSE); without it stdio
= REVISION [CAPABILITIES] [HEADER=VALUE]   the whole handshake of that revision, with the real answer
> TEXT          we send (over HTTP: a POST)
< TEXT          a line on stdout; \xNN and \r are escapes
<| TEXT         a last line without newline, then the end of stdout
e TEXT          a line on stderr
w NAME=VALUE    a header that the request of the open channel had
h STATUS [TYPE] [NAME=VALUE]   the response head of the open channel
b TEXT          a piece of its body
s TEXT / S TEXT an SSE event with this data / exactly these bytes (\n is an escape)
g               a GET stream is opened
.               the open channel closes
+ MS            time passes
t               we stop waiting for every open request
q               we cancel every open request
r               a GET takes up the stream of the open channel
o TEXT          a row of our own
limit BYTES     first line: of a message
u STATUS VALUE  the open channel is refused with that WWW-Authenticate
a METHOD URL STATUS BODY   a request to an authorization server, and its answer
c / x / k       we close its stdin / the process ends by itself / is killed
n / i           a new process is started / is told to end by SIGTERM
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec

from inspector.lint import Linter, Question
from inspector.lint.whole import WholeLinter
from inspector.protocol.conversation import Conversation
from inspector.protocol.era import Declared
from inspector.protocol.era.declared import META
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.era.modern import ModernEra
from inspector.protocol.framing import DEFAULT_LIMIT_BYTES
from inspector.protocol.listener import Dropped, Outgoing
from inspector.protocol.records import Exchange, Finding, Record
from inspector.protocol.wire import BytesArrived, ChannelClosed, ChannelOpened, HeadersSent, LifecycleStep
from inspector.schema.check import Checker
from inspector.schema.official import Shape, official_schema
from inspector.schema.problem import Problem

_CHECKER = Checker()


def judged(question: Question) -> list[Problem]:
    """What the validator says to a question."""
    official = isinstance(question.schema, Shape)
    schema = _official(question.schema) if official else msgspec.json.encode(question.schema)
    return _CHECKER.faults(schema) if question.text is None else _CHECKER.check(schema, question.text)


_official = cache(official_schema)


SERVER = {"name": "x", "version": "1"}
EVERYTHING = '{"completions":{},"logging":{},"prompts":{},"resources":{},"tools":{}}'
MODERN = EVERYTHING.replace('"logging":{},', "")  # it is deprecated there
"""The capabilities of a server whose dialogue names none."""


class Deaf:
    """A listener that reacts to nothing."""

    def finished(self, *_: Any) -> None: ...

    def late(self, *_: Any) -> None: ...
    def progressed(self, *_: Any) -> None: ...

    def asked(self, *_: Any) -> None: ...

    def notified(self, *_: Any) -> None: ...

    def dropped(self, *_: Any) -> None: ...
    def broken_off(self, *_: Any) -> None: ...
    def stepped(self, *_: Any) -> None: ...


class Dialogue:
    """The state of one replay. whole: by all rules, not only by those of envelope and transport."""

    def __init__(self, text: str, *, whole: bool = True) -> None:
        first, *lines = text.split("\n")
        words = first.split()
        self.transport = words[0] if words and words[0] in ("http", "sse") else "stdio"
        self.target = words[1] if len(words) > 1 and self.transport != "stdio" else "http://localhost/mcp"
        limit = int(words[1]) if words[:1] == ["limit"] else DEFAULT_LIMIT_BYTES
        self.conversation = Conversation(1, self.transport, Deaf(), limit_bytes=limit)
        self.records: list[Record] = []
        self.exchanges: dict[int, Exchange] = {}
        self.at_ns = 1_000_000
        self.channel = "sse" if self.transport == "sse" else "stdout"
        self.linter = (WholeLinter if whole else Linter)(self.transport, self.target, self.exchanges.get)
        self.findings: list[Finding] = []
        for line in lines if self.transport != "stdio" or words[:1] == ["limit"] else [first, *lines]:
            self.play(line)

    def play(self, line: str) -> None:
        mark, _, rest = line.partition(" ")
        actions = {
            "=": self.handshake,
            ">": self.send,
            "<": lambda text: self.arrive("stdout", unescape(text) + b"\n"),
            "<|": self.last_line,
            "e": lambda text: self.arrive("stderr", unescape(text) + b"\n"),
            "w": self.asked_with,
            "h": self.head,
            "b": lambda text: self.arrive(self.channel, text.encode()),
            "s": lambda text: self.arrive(self.channel, b"data: " + text.encode() + b"\n\n"),
            "S": lambda text: self.arrive(self.channel, text.replace("\\n", "\n").encode()),
            "g": self.get,
            ".": lambda _: self.receive(ChannelClosed(self.channel)),
            "+": self.wait,
            "t": self.give_up,
            "q": self.cancel,
            "r": self.resume,
            "u": self.refuse,
            "a": self.authorize,
            "n": lambda _: self.receive(LifecycleStep("started", "started")),
            "i": lambda _: self.receive(LifecycleStep("terminated", "sent SIGTERM")),
            "o": self.note,
            "c": lambda _: self.receive(LifecycleStep("stdin-closed", "closed")),
            "x": lambda _: self.end("exited"),
            "k": lambda _: self.end("killed"),
        }
        if line:
            actions[mark](rest)

    def receive(self, arrival: Any) -> None:
        self.at_ns += 1000
        self.keep(self.conversation.receive(arrival, self.at_ns, len(self.records) + 1))

    def keep(self, records: list[Record]) -> None:
        for exchange in self.conversation.touched:
            self.exchanges[exchange.number] = exchange
        for record in records:
            self.records.append(record)
            self.findings.extend(self.linter.check(record))

    def answered(self) -> list[Finding]:
        """What comes of the questions of the linter, answered here in the place of the worker."""
        asked, self.linter.questions = self.linter.questions, []
        questions = {(id(one.question.schema), one.question.text): one.question for one in asked}
        known = {key: judged(question) for key, question in questions.items()}  # several rules ask the same
        keys = [(id(one.question.schema), one.question.text) for one in asked]
        return [finding for one, key in zip(asked, keys, strict=True) for finding in one.findings(known[key])]

    def send(self, text: str) -> None:
        self.at_ns += 1000
        self.sent(self.conversation.raw(text.encode(), self.at_ns, len(self.records) + 1))

    def sent(self, outgoing: Outgoing) -> None:
        self.keep(outgoing.records)
        if self.transport != "stdio":
            self.channel = outgoing.orders[0].channel
            self.keep(
                [
                    Record(
                        len(self.records) + 1, self.at_ns, 1, "out", self.channel, "head", raw=b"POST /mcp"
                    ),
                ]
            )

    def arrive(self, channel: str, data: bytes) -> None:
        self.receive(BytesArrived(channel, data))

    def last_line(self, text: str) -> None:
        self.arrive("stdout", unescape(text))
        self.receive(ChannelClosed("stdout"))

    def asked_with(self, text: str) -> None:
        name, _, value = text.partition("=")
        self.receive(HeadersSent(self.channel, "POST", "/mcp", ((name, value),)))

    def head(self, text: str) -> None:
        status, *words = text.split(" ")
        types = [("Content-Type", word) for word in words if "=" not in word]
        others = [tuple(word.split("=", 1)) for word in words if "=" in word]
        self.receive(ChannelOpened(self.channel, int(status), (*types, *others), "HTTP/1.1"))  # type: ignore[arg-type]

    def refuse(self, text: str) -> None:
        status, _, value = text.partition(" ")
        self.receive(ChannelOpened(self.channel, int(status), (("WWW-Authenticate", value),), "HTTP/1.1"))

    def authorize(self, text: str) -> None:
        method, url, status, body = text.split(" ", 3)
        channel = f"auth-{len(self.records)}"
        self.receive(HeadersSent(channel, method, url, ()))
        self.receive(ChannelOpened(channel, int(status), (("Content-Type", "application/json"),), "HTTP/1.1"))
        if body:
            self.receive(BytesArrived(channel, body.encode()))
        self.receive(ChannelClosed(channel))

    def get(self, _: str) -> None:
        self.channel = self.conversation.listen(()).orders[0].channel

    def note(self, text: str) -> None:
        self.keep([Record(len(self.records) + 1, self.at_ns, 1, "", "", "lifecycle", note=text)])

    def wait(self, text: str) -> None:
        self.at_ns += int(text) * 1_000_000

    def give_up(self, _: str) -> None:
        for exchange in self.conversation.correlation.pending("out"):
            self.conversation.give_up(exchange, "lost", self.at_ns, "timed out")

    def cancel(self, _: str) -> None:
        for exchange in self.conversation.correlation.pending("out"):
            self.conversation.give_up(exchange, "cancelled", self.at_ns, "cancelled by you")

    def resume(self, _: str) -> None:
        [exchange] = self.conversation.correlation.pending("out")
        stream = Dropped(exchange, "8", None, 1, 200, "")
        self.channel = self.conversation.listen((), takes_up=stream).orders[0].channel
        self.receive(HeadersSent(self.channel, "GET", "/mcp", (("Last-Event-ID", "8"),)))

    def end(self, step: str) -> None:
        self.receive(ChannelClosed("stdout"))
        self.receive(LifecycleStep(step, step))

    def handshake(self, text: str) -> None:
        revision, *words = text.split(" ")
        headers = [word for word in words if not word.startswith("{")]
        modern = revision >= "2026"
        everything = MODERN if modern else EVERYTHING
        capabilities = json.loads(next((word for word in words if word.startswith("{")), everything))
        self.conversation.era = ModernEra(Declared(), revision) if modern else LegacyEra(revision)
        method = "server/discover" if modern else "initialize"
        self.at_ns += 1000
        if modern:
            outgoing = self.conversation.request(method, {}, self.at_ns, len(self.records) + 1)
        else:
            outgoing = self.conversation.open(Declared(), revision, self.at_ns, len(self.records) + 1)
        self.sent(outgoing)
        result: dict[str, Any] = {"capabilities": capabilities}
        if modern:
            result |= {
                "supportedVersions": [revision],
                "_meta": {META + "serverInfo": SERVER},
                "resultType": "complete",
            }
            result |= {"ttlMs": 0, "cacheScope": "private"}
        else:
            result |= {"protocolVersion": revision, "serverInfo": SERVER}
        answer = json.dumps({"jsonrpc": "2.0", "id": json.loads(outgoing.records[0].id), "result": result})
        if self.transport == "stdio":
            self.arrive("stdout", answer.encode() + b"\n")
        else:
            self.head(" ".join(["200", "application/json", *headers]))
            self.arrive(self.channel, answer.encode())
            self.receive(ChannelClosed(self.channel))
        if not modern:
            number = len(self.records) + 1
            self.sent(self.conversation.notify("notifications/initialized", None, self.at_ns, number))
            if self.transport == "http":
                self.head("202")
                self.receive(ChannelClosed(self.channel))
            self.linter.state.notified_last = ""  # what follows a handshake is no answer to it
        self.conversation._next_id = 100  # samples use small ids of their own


def unescape(text: str) -> bytes:
    """\\xNN and \\r in a text as bytes, everything else UTF-8."""
    out, position = b"", 0
    while position < len(text):
        if text.startswith("\\x", position):
            out += bytes([int(text[position + 2 : position + 4], 16)])
            position += 4
        elif text.startswith("\\r", position):
            out += b"\r"
            position += 2
        else:
            out += text[position].encode()
            position += 1
    return out


def findings(text: str) -> dict[str, Finding]:
    """The findings of a dialogue by rule, also of those that ask a validator."""
    dialogue = Dialogue(text)
    found = [*dialogue.findings, *dialogue.answered()]
    return {finding.rule: finding for finding in found}
