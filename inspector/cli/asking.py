"""Questions of a server, put to the user at the terminal, one after the other."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from inspector.cli.question_line import asked_line
from inspector.cli.terminal import Terminal
from inspector.core.client.answer_rules import CANNED_MODEL, mode_of, text_sample
from inspector.core.client.elicitation_page import WARNINGS, asked_page
from inspector.core.client.roots import roots_result
from inspector.render import as_terminal_text
from inspector.render.sampling import render_sampling, sampling_facts

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client.questions import ServerRequest

__all__ = ["ByPerson"]

Result = dict[str, Any] | None
_USE: Final = '{"type": "tool_use", "id": "1", "name": "NAME", "input": {}}'
_ACTIONS: Final = {"a": "accept", "d": "decline", "c": "cancel"}


class ByPerson:
    """An answerer that asks at the terminal. roots: answered without a question."""

    def __init__(self, roots: Sequence[str], output: Output) -> None:
        self._roots = roots
        self._output = output
        self._terminal: Terminal | None = None
        self._turn = asyncio.Lock()

    async def answer(self, request: ServerRequest) -> Result:
        """An `Answerer`."""
        if request.method == "roots/list":
            self._output.note(f"{asked_line(request)} → {len(self._roots)} roots")
            return roots_result(self._roots)
        async with self._turn:
            terminal = self._terminal = self._terminal or Terminal(self._output)
            terminal.say("")
            terminal.say(asked_line(request))
            if request.undeclared:
                terminal.say(f"(not declared to the server as a client capability: {request.undeclared})")
            ask = _ASK.get(request.method, _unknown)
            try:
                result = await ask(request, terminal)
            except asyncio.CancelledError:
                terminal.say("(not answered: interrupted, or the server is no longer waiting)")
                terminal.forget()
                raise
            terminal.say(f"→ {_words(result)}")
            return result


def _words(result: Result) -> str:
    if result is None:
        return "refused"
    return str(result.get("action", "answered"))


async def _elicitation(request: ServerRequest, terminal: Terminal) -> Result:
    params = request.params
    terminal.quote(str(params.get("message") or "(no message)"))
    if mode_of(request.method, params) == "url":
        return await _page(request, terminal)
    from inspector.cli.filling import fill_in

    while True:
        action = await _choice(terminal, "[a]ccept, [d]ecline or [c]ancel? ", _ACTIONS)
        if action != "accept":
            return {"action": action or "cancel"}
        content = await fill_in(params.get("requestedSchema"), terminal)
        if content is not None:
            return {"action": "accept", "content": content}


async def _page(request: ServerRequest, terminal: Terminal) -> Result:
    """Source: MCP client/elicitation: "MUST NOT automatically pre-fetch", "MUST NOT open without consent"."""
    page = asked_page(request.params.get("url"))
    terminal.say(f"It asks you to open this page on {page.host or '(no host)'}:")
    terminal.say(f"  {page.url}")
    if page.reading:
        terminal.say(f"  (its host decodes to {page.reading})")
    for key in page.warnings:
        terminal.say(f"  Warning: {WARNINGS[key]}")
    if page.openable:
        line = await terminal.ask(
            f"Open {page.host} in your browser? Type yes to open it, anything else to skip: "
        )
        if line == "yes":
            from inspector.cli.browser import open_page

            opened = await asyncio.to_thread(open_page, page.url)
            terminal.say("(opened)" if opened else "(could not start a browser; open it yourself)")
    again = " (accept retries the call)" if request.retry else ""
    action = await _choice(terminal, f"[a]ccept, [d]ecline or [c]ancel{again}? ", _ACTIONS)
    return {"action": action or "cancel"}


async def _sampling(request: ServerRequest, terminal: Terminal) -> Result:
    terminal.quote(as_terminal_text(render_sampling(request.params)))
    facts = sampling_facts(request.params)
    if facts:
        terminal.say(" · ".join(facts))
    terminal.say(
        "Type the model's response and end it with an empty line. An empty response rejects the request."
    )
    if "tools" in request.params:
        terminal.say(f"For a tool use, type a line such as ={_USE}")
    lines: list[str] = []
    while line := await terminal.ask("> "):
        if line.startswith("=") and not lines:
            result = _as_sample(line[1:])
            if result is not None:
                return result
            terminal.say("  after =, type a content block, a list of them, or a whole result")
            continue
        lines.append(line)
    return text_sample("\n".join(lines)) if lines else None


def _as_sample(text: str) -> Result:
    """JSON of a content block, of several, or of a whole CreateMessageResult; None for anything else."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict) and "content" in value:
        return value
    blocks = value if isinstance(value, list) else [value]
    if not blocks or not all(isinstance(block, dict) and "type" in block for block in blocks):
        return None
    uses = any(block["type"] == "tool_use" for block in blocks)
    reason = "toolUse" if uses else "endTurn"
    return {"role": "assistant", "content": blocks, "model": CANNED_MODEL, "stopReason": reason}


async def _unknown(request: ServerRequest, terminal: Terminal) -> Result:
    terminal.say("(not a method that clients support)")
    return None


_ASK: Final[dict[str, Callable[[ServerRequest, Terminal], Awaitable[Result]]]] = {
    "elicitation/create": _elicitation,
    "sampling/createMessage": _sampling,
}


async def _choice(terminal: Terminal, prompt: str, choices: dict[str, str]) -> str:
    """One of the values, by its first letter or in full; "" at the end of the input."""
    while (line := await terminal.ask(prompt)) is not None:
        for letter, value in choices.items():
            if line.lower() in (letter, value):
                return value
    return ""
