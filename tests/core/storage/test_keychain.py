"""The system's keychain: which one is used, how long secrets are split, and what is listed of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import keyring
import keyring.errors
import pytest

from inspector.core.storage import keychain
from inspector.core.storage.keychain import KeychainStore, find_keychain, listed_keys
from inspector.errors import SecretsUnavailable


class Backend:
    """A keychain as `keyring` shows it, which keeps what was done to it."""

    def __init__(self, **entries: str) -> None:
        self.entries = dict(entries)
        self.done: list[str] = []
        self.full = False

    def get_password(self, service: str, name: str) -> str | None:
        assert service == "mcp-desktop-inspector"
        return self.entries.get(name)

    def set_password(self, service: str, name: str, value: str) -> None:
        assert service == "mcp-desktop-inspector"
        if self.full:
            raise keyring.errors.PasswordSetError
        self.done.append(f"set {name}")
        self.entries[name] = value

    def delete_password(self, service: str, name: str) -> None:
        assert service == "mcp-desktop-inspector"
        self.done.append(f"delete {name}")
        del self.entries[name]


class SystemBackend(Backend):
    """As if of the system."""


SystemBackend.__module__ = "keyring.backends.SecretService"


@pytest.mark.parametrize(
    "found",
    [keyring.errors.NoKeyringError(), keyring.errors.InitError(), RuntimeError(), ImportError(), ValueError(),
     Backend()],
)  # fmt: skip
def test_a_system_without_a_keychain_has_none(found: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def get_keyring() -> Backend:
        if isinstance(found, Exception):
            raise found
        assert isinstance(found, Backend)
        return found

    monkeypatch.setattr(keyring, "get_keyring", get_keyring)
    assert find_keychain() is None


def test_the_keychain_of_the_system_is_used_with_a_list_beside_the_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    backend = SystemBackend()
    monkeypatch.setattr(keyring, "get_keyring", lambda: backend)
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path))
    store = find_keychain()
    assert store is not None and store.kind == "keychain"
    assert listed_keys() == []
    store.set("b", "1")
    store.set("a", "2")
    assert (backend.entries, listed_keys()) == ({"b": "1", "a": "2"}, ["a", "b"])
    assert json.loads((tmp_path / "keychain.json").read_text()) == {"keys": ["a", "b"]}


@pytest.mark.parametrize(
    ("text", "keys"),
    [('{"keys": ["b", 5, "a", null]}', ["a", "b"]), ('{"keys": "ab"}', []), ("{}", []), ("[]", [])],
)
def test_a_list_that_somebody_edited_is_read_as_far_as_it_is_one(
    tmp_path: Path, text: str, keys: list[str]
) -> None:
    path = tmp_path / "keys.json"
    path.write_text(text)
    assert listed_keys(path) == keys
    assert KeychainStore(Backend(), path).keys() == keys


@pytest.mark.parametrize(
    ("value", "entries"),
    [
        ("", {"k": ""}),
        ("1234", {"k": "1234"}),
        ("12345", {"k": "mcpdi-parts:2", "k part 1": "1234", "k part 2": "5"}),
        ("12345678", {"k": "mcpdi-parts:2", "k part 1": "1234", "k part 2": "5678"}),
    ],
)
def test_a_secret_is_split_only_when_it_is_too_long(
    tmp_path: Path, value: str, entries: dict[str, str]
) -> None:
    backend = Backend()
    store = KeychainStore(backend, tmp_path / "keys", part_length=4)
    store.set("k", value)
    assert (backend.entries, store.get("k")) == (entries, value)


def test_without_a_limit_only_what_looks_like_parts_is_split(tmp_path: Path) -> None:
    backend = Backend()
    store = KeychainStore(backend, tmp_path / "keys", part_length=0)
    store.set("long", "x" * 5000)
    store.set("odd", "mcpdi-parts:2")
    assert backend.entries == {
        "long": "x" * 5000, "odd": "mcpdi-parts:1", "odd part 1": "mcpdi-parts:2",
    }  # fmt: skip
    assert store.get("odd") == "mcpdi-parts:2"


def test_the_parts_are_written_before_what_names_them(tmp_path: Path) -> None:
    backend = Backend()
    KeychainStore(backend, tmp_path / "keys", part_length=1).set("k", "ab")
    assert backend.done == ["set k part 1", "set k part 2", "set k"]


def test_a_secret_that_lacks_a_part_is_none_and_can_be_forgotten(tmp_path: Path) -> None:
    backend = Backend(k="mcpdi-parts:2", **{"k part 2": "b", "k part 3": "of another"})
    store = KeychainStore(backend, tmp_path / "keys")
    assert store.get("k") is None
    store.delete("k")
    assert backend.entries == {"k part 3": "of another"}


def test_a_count_of_parts_that_is_none_or_beyond_measure_asks_for_few(tmp_path: Path) -> None:
    backend = Backend(k="mcpdi-parts:many", huge="mcpdi-parts:99999999", **{"huge part 1000": "x"})
    store = KeychainStore(backend, tmp_path / "keys")
    assert store.get("k") == ""
    assert store.get("huge") is None
    store.delete("huge")
    assert list(backend.entries) == ["k"]
    assert store.get("nothing") is None


def test_a_key_is_listed_before_its_secret_is_written(tmp_path: Path) -> None:
    backend = Backend()
    store = KeychainStore(backend, tmp_path / "keys")
    backend.full = True
    with pytest.raises(SecretsUnavailable, match="cannot be used \\(PasswordSetError\\); unlock it"):
        store.set("k", "v")
    assert store.keys() == ["k"], "it may be there in part, and has to be found again"


def test_the_list_is_written_only_when_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = KeychainStore(Backend(), tmp_path / "keys")
    store.set("k", "v")
    monkeypatch.setattr(keychain, "write_object", lambda *_: pytest.fail("nothing changed"))
    store.set("k", "w")
    store.delete("other")
    assert store.get("k") == "w"
