"""Secrets are kept where the user wants them, and nowhere else."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import keyring.errors
import pytest

import inspector.core.storage.secrets
from inspector.core.storage.encrypted_file import EncryptedStore
from inspector.core.storage.keychain import KeychainStore, _is_system
from inspector.core.storage.secrets import MemoryStore, SecretStore, system_store
from inspector.errors import SecretsUnavailable, UsageError


class Backend:
    """A keychain as `keyring` shows it."""

    def __init__(self) -> None:
        self.entries: dict[str, str] = {}
        self.locked = False
        self.raises: type[Exception] = keyring.errors.KeyringLocked

    def get_password(self, service: str, name: str) -> str | None:
        if self.locked:
            raise self.raises("the collection is locked")
        return self.entries.get(name)

    def set_password(self, service: str, name: str, value: str) -> None:
        self.entries[name] = value

    def delete_password(self, service: str, name: str) -> None:
        del self.entries[name]


def opened(path: Path, passphrase: str = "open sesame") -> EncryptedStore:
    store = EncryptedStore(path)
    store.unlock(passphrase)
    return store


@pytest.fixture(params=["memory", "keychain", "keychain in parts", "encrypted"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> SecretStore:
    if request.param == "encrypted":
        return opened(tmp_path / "secrets")
    if request.param == "memory":
        return MemoryStore()
    return KeychainStore(Backend(), tmp_path / "keys", 3 if request.param.endswith("parts") else 0)


@pytest.mark.parametrize("secret", ["s3cret", "", "äöü€" * 5, "mcpdi-parts:7", "line\nline"])
def test_what_is_kept_comes_back_and_can_be_forgotten(store: SecretStore, secret: str) -> None:
    store.set("oauth/https://as.example/x", "another")
    store.set("server/a/token", "before, and longer than what follows")
    store.set("server/a/token", secret)
    assert store.get("server/a/token") == secret
    assert store.keys() == ["oauth/https://as.example/x", "server/a/token"]
    store.delete("server/a/token")
    store.delete("server/a/token")
    assert store.get("server/a/token") is None
    assert store.keys() == ["oauth/https://as.example/x"]


def test_long_secret_leaves_no_part_in_the_keychain(tmp_path: Path) -> None:
    backend = Backend()
    store = KeychainStore(backend, tmp_path / "keys", part_length=4)
    store.set("k", "0123456789")
    assert all(len(value) <= 4 for name, value in backend.entries.items() if name != "k")
    store.set("k", "01")
    assert backend.entries == {"k": "01"}
    store.delete("k")
    assert backend.entries == {}


def test_list_of_keys_beside_the_keychain_holds_no_secret(tmp_path: Path) -> None:
    store = KeychainStore(Backend(), tmp_path / "keys")
    store.set("server/a/token", "s3cret")
    assert json.loads((tmp_path / "keys").read_text()) == {"keys": ["server/a/token"]}


class BusError(Exception):
    """As the libraries below `keyring` raise: of no class that it knows."""


@pytest.mark.parametrize("raises", [keyring.errors.KeyringLocked, BusError])
def test_locked_keychain_says_what_to_do(tmp_path: Path, raises: type[Exception]) -> None:
    backend = Backend()
    backend.locked, backend.raises = True, raises
    with pytest.raises(SecretsUnavailable, match=r"the collection is locked.*unlock it"):
        KeychainStore(backend, tmp_path / "keys").get("k")


def test_what_a_locked_keychain_did_not_take_is_not_listed(tmp_path: Path) -> None:
    backend = Backend()
    store = KeychainStore(backend, tmp_path / "keys")
    backend.locked = True
    with pytest.raises(SecretsUnavailable):
        store.set("k", "v")
    assert store.keys() == []


@pytest.mark.parametrize(
    ("modules", "is_keychain"),
    [
        (["keyring.backends.macOS"], True),
        (["keyring.backends.Windows"], True),
        (["keyring.backends.SecretService", "keyring.backends.kwallet"], True),
        (["keyring.backends.fail"], False),
        (["keyring.backends.null"], False),
        (["keyrings.alt.file"], False),
        (["keyring.backends.SecretService", "keyrings.alt.file"], False),
        ([], False),
    ],
)
def test_only_what_the_system_guards_is_a_keychain(modules: list[str], is_keychain: bool) -> None:
    backends = [type("Keyring", (), {"__module__": module})() for module in modules]
    backend = backends[0] if len(backends) == 1 else SimpleNamespace(backends=iter(backends))
    assert _is_system(backend) is is_keychain


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of settings."""
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path))
    return tmp_path


