"""Argument completion: what may be asked, and what an answer says.

Source: MCP server/utilities/completion; reference section 4.1. In 2024-11-05 there is no capability for it,
so any server of that revision may be asked; `context` came with 2025-06-18.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from inspector.core.client.answers import Answer, ServerInfo
from inspector.translation import translate

__all__ = [
    "METHOD",
    "Completion",
    "Reference",
    "completion_params",
    "offers_completion",
    "prompt_reference",
    "read_completion",
    "template_reference",
]

METHOD: Final = "completion/complete"
MOST_VALUES: Final = 100
_NO_CAPABILITY: Final = frozenset({"2024-11-05"})
_NO_CONTEXT: Final = frozenset({"2024-11-05", "2025-03-26"})

Reference = dict[str, str]
"""`ref` of the request."""


def prompt_reference(name: str) -> Reference:
    """An argument of this prompt."""
    return {"type": "ref/prompt", "name": name}


def template_reference(uri_template: str) -> Reference:
    """A variable of this resource template."""
    return {"type": "ref/resource", "uri": uri_template}


@dataclass(frozen=True, slots=True)
class Completion:
    """What a server proposes. total: -1 when it does not say. notes: what is odd about the answer, in words.

    values: as they came, however many; what is no text is shown as JSON. answer.error: it refused.
    """

    values: tuple[str, ...]
    total: int
    has_more: bool
    answer: Answer
    notes: tuple[str, ...] = ()


def offers_completion(info: ServerInfo | None) -> bool:
    """Whether the server said that it completes (or cannot say it in its revision)."""
    return info is not None and ("completions" in info.capabilities or info.revision in _NO_CAPABILITY)


def completion_params(
    ref: Reference, name: str, value: str, context: Mapping[str, str], revision: str
) -> dict[str, Any]:
    """The params. context: the other arguments; left out where the revision does not know them."""
    params: dict[str, Any] = {"ref": dict(ref), "argument": {"name": name, "value": value}}
    if context and revision not in _NO_CONTEXT:
        params["context"] = {"arguments": dict(context)}
    return params


def read_completion(answer: Answer) -> Completion:
    """Any answer. Never raises: what is not as the specification says is named in the notes."""
    if answer.error:
        return Completion((), -1, False, answer)
    result = answer.value
    found = result.get("completion") if isinstance(result, dict) else None
    if not isinstance(found, dict):
        return Completion(
            (), -1, False, answer, (translate("Core", "the response has no completion object"),)
        )
    notes: list[str] = []
    given = found.get("values")
    if not isinstance(given, list):
        notes.append(translate("Core", "completion.values is missing or not a list"))
        given = []
    values = tuple(one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in given)
    if odd := sum(not isinstance(one, str) for one in given):
        notes.append(translate("Core", "{} of the values are not strings").format(odd))
    if len(values) > MOST_VALUES:
        notes.append(
            translate("Core", "{count} values received; at most {most_values} are allowed").format(
                count=len(values), most_values=MOST_VALUES
            )
        )
    given_total, more = found.get("total"), found.get("hasMore", False)
    total = given_total if isinstance(given_total, int) and not isinstance(given_total, bool) else -1
    if total < 0 and given_total is not None:
        notes.append(translate("Core", "completion.total is not an integer"))
    elif 0 <= total < len(values):
        notes.append(
            translate("Core", "completion.total is {total}, but {count} values were received").format(
                total=total, count=len(values)
            )
        )
    if not isinstance(more, bool):
        notes.append(translate("Core", "completion.hasMore is not a boolean"))
    return Completion(values, max(total, -1), more is True, answer, tuple(notes))
