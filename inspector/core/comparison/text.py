"""A comparison of two sessions as text: a line for each difference, or an object of JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from inspector.core.comparison.calls import Call, CallPair
from inspector.core.comparison.offers import Difference
from inspector.core.comparison.sessions import SessionComparison
from inspector.render.diff_text import GLYPHS
from inspector.render.first_difference import FirstDifference
from inspector.trace.files import duration_text

__all__ = ["as_json_objects", "as_lines", "call_title", "difference_text", "summary"]

_NAMES: Final = {
    "server": "server",
    "tools": "tool",
    "resources": "resource",
    "templates": "template",
    "prompts": "prompt",
}
_RESULTS: Final = {"fails": "fails now: ", "works": "works now, before: ", "changed": ""}


def as_lines(found: SessionComparison, left: str, right: str) -> Iterator[str]:
    """One difference a line, what a server offers first. left, right: what the recordings are called."""
    titles = (left, right)
    servers = {offer.server for offer in found.offers} | {pair.left.server for pair in found.calls.pairs}
    servers |= {call.server for calls in found.calls.only for call in calls}
    many = len(servers) > 1
    for offer in found.offers:
        start = f"{offer.server}: " if many else ""
        if offer.change == "unlisted":
            missing = left if offer.name == "left" else right
            yield f"{GLYPHS['ignored']} {start}{offer.kind}: not listed in {missing}, so not compared"
            continue
        name = f"{start}{_NAMES[offer.kind]} {offer.name}"
        if offer.change in ("added", "removed"):
            yield f"{GLYPHS[offer.change]} {name}"
        for one in offer.differences:
            yield f"{GLYPHS[one.kind]} {name}: {_of(one)}"
    for pair in found.calls.pairs:
        yield from _lines_of(pair, many)
    for kind, title, calls in zip(("removed", "added"), titles, found.calls.only, strict=True):
        for call in calls:
            yield f"{GLYPHS[kind]} {call_title(call, many)} (#{call.number}): only in {title}"


def call_title(call: Call, server: bool = False) -> str:
    """`echo {"message":"hi"}`; the method where it is not the usual one of a tool. server: say which."""
    method = "" if call.method == "tools/call" else call.method
    asked = "" if call.arguments in ("{}", f'{{"uri":"{call.target}"}}') else call.arguments
    return " ".join(
        part for part in (f"{call.server}:" if server else "", method, call.target, asked) if part
    )


def difference_text(result: str, found: FirstDifference) -> str:
    """What differs first between two results; of a call that fails on one side only, how it failed."""
    if result in ("fails", "works"):
        return found.right if result == "fails" else found.left
    place = f"{found.path}: " if found.path else ""
    return f"{place}{found.left or '∅'} → {found.right or '∅'}" if found.left or found.right else place


def _lines_of(pair: CallPair, many: bool) -> Iterator[str]:
    name = f"{call_title(pair.left, many)} (#{pair.left.number}, #{pair.right.number})"
    found = pair.difference
    if pair.result in _RESULTS:
        what = difference_text(pair.result, found) if found is not None else ""
        yield f"{GLYPHS['changed']} {name}: {_RESULTS[pair.result]}{what}".rstrip(": ")
    if pair.speed:
        times = " → ".join(duration_text(call.duration_ns) for call in (pair.left, pair.right))
        yield f"{GLYPHS['ignored']} {name}: {pair.speed}: {times}"


def _of(one: Difference) -> str:
    place = "" if one.path == "$" else f"{one.path}: "
    return f"{place}{one.left} → {one.right}" if one.kind == "changed" else f"{place}{one.right or one.left}"


def summary(found: SessionComparison, left: str, right: str) -> str:
    """How much of each there is, in one line."""
    changes = Counter(offer.change for offer in found.offers)
    results = Counter(pair.result for pair in found.calls.pairs)
    speeds = Counter(pair.speed for pair in found.calls.pairs)
    offers = [f"{changes[kind]} {kind}" for kind in ("added", "removed", "changed") if changes[kind]]
    words = (
        (results["changed"], "with a different result"),
        (results["fails"], "failing now"),
        (results["works"], "working now"),
        (results["noise"], "with different ids and times only"),
        (speeds["slower"], "slower"),
        (speeds["faster"], "faster"),
    )
    calls = [f"{len(found.calls.pairs):,} in both", *(f"{count:,} {what}" for count, what in words if count)]
    parts = [f"offers: {', '.join(offers) or 'no differences'}", f"calls: {', '.join(calls)}"]
    for title, alone in zip((left, right), found.calls.only, strict=True):
        if alone:
            parts.append(f"{len(alone):,} only in {title}")
    if found.calls.more:
        parts.append("later calls were not compared: there are too many")
    return "; ".join(parts)


def as_json_objects(found: SessionComparison) -> Iterator[dict[str, Any]]:
    """What differs, an object each; values of differences are JSON text, cut. The last one has the counts."""
    for offer in found.offers:
        if offer.change != "same":
            yield {
                "kind": "offer",
                "server": offer.server,
                "of": offer.kind,
                "name": offer.name,
                "change": offer.change,
                "differences": offer.differences,
            }
    for pair in found.calls.pairs:
        if pair.result != "same" or pair.speed:
            shown = {"path": "", "left": "", "right": ""}
            if pair.difference is not None:
                shown = {name: getattr(pair.difference, name) for name in shown}
            yield {
                "kind": "call",
                **_who(pair.left),
                "result": pair.result,
                "speed": pair.speed,
                **shown,
                "numbers": [pair.left.number, pair.right.number],
                "durations_ns": [pair.left.duration_ns, pair.right.duration_ns],
            }
    for side, calls in zip(("left", "right"), found.calls.only, strict=True):
        for call in calls:
            yield {"kind": "only", "side": side, **_who(call), "number": call.number}
    yield {
        "kind": "summary",
        "offers": Counter(offer.change for offer in found.offers),
        "calls": Counter(pair.result for pair in found.calls.pairs),
        "only": [len(calls) for calls in found.calls.only],
        "complete": not found.calls.more,
    }


def _who(call: Call) -> dict[str, str]:
    return {
        "server": call.server,
        "direction": call.direction,
        "method": call.method,
        "target": call.target,
        "arguments": call.arguments,
    }
