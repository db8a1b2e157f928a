"""Questions wait for a user; what became of each is told; rules answer only once they are switched on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.answer_rules import rule_from
from inspector.core.client.questions import BY_SERVER, ENDED, MAX_ROUNDS, ROUND, ServerRequest
from inspector.core.storage.settings import Settings
from inspector.ui.session.inbox import Inbox, Question
from tests.conftest import Runner

ACCEPT = {"action": "accept", "content": {}}


class _Seen:
    """An inbox, and what it said."""

    def __init__(self, folder: Path) -> None:
        self.inbox = Inbox(Settings(path=folder / "settings.json", roots=["/srv/a", "/srv/b"]))
        self.asked: list[int] = []
        self.changes = 0
        self.inbox.asked.connect(self.asked.append)
        self.inbox.changed.connect(self._changed)

    def _changed(self) -> None:
        self.changes += 1

    async def ask(self, method: str = "elicitation/create", **more: Any) -> asyncio.Task[Any]:
        """A server asks; who waits for the answer."""
        request = ServerRequest("demo", more.pop("exchange", 7), method, {"message": "Who?"}, **more)
        waiting = asyncio.ensure_future(self.inbox.answer(request))
        await asyncio.sleep(0)
        return waiting

    @property
    def last(self) -> Question:
        return self.inbox.questions[-1]


@pytest.fixture
def it(tmp_path: Path, qapp: object) -> _Seen:
    return _Seen(tmp_path)


def test_a_question_waits_until_it_is_answered_and_stays_in_the_list(it: _Seen, arun: Runner) -> None:
    async def main() -> None:
        waiting = await it.ask()
        one = it.last
        assert (one.number, one.method, one.params, one.exchange) == (
            1,
            "elicitation/create",
            {"message": "Who?"},
            7,
        )
        assert (one.open, one.state, one.completed, it.inbox.waiting) == (True, "open", False, 1)
        assert it.asked == [1] and it.changes == 1 and not waiting.done()
        it.inbox.settle(one, ACCEPT, "accepted")
        assert await waiting == ACCEPT
        assert (one.open, one.outcome, one.value, one.state) == (False, "accepted", ACCEPT, "answered")
        assert it.inbox.waiting == 0 and it.changes == 2
        it.inbox.settle(one, None, "again")  # has no effect
        assert one.outcome == "accepted" and it.changes == 2
        await it.ask()
        assert it.asked == [1, 2] and it.inbox.question(1) is one and it.inbox.question(2) is it.last
        assert it.inbox.question(3) is None
        one.request.completed.set()
        assert one.completed
        it.inbox.withdraw_all()

    arun(main())


@pytest.mark.parametrize(
    ("value", "state"),
    [
        ({"action": "decline"}, "declined"),
        ({"action": "cancel"}, "dismissed"),
        ({"roots": []}, "answered"),
        (None, "refused"),
    ],
)
def test_what_was_answered_is_told(it: _Seen, arun: Runner, value: dict[str, Any] | None, state: str) -> None:
    async def main() -> None:
        waiting = await it.ask()
        it.inbox.settle(it.last, value, "done")
        assert await waiting == value and it.last.state == state

    arun(main())


@pytest.mark.parametrize(
    ("why", "words"),
    [
        (BY_SERVER, "withdrawn by the server"),
        (ENDED, "connection closed"),
        (ROUND, "no longer needed: another request of its round was not answered"),
        (None, "the call was cancelled"),
        ("whatever", "the call was cancelled"),
    ],
)
def test_a_question_that_nobody_waits_for_says_why(
    it: _Seen, arun: Runner, why: str | None, words: str
) -> None:
    async def main() -> None:
        waiting = await it.ask()
        waiting.cancel(*([why] if why is not None else []))
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert (it.last.state, it.last.outcome, it.changes) == ("withdrawn", words, 2)

    arun(main())


def test_an_answer_that_was_on_its_way_is_not_taken_back(it: _Seen, arun: Runner) -> None:
    async def main() -> None:
        waiting = await it.ask()
        it.inbox.settle(it.last, ACCEPT, "accepted")
        waiting.cancel(BY_SERVER)
        await asyncio.wait([waiting])
        assert (it.last.state, it.last.outcome) == ("answered", "accepted")

    arun(main())


def test_with_the_connection_the_open_ones_go(it: _Seen, arun: Runner) -> None:
    async def main() -> None:
        first, second = await it.ask(), await it.ask()
        it.inbox.settle(it.inbox.questions[0], ACCEPT, "accepted")
        before = it.changes
        it.inbox.withdraw_all()
        assert [one.state for one in it.inbox.questions] == ["answered", "withdrawn"]
        assert [one.outcome for one in it.inbox.questions] == ["accepted", "connection closed"]
        assert it.changes == before + 1
        await asyncio.wait([first, second])
        assert second.cancelled() and first.result() == ACCEPT

    arun(main())


def test_roots_are_told_at_once(it: _Seen, arun: Runner) -> None:
    async def main() -> None:
        result = await (await it.ask("roots/list"))
        assert [root["uri"] for root in result["roots"]] == ["file:///srv/a", "file:///srv/b"]
        assert it.last.outcome == "answered with 2 roots" and it.asked == [] and it.inbox.waiting == 0
        it.inbox.own_roots = ()  # this server alone
        assert (await (await it.ask("roots/list")))["roots"] == [] == list(it.inbox.roots)

    arun(main())


def test_rules_answer_once_they_are_switched_on(it: _Seen, arun: Runner) -> None:
    async def main() -> None:
        rule = rule_from({"match": {"method": "elicitation/create"}, "answer": "decline"}, "here")
        it.inbox.set_rules([rule])
        assert it.inbox.rules == (rule,) and it.changes == 1
        by_hand = await it.ask()
        assert not by_hand.done()
        it.inbox.set_automatic(True)
        it.inbox.set_automatic(True)
        assert it.changes == 3  # said once
        assert await (await it.ask()) == {"action": "decline"}
        assert it.last.state == "declined" and it.last.outcome.startswith("by a rule: ")
        assert len(it.asked) == 1
        await (await it.ask(round=MAX_ROUNDS - 1))
        endless = await it.ask(round=MAX_ROUNDS)  # from then on a user goes on by hand
        assert not endless.done() and it.last.open
        other = await it.ask("sampling/createMessage")  # no rule speaks of it
        assert not other.done()
        it.inbox.withdraw_all()
        await asyncio.wait([by_hand, endless, other])

    arun(main())


def test_a_round_is_what_came_in_one_result(it: _Seen, arun: Runner) -> None:
    async def main() -> None:
        for place in ((7, 1), (7, 1), (7, 2), (8, 1), (7, 0), (7, 0)):
            await it.ask(exchange=place[0], round=place[1])
        numbers = [[one.number for one in it.inbox.round_of(each)] for each in it.inbox.questions]
        assert numbers == [[1, 2], [1, 2], [3], [4], [5], [6]]
        it.inbox.withdraw_all()

    arun(main())


def test_old_answers_are_forgotten_and_open_questions_never(it: _Seen, arun: Runner) -> None:
    async def main() -> None:
        await it.ask()
        for _ in range(55):
            await it.ask("roots/list")
        numbers = [one.number for one in it.inbox.questions]
        assert numbers == [1, *range(6, 57)]  # fifty that were answered before the last one came
        it.inbox.withdraw_all()

    arun(main())


def test_a_call_of_ours_is_asked_about_while_its_question_is_open(it: _Seen, arun: Runner) -> None:
    async def main() -> None:
        assert not it.inbox.asks_during(3)
        waiting = await it.ask(during=3)
        assert it.inbox.asks_during(3) and not it.inbox.asks_during(4)
        it.inbox.settle(it.last, ACCEPT, "by hand")
        assert await waiting == ACCEPT
        assert not it.inbox.asks_during(3) and it.last.outcome == "by hand"
        it.inbox.settle(it.last, None)
        assert it.last.state == "answered", "once is enough"

    arun(main())


def test_an_answer_for_a_question_that_was_given_up_a_moment_ago_reaches_nobody(
    it: _Seen, arun: Runner
) -> None:
    async def main() -> None:
        waiting = await it.ask()
        question = it.last
        question.future.cancel()
        it.inbox.settle(question, ACCEPT)
        assert (question.state, it.changes) == ("answered", 2)
        with pytest.raises(asyncio.CancelledError):
            await waiting

    arun(main())