def test_without_a_keychain_secrets_live_until_the_program_ends(folder: Path) -> None:
    store = system_store()
    store.set("k", "v")
    assert (store.kind, store.get("k"), store.keys()) == ("memory", "v", ["k"])
    assert list(folder.iterdir()) == []


def test_keychain_is_not_asked_for_what_was_never_put_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise AssertionError("the keychain was asked")

    monkeypatch.setattr(inspector.core.storage.secrets, "find_keychain", refuse)
    store = system_store()
    assert (store.get("k"), store.keys()) == (None, [])
    store.delete("k")
    with pytest.raises(AssertionError):
        store.set("k", "v")


def test_keychain_is_used_where_there_is_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backend = Backend()
    monkeypatch.setattr(inspector.core.storage.secrets, "find_keychain", lambda: KeychainStore(backend))
    system_store().set("k", "v")
    assert backend.entries == {"k": "v"}
    again = system_store()
    assert (again.keys(), again.get("k"), again.kind) == (["k"], "v", "keychain")
    again.delete("k")
    assert (backend.entries, system_store().keys()) == ({}, [])


def test_passphrase_is_asked_for_once_and_only_when_it_is_needed(folder: Path) -> None:
    asked: list[bool] = []

    def unlock(store: EncryptedStore) -> None:
        asked.append(store.is_new)
        store.unlock("open sesame")

    store = system_store("encrypted", unlock)
    assert (store.get("k"), store.keys(), store.kind, asked) == (None, [], "encrypted", [])
    store.set("k", "v")
    assert (store.get("k"), asked) == ("v", [True])
    assert (system_store("encrypted", unlock).get("k"), asked) == ("v", [True, False])


def test_encrypted_place_without_anybody_to_ask_says_so(folder: Path) -> None:
    with pytest.raises(SecretsUnavailable, match="no terminal to ask"):
        system_store("encrypted").set("k", "v")


def test_refused_store_takes_nothing_and_says_so() -> None:
    store = system_store("refused")
    with pytest.raises(SecretsUnavailable, match="Keep secrets"):
        store.set("k", "v")
    store.delete("k")
    assert (store.get("k"), store.keys(), store.kind) == (None, [], "refused")


def test_unknown_place_is_refused() -> None:
    with pytest.raises(UsageError, match="system, memory, encrypted, refused"):
        system_store("cloud")


def test_changes_from_many_threads_are_all_kept(store: SecretStore) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: store.set(f"k{number}", "v"), range(40)))
        list(pool.map(lambda number: store.delete(f"k{number}"), range(0, 40, 2)))
    assert len(store.keys()) == 20


# -- the encrypted file


def test_file_holds_neither_secret_nor_key_names_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "secrets"
    opened(path).set("server/bank/token", "s3cret")
    text = path.read_text()
    assert "s3cret" not in text
    assert "bank" not in text
    assert path.stat().st_mode & 0o077 == 0
    assert opened(path).get("server/bank/token") == "s3cret"


def test_wrong_passphrase_opens_nothing(tmp_path: Path) -> None:
    path = tmp_path / "secrets"
    assert EncryptedStore(path).is_new
    opened(path).set("k", "v")
    before = path.read_bytes()
    store = EncryptedStore(path)
    with pytest.raises(SecretsUnavailable, match="does not unlock"):
        store.unlock("open barley")
    assert store.locked
    with pytest.raises(SecretsUnavailable, match="is locked"):
        store.get("k")
    assert path.read_bytes() == before


def test_two_programs_keep_each_others_secrets(tmp_path: Path) -> None:
    one, two = opened(tmp_path / "secrets"), opened(tmp_path / "secrets")
    one.set("a", "1")
    two.set("b", "2")
    assert one.keys() == ["a", "b"]


def test_empty_passphrase_is_none(tmp_path: Path) -> None:
    with pytest.raises(SecretsUnavailable, match="empty"):
        EncryptedStore(tmp_path / "secrets").unlock("")


@pytest.mark.parametrize("change", [{"data": "gAAAAAB"}, {"salt": "!"}, {"salt": "AAAA"}, {"version": 2}])
def test_damaged_file_is_not_overwritten(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "secrets"
    opened(path).set("k", "v")
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    before = path.read_bytes()
    with pytest.raises(SecretsUnavailable):
        EncryptedStore(path).unlock("open sesame")
    assert path.read_bytes() == before
