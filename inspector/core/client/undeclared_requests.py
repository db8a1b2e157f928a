"""What a client must refuse: questions of a kind that it did not declare.

Source: MCP 2025-11-25, client/elicitation ("Servers MUST NOT send elicitation requests with modes that are
not supported by the client", "-32602 (Invalid params)") and client/sampling, "Tools in Sampling".
"""

from __future__ import annotations

from typing import Any, Final

__all__ = ["refusal", "undeclared"]

METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
_CAPABILITIES: Final = {
    "elicitation/create": "elicitation",
    "sampling/createMessage": "sampling",
    "roots/list": "roots",
}


def undeclared(method: str, params: dict[str, Any], declared: dict[str, Any]) -> str:
    """The capability that this question needs and that was not declared ("sampling.tools"); "" when it was.

    `elicitation: {}` declares forms. A method that is no question names itself.
    """
    capability = _CAPABILITIES.get(method)
    if capability is None:
        return method
    parts = declared.get(capability)
    if not isinstance(parts, dict):
        return capability
    if capability == "elicitation":
        mode = params.get("mode", "form")
        offered = (isinstance(mode, str) and mode in parts) or (mode == "form" and not parts)
        return "" if offered else f"elicitation.{mode}"
    if capability == "sampling" and ("tools" in params or "toolChoice" in params) and "tools" not in parts:
        return "sampling.tools"
    return ""


def refusal(method: str, params: dict[str, Any], declared: dict[str, Any]) -> tuple[int, str] | None:
    """The error (code, message) that answers a question we did not offer; None: it may be asked."""
    missing = undeclared(method, params, declared)
    if not missing:
        return None
    if "." in missing and method in _CAPABILITIES:
        return INVALID_PARAMS, f"The client did not declare the capability {missing}"
    return METHOD_NOT_FOUND, f"Method not found: {method}"
