"""The table of tabs: which a server gets, what stands behind each title, and what every panel can do."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from inspector.core.client.catalog import UNFINISHED
from inspector.ui.panels import PANELS, Panel, PanelContext, PanelSpec
from inspector.ui.widgets.controls import column

pytestmark = pytest.mark.gui

SPECS = {spec.key: spec for spec in PANELS}
KINDS = ("tools", "resources", "templates", "prompts")


class _Server:
    """A server that was never connected and has nothing; a test gives it what it is about."""

    def __init__(self) -> None:
        self.ends: dict[str, str] = {}
        catalog = SimpleNamespace(**{kind: [] for kind in KINDS}, end=lambda kind: self.ends.get(kind, ""))
        self.client = SimpleNamespace(
            info=None,
            state="new",
            session=None,
            catalog=catalog,
            profile=SimpleNamespace(target=SimpleNamespace()),
            authorizer=SimpleNamespace(interaction=None),
            tasks=SimpleNamespace(form=None, entries={}),
            logs=SimpleNamespace(offered=False),
            subscriptions=SimpleNamespace(offers_resources=False, offered=tuple, all=[]),
        )
        self.inbox = SimpleNamespace(questions=[], waiting=0)
        self.findings: dict[str, int] = {}
        self.journal = SimpleNamespace(finding_count=lambda: self.findings)

    @property
    def context(self) -> PanelContext:
        made: Any = SimpleNamespace(client=self.client, inbox=self.inbox, journal=self.journal)
        return made  # type: ignore[no-any-return]

    def connect(self, *capabilities: str) -> None:
        self.client.info = SimpleNamespace(capabilities={key: {} for key in capabilities})
        self.client.state = "connected"

    def tabs(self) -> list[str]:
        return [spec.key for spec in PANELS if spec.wants(self.context)]

    def count(self, key: str) -> int:
        return SPECS[key].count(self.context)


@pytest.fixture
def server() -> _Server:
    return _Server()


def test_a_server_that_was_never_connected_has_only_its_own_tab(server: _Server) -> None:
    assert server.tabs() == ["server"]
    assert {spec.key: spec.count(server.context) for spec in PANELS} == dict.fromkeys(SPECS, 0)


def test_once_connected_it_can_be_asked_anything(server: _Server) -> None:
    server.connect()
    assert server.tabs() == ["raw", "server", "check", "findings", "inputs"]


def test_after_a_connection_failed_its_findings_are_there(server: _Server) -> None:
    server.client.state = "failed"
    assert server.tabs() == ["server", "findings"]


@pytest.mark.parametrize("key", ["tools", "resources", "prompts"])
def test_what_is_declared_has_a_tab_although_nothing_is_listed(server: _Server, key: str) -> None:
    server.connect(key)
    assert key in server.tabs() and server.count(key) == 0
    server.connect("something")
    assert key not in server.tabs()


@pytest.mark.parametrize(
    ("kind", "key"),
    [("tools", "tools"), ("resources", "resources"), ("templates", "resources"), ("prompts", "prompts")],
)
def test_what_is_listed_undeclared_has_a_tab_and_is_counted(server: _Server, kind: str, key: str) -> None:
    getattr(server.client.catalog, kind).extend([{}, {}])
    assert server.tabs() == [key, "server"] and server.count(key) == 2


def test_resources_and_templates_are_counted_together(server: _Server) -> None:
    server.client.catalog.resources.extend([{}, {}])
    server.client.catalog.templates.extend([{}])
    assert server.count("resources") == 3


@pytest.mark.parametrize(
    ("kind", "key"),
    [("tools", "tools"), ("resources", "resources"), ("templates", "resources"), ("prompts", "prompts")],
)
def test_a_list_that_was_not_fetched_to_its_end_is_said_to_have_more(
    server: _Server, kind: str, key: str
) -> None:
    for end in UNFINISHED:
        server.ends = {kind: end}
        assert [spec.key for spec in PANELS if spec.more(server.context)] == [key]
    server.ends = dict.fromkeys(KINDS, "complete")
    assert not any(spec.more(server.context) for spec in PANELS)


def test_tasks_have_a_tab_where_they_can_be_or_were(server: _Server) -> None:
    server.client.tasks.form = "task"
    assert "tasks" in server.tabs()
    server.client.tasks.form = None
    server.client.tasks.entries["a"] = SimpleNamespace(settled=True, ended=False)
    assert "tasks" in server.tabs()


def test_only_tasks_that_go_on_are_counted(server: _Server) -> None:
    for key, settled, ended in (("a", False, False), ("b", True, False), ("c", False, True)):
        server.client.tasks.entries[key] = SimpleNamespace(settled=settled, ended=ended)
    assert server.count("tasks") == 1


@pytest.mark.parametrize("name", ["resources", "lists", "there"])
def test_subscriptions_have_a_tab_where_there_is_something_to_hear(server: _Server, name: str) -> None:
    given: dict[str, Any] = {"offers_resources": False, "offered": tuple, "all": []}
    given |= {
        "resources": {"offers_resources": True},
        "lists": {"offered": lambda: ("tools",)},
        "there": {"all": [SimpleNamespace(live=False)]},
    }[name]
    server.client.subscriptions = SimpleNamespace(**given)
    assert "subscriptions" in server.tabs()


def test_only_subscriptions_that_go_on_are_counted(server: _Server) -> None:
    server.client.subscriptions.all = [SimpleNamespace(live=live) for live in (True, False, True)]
    assert server.count("subscriptions") == 2


def test_questions_have_a_tab_even_after_the_connection_failed(server: _Server) -> None:
    server.inbox.questions.append(object())
    assert "inputs" in server.tabs()
    server.inbox.waiting = 3
    assert server.count("inputs") == 3


def test_authorization_is_for_servers_with_an_address(server: _Server) -> None:
    assert "authorization" not in server.tabs() and server.count("authorization") == 0
    server.client.profile.target.url = "https://example.com"
    assert "authorization" in server.tabs()
    server.client.authorizer.interaction = SimpleNamespace(waits=True)
    assert server.count("authorization") == 1
    server.client.authorizer.interaction = SimpleNamespace(waits=False)
    assert server.count("authorization") == 0


def test_the_console_is_for_processes_that_were_started_and_for_logs(server: _Server) -> None:
    server.client.profile.target.command = "server"
    assert "console" not in server.tabs()
    server.client.state = "failed"
    assert "console" in server.tabs()
    del server.client.profile.target.command
    assert "console" not in server.tabs()
    server.client.logs.offered = True
    assert "console" in server.tabs()
    server.client.session = SimpleNamespace(stderr_lines=12)
    assert server.count("console") == 12


def test_findings_of_all_severities_are_counted(server: _Server) -> None:
    server.findings = {"error": 2, "warning": 3}
    assert server.count("findings") == 5


def test_only_what_waits_for_a_person_asks_for_attention() -> None:
    assert [spec.key for spec in PANELS if spec.alert] == ["authorization", "inputs"]


def test_a_panel_is_imported_and_made_by_its_place(server: _Server, qtbot: QtBot) -> None:
    making = PanelSpec("own", "Own", "", "inputs.inputs:Panel").build(server.context)
    with pytest.raises(StopIteration) as end:
        next(making)
    made = end.value.value
    qtbot.addWidget(made)
    assert type(made) is Panel and made.context.inbox is server.inbox


def test_a_panel_without_more_takes_the_keyboard_itself(server: _Server, qtbot: QtBot) -> None:
    panel = Panel(server.context)
    qtbot.addWidget(panel)
    line = QLineEdit()
    panel.setLayout(column(line))
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    for focus in (panel.focus_main, panel.focus_filter):
        line.setFocus()
        focus()
        qtbot.waitUntil(panel.hasFocus)


def test_what_a_person_has_in_a_panel_goes_into_the_next_one(server: _Server, qtbot: QtBot) -> None:
    panels = []
    for _ in range(2):
        panel = Panel(server.context)
        line = QLineEdit()
        line.setObjectName("line")
        panel.setLayout(column(line))
        qtbot.addWidget(panel)
        panels.append((panel, line))
    (first, typed), (second, empty) = panels
    typed.setText("half typed")
    second.resume(first.memory())
    assert empty.text() == "half typed"
