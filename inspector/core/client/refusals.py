"""A server that refuses this client, because it wants another capability or another revision."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from inspector.errors import Explanation
from inspector.protocol.era.declared import META, merged, named, required_of
from inspector.protocol.methods import LEGACY_REVISIONS, MODERN_REVISIONS
from inspector.translation import translate

if TYPE_CHECKING:
    from inspector.core.client.ports import ConnectionView

__all__ = ["declare_option", "explain_refusal", "missing_capability"]

UNSUPPORTED_VERSION: Final = -32022


def explain_refusal(
    client: ConnectionView, error: dict[str, Any], tried: str, evidence: str
) -> Explanation | None:
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
            translate("Connect", "“{}” requires a client capability that it does not name.").format(name),
            tried=tried,
            cause=translate(
                "Connect",
                "It rejects clients without this capability and does not say which one "
                "(data.requiredCapabilities), which violates the protocol.",
            ),
            next_step=translate(
                "Connect", "Its documentation may say which one; declare it for this server."
            ),
            actions=("edit_server", "retry"),
            evidence=evidence,
        )
    return Explanation(
        translate("Connect", "“{name}” requires the client capability {wanted}.").format(
            name=name, wanted=wanted
        ),
        tried=tried,
        cause=translate("Connect", "It rejects requests from clients that do not declare this capability."),
        next_step=translate("Connect", "Declare {} to this server and try again.").format(wanted),
        actions=("declare", "edit_server", "retry"),
        evidence=evidence,
        requires=required,
    )


def _unsupported_version(
    client: ConnectionView, error: dict[str, Any], tried: str, evidence: str
) -> Explanation:
    data = error.get("data")
    given = data if isinstance(data, dict) else {}
    listed = given.get("supported")
    supported = [str(one) for one in listed] if isinstance(listed, list) else []
    cause = (
        translate("Connect", "It supports {}.").format(", ".join(supported))
        if supported
        else translate("Connect", "It does not say what it supports.")
    )
    ours = [one for one in supported if one in (*LEGACY_REVISIONS, *MODERN_REVISIONS)]
    overridden = client.profile.meta.get(META + "protocolVersion")
    if overridden is not None:
        cause = translate("Connect", "This server's extra _meta sets revision {overridden}. {cause}").format(
            overridden=overridden, cause=cause
        )
        next_step = translate(
            "Connect", "Remove the revision from the extra _meta, or keep it to see this error."
        )
        ours = []
    elif ours:
        next_step = translate("Connect", "Connect with {}.").format(max(ours))
    else:
        if supported:
            cause = translate("Connect", "It supports {}. This program supports none of them.").format(
                ", ".join(supported)
            )
        next_step = translate("Connect", "Update the server or this program.")
    eras = (("retry_modern", MODERN_REVISIONS), ("retry_legacy", LEGACY_REVISIONS))
    retries = [action for action, known in eras if any(one in known for one in ours)]
    happened = translate("Connect", "“{}” does not support the requested revision.").format(client.name)
    if given.get("requested"):
        happened = translate("Connect", "“{name}” does not support revision {requested}.").format(
            name=client.name, requested=given["requested"]
        )
    return Explanation(
        happened,
        tried=tried,
        cause=cause,
        next_step=next_step,
        actions=(*retries, "edit_server", "retry"),
        evidence=evidence,
    )


def declare_option(required: dict[str, Any], declared: dict[str, Any]) -> str:
    """The option of `mcpdi` that declares what is required beside what was declared."""
    text = json.dumps(merged(declared, required), ensure_ascii=False, separators=(",", ":"))
    return "--declare '" + text.replace("'", "'\\''") + "'"
