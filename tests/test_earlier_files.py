"""Files that an earlier version wrote open with nothing changed and nothing lost.

`tests/files/0.1.0` was written by the program of commit de8dd03: a session (packed, because SQLite's pages
are mostly empty) and `session.json`, what that program read from it; `servers.json` and `settings.json`, with
an entry and keys that it did not know.
"""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.inputs import Input
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget

FILES = Path(__file__).parent / "files" / "0.1.0"

SERVERS = [
    Profile(
        "files",
        StdioTarget(
            "npx",
            ("-y", "server-files", "${workspaceFolder}"),
            {"TOKEN": "${secret:server/files/TOKEN}", "LEVEL": "debug"},
            "work",
        ),
        era="legacy",
        timeout_s=20,
        roots=("docs", "file:///srv/data"),
        variables="vscode",
        inputs=(
            Input("token", description="Token", value="${secret:server/files/input:token}", secret=True),
            Input("level", default="low", value="high", options=("low", "high")),
            Input("HOME", kind="env"),
        ),
        env_file="${workspaceFolder}/.env",
        kept={"client": "vscode", "sandboxEnabled": True},
        group="Work",
        reconnect=True,
        watch=True,
        watched=("src", "data"),
    ),
    Profile(
        "remote",
        HttpTarget(
            "https://mcp.example/mcp?tenant=a",
            {"Authorization": "Bearer ${secret:server/remote/Authorization}", "X-Tenant": "a"},
            "certificates/ca.pem",
            "http://proxy.example:3128",
        ),
        transport="http",
        era="2025-06-18",
        capabilities={"roots": {}},
        client_info={"name": "probe", "version": "2"},
        meta={"com.example/tenant": "a"},
        auth=AuthSettings(
            "client_credentials",
            client_id="probe",
            client_secret="${secret:server/remote/client_secret}",
            scopes="read write",
            dpop="never",
            register=False,
        ),
    ),
    Profile("events", HttpTarget("http://127.0.0.1:3001/sse", verify=False), transport="sse"),
    Profile("socket", HttpTarget("ws://127.0.0.1:3002/mcp"), transport="websocket"),
    Profile("plain", StdioTarget("python3", ("server.py",), environment="restricted")),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the files, the session unpacked."""
    shutil.copytree(FILES, tmp_path, dirs_exist_ok=True)
    (tmp_path / "session.mcptrace").write_bytes(gzip.decompress((FILES / "session.mcptrace.gz").read_bytes()))
    return tmp_path


def members(things: Iterable[msgspec.Struct], names: Iterable[str]) -> list[dict[str, Any]]:
    """As in `session.json`, of what that version knew: a text for bytes, one character a byte."""

    def plain(value: Any) -> Any:
        return value.decode("latin-1") if isinstance(value, bytes) else value

    return [{name: plain(getattr(thing, name)) for name in names} for thing in things]


def test_a_session_has_every_record_exchange_finding_and_annotation(folder: Path) -> None:
    path = folder / "session.mcptrace"
    before = path.read_bytes()
    journal = Journal.open(path)
    notes = journal.annotations
    try:
        exchanges = [journal.exchange(number) for number in range(1, journal.last + 1)]
        found: dict[str, Sequence[msgspec.Struct]] = {
            "sessions": journal.sessions(),
            "records": journal.records(1, journal.last),
            "exchanges": [one for one in exchanges if one is not None],
            "findings": journal.findings(),
            "rules": notes.own_rules,
        }
        texts = {str(number): notes.note(number) for number in notes.noted()}
        annotations = {"marked": notes.marked(), "references": notes.references(), "notes": texts}
    finally:
        journal.close()
    there = json.loads((folder / "session.json").read_text("utf-8"))
    things = {name: members(found[name], there[name][0]) for name in found}
    assert {**things, **annotations} == there
    assert path.read_bytes() == before


def test_saved_servers_are_the_same_also_after_a_change_of_another(folder: Path) -> None:
    path = folder / "servers.json"
    before = path.read_bytes()
    profiles = Profiles(path)
    [note] = profiles.load()
    assert '"broken" has neither' in note
    assert list(profiles) == SERVERS
    assert path.read_bytes() == before
    profiles.add(Profile("new", StdioTarget("server")))
    profiles.save()
    there, now = json.loads(before), json.loads(path.read_bytes())
    assert now["mcpServers"].pop("new") == {"command": "server", "args": []}
    assert now == there
    assert list(now["mcpServers"]) == list(there["mcpServers"])


def test_settings_have_the_values_that_were_chosen_also_after_another_choice(folder: Path) -> None:
    path = folder / "settings.json"
    before = path.read_bytes()
    there = json.loads(before)
    settings = Settings.load(path)
    assert settings.notes == []
    assert {**settings.changed(), **settings.unknown} == there
    assert path.read_bytes() == before
    settings.set("theme", "dark")
    settings.save()
    assert json.loads(path.read_bytes()) == {**there, "theme": "dark"}
