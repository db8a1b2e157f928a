"""The strip over the steps of a sign-in: what it says, and which buttons go on from there."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from inspector.core.auth.steps import OFFERED_NAME, FlowStep, Value
from inspector.errors import AuthorizationFailed, Explanation
from inspector.ui.auth.stage import Stage, asked_scopes
from tests.ui.parts import the

pytestmark = pytest.mark.gui
URL = "https://as.example:8443/authorize?state=s"


class Person:
    """At the window, for one server."""

    def __init__(self) -> None:
        self.phase = "idle"
        self.flow: Any = None
        self.failure: AuthorizationFailed | None = None
        self.trouble = ""
        self.pressed: list[tuple[str, ...]] = []

    def press(self, *what: str) -> None:
        self.pressed.append(what)

    def cancel(self) -> None:
        self.pressed.append(("(cancel)",))


def flow(*steps: FlowStep, status: int = 401, former: str | None = None, challenge: str = "") -> Any:
    token = None if former is None else SimpleNamespace(scope=former)
    given = SimpleNamespace(status=status, former=token, challenge=(challenge,))
    return SimpleNamespace(steps=list(steps), given=given, authorization_url=URL)


@pytest.fixture
def person() -> Person:
    return Person()


@pytest.fixture
def stage(qtbot: QtBot, person: Person) -> Stage:
    who: Any = person
    made = Stage(who)
    qtbot.addWidget(made)
    return made


def said(stage: Stage, person: Person, phase: str, shown: Any) -> str:
    person.phase, person.flow = phase, shown
    stage.refresh()
    return stage.text()


def buttons(stage: Stage) -> list[str]:
    found = stage.findChildren(QPushButton)
    return [one.objectName().removeprefix("auth_stage_") for one in found if not one.isHidden()]


def click(stage: Stage, key: str) -> None:
    the(stage, QPushButton, f"auth_stage_{key}").click()


@pytest.mark.parametrize(
    ("phase", "offered"),
    [
        ("asked", ["all", "stop"]),
        ("choice", ["go_on", "end"]),
        ("ready", ["browser", "copy", "end"]),
        ("browser", ["copy", "cancel"]),
        ("working", ["cancel"]),
        ("stopped", ["rest", "end"]),
        ("failed", ["repeat", "edit", "end"]),
    ],
)
def test_each_phase_offers_its_buttons_and_no_others(
    stage: Stage, person: Person, phase: str, offered: list[str]
) -> None:
    person.failure = AuthorizationFailed(Explanation("It failed."), "token")
    said(stage, person, phase, flow(FlowStep("token", "Get a token")))
    assert not stage.isHidden() and buttons(stage) == offered


def test_with_nothing_to_say_the_strip_is_not_there(stage: Stage, person: Person) -> None:
    stage.refresh()
    assert stage.isHidden()
    person.trouble = "No browser."
    assert said(stage, person, "idle", None) == "No browser."
    assert not stage.isHidden() and buttons(stage) == [] and stage._role == "warning"
    assert said(stage, person, "ready", flow()).startswith("No browser. Nothing is open yet")
    person.trouble = ""
    said(stage, person, "idle", None)
    assert stage.isHidden()


@pytest.mark.parametrize(
    ("phase", "role"),
    [("asked", "pending"), ("failed", "error"), ("working", "pending"), ("idle", "warning")],
)
def test_only_a_failure_is_shown_as_one(stage: Stage, person: Person, phase: str, role: str) -> None:
    person.trouble = "something"
    said(stage, person, phase, flow())
    assert stage._role == role


def test_who_is_asked_reads_why(stage: Stage, person: Person) -> None:
    assert said(stage, person, "asked", flow()) == "The server requires sign-in (401). Sign in?"
    again = said(stage, person, "asked", flow(former="user"))
    assert again == "The server no longer accepts the token (401). Sign in again?"


def test_a_403_says_which_scopes_are_new(stage: Stage, person: Person) -> None:
    more = flow(status=403, former="user", challenge='Bearer scope="user admin"')
    assert asked_scopes(more) == (["admin"], ["user"])
    words = said(stage, person, "asked", more)
    assert words.endswith("New: admin. Granted: user.")
    unsaid = said(stage, person, "asked", flow(status=403))
    assert unsaid.endswith("New: (not given). Granted: (none).")


def test_the_choice_says_among_how_many(stage: Stage, person: Person) -> None:
    offered = tuple(Value(OFFERED_NAME, f"https://{name}.example") for name in "abc")
    words = said(
        stage, person, "choice", flow(FlowStep("resource", "r", values=offered), FlowStep("pkce", "p"))
    )
    assert "names 3 authorization servers" in words


def test_the_page_is_named_by_its_host_before_and_while_it_is_open(stage: Stage, person: Person) -> None:
    assert said(stage, person, "ready", flow()).endswith("opens this request at as.example:8443.")
    assert "response from as.example:8443 in your browser" in said(stage, person, "browser", flow())


def test_a_failure_names_its_step_and_what_to_do_next(stage: Stage, person: Person) -> None:
    person.failure = AuthorizationFailed(Explanation("x", next_step="Try later."), "token")
    steps = (FlowStep("pkce", "Check PKCE"), FlowStep("token", "Get a token"))
    assert said(stage, person, "failed", flow(*steps)) == "Stopped at “Get a token”. Try later."
    person.failure = None
    assert said(stage, person, "failed", flow(*steps)) == "" and stage.isHidden()


def test_step_by_step_the_next_is_named_and_at_work_the_one_that_runs(stage: Stage, person: Person) -> None:
    done, later = FlowStep("pkce", "Check PKCE", state="ok"), FlowStep("token", "Get a token")
    assert said(stage, person, "stopped", flow(done, later)) == "Step by step. Next: “Get a token”."
    assert said(stage, person, "working", flow(done, later)) == "Running…"
    running = FlowStep("token", "Get a token", state="running")
    assert said(stage, person, "working", flow(done, running)) == "Running: “Get a token”…"


def test_a_button_presses_what_it_says(stage: Stage, person: Person) -> None:
    person.flow = flow()
    person.failure = AuthorizationFailed(Explanation("It failed."), "token")
    for key in ("all", "go_on", "rest", "browser", "repeat", "stop", "end", "cancel"):
        click(stage, key)
    assert person.pressed == [
        *(
            ("all",),
            ("all",),
            ("all",),
            ("browser",),
            ("repeat", "token"),
            ("stop",),
            ("stop",),
            ("(cancel)",),
        ),
    ]


def test_without_a_failure_there_is_nothing_to_repeat(stage: Stage, person: Person) -> None:
    click(stage, "repeat")
    assert person.pressed == []


def test_the_settings_are_asked_for(stage: Stage, person: Person) -> None:
    wanted = QSignalSpy(stage.edit_wanted)
    click(stage, "edit")
    assert (wanted.count(), person.pressed) == (1, [])


def test_a_copied_address_is_waited_for_as_if_it_were_open(stage: Stage, person: Person) -> None:
    QGuiApplication.clipboard().setText("before")
    click(stage, "copy")
    assert QGuiApplication.clipboard().text() == "before" and person.pressed == []
    person.flow = flow()
    click(stage, "copy")
    assert QGuiApplication.clipboard().text() == URL and person.pressed == [("address",)]


def test_what_is_said_already_is_not_said_again(stage: Stage, person: Person) -> None:
    said(stage, person, "ready", flow())
    stage.set_text("read aloud once")
    stage.refresh()
    assert stage.text() == "read aloud once"
    assert said(stage, person, "browser", flow()).startswith("Waiting for the response")
