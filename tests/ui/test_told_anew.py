"""What was told in one language is told in the next one: a failure, the steps of a sign-in, a note."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from inspector.ui.auth.sign_in import offered
from inspector.ui.panels.authorization import AuthorizationPanel
from inspector.ui.widgets.failure_view import FailureView
from tests.conftest import Runner
from tests.ui.live import Live, live
from tests.ui.panels.test_authorization import Browser, at_server, browser, panel_of, signed_in
from tests.ui.pseudo import outside
from tests.ui.windows.test_language_switch import brackets, switch

__all__ = ["brackets", "browser"]
pytestmark = pytest.mark.gui


async def failure_texts(it: Live) -> list[str]:
    """What the explanation of a failure says, without the names of its parts."""
    view = await it.find(QWidget, "failure")
    assert isinstance(view, FailureView)
    return [label.text() for label in view.findChildren(QLabel) if not label.property("role")]


def recorded(it: Live) -> str:
    journal = it.program.journal
    journal.sync()
    return repr([journal.records(1, journal.last), journal.sessions()])


def notes(it: Live) -> list[str]:
    """As the timeline shows them."""
    model = it.window.timeline.view.model()
    cells = [
        model.index(row, column) for row in range(model.rowCount()) for column in range(model.columnCount())
    ]
    return [str(index.data()) for index in cells if index.data()]


def titles(panel: AuthorizationPanel) -> list[str]:
    root = panel.steps.invisibleRootItem()
    return [root.child(place).text(1) for place in range(root.childCount())]


def test_a_failure_is_told_in_the_language_that_is_chosen(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("broken", "no-such-command-here")
            assert any("'no-such-command-here' was not found." in text for text in await failure_texts(it))
            await it.until(lambda: any("was not found" in text for text in notes(it)), "the note")
            await switch(it)
            there = await failure_texts(it)
            assert any("⟦The command ⟧'no-such-command-here'⟦ was not found." in text for text in there)
            assert not any("was not found" in outside(text) for text in [*there, *notes(it)])
            await it.click("action_retry")
            await it.until(lambda: len(it.program.journal.sessions()) == 2, "a second attempt")
            await failure_texts(it)
            assert "⟦" not in recorded(it)
            await switch(it, "en")
            assert not any("⟦" in text for text in await failure_texts(it))

    arun(main())


def test_the_steps_of_a_sign_in_are_told_in_the_language_that_is_chosen(
    arun: Runner, tmp_path: Path, browser: Browser
) -> None:
    async def main() -> None:
        async with at_server(tmp_path) as (it, _server, client):
            old = await signed_in(it, client)
            told = titles(old)
            flow = client.authorizer.flow
            assert flow is not None
            before = [choice for step in flow.steps for choice in offered(step)]
            await switch(it)
            panel = panel_of(it)
            await it.until(lambda: len(titles(panel)) == len(told), "the steps")
            assert not [title for title in titles(panel) if "⟦" not in title]
            verdicts = [label.text() for label in panel.findChildren(QLabel, "auth_verdict")]
            assert verdicts and not [text for text in verdicts if "." in outside(text)]
            assert [choice for step in flow.steps for choice in offered(step)] == before
            assert "⟦" not in recorded(it)

    arun(main())
