"""Questions a server asks (elicitation, sampling, roots) until a person has answered them.

`Inbox.answer` is the `Answerer` of a client: it waits for a person, never for a timer. Nothing here opens
a window or takes the focus.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from inspector.core.settings import Settings

__all__ = ["Inbox", "Question", "root_of"]

_KEPT_ANSWERED = 50


@dataclass(slots=True, eq=False)
class Question:
    """One question and what became of it. outcome: "" while open, else what was answered, in a word."""

    number: int
    method: str
    params: dict[str, Any]
    exchange: int
    future: asyncio.Future[dict[str, Any] | None] = field(repr=False)
    outcome: str = ""

    @property
    def open(self) -> bool:
        """Whether the server still waits."""
        return not self.outcome


class Inbox(QObject):
    """The questions of one server, oldest first."""

    changed = Signal()
    asked = Signal(int)  # Question.number

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.questions: list[Question] = []
        self._settings = settings
        self._numbers = count(1)

    @property
    def waiting(self) -> int:
        """How many questions are open."""
        return sum(question.open for question in self.questions)

    def question(self, number: int) -> Question | None:
        """The question of that number, open or answered."""
        return next((question for question in self.questions if question.number == number), None)

    async def answer(self, request: Any) -> dict[str, Any] | None:
        """Wait for the answer to a `ServerRequest`; None refuses it. Cancelled when the server gave up.

        roots/list is answered at once with the roots in the settings (none at first): some servers wait
        for it before they do anything else, and it gives nothing away that was not typed in.
        """
        future: asyncio.Future[dict[str, Any] | None] = asyncio.get_running_loop().create_future()
        question = Question(
            next(self._numbers), request.method, dict(request.params or {}), request.exchange, future
        )
        self._keep(question)
        if request.method == "roots/list":
            roots = [root_of(text) for text in self._settings.roots]
            self.settle(question, {"roots": roots}, self.tr("answered with {} roots").format(len(roots)))
            return await future
        self.changed.emit()
        self.asked.emit(question.number)
        try:
            return await future
        except asyncio.CancelledError:
            self.settle(question, None, self.tr("withdrawn"))
            raise

    def settle(self, question: Question, value: dict[str, Any] | None, outcome: str) -> None:
        """Answer a question (None: refuse). An answered question stays in the list, without effect."""
        if not question.open:
            return
        question.outcome = outcome
        if not question.future.done():
            question.future.set_result(value)
        self.changed.emit()

    def withdraw_all(self) -> None:
        """The connection is gone: nobody waits for these answers any more."""
        for question in self.questions:
            if question.open:
                question.outcome = self.tr("connection closed")
                question.future.cancel()
        self.changed.emit()

    def _keep(self, question: Question) -> None:
        answered = [old for old in self.questions if not old.open]
        for old in answered[: max(0, len(answered) - _KEPT_ANSWERED)]:
            self.questions.remove(old)
        self.questions.append(question)


def root_of(text: str) -> dict[str, str]:
    """A folder or URI as the protocol's Root. Source: MCP client/roots, "uri MUST be a file:// URI"."""
    uri = text if "://" in text else Path(text).expanduser().absolute().as_uri()
    return {"uri": uri, "name": uri.rstrip("/").rpartition("/")[2] or uri}
