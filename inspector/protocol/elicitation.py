"""What a user did with a question: the `action` of an ElicitResult, on its own or in a next round.

Source: MCP 2026-07-28, client/elicitation, "Response Actions". In words for people: `questions`.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

__all__ = ["ACTIONS", "action_in", "actions_in"]

ACTIONS: Final = ("accept", "decline", "cancel")
_ANSWERED: Final = "answered"
_MOST: Final = 20  # that are named of one round


class _Answer(msgspec.Struct, gc=False):
    action: Any = ""


def action_in(result: bytes) -> str:
    """The action of an answer to elicitation/create, "" for none that the protocol has."""
    try:
        action = msgspec.json.decode(result, type=_Answer).action
    except (msgspec.DecodeError, RecursionError):
        return ""
    return action if action in ACTIONS else ""


def actions_in(params: dict[str, Any]) -> str:
    """The actions of the answers that a next round carries, in words of the protocol: "accept, decline".

    An answer of a model and a list of roots have none: they are "answered".
    """
    responses = params.get("inputResponses")
    if not isinstance(responses, dict):
        return ""
    found = [one.get("action", _ANSWERED) for one in responses.values() if isinstance(one, dict)]
    return ", ".join(one for one in found[:_MOST] if one in (*ACTIONS, _ANSWERED))
