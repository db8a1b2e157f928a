"""Questions of a server for a page of Inputs, without a server."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from inspector.core.client.questions import ServerRequest
from inspector.core.storage.settings import Settings
from inspector.schema.check import Checker
from inspector.schema.problem import Problem
from inspector.ui.session.inbox import Inbox, Question
from inspector.ui.session.selection import Selection

__all__ = ["Asked", "Checking"]

P = TypeVar("P", bound=QWidget)


class Asked:
    """What a page gets from its panel, and what became of the questions."""

    def __init__(self, folder: Path, qtbot: QtBot, loop: asyncio.AbstractEventLoop, **settings: Any) -> None:
        self.loop = loop
        self._qtbot = qtbot
        self._shown: list[QWidget] = []  # a page without an owner goes away
        self.settings = Settings(path=folder / "settings.json", **settings)
        self.inbox = Inbox(self.settings)
        self.selection = Selection()
        self.validator = Checking()
        self.client = SimpleNamespace(name="demo", state="connected", session=None)
        self.context: Any = SimpleNamespace(
            client=self.client,
            inbox=self.inbox,
            selection=self.selection,
            settings=self.settings,
            validator=self.validator,
        )

    def question(self, method: str = "elicitation/create", **request: Any) -> Question:
        """One more question that waits. request: fields of ServerRequest."""
        fields = {"exchange": 7, "params": {}, **request}
        asked = ServerRequest("demo", method=method, **fields)
        question = Question(len(self.inbox.questions) + 1, asked, self.loop.create_future())
        self.inbox.questions.append(question)
        return question

    def show(self, page: P) -> P:
        """Put a page on the screen until the end of the test."""
        self._qtbot.addWidget(page)
        self._shown.append(page)
        page.resize(600, 400)
        page.show()
        return page

    @staticmethod
    def answer(question: Question) -> tuple[dict[str, Any] | None, str]:
        """What was sent, and what a user reads about it."""
        assert question.future.done()
        return question.future.result(), question.outcome


class Checking:
    """Checks here instead of in a process of its own."""

    def __init__(self) -> None:
        self._checker = Checker()
        self.hold: asyncio.Event | None = None

    async def check(
        self, schema: Any, text: str, *, assert_formats: bool = False, editing: bool = False
    ) -> list[Problem]:
        """As Validator.check. hold: what a check waits for."""
        if self.hold is not None:
            await self.hold.wait()
        return self._checker.check(json.dumps(schema).encode(), text, assert_formats)
