"""The lists of a server: which are fetched when it connects, and which again when it says they changed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from inspector.errors import UsageError
from inspector.ui.loop.tasks import under_way
from inspector.ui.servers.relisting import Relisting
from tests.conftest import Runner, Until

pytestmark = pytest.mark.gui


class Client:
    """Writes down what is fetched."""

    def __init__(self, *capabilities: str) -> None:
        self.name, self.state = "c", "connected"
        self.info: Any = SimpleNamespace(capabilities=dict.fromkeys(capabilities))
        self.catalog = SimpleNamespace(stale=set(), changes={})
        self.fetched: list[str] = []
        self.fails = ""

    async def list_all(self, kind: str) -> None:
        self.fetched.append(kind)
        if kind == self.fails:
            raise UsageError("it does not list that")

    async def list_page(self, kind: str) -> None:
        self.fetched.append(f"a page of {kind}")

    def changes(self, *kinds: str) -> None:
        self.catalog.stale |= set(kinds)
        for kind in kinds:
            self.catalog.changes[kind] = self.catalog.changes.get(kind, 0) + 1


class Bench:
    """With settings to change."""

    def __init__(self) -> None:
        self.owner = QObject()
        self.settings: Any = SimpleNamespace(refetch_lists=True, page_by_page=False)
        self.relisting = Relisting(self.settings, self.owner)

    async def looked(self, client: Client, until: Until) -> list[str]:
        client.fetched.clear()
        who: Any = client
        self.relisting.look(who)
        self.relisting.look(who)  # the same word of the server, heard twice
        await until(lambda: not under_way([self.owner]))
        return sorted(client.fetched)


@pytest.fixture
def bench(qapp: QApplication) -> Bench:
    return Bench()


def test_every_list_that_a_server_has_is_fetched_one_after_the_other(bench: Bench, arun: Runner) -> None:
    async def fetched(client: Any) -> list[str]:
        await bench.relisting.list_offered(client)
        return client.fetched  # type: ignore[no-any-return]

    every = Client("tools", "resources", "prompts", "logging")
    every.fails = "tools"  # which stops none of the others
    assert arun(fetched(every)) == ["tools", "resources", "templates", "prompts"]
    assert arun(fetched(Client("prompts"))) == ["prompts"]
    unknown = Client("tools")
    unknown.info = None
    assert arun(fetched(unknown)) == []
    bench.settings.page_by_page = True
    assert arun(fetched(Client("tools"))) == ["a page of tools"]


def test_a_changed_list_is_fetched_once_for_each_word_of_the_server(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        client = Client("tools", "prompts")
        assert await bench.looked(client, until) == []
        client.changes("tools", "roots")
        assert await bench.looked(client, until) == ["tools"]
        assert await bench.looked(client, until) == []  # it stays stale: it failed, or was stopped
        client.changes("tools", "prompts")
        assert await bench.looked(client, until) == ["prompts", "tools"]
        other = Client("tools")
        other.changes("tools")
        assert await bench.looked(other, until) == ["tools"]

    arun(main())


def test_a_person_may_want_to_fetch_them_and_a_closed_server_has_none(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        client = Client("tools")
        client.changes("tools")
        client.state = "closed"
        assert await bench.looked(client, until) == []
        client.state = "connected"
        bench.settings.refetch_lists = False
        assert await bench.looked(client, until) == []
        bench.settings.refetch_lists = True
        assert await bench.looked(client, until) == ["tools"]

    arun(main())
