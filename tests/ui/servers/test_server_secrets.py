"""Secrets and tokens go with their server, and only with it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.servers.profiles import Profile
from inspector.core.storage.secrets import MemoryStore
from inspector.errors import SecretsUnavailable
from inspector.transport import StdioTarget
from inspector.ui.servers.server_secrets import forget_secrets, forget_sign_in, move_sign_in


def profile(name: str, *keys: str) -> Profile:
    env = {f"V{place}": f"${{secret:{key}}}" for place, key in enumerate(keys)}
    return Profile(name, StdioTarget("true", env=env))


class Keeper:
    """Servers that are left, and the secrets."""

    def __init__(self, folder: Path, secrets: Any, *left: Profile) -> None:
        self.file, self.secrets, self._left = folder / "servers.json", secrets, left

    def names(self) -> list[str]:
        return [*(one.name for one in self._left), "just went"]

    def get(self, name: str) -> Any:
        found = [one for one in self._left if one.name == name]
        return SimpleNamespace(profile=found[0]) if found else None


def test_secrets_go_with_their_server_but_those_that_another_needs_stay(tmp_path: Path) -> None:
    store = MemoryStore()
    for key in ("mine", "both", "other"):
        store.set(key, "s")
    keeper = Keeper(tmp_path, store, profile("b", "both"))
    asyncio.run(forget_secrets(keeper, profile("a", "mine", "both")))
    assert sorted(store.keys()) == ["both", "other"]


class Closed:
    """A place for secrets that a user did not open."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []

    def delete(self, key: str) -> None:
        self.asked.append((key,))
        raise SecretsUnavailable("closed")

    async def forget_server(self, *what: object) -> None:
        self.asked.append(what)
        raise SecretsUnavailable("closed")

    async def renamed(self, *what: object) -> None:
        self.asked.append(what)
        raise SecretsUnavailable("closed")


def test_a_place_that_is_not_open_is_no_mistake(tmp_path: Path) -> None:
    closed: Any = Closed()
    asyncio.run(forget_secrets(Keeper(tmp_path, closed), profile("a", "mine")))
    asyncio.run(forget_sign_in(closed, "https://a", "a"))
    asyncio.run(move_sign_in(closed, "https://a", "a", "b"))
    assert closed.asked == [("mine",), ("https://a", "a"), ("https://a", "a", "b")]


def test_the_list_is_written_before_the_secrets_that_it_named_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore()
    store.set("mine", "s")
    seen: list[tuple[Path, list[str]]] = []

    async def written(file: Path) -> None:
        seen.append((file, list(store.keys())))

    monkeypatch.setattr("inspector.ui.servers.server_secrets.saving.written", written)
    asyncio.run(forget_secrets(Keeper(tmp_path, store), profile("a", "mine")))
    assert seen == [(tmp_path / "servers.json", ["mine"])] and list(store.keys()) == []
