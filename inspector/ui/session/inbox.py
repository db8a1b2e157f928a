"""Questions a server asks (elicitation, sampling, roots) until a user has answered them.

`Inbox.answer` is the `Answerer` of a client: it waits for a user, never for a timer. Nothing here opens
a window or takes the focus. Rules answer in the user's place only after they were switched on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Signal

from inspector.core.client.answer_rules import AnswerRules, Rule
from inspector.core.client.questions import BY_SERVER, ENDED, MAX_ROUNDS, ROUND
from inspector.core.client.roots import roots_result
from inspector.protocol.questions import OUTCOMES
from inspector.translation import translate

if TYPE_CHECKING:
    from inspector.core.client.questions import ServerRequest
    from inspector.core.storage.settings import Settings

__all__ = ["Inbox", "Question"]

_KEPT_ANSWERED = 50
STATES: Final = ("open", *OUTCOMES)


@dataclass(slots=True, eq=False)
class Question:
    """One question and what became of it.

    state: one of STATES. outcome: "" while open, else what became of it, in words (to be shown by `again`).
    value: what was sent; None: nothing, or a refusal.
    """

    number: int
    request: ServerRequest
    future: asyncio.Future[dict[str, Any] | None] = field(repr=False)
    outcome: str = ""
    value: dict[str, Any] | None = None
    state: str = "open"

    @property
    def method(self) -> str:
        """Of the request."""
        return self.request.method

    @property
    def params(self) -> dict[str, Any]:
        """Of the request."""
        return self.request.params

    @property
    def exchange(self) -> int:
        """Number of the exchange in the timeline."""
        return self.request.exchange

    @property
    def open(self) -> bool:
        """Whether the server still waits."""
        return not self.outcome

    @property
    def completed(self) -> bool:
        """The server said that what it asked to do elsewhere is done."""
        return self.request.completed.is_set()


class Inbox(QObject):
    """The questions of one server, oldest first, and the rules that may answer them.

    own_roots: what this server alone is told; None: the roots of the settings.
    """

    changed = Signal()
    asked = Signal(int)  # Question.number
    shared_roots_edited = Signal()  # those of the settings
    roots_edited = Signal(object)  # tuple of folders and URIs for this server, or None

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.questions: list[Question] = []
        self.rules: tuple[Rule, ...] = ()
        self.automatic = False
        self.own_roots: tuple[str, ...] | None = None
        self._settings = settings
        self._numbers = count(1)

    @property
    def waiting(self) -> int:
        """How many questions are open."""
        return sum(question.open for question in self.questions)

    def asks_during(self, call: int) -> bool:
        """Whether the user is asked during this exchange of ours."""
        return any(one.open and one.request.during == call for one in self.questions)

    @property
    def roots(self) -> Sequence[str]:
        """What roots/list is answered with."""
        return self._settings.roots if self.own_roots is None else self.own_roots

    def question(self, number: int) -> Question | None:
        """The question of that number, open or answered."""
        return next((question for question in self.questions if question.number == number), None)

    def round_of(self, question: Question) -> list[Question]:
        """The questions that came in the same result and are answered together, itself among them."""
        request = question.request
        if not request.round:
            return [question]
        same = (request.exchange, request.round)
        return [one for one in self.questions if (one.request.exchange, one.request.round) == same]

    async def answer(self, request: ServerRequest) -> dict[str, Any] | None:
        """Wait for the answer to a question; None refuses it. Cancelled when the server gave up.

        roots/list is answered at once with the roots that were typed in (none at first): some servers wait
        for it before they do anything else, and it gives nothing else away.
        """
        future: asyncio.Future[dict[str, Any] | None] = asyncio.get_running_loop().create_future()
        question = Question(next(self._numbers), request, future)
        self._keep(question)
        if not self._answer_at_once(question):
            self.changed.emit()
            self.asked.emit(question.number)
        try:
            return await future
        except asyncio.CancelledError as error:
            self._take_back(question, _why(error))
            raise

    def settle(self, question: Question, value: dict[str, Any] | None, outcome: str = "") -> None:
        """Answer a question (None: refuse). An answered question stays in the list, without effect.

        outcome: what there is to say beyond the word for its state.
        """
        if not question.open:
            return
        question.state, question.value = _state_of(value), value
        question.outcome = outcome or OUTCOMES[question.state].word
        if not question.future.done():
            question.future.set_result(value)
        self.changed.emit()

    def withdraw_all(self) -> None:
        """The connection is gone: these answers are no longer wanted."""
        for question in self.questions:
            if question.open:
                question.state, question.outcome = "withdrawn", translate("Inbox", "connection closed")
                question.future.cancel()
        self.changed.emit()

    def set_rules(self, rules: Sequence[Rule]) -> None:
        """Other rules for the questions to come."""
        self.rules = tuple(rules)
        self.changed.emit()

    def set_automatic(self, automatic: bool) -> None:
        """Whether the rules answer; off until the user says so."""
        if automatic != self.automatic:
            self.automatic = automatic
            self.changed.emit()

    def _answer_at_once(self, question: Question) -> bool:
        wanted = self.automatic and question.request.round < MAX_ROUNDS  # then the user goes on by hand
        reply = AnswerRules(self.rules).reply(question.request) if wanted else None
        if reply is not None:
            self.settle(question, reply.result, translate("Inbox", "by a rule: {}").format(reply.words))
        elif question.method == "roots/list":
            told = translate("Inbox", "answered with {} roots").format(len(self.roots))
            self.settle(question, roots_result(self.roots), told)
        return not question.open

    def _take_back(self, question: Question, why: str) -> None:
        """The answer is no longer wanted: nothing was sent."""
        if question.open:
            question.state, question.outcome = "withdrawn", why
            self.changed.emit()

    def _keep(self, question: Question) -> None:
        answered = [old for old in self.questions if not old.open]
        for old in answered[: max(0, len(answered) - _KEPT_ANSWERED)]:
            self.questions.remove(old)
        self.questions.append(question)


def _state_of(value: dict[str, Any] | None) -> str:
    if value is None:
        return "refused"
    return {"decline": "declined", "cancel": "dismissed"}.get(str(value.get("action")), "answered")


def _why(error: asyncio.CancelledError) -> str:
    words = {
        BY_SERVER: translate("Inbox", "withdrawn by the server"),
        ENDED: translate("Inbox", "connection closed"),
        ROUND: translate("Inbox", "no longer needed: another request of its round was not answered"),
    }
    return words.get(error.args[0] if error.args else "", translate("Inbox", "the call was cancelled"))
