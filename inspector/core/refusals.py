"""A server that refuses this client, because it wants another capability or another revision."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from inspector.errors import Explanation
from inspector.protocol.era.declared import META, merged, named, required_of
from inspector.protocol.methods import LEGACY_REVISIONS, MODERN_REVISIONS

if TYPE_CHECKING:
    from inspector.core.asking import Asking

__all__ = ["declare_option", "explain_refusal", "missing_capability"]

UNSUPPORTED_VERSION: Final = -32022


def explain_refusal(client: Asking, error: dict[str, Any], tried: str, evidence: str) -> Explanation | None:
    """Why a server refused to connect; None: the error says neither of the two."""
    required = required_of(error)
    if required is not None:
        return missing_capability(client.name, required, tried, evidence)
    if error.get("code") == UNSUPPORTED_VERSION:
        return _unsupported_version(client, error, tried, evidence)
    return None


def missing_capability(
    name: str, required: dict[str, Any], tried: str = "", evidence: str = ""
) -> Explanation:
    """-32021. required: what the server asks for, {} when it does not say."""
    wanted = named(required)
    if not wanted:
        return Explanation(
            f"“{name}” wants a client that offers a capability it does not name.",
            tried=tried,
            cause="It refuses clients that do not declare this capability, and breaks the protocol by not "
            "saying which (data.requiredCapabilities).",
            next_step="Its documentation may say what it needs; declare that for this server.",
            actions=("edit_server", "retry"),
            evidence=evidence,
        )
    return Explanation(
        f"“{name}” wants a client that offers {wanted}.",
        tried=tried,
        cause="It refuses what clients ask that do not declare this capability.",
        next_step=f"Declare {wanted} to this server and try again.",
        actions=("declare", "edit_server", "retry"),
        evidence=evidence,
        requires=required,
    )


def _unsupported_version(client: Asking, error: dict[str, Any], tried: str, evidence: str) -> Explanation:
    data = error.get("data")
    given = data if isinstance(data, dict) else {}
    listed = given.get("supported")
    supported = [str(one) for one in listed] if isinstance(listed, list) else []
    cause = f"It speaks {', '.join(supported)}." if supported else "It does not say which it speaks."
    ours = [one for one in supported if one in (*LEGACY_REVISIONS, *MODERN_REVISIONS)]
    overridden = client.profile.meta.get(META + "protocolVersion")
    if overridden is not None:
        cause = f"The extra _meta of this server names revision {overridden}. {cause}"
        next_step = "Take the revision out of the extra _meta, or keep it to see this error."
        ours = []
    elif ours:
        next_step = f"Connect in {max(ours)}."
    else:
        cause = f"{cause} This program knows none of them." if supported else cause
        next_step = "Update the server or this program."
    eras = (("retry_modern", MODERN_REVISIONS), ("retry_legacy", LEGACY_REVISIONS))
    retries = [action for action, known in eras if any(one in known for one in ours)]
    return Explanation(
        f"“{client.name}” does not speak {_asked(given)}.",
        tried=tried,
        cause=cause,
        next_step=next_step,
        actions=(*retries, "edit_server", "retry"),
        evidence=evidence,
    )


def _asked(data: dict[str, Any]) -> str:
    return f"revision {data['requested']}" if data.get("requested") else "the revision that was asked for"


def declare_option(required: dict[str, Any], declared: dict[str, Any]) -> str:
    """The option of `mcpdi` that declares what is required beside what was declared."""
    text = json.dumps(merged(declared, required), ensure_ascii=False, separators=(",", ":"))
    return "--declare '" + text.replace("'", "'\\''") + "'"
