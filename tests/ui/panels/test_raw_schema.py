"""What the raw editor proposes for a message."""

from __future__ import annotations

from inspector.protocol.methods import METHODS
from inspector.ui.panels.raw_schema import MESSAGE


def test_methods_of_a_client_are_proposed_with_what_they_are_about() -> None:
    proposed = {one["const"]: one["title"] for one in MESSAGE["properties"]["method"]["oneOf"]}
    assert proposed["tools/call"] == "params.name" and proposed["resources/read"] == "params.uri"
    assert proposed["ping"] == "" and "notifications/cancelled" in proposed
    assert "sampling/createMessage" not in proposed and "roots/list" not in proposed
    assert set(proposed) == {method.name for method in METHODS.values() if method.sender != "server"}
    params = set(MESSAGE["properties"]["params"]["properties"])
    assert {"name", "uri", "arguments", "cursor", "_meta"} <= params and "" not in params
