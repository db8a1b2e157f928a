"""The list of servers: names, files, what happens to the selected one."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.core.auth.ports import KnownClient, Token
from inspector.core.auth.store import Credentials
from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.secrets import MemoryStore
from inspector.core.storage.settings import Settings
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.loop.tasks import under_way
from inspector.ui.servers.servers import Servers
from tests.conftest import Runner, Until

pytestmark = pytest.mark.gui


def _profile(name: str) -> Profile:
    return Profile(name, StdioTarget("true"))


@pytest.fixture
def servers(qapp: object, tmp_path: Path, journal: Journal) -> Servers:
    profiles = Profiles(tmp_path / "servers.json")
    profiles.load()
    return Servers(profiles, journal, Settings(path=tmp_path / "settings.json"))


def test_names_are_made_unique(servers: Servers) -> None:
    assert [servers.add(_profile("a")), servers.add(_profile("a")), servers.duplicate("a")] == [
        "a",
        "a 2",
        "a 3",
    ]


def test_saved_servers_are_there_at_the_next_start_and_others_are_not(
    servers: Servers, tmp_path: Path
) -> None:
    servers.add(_profile("kept"))
    servers.add(_profile("shown"), saved=False)
    profiles = Profiles(tmp_path / "servers.json")
    profiles.load()
    assert profiles.names() == ["kept"]


def test_removing_the_selected_one_selects_another(servers: Servers) -> None:
    for name in ("a", "b"):
        servers.add(_profile(name))
    servers.select("b")
    servers.remove("b")
    assert servers.current == "a"
    servers.remove("a")
    assert servers.current == ""


def test_the_order_and_the_groups_are_there_at_the_next_start(servers: Servers, tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        servers.add(_profile(name))
    servers.arrange(["c", "a"])
    servers.put_in_group(["a"], " Work ")
    assert servers.names() == ["c", "a", "b"]
    profiles = Profiles(tmp_path / "servers.json")
    profiles.load()
    assert [(one.name, one.group) for one in profiles] == [("c", ""), ("a", "Work"), ("b", "")]


def test_a_copy_stands_below_the_first(servers: Servers) -> None:
    for name in ("a", "b"):
        servers.add(_profile(name))
    servers.duplicate("a")
    assert servers.names() == ["a", "a 2", "b"]


def test_a_second_connection_has_a_row_and_is_not_saved(servers: Servers, tmp_path: Path) -> None:
    servers.add(_profile("a"))
    servers.add(_profile("b"))
    made = servers.second("a", era="2025-11-25")
    third = servers.second(made)
    assert servers.names() == ["a", "a 2", "a 3", "b"]
    second = servers.get(made)
    assert second is not None and (second.of, second.profile.era) == ("a", "2025-11-25")
    assert second.profile.target == _profile("a").target
    assert servers.get(third) is not None and servers.get(third).of == "a"  # type: ignore[union-attr]
    profiles = Profiles(tmp_path / "servers.json")
    profiles.load()
    assert profiles.names() == ["a", "b"]


def test_a_second_connection_knows_the_new_name_of_the_first(servers: Servers) -> None:
    servers.add(_profile("a"))
    made = servers.second("a")
    servers.uses.used("a", 1000)
    servers.change("a", _profile("z"))
    second = servers.get(made)
    assert second is not None and second.of == "z"
    assert servers.used_at(made) == servers.used_at("z") == 1000


def test_a_changed_name_is_followed(servers: Servers) -> None:
    servers.add(_profile("a"))
    servers.add(_profile("b"))
    servers.select("a")
    assert servers.change("a", _profile("z")) == "z"
    assert servers.names() == ["z", "b"]
    assert servers.current == "z"


def test_a_place_that_cannot_be_written_is_told(servers: Servers, tmp_path: Path) -> None:
    told: list[str] = []
    servers.troubled.connect(told.append)
    (tmp_path / "servers.json").mkdir()
    servers.add(_profile("a"))
    assert "could not be saved" in told[0]


def test_what_a_server_requires_is_declared_beside_the_rest_and_kept(
    servers: Servers, tmp_path: Path
) -> None:
    servers.add(_profile("a"))
    servers.declare("a", {"extensions": {"vendor.example/x": {}}, "sampling": {"deep": {}}})
    servers.declare("a", {"more": {}})
    profiles = Profiles(tmp_path / "servers.json")
    profiles.load()
    kept = profiles.get("a")
    assert kept is not None and kept.capabilities is not None
    assert kept.capabilities["extensions"]["vendor.example/x"] == {}
    assert kept.capabilities["sampling"] == {"tools": {}, "context": {}, "deep": {}}
    assert kept.capabilities["more"] == {} and kept.capabilities["roots"] == {}


def test_roots_of_the_settings_are_told_to_every_server_that_uses_them(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(
        "inspector.ui.servers.servers.tell_roots_changed", lambda client: told.append(client.name)
    )
    for profile in (_profile("one"), _profile("two"), replace(_profile("own"), roots=("/a",))):
        servers.add(profile)
        servers.client(profile.name)
    one = servers.get("one")
    assert one is not None
    one.inbox.shared_roots_edited.emit()
    assert told == ["one", "two"]


def test_several_servers_are_added_as_one_change_and_written_once(servers: Servers, tmp_path: Path) -> None:
    told: list[list[str]] = []
    servers.listed.connect(lambda: told.append(servers.names()))
    assert servers.add_all([_profile("a"), _profile("b"), _profile("a")]) == ["a", "b", "a 2"]
    assert told == [["a", "b", "a 2"]]
    profiles = Profiles(tmp_path / "servers.json")
    profiles.load()
    assert profiles.names() == ["a", "b", "a 2"]


@pytest.mark.parametrize(("method", "asked"), [("auto", True), ("bearer", False)])
def test_a_server_that_is_removed_before_anything_was_connected_leaves_no_token(
    method: str, asked: bool, arun: Runner, tmp_path: Path, journal: Journal
) -> None:
    """Those of one that signs nobody in are not looked for: that may ask a user for a passphrase."""
    url = "https://h.example/mcp"

    async def main() -> None:
        store = MemoryStore()
        token = Token("secret", server_url=url, issuer="https://as.example", client=KnownClient("c"))
        await Credentials(store).of(url, AuthSettings(), "a", lambda _text: None).keep_token(token)
        kept = store.keys()
        profiles = Profiles(tmp_path / "servers.json")
        profiles.add(Profile("a", HttpTarget(url), auth=AuthSettings(method=method)))
        servers = Servers(profiles, journal, Settings(path=tmp_path / "settings.json"), secrets=store)
        servers.remove("a")
        while under_way([servers]):
            await asyncio.sleep(0)
        assert kept and store.keys() == ([] if asked else kept)

    arun(main())


def test_roots_that_a_person_edits_are_kept_with_their_server_alone(servers: Servers, tmp_path: Path) -> None:
    for name in ("a", "b"):
        servers.add(_profile(name))
    edited, other = servers.get("b"), servers.get("a")
    assert edited is not None and other is not None
    edited.inbox.roots_edited.emit(("/x",))
    assert edited.profile.roots == edited.inbox.own_roots == ("/x",) and other.profile.roots is None
    profiles = Profiles(tmp_path / "servers.json")
    profiles.load()
    assert [(one.name, one.roots) for one in profiles] == [("a", None), ("b", ("/x",))]


def test_what_another_program_did_to_the_selected_server_is_told(servers: Servers, tmp_path: Path) -> None:
    for name in ("a", "b"):
        servers.add(_profile(name))
    servers.select("a")
    listed: list[str] = []
    selected: list[str] = []
    servers.listed.connect(lambda: listed.append(servers.current))
    servers.selected.connect(selected.append)
    other = Profiles(tmp_path / "servers.json")
    other.load()
    other.add(_profile("c"))
    other.save()
    servers.refresh()
    assert (listed, selected, servers.current) == (["a"], [], "a")  # nothing to show anew
    other.replace("a", replace(_profile("a"), group="Work"))
    other.save()
    servers.refresh()
    assert (selected, servers.current) == (["a"], "a")
    other.remove("a")
    other.save()
    servers.refresh()
    assert (selected, servers.current) == (["a", ""], "")


def test_secrets_are_kept_where_it_was_said(qapp: object, tmp_path: Path, journal: Journal) -> None:
    store = MemoryStore()
    made = Servers(Profiles(tmp_path / "s.json"), journal, Settings(path=tmp_path / "t.json"), secrets=store)
    assert made.secrets is store and made.credentials is made.credentials


@pytest.mark.parametrize(
    ("do", "listed", "selected"),
    [
        (lambda servers: servers.select("a"), 0, ["a"]),
        (lambda servers: servers.select("b"), 0, []),  # it is that one already
        (lambda servers: servers.select("unknown"), 0, [""]),
        (lambda servers: servers.add(_profile("c")), 1, []),
        (lambda servers: servers.arrange(["b", "a"]), 1, []),
        (lambda servers: servers.put_in_group(["a", "gone"], "Work"), 1, []),
        (lambda servers: servers.change("a", replace(_profile("a"), group="x")), 1, ["b"]),
        (lambda servers: servers.change("b", _profile("z")), 1, ["z"]),
        (lambda servers: servers.remove("a"), 1, []),
        (lambda servers: servers.remove("b"), 1, ["a"]),
    ],
)
def test_what_changes_is_told(
    do: Callable[[Servers], object], listed: int, selected: list[str], servers: Servers
) -> None:
    servers.add_all([_profile("a"), _profile("b")])
    servers.select("b")
    lists: list[None] = []
    chosen: list[str] = []
    servers.listed.connect(lambda: lists.append(None))
    servers.selected.connect(chosen.append)
    do(servers)
    assert (len(lists), chosen) == (listed, selected)


def test_the_last_one_that_is_removed_leaves_none_selected(servers: Servers) -> None:
    servers.add(_profile("a"))
    servers.select("a")
    chosen: list[str] = []
    servers.selected.connect(chosen.append)
    servers.remove("a")
    assert chosen == [""] and servers.names() == [] and servers.client("a") is None


def test_a_change_of_one_that_is_gone_adds_it_and_a_taken_name_gets_a_number(servers: Servers) -> None:
    servers.add_all([_profile("a"), _profile("b")], saved=False)
    assert servers.change("a", _profile("b")) == "b 2"
    assert servers.change("gone", _profile("c")) == "c"
    assert servers.names() == ["b 2", "b", "c"]
    assert [servers.get(name).saved for name in servers.names()] == [False, False, True]  # type: ignore[union-attr]
    assert servers.add(_profile("")) == "server"


def test_a_server_that_is_not_saved_stays_so_when_it_is_changed(servers: Servers, tmp_path: Path) -> None:
    servers.add(_profile("a"), saved=False)
    servers.change("a", replace(_profile("a"), roots=("/x",)))
    servers.put_in_group(["a"], "Work")
    server = servers.get("a")
    assert server is not None and server.inbox.own_roots == ("/x",) and server.profile.group == "Work"
    assert not (tmp_path / "servers.json").exists() or "Work" not in (tmp_path / "servers.json").read_text()


def test_a_client_is_made_once_and_is_another_one_after_a_change(servers: Servers) -> None:
    servers.add(_profile("a"))
    first = servers.client("a")
    assert first is not None and servers.client("a") is first and first.state == "new"
    servers.put_in_group(["a"], "Work")
    assert servers.client("a") is first and first.profile.group == "Work", "that is no reason for another"
    servers.change("a", _profile("a"))
    assert servers.client("a") is not first


# -- connections -------------------------------------------------------------------------------------------

_SERVER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    result = {"tools": [{"name": "say", "inputSchema": {"type": "object"}}]}
    if asked["method"] == "initialize":
        result = {"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "s", "version": "1"}}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""
Story = Callable[[Servers, Until], Awaitable[None]]


@pytest.fixture
def live(servers: Servers, arun: Runner, until: Until) -> Callable[[Story], None]:
    """Runs a story with a server `a` that answers and `bad` that cannot be started."""

    def run(story: Story) -> None:
        async def main() -> None:
            servers.add_all([
                Profile("a", StdioTarget(sys.executable, ("-c", _SERVER)), era="legacy"),
                Profile("bad", StdioTarget("no-such-command-of-ours")),
            ])  # fmt: skip
            try:
                await story(servers, until)
            finally:
                await servers.close_all()
                await until(lambda: not under_way([servers]))

        arun(main())

    return run


def _state(servers: Servers, name: str) -> str:
    server = servers.get(name)
    assert server is not None
    return server.state


def test_what_looks_at_every_server_is_told_once_of_many(live: Callable[[Story], None]) -> None:
    async def story(servers: Servers, until: Until) -> None:
        told: list[str] = []
        servers.touched.connect(told.append)
        servers.changed.connect(lambda: told.append("all"))
        for name in servers.names():
            server = servers.get(name)
            assert server is not None
            servers._mark(server)
        await until(lambda: "all" in told)
        assert sorted(told) == ["a", "all", "bad"] and told[-1] == "all"

    live(story)


def test_connecting_lists_what_is_offered_and_is_remembered(live: Callable[[Story], None]) -> None:
    async def story(servers: Servers, until: Until) -> None:
        touched: list[str] = []
        servers.touched.connect(touched.append)
        await servers.connected("a")
        client = servers.client("a")
        assert client is not None and _state(servers, "a") == "connected"
        assert [tool["name"] for tool in client.catalog.tools] == ["say"]
        assert servers.used_at("a") > 0 and servers.used_at("bad") == servers.used_at("gone") == 0.0
        await until(lambda: "a" in touched)
        second = servers.second("a")
        await servers.connected(second)
        assert servers.used_at(second) == servers.used_at("a")
        await servers.connected("gone")
        before = touched.count("a")
        servers.connect_server("a")
        await until(lambda: not under_way([servers]))
        assert servers.client("a") is client and client.state == "connected" and touched.count("a") == before

    live(story)


def test_a_failure_is_for_the_workspace_to_explain(live: Callable[[Story], None]) -> None:
    async def story(servers: Servers, until: Until) -> None:
        touched: list[str] = []
        servers.touched.connect(touched.append)
        await servers.connected("bad")
        client = servers.client("bad")
        assert client is not None and client.failure is not None and _state(servers, "bad") != "connected"
        assert servers.used_at("bad") == 0.0
        await until(lambda: "bad" in touched)

    live(story)


def test_a_restart_makes_a_new_connection_of_the_same_client(live: Callable[[Story], None]) -> None:
    async def story(servers: Servers, until: Until) -> None:
        await servers.connected("a")
        client = servers.client("a")
        assert client is not None
        begun = len(servers._journal.sessions())
        servers.restart("a")
        servers.restart("gone")
        await until(lambda: len(servers._journal.sessions()) == begun + 1 and client.state == "connected")
        assert servers.client("a") is client
        await until(lambda: not under_way([servers]))

    live(story)


def test_what_was_edited_while_it_was_connected_is_another_client_at_the_next_start(
    live: Callable[[Story], None],
) -> None:
    async def story(servers: Servers, until: Until) -> None:
        await servers.connected("a")
        client, server = servers.client("a"), servers.get("a")
        assert client is not None and server is not None
        servers.change("a", replace(server.profile, group="x"))
        assert servers.client("a") is client and client.state == "connected"
        servers.restart("a")
        await until(lambda: not under_way([servers]))
        assert servers.client("a") is client and client.profile.group == "x", "the same target"
        chosen: list[str] = []
        servers.select("a")
        servers.selected.connect(chosen.append)
        servers.change("a", replace(server.profile, target=replace(server.profile.target, cwd="/")))
        servers.restart("a")
        await until(lambda: not under_way([servers]))
        assert servers.client("a") is not client and client.state == "closed"
        assert _state(servers, "a") == "connected" and chosen == ["a", "a"]

    live(story)


def test_another_era_is_tried_and_kept(live: Callable[[Story], None]) -> None:
    async def story(servers: Servers, until: Until) -> None:
        servers.retry("a", era="2025-06-18")
        await until(lambda: _state(servers, "a") == "connected")
        server = servers.get("a")
        assert server is not None and (server.profile.era, server.profile.transport) == ("2025-06-18", "auto")
        await until(lambda: not under_way([servers]))

    live(story)


def test_a_connection_that_is_ended_is_told_and_its_server_stays(live: Callable[[Story], None]) -> None:
    async def story(servers: Servers, until: Until) -> None:
        parted: list[str] = []
        servers.parted.connect(parted.append)
        await servers.connected("a")
        servers.disconnect_server("a")
        assert parted == ["a"]
        await until(lambda: _state(servers, "a") == "closed" and not under_way([servers]))
        servers.disconnect_server("bad")
        assert not under_way([servers]), "it was never connected"
        await servers.connected("a")
        client = servers.client("a")
        servers.remove("a")
        await until(lambda: not under_way([servers]))
        assert client is not None and client.state == "closed" and servers.names() == ["bad"]

    live(story)


def test_all_connections_are_closed_at_once_those_that_are_being_made_too(
    live: Callable[[Story], None],
) -> None:
    async def story(servers: Servers, until: Until) -> None:
        second = servers.second("a")
        await servers.connected("a")
        servers.connect_server(second)
        await servers.close_all()
        assert _state(servers, "a") == "closed" and _state(servers, second) != "connected"
        assert _state(servers, "bad") == "new"
        await until(lambda: not under_way([servers]))

    live(story)
