"""One running `tools/call`: its generator is advanced until it waits, and its steps are carried out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Protocol

import msgspec

from inspector.demo.features import Tool
from inspector.demo.request_state import Seal, call_digest
from inspector.demo.revisions import ELICITATION_SINCE, PAGES_SINCE, adapt_form
from inspector.demo.steps import (
    Announce,
    Ask,
    AskMany,
    Log,
    Pause,
    Refusal,
    Report,
    StderrNote,
    Step,
    StepAnswer,
    Steps,
    ToolOutcome,
    ToolProblem,
)
from inspector.demo.tools_live import LEVELS
from inspector.demo.world import World

__all__ = ["Call", "Caller", "Client"]

MISSING_CAPABILITY: Final = -32021
_PAGE_S: Final = 1.0  # until we say that a demanded page was opened
_NOTHING: Final = StepAnswer()


class Caller(msgspec.Struct, frozen=True):
    """The client, as far as this one request says. log_level "": no log messages are wanted."""

    revision: str
    modern: bool
    capabilities: dict[str, Any]
    log_level: str


class Client(Protocol):
    """What a call needs of the client it serves."""

    world: World
    seal: Seal

    def notify(self, method: str, params: dict[str, Any], stream: str) -> None:
        """Send a notification on the stream of the call."""

    def reported(self, step: Report) -> None:
        """The tool reports progress, whether or not it is sent."""

    def ask(self, call: Call, ask: Ask) -> None:
        """Send a request of our own (legacy); its answer comes to `call.answer`."""

    def finish(self, call: Call, outcome: ToolOutcome | dict[str, Any] | Refusal) -> None:
        """Answer the call: with an outcome, with a whole result, or with an error."""


class Call:
    """identifier: the JSON text of the request's id. stream: where everything about it goes."""

    def __init__(
        self, client: Client, caller: Caller, identifier: str, stream: str, params: dict[str, Any]
    ) -> None:
        self.client = client
        self.caller = caller
        self.identifier = identifier
        self.stream = stream
        self.question = ""  # the id of our request that waits for its answer (legacy)
        self._params = params
        meta = params.get("_meta")
        self._token = meta.get("progressToken") if isinstance(meta, dict) else None
        self._timer: int | None = None
        self._steps: Steps | None = None
        self._begun = False
        self._known: dict[str, StepAnswer] = {}
        self._queue: list[Ask] = []  # of several questions those that are still open (legacy)
        self._collected: dict[str, Any] = {}

    def start(self, tool: Tool) -> None:
        """Run until the end or the first wait. The arguments fit the tool's schema."""
        arguments = self._params.get("arguments") or {}
        try:
            self._known = self._answers_so_far()
            if tool.live is not None:
                self._steps = tool.live(arguments, self.client.world)
                self._advance(_NOTHING)
            elif tool.plain is not None:
                self.client.finish(self, tool.plain(arguments))
        except (ToolProblem, Refusal) as problem:
            self._fail(problem)

    def answer(self, answer: StepAnswer) -> None:
        """The client answered our question (legacy)."""
        self.question = ""
        if self._queue:
            try:
                collected = self._collect(answer)
            except (ToolProblem, Refusal) as problem:
                self._fail(problem)
                return
            if collected is None:
                return
            answer = collected
        self._go_on(answer)

    def cancel(self) -> None:
        """Stop at once; nothing more is sent."""
        if self._timer is not None:
            self.client.world.cancel(self._timer)
        if self._steps is not None:
            self._steps.close()

    def _go_on(self, answer: StepAnswer) -> None:
        try:
            self._advance(answer)
        except (ToolProblem, Refusal) as problem:
            self._fail(problem)

    def _advance(self, answer: StepAnswer) -> None:
        """Carry out steps until one has to wait (its handler says None) or the tool is done."""
        assert self._steps is not None
        next_answer: StepAnswer | None = answer
        try:
            while next_answer is not None:
                # A generator that has not begun takes None only.
                step = self._steps.send(next_answer) if self._begun else next(self._steps)
                self._begun = True
                next_answer = _HANDLERS[type(step)](self, step)
        except StopIteration as end:
            self.client.finish(self, end.value)

    def _fail(self, problem: ToolProblem | Refusal) -> None:
        if isinstance(problem, Refusal):
            self.client.finish(self, problem)
        else:
            self.client.finish(self, ToolOutcome([{"type": "text", "text": str(problem)}], is_error=True))

    # -- steps ----------------------------------------------------------------------------------------

    def pause(self, step: Pause) -> StepAnswer | None:
        """Wait without holding up anybody."""
        self._timer = self.client.world.after(step.seconds, self._wake)
        return None

    def _wake(self) -> None:
        self._timer = None
        self._go_on(_NOTHING)

    def report(self, step: Report) -> StepAnswer | None:
        """Progress, only when a token was given; `message` exists since 2025-03-26."""
        self.client.reported(step)
        if self._token is not None:
            params = {"progressToken": self._token, "progress": step.progress, "total": step.total}
            if step.message and self.caller.revision > "2024-11-05":
                params["message"] = step.message
            self.client.notify("notifications/progress", params, self.stream)
        return _NOTHING

    def log(self, step: Log) -> StepAnswer | None:
        """A log message, when the client wants its level."""
        wanted = self.caller.log_level
        if wanted and LEVELS.index(step.level) >= LEVELS.index(wanted):
            params = {"level": step.level, "logger": step.logger, "data": step.data}
            self.client.notify("notifications/message", params, self.stream)
        return _NOTHING

    def announce(self, step: Announce) -> StepAnswer | None:
        """A change, to all clients."""
        self.client.world.announce(step.topic, step.uri)
        return _NOTHING

    def note(self, step: StderrNote) -> StepAnswer | None:
        """A line on stderr."""
        self.client.world.note(step.text)
        return _NOTHING

    def ask(self, step: Ask) -> StepAnswer | None:
        """Put a question to the client in the way of its era."""
        if self.caller.modern:
            return self._known.get(step.key) or self._ask_modern((step,))
        missing = not _has(self.caller.capabilities, step.needs)
        if step.method == "elicitation/create" and self.caller.revision < ELICITATION_SINCE:
            raise ToolProblem(
                f"{self.caller.revision} has no elicitation: connect with {ELICITATION_SINCE} or newer"
            )
        if self.caller.revision < PAGES_SINCE and (
            step.params.get("mode") == "url" or "tools" in step.params
        ):
            raise ToolProblem(
                f"{self.caller.revision} has no such question: connect with {PAGES_SINCE} or newer"
            )
        if missing:
            raise ToolProblem(f"The client did not declare the capability {_name(step.needs)}")
        if step.params.get("mode") == "url":
            return self._page(step)
        if "requestedSchema" in step.params:
            step = msgspec.structs.replace(step, params=adapt_form(step.params, self.caller.revision))
        self.client.ask(self, step)
        return None

    def ask_many(self, step: AskMany) -> StepAnswer | None:
        """Several questions: in one result (modern), or one request after the other (legacy)."""
        if not self.caller.modern:
            self._queue = list(step.asks)
            self._collected = {}
            return self.ask(self._queue[0])
        unknown = tuple(ask for ask in step.asks if ask.key not in self._known)
        if unknown:
            return self._ask_modern(unknown)
        return StepAnswer({ask.key: self._known[ask.key].result for ask in step.asks})

    def _collect(self, answer: StepAnswer) -> StepAnswer | None:
        """One of several answers (legacy): ask the next, or hand over all of them; an error ends it."""
        self._collected[self._queue.pop(0).key] = answer.result
        if answer.error:
            self._queue = []
            return answer
        return self.ask(self._queue[0]) if self._queue else StepAnswer(self._collected)

    def _page(self, step: Ask) -> StepAnswer | None:
        """URL mode (legacy): a request, or a refusal of the call until the page was opened.

        Source: MCP 2025-11-25, client/elicitation, "Completion Notifications for URL Mode Elicitation" and
        "URL Elicitation Required Error".
        """
        world, url = self.client.world, step.params["url"]
        page = {**step.params, "elicitationId": f"page-{self.identifier}"}
        if not step.first:
            self.client.ask(self, msgspec.structs.replace(step, params=page))
            return None
        if url in world.demanded:
            world.demanded.discard(url)
            return StepAnswer({"action": "accept"})
        world.demanded.add(url)
        world.after(_PAGE_S, partial(self._tell_completion, page["elicitationId"]))
        raise Refusal(-32042, "Open the page first, then call again", {"elicitations": [page]})

    def _tell_completion(self, identifier: str) -> None:
        self.client.notify("notifications/elicitation/complete", {"elicitationId": identifier}, "")

    def _ask_modern(self, asks: tuple[Ask, ...]) -> StepAnswer | None:
        """The end of this round with `input_required`. Source: protocol.md 5.1."""
        for ask in asks:
            if not _has(self.caller.capabilities, ask.needs):
                raise Refusal(
                    MISSING_CAPABILITY,
                    f"This call needs the client capability {_name(ask.needs)}",
                    {"requiredCapabilities": ask.needs},
                    status=400,
                )
        known = {key: answer.result for key, answer in self._known.items()}
        state = {"for": self._digest(), "asked": [ask.key for ask in asks], "known": known}
        result = {
            "resultType": "input_required",
            "inputRequests": {ask.key: {"method": ask.method, "params": ask.params} for ask in asks},
            "requestState": self.client.seal.close(state),
        }
        self.client.finish(self, result)
        return None

    def _answers_so_far(self) -> dict[str, StepAnswer]:
        """The answers of all rounds: earlier ones from the state, the newest from `inputResponses`.

        Raises Refusal when the state is not ours, belongs to another call, or an answer is no object.
        """
        if not self.caller.modern or "requestState" not in self._params:
            return {}
        state = self.client.seal.open(self._params["requestState"])
        if state["for"] != self._digest():
            raise Refusal(-32602, "requestState belongs to a call with another name or other arguments")
        known = {key: StepAnswer(result) for key, result in state["known"].items()}
        responses = self._params.get("inputResponses") or {}
        for key in state["asked"]:
            given = responses.get(key) if isinstance(responses, dict) else None
            if isinstance(given, dict):
                known[key] = StepAnswer(given)
            elif given is not None:
                raise Refusal(-32602, f"inputResponses.{key} must be an object: the result of the request")
        return known

    def _digest(self) -> str:
        return call_digest(str(self._params.get("name")), self._params.get("arguments") or {})


def _has(capabilities: dict[str, Any], needs: dict[str, Any]) -> bool:
    """Whether a client declared what a question needs. `elicitation: {}` means forms."""
    for name, parts in needs.items():
        declared = capabilities.get(name)
        if not isinstance(declared, dict):
            return False
        offered = declared or ({"form": {}} if name == "elicitation" else {})
        if not all(part in offered for part in parts):
            return False
    return True


def _name(needs: dict[str, Any]) -> str:
    """`elicitation.url`, `roots`"""
    name, parts = next(iter(needs.items()))
    return ".".join((name, *parts))


_HANDLERS: Final[dict[type[Step], Callable[[Call, Any], StepAnswer | None]]] = {
    Pause: Call.pause,
    Report: Call.report,
    Log: Call.log,
    Ask: Call.ask,
    AskMany: Call.ask_many,
    Announce: Call.announce,
    StderrNote: Call.note,
}
