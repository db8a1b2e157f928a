"""The calls of two recordings: which belong together, and what became of them on both sides."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Final

import msgspec

from inspector.core.comparison.recording import Recording, ServerPair
from inspector.protocol.jsonrpc import decode, parse
from inspector.render.diff_noise import ALWAYS, OF_REVISIONS
from inspector.render.first_difference import FirstDifference, first_difference
from inspector.render.json_paths import PathPatterns
from inspector.trace.recording_reads import wanted_calls

__all__ = ["MOST_CALLS", "Call", "CallPair", "Calls", "compare_calls"]

MOST_CALLS: Final = 200_000  # of a recording; each is kept in some 300 bytes
_SLOWER: Final = 2  # times as long, and
_NOTICEABLE_NS: Final = 20_000_000
_TURN: Final = 512  # calls between two looks whether to go on
_CUT: Final = 100  # characters of arguments
_DECODED: Final = 4 << 20  # bytes of a request; a larger one is known by its bytes, not by what they say


class Call(msgspec.Struct, frozen=True, gc=False):
    """One call of a recording. direction: "out" the client asked, "in" the server did."""

    number: int
    server: str
    direction: str
    method: str
    target: str
    arguments: str  # as JSON, cut
    status: str
    detail: str
    answer: int
    duration_ns: int


class CallPair(msgspec.Struct, frozen=True):
    """The same call in both recordings.

    result: same | noise (only ids and times differ) | changed | fails (it worked on the left) | works (it
    failed there). difference: the first, where there is one. speed: "" | slower | faster, on the right.
    """

    left: Call
    right: Call
    result: str
    difference: FirstDifference | None
    speed: str


class Calls(msgspec.Struct):
    """pairs: in the order of the left. only: those that one recording has alone, left and right.

    more: there are more than MOST_CALLS, which were not looked at.
    """

    pairs: list[CallPair]
    only: tuple[list[Call], list[Call]]
    more: bool = False


def compare_calls(
    left: Recording,
    right: Recording,
    servers: Sequence[ServerPair],
    ignore: Sequence[str],
    told: Callable[[int], bool],
    noise_counts: bool = False,
) -> Calls | None:
    """Match the calls, the first of its kind with the first, and compare their answers.

    told: hears how many calls were looked at, and says whether to go on; None when it did not.
    """
    mine: dict[bytes, deque[Call]] = {}
    known = _server_places(servers)
    done = 0
    for key, call in _calls(left, known[0]):
        mine.setdefault(key, deque()).append(call)
        done += 1
        if done % _TURN == 0 and not told(done):
            return None
    more = done >= MOST_CALLS
    matched: list[tuple[Call, Call]] = []
    alone: list[Call] = []
    first = done
    for key, call in _calls(right, known[1]):
        waiting = mine.get(key)
        if waiting:
            matched.append((waiting.popleft(), call))
        else:
            alone.append(call)
        done += 1
        if done % _TURN == 0 and not told(done):
            return None
    more = more or done - first >= MOST_CALLS
    left_over = sorted((call for calls in mine.values() for call in calls), key=_number)
    matched.sort(key=_left_number)
    comparer = _Comparer(left, right, servers, ignore, noise_counts)
    pairs: list[CallPair] = []
    for place, (one, other) in enumerate(matched):
        if place % _TURN == 0 and not told(done + place):
            return None
        pairs.append(comparer.pair(one, other))
    return Calls(pairs, (left_over, alone), more)


def _number(call: Call) -> int:
    return call.number


def _left_number(pair: tuple[Call, Call]) -> int:
    return pair[0].number


def _server_places(servers: Sequence[ServerPair]) -> tuple[dict[int, str], dict[int, str]]:
    """Number of a connection → title of its server, left and right."""
    left = {info.number: pair.title for pair in servers for info in pair.left}
    right = {info.number: pair.title for pair in servers for info in pair.right}
    return left, right


def _calls(side: Recording, servers: dict[int, str]) -> Iterator[tuple[bytes, Call]]:
    """Each with what tells it from others: server, method, target, arguments. One body is held at a time."""
    for row in wanted_calls(side.connection, side.last, MOST_CALLS):
        number, session, direction, method, target, status, detail, answer, duration_ns, raw = row
        server = servers.get(session, "")
        arguments = _arguments(method, bytes(raw or b""))
        who = f"{server}\0{direction}\0{method}\0{target}\0".encode("utf-8", "replace")
        shown = arguments[: 4 * _CUT].decode("utf-8", "replace")
        shown = shown if len(shown) <= _CUT else f"{shown[:_CUT]}…"
        yield (
            blake2b(who + arguments, digest_size=16).digest(),
            Call(number, server, direction, method, target, shown, status, detail, answer, duration_ns),
        )


class _Request(msgspec.Struct, gc=False):
    params: Any = None


_requests: Final = msgspec.json.Decoder(_Request)


def _arguments(method: str, raw: bytes) -> bytes:
    """What is asked with, with sorted keys; without what differs in every request."""
    if len(raw) > _DECODED:
        return parse(raw).params
    try:
        params = _requests.decode(raw).params
    except (msgspec.DecodeError, RecursionError):
        params = decode(parse(raw).params)
    if not isinstance(params, dict):
        return parse(raw).params
    params.pop("_meta", None)
    if method == "tools/call":  # the name is the target; what is left is told in the fewest words
        params.pop("name", None)
        if params.keys() <= {"arguments"}:
            params = params.get("arguments") or {}
    return _sorted(params) or raw


def _sorted(value: Any) -> bytes:
    """Nothing for what is nested too deeply."""
    with suppress(msgspec.MsgspecError, ValueError, OverflowError, RecursionError):
        return msgspec.json.encode(value, order="sorted")
    with suppress(RecursionError):  # half a character of a pair: json writes it as it came
        return json.dumps(value, sort_keys=True).encode()
    return b""


class _Comparer:
    """Compares the answers of two calls."""

    def __init__(
        self,
        left: Recording,
        right: Recording,
        servers: Sequence[ServerPair],
        ignore: Sequence[str],
        noise_counts: bool,
    ) -> None:
        self._left, self._right, self._noise_counts = left, right, noise_counts
        usual, other = PathPatterns([*ALWAYS, *ignore]), PathPatterns([*ALWAYS, *ignore, *OF_REVISIONS])
        self._patterns = {
            pair.title: other if pair.revisions[0] != pair.revisions[1] else usual for pair in servers
        }
        self._usual = usual

    def pair(self, left: Call, right: Call) -> CallPair:
        """What became of a call on both sides."""
        result, difference = self._result(left, right)
        return CallPair(left, right, result, difference, _speed(left, right))

    def _result(self, left: Call, right: Call) -> tuple[str, FirstDifference | None]:
        if left.status != right.status:
            states = FirstDifference("", left.detail or left.status, right.detail or right.status)
            return {"done": "fails"}.get(
                left.status, "works" if right.status == "done" else "changed"
            ), states
        if not left.answer or not right.answer:
            return ("same", None) if not left.answer and not right.answer else ("changed", None)
        found = self._answers(left, right)
        if found is None:
            return "same", None
        return "noise" if found.noise and not self._noise_counts else "changed", found

    def _answers(self, left: Call, right: Call) -> FirstDifference | None:
        mine, other = self._left.raw(left.answer), self._right.raw(right.answer)
        if mine == other:
            return None
        first, second = parse(mine), parse(other)
        if "malformed" in (first.kind, second.kind):
            return FirstDifference("", "", "")
        member = "error" if first.error else "result"
        one, another = (message.error or message.result for message in (first, second))
        return first_difference(one, another, self._patterns.get(left.server, self._usual), (member,))


def _speed(left: Call, right: Call) -> str:
    """Whether one took noticeably longer. What got no answer says nothing of it."""
    short, long = sorted((left.duration_ns, right.duration_ns))
    if short <= 0 or long < short * _SLOWER or long - short < _NOTICEABLE_NS:
        return ""
    return "slower" if right.duration_ns > left.duration_ns else "faster"
