"""CMP-01 to CMP-03: what a server offers to complete. Source: protocol reference 8.8."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from inspector.lint.excerpts import excerpt
from inspector.lint.parts import dict_of
from inspector.lint.rules import Place, rule
from inspector.lint.samples import answered
from inspector.lint.seen import Seen
from inspector.translation import recorded

__all__: list[str] = []

COMPLETION: Final = "server/utilities/completion"
_MOST: Final = 100


def _completed(completion: str, start: str = '= 2025-11-25 {"completions":{}}\n') -> str:
    params = '"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"b","value":""}'
    return answered("completion/complete", f'{{"completion":{completion}}}', start=start, params=params)


_GOOD: Final = _completed('{"values":["a"],"total":7,"hasMore":true}')


def _completion(seen: Seen) -> dict[str, Any]:
    return dict_of(seen.result.get("completion")) if seen.incoming else {}


@rule(
    "CMP-01",
    "error",
    COMPLETION,
    sentence="values MUST NOT exceed 100 items (schema CompleteResult).",
    fix="Return the best 100, with hasMore true and the total.",
    kinds=("response",),
    methods=("completion/complete",),
    good=_GOOD,
    bad=_completed('{"values":[' + ",".join(['"a"'] * 101) + "]}"),
)
def values_are_few(seen: Seen) -> Iterator[Place]:
    """A completion offers a hundred values at most."""
    values = _completion(seen).get("values")
    if isinstance(values, list) and len(values) > _MOST:
        said = recorded("the completion has {count} values", count=f"{len(values):,}")
        yield Place(said, "/result/completion/values")


@rule(
    "CMP-02",
    "warning",
    COMPLETION,
    sentence="total is the number of available matches, and hasMore says that there are more than were sent.",
    fix="Count the matches before cutting them to 100, and set hasMore where values are fewer than that.",
    kinds=("response",),
    methods=("completion/complete",),
    good=_GOOD,
    bad=_completed('{"values":["a","b"],"total":1}'),
)
def total_fits(seen: Seen) -> Iterator[Place]:
    """What a completion says of its number is true."""
    completion = _completion(seen)
    values, total = completion.get("values"), completion.get("total")
    if not isinstance(values, list) or not isinstance(total, int):
        return
    if total < len(values):
        said = recorded("total is {total}, less than {count} values", total=excerpt(total), count=len(values))
        yield Place(said, "/result/completion/total")
    elif total > len(values) and completion.get("hasMore") is False:
        said = recorded(
            "hasMore is false, but total is {total} and {count} came", total=excerpt(total), count=len(values)
        )
        yield Place(said, "/result/completion/hasMore")


@rule(
    "CMP-03",
    "error",
    COMPLETION,
    sentence="Servers that support completions MUST declare the completions capability.",
    fix="Declare completions: {} in the server's capabilities.",
    revisions="BCDE",
    kinds=("response",),
    methods=("completion/complete",),
    good=_GOOD,
    bad=_completed('{"values":["a"]}', "= 2025-11-25 {}\n"),
)
def completions_are_declared(seen: Seen) -> Iterator[Place]:
    """Who completes says so."""
    if _completion(seen) and "completions" not in seen.state.capabilities:
        yield Place(recorded("a completion came, but completions is not declared"), "/result")
