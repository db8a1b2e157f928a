"""The file that a passphrase opens: begun once, changed as a whole, and never lost by a failure."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from inspector.core.storage import encrypted_file
from inspector.core.storage.encrypted_file import EncryptedStore
from inspector.errors import SecretsUnavailable


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guess costs a tenth of a second otherwise."""
    monkeypatch.setitem(encrypted_file.SCRYPT, "n", 2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "secrets"


def opened(path: Path, passphrase: str = "open sesame") -> EncryptedStore:
    store = EncryptedStore(path)
    store.unlock(passphrase)
    return store


def test_it_lies_beside_the_settings_and_is_new_until_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path))
    store = EncryptedStore()
    assert (store.path, store.kind) == (tmp_path / "secrets.encrypted", "encrypted")
    assert (store.is_new, store.locked) == (True, True)
    store.unlock("open sesame")
    assert (store.is_new, store.locked, store.keys()) == (False, False, [])
    assert EncryptedStore().locked


def test_a_guess_is_costly_and_the_salt_another_each_time(tmp_path: Path) -> None:
    assert {**encrypted_file.SCRYPT, "n": 1 << 15} == {"length": 32, "n": 1 << 15, "r": 8, "p": 1}
    salts = set()
    for name in "ab":
        opened(tmp_path / name)
        stored = json.loads((tmp_path / name).read_text())
        assert (stored["version"], len(stored["salt"])) == (1, 24)
        salts.add(stored["salt"])
    assert len(salts) == 2


def test_keys_come_in_order_and_forgetting_what_is_not_there_writes_nothing(path: Path) -> None:
    store = opened(path)
    store.set("b", "2")
    store.set("a", "1")
    assert store.keys() == ["a", "b"]
    before = path.read_bytes()
    store.delete("c")
    assert path.read_bytes() == before
    store.delete("b")
    assert (opened(path).keys(), store.get("b")) == (["a"], None)


def test_a_file_that_is_taken_away_holds_nothing(path: Path) -> None:
    store = opened(path)
    store.set("a", "1")
    path.unlink()
    assert (store.get("a"), store.keys()) == (None, [])
    store.set("b", "2")
    assert opened(path).keys() == ["b"], "the key of before still opens it"


@pytest.mark.parametrize("same", [True, False])
def test_a_file_that_another_program_began_meanwhile_is_opened_and_not_replaced(
    path: Path, same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = os.urandom

    def meanwhile(count: int) -> bytes:
        monkeypatch.setattr(os, "urandom", random)
        opened(path, "open sesame" if same else "another").set("k", "v")
        return random(count)

    monkeypatch.setattr(os, "urandom", meanwhile)
    store = EncryptedStore(path)
    if same:
        store.unlock("open sesame")
        assert store.get("k") == "v"
    else:
        with pytest.raises(SecretsUnavailable, match="the passphrase does not unlock the secrets file"):
            store.unlock("open sesame")
        assert store.locked
    assert opened(path, "open sesame" if same else "another").get("k") == "v"


def test_a_full_disk_is_named_and_what_was_kept_stays(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = opened(path)
    store.set("a", "1")

    def full(*_given: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(encrypted_file, "write_object", full)
        for change in (lambda: store.set("b", "2"), lambda: store.delete("a")):
            with pytest.raises(SecretsUnavailable) as caught:
                change()
            assert str(caught.value) == f"cannot write {path}: No space left on device"
    assert store.keys() == ["a"]


def test_without_its_passphrase_nothing_is_read_or_written(path: Path) -> None:
    opened(path).set("a", "1")
    before = path.read_bytes()
    store = EncryptedStore(path)
    for ask in (lambda: store.get("a"), lambda: store.set("a", "2"), lambda: store.delete("a"), store.keys):
        with pytest.raises(SecretsUnavailable, match="secrets is locked; enter its passphrase"):
            ask()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 2}, "was written by a newer version of this program"),
        ({"salt": "AAAA"}, "the passphrase does not unlock the secrets file"),
        ({"salt": "!"}, "the passphrase does not unlock the secrets file"),
        ({"data": "gAAAAAB"}, "the passphrase does not unlock the secrets file"),
    ],
)
def test_a_file_that_does_not_open_says_why(path: Path, change: dict[str, object], said: str) -> None:
    opened(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    store = EncryptedStore(path)
    with pytest.raises(SecretsUnavailable, match=said):
        store.unlock("open sesame")
    assert store.locked
