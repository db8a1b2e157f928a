"""Whether the structured content of a tool's answer keeps what its outputSchema promises.

Source: MCP server/tools, output schema (from 2025-06-18). Checked in the worker process of
`core.validation`: no schema of a server is compiled here, and no `$ref` is ever fetched.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from inspector.core.client.large_message_thread import aside
from inspector.core.validation.validation import MAX_TEXT, VALUE_TOO_LARGE, Validator
from inspector.protocol.jsonrpc import LARGE_BYTES
from inspector.schema.problem import Problem, faults
from inspector.translation import translate

__all__ = ["NOTHING", "StructuredCheck", "check_structured"]

_MOST_BYTES: Final = 4 * MAX_TEXT  # more characters than the validator takes, whichever they are
_ONLY_OBJECTS: Final = ("2025-06-18", "2025-11-25")  # later any JSON value is allowed, null too


@dataclass(frozen=True, slots=True)
class StructuredCheck:
    """state: nothing (to check) | matches | differs | missing | unchecked.

    problems: of `differs`, with JSON pointers into structuredContent. reason: of `unchecked`, a sentence.
    """

    state: str
    problems: tuple[Problem, ...] = ()
    reason: str = ""

    @property
    def broken(self) -> bool:
        """The server did not keep its promise."""
        return self.state in ("differs", "missing")


NOTHING: Final = StructuredCheck("nothing")


class _Result(msgspec.Struct):
    structuredContent: msgspec.Raw = msgspec.Raw(b"")  # absent; null is a value
    resultType: Any = None
    isError: Any = None


async def check_structured(
    validator: Validator, tool: dict[str, Any], result: bytes, revision: str
) -> StructuredCheck:
    """tool: as listed. result: of tools/call, JSON text; what is no final result has nothing to check."""
    promised = "outputSchema" in tool
    if len(result) > LARGE_BYTES:
        if not promised:
            return NOTHING  # whether it is an object is not worth reading megabytes again
        value = await aside(_value, promised, result, revision)
    else:
        value = _value(promised, result, revision)
    if isinstance(value, StructuredCheck):
        return value
    problems = await validator.check(tool["outputSchema"], value)
    if wrong := tuple(faults(problems)):
        return StructuredCheck("differs", wrong)
    if notes := [problem for problem in problems if problem.is_note]:
        return StructuredCheck("unchecked", reason=notes[0].message)
    return StructuredCheck("matches")


def _value(promised: bool, result: bytes, revision: str) -> str | StructuredCheck:
    """The structured content to be checked, or what is known without a schema."""
    if not promised and b'"structuredContent"' not in result:
        return NOTHING  # a search is cheap; reading it is not
    try:
        found = msgspec.json.decode(result, type=_Result)
    except (msgspec.DecodeError, RecursionError):
        return NOTHING
    if found.isError is True or found.resultType not in (None, "complete"):
        return NOTHING
    content = memoryview(found.structuredContent)
    if not content:
        return StructuredCheck("missing") if promised else NOTHING
    if revision in _ONLY_OBJECTS and content[0] != ord("{"):
        no_object = Problem(
            "", translate("Core", "must be an object in revision {}").format(revision), "type"
        )
        return StructuredCheck("differs", (no_object,))
    if not promised:
        return NOTHING
    if len(content) > _MOST_BYTES:
        return StructuredCheck("unchecked", reason=translate("Core", VALUE_TOO_LARGE.message))
    return bytes(content).decode("utf-8", "replace")
