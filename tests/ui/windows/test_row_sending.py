"""Rows of the timeline go back to their servers: again as they were, into the raw editor, into a form."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from inspector.core.servers.profiles import Profile
from inspector.errors import UsageError
from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.loop.tasks import under_way
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.view.menu import RowActions
from inspector.ui.windows import row_sending
from inspector.ui.windows.row_sending import LiveServers, RowSending
from tests.conftest import Runner, Until
from tests.ui.story import Story

pytestmark = pytest.mark.gui


class Bench:
    """A timeline with a server called demo, live as well."""

    def __init__(self, journal: Journal, qtbot: QtBot) -> None:
        self.host = QWidget()
        qtbot.addWidget(self.host)
        self.went: list[tuple[str, Any]] = []
        self.client: Any = SimpleNamespace(name="demo")
        self.known: dict[str, Any] = {"demo": object()}
        self.filled: list[tuple[str, str]] = []
        self.workspace: Any = SimpleNamespace(
            edit_raw=lambda raw: self.went.append(("raw", raw)), fill_in_tool=self._fill_in
        )
        servers: Any = SimpleNamespace(
            get=self.known.get,
            select=lambda name: self.went.append(("select", name)),
            client=lambda name: self.client if name in self.known else None,
        )
        self.selection = Selection()
        self.actions = RowActions(journal, self.host, lambda _most: [])
        self.sending = RowSending(journal, servers, self.selection, self.actions, lambda: self.workspace)
        self.said = QSignalSpy(self.actions.said)

    def _fill_in(self, name: str, arguments: str) -> bool:
        self.filled.append((name, arguments))
        return name == "echo"

    def told(self) -> list[tuple[str, str]]:
        return [(self.said.at(at)[0], self.said.at(at)[1]) for at in range(self.said.count())]


@pytest.fixture
def bench(journal: Journal, qtbot: QtBot) -> Bench:
    return Bench(journal, qtbot)


# -- again -----------------------------------------------------------------------------------------------


def test_messages_go_again_in_their_order_and_the_new_row_is_chosen(
    bench: Bench, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[Any, bytes]] = []

    async def again(client: Any, raw: bytes, on_start: Any) -> None:
        sent.append((client, raw))
        on_start(40 + len(sent))

    async def main() -> None:
        monkeypatch.setattr(row_sending, "send_again", again)
        one, two = story.call("one").number, story.call("two").number
        bench.actions.send_wanted.emit([two, one])
        await until(lambda: not under_way([bench.sending]))
        assert [json.loads(raw)["params"]["name"] for _, raw in sent] == ["two", "one"]
        assert sent[0][0] is bench.client and bench.selection.record == 42 and bench.told() == []

    arun(main())


def test_what_cannot_go_again_is_said_with_its_number(
    bench: Bench, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def again(_client: Any, _raw: bytes, _on_start: Any) -> None:
        raise UsageError("it is an answer")

    async def main() -> None:
        monkeypatch.setattr(row_sending, "send_again", again)
        number = story.call().number
        bench.sending.send([number])
        await until(lambda: bench.told())
        bench.sending.send([99])  # no such record
        await until(lambda: len(bench.told()) == 2)
        bench.known.clear()
        bench.sending.send([number])
        await until(lambda: len(bench.told()) == 3)
        assert bench.told() == [
            ("warning", f"#{number}: it is an answer"),
            ("warning", "The server of #99 is no longer in the list."),
            ("warning", f"The server of #{number} is no longer in the list."),
        ]

    arun(main())


# -- into an editor --------------------------------------------------------------------------------------


def test_a_message_goes_into_the_raw_editor_of_its_server(bench: Bench, story: Story) -> None:
    number = story.malformed(b"{oops", "no JSON")
    bench.actions.edit_wanted.emit(number)
    assert bench.went == [("select", "demo"), ("raw", b"{oops")]
    bench.went.clear()
    bench.sending.edit(99)
    assert bench.went == []
    bench.known.clear()  # its server is gone: into that of the selected one
    bench.sending.edit(number)
    assert bench.went == [("raw", b"{oops")]
    bench.workspace = None
    bench.sending.edit(number)


def test_the_arguments_of_a_call_go_into_the_form_of_its_tool(bench: Bench, story: Story) -> None:
    raw = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":\n 1.50}}}'
    bench.actions.form_wanted.emit(story.record("request", raw, method="tools/call", direction="out"))
    assert bench.filled == [("echo", '{"a":1.50}')]
    assert bench.went == [("select", "demo")] and bench.told() == []
    bench.sending.fill_form(story.ask(target="echo").number)
    assert bench.filled[1] == ("echo", "{}")


def test_a_tool_that_is_not_listed_any_more_is_said_and_the_message_edited(
    bench: Bench, story: Story
) -> None:
    number = story.ask(target="gone").number
    bench.sending.fill_form(number)
    assert [what for what, _ in bench.went] == ["select", "raw"]
    [(role, text)] = bench.told()
    assert role == "warning" and "gone" in text and "raw editor" in text


def test_what_is_no_call_is_edited_as_it_is(bench: Bench, story: Story) -> None:
    raw = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}'
    bench.sending.fill_form(story.record("request", raw))
    assert bench.went == [("select", "demo"), ("raw", raw)] and bench.filled == []
    bench.went.clear()
    bench.sending.fill_form(99)
    bench.workspace = None
    bench.sending.fill_form(1)
    assert bench.filled == []


# -- what is known of the servers ------------------------------------------------------------------------


def info(name: str) -> SessionInfo:
    return SessionInfo(1, name, "stdio", "recorded --here")


def test_live_servers_know_more_than_the_session() -> None:
    def server(profile: Profile, saved: bool, state: str) -> Any:
        return SimpleNamespace(profile=profile, saved=saved, state=state)

    far = HttpTarget("https://x.example", headers={"X-Key": "secret"})
    known = {
        "kept": server(Profile("kept", StdioTarget("tool")), True, "connected"),
        "shown": server(Profile("shown", StdioTarget("tool", ("-v",))), False, "failed"),
        "far": server(Profile("far", far), True, "connecting"),
    }
    servers: Any = SimpleNamespace(get=known.get)
    live = LiveServers(servers)
    assert live.reach(info("kept")) == ["--on", "kept"]
    assert live.reach(info("shown")) == ["--", "tool", "-v"]
    assert live.reach(info("gone")) == ["--", "recorded", "--here"]
    assert live.secrets(info("far")).headers == {"x-key": "secret"}
    assert live.secrets(info("kept")).headers == live.secrets(info("gone")).headers == {}
    assert live.closed(info("kept")) == ""
    assert [live.closed(info(name)) for name in ("far", "gone")] == [
        "far is not connected.",
        "gone is not connected.",
    ]


def test_from_now_on_rows_can_be_sent(bench: Bench) -> None:
    assert bench.actions.sends and isinstance(bench.actions.copies.servers, LiveServers)
