"""What several clients have is one row; what differs in anything that counts is two."""

from __future__ import annotations

import json
from pathlib import Path

from inspector.core.servers.profiles import Profile
from inspector.core.transfer.importers.found import Found
from inspector.core.transfer.importers.merging import merged
from inspector.core.transfer.importers.reading import import_text
from inspector.transport import StdioTarget

ENTRY = {"command": "npx", "args": ["-y", "@scope/fs"], "env": {"API_TOKEN": "abc"}}


def of(client: str, servers: dict[str, object]) -> list[Found]:
    key = "servers" if client == "vscode" else "mcpServers"
    return import_text(json.dumps({key: servers}), client=client, file=Path(f"/{client}.json"))


def test_identical_servers_of_several_clients_are_one_row_with_all_places() -> None:
    found = [
        *of("claude-desktop", {"fs": ENTRY}),
        *of("cursor", {"files": ENTRY}),
        *of("vscode", {"fs": {"type": "stdio", **ENTRY}}),
    ]
    [row] = merged(found)
    assert [one.client for one in row.origins] == ["claude-desktop", "cursor", "vscode"]
    assert row.names == ("fs", "files")
    assert row.found == found[0]


def test_another_argument_secret_or_address_is_another_server() -> None:
    others = [
        {**ENTRY, "args": ["-y", "@scope/fs", "/data"]},
        {**ENTRY, "env": {"API_TOKEN": "abd"}},
        {**ENTRY, "env": {}},
        {**ENTRY, "cwd": "/x"},
        {"url": "https://h/"},
        {"url": "https://h/", "type": "sse"},
        {"url": "https://h/", "headers": {"A": "b"}},
    ]
    rows = merged(of("cursor", {str(n): entry for n, entry in enumerate([ENTRY, *others])}))
    assert len(rows) == 8


def test_variables_of_two_dialects_are_two_servers() -> None:
    entry = {"command": "run", "args": ["${env:A}"]}
    assert len(merged([*of("cursor", {"x": entry}), *of("claude-code", {"x": entry})])) == 2
    plain = {"command": "run"}
    assert len(merged([*of("cursor", {"x": plain}), *of("claude-code", {"x": plain})])) == 1


def test_problems_stay_rows_of_their_own() -> None:
    rows = merged([*of("cursor", {"a": {}, "b": {}}), *of("kiro", {"a": {}})])
    assert [row.found.state for row in rows] == ["problem"] * 3


def test_switched_off_in_one_client_and_on_in_another_is_on() -> None:
    off = {**ENTRY, "disabled": True}
    assert merged(of("cursor", {"a": off}))[0].found.disabled
    assert not merged([*of("cursor", {"a": off}), *of("kiro", {"a": ENTRY})])[0].found.disabled


def test_a_server_that_is_saved_already_is_told() -> None:
    saved = Profile(
        "mine", StdioTarget("npx", ("-y", "@scope/fs"), {"API_TOKEN": "${secret:server/mine/API_TOKEN}"})
    )
    rows = merged(of("cursor", {"fs": ENTRY, "other": {"command": "x"}}), [saved])
    assert [row.known for row in rows] == ["mine", ""]
