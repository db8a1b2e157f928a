"""The list of servers: names, files, what happens to the selected one."""

from __future__ import annotations

import asyncio
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
from tests.conftest import Runner

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
