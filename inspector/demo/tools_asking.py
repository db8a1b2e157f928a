"""The tools that ask for more than a form: a page to open, a model with tools, several things at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from inspector.demo.content import text
from inspector.demo.steps import Ask, AskMany, StepAnswer, Steps, ToolOutcome, ToolProblem
from inspector.demo.world import World

__all__ = ["ROWS"]

Arguments = dict[str, Any]

_MOST_TURNS: Final = 5
_ADD: Final[dict[str, Any]] = {
    "name": "add",
    "description": "Adds two numbers",
    "inputSchema": {
        "type": "object",
        "properties": {"a": {"type": "number"}, "b": {"type": "number"}},
        "required": ["a", "b"],
    },
}
_CLOCK: Final[dict[str, Any]] = {
    "name": "clock",
    "description": "Tells the time on the kitchen clock",
    "inputSchema": {"type": "object", "additionalProperties": False},
}


def open_page(arguments: Arguments, _world: World) -> Steps:
    """Ask the user to open a page (URL mode)."""
    params = {
        "mode": "url",
        "message": "The demo server would like you to look at a page. Nothing is opened unless you say so.",
        "url": arguments.get("url", "https://example.com/mcpdi-demo?step=1"),
    }
    needs: dict[str, Any] = {"elicitation": {"url": {}}}
    answer = yield Ask("page", "elicitation/create", params, needs, first=arguments.get("first") is True)
    action = _given(answer).get("action")
    return ToolOutcome([text(f"You chose {action}.")])


def ask_model_with_tools(arguments: Arguments, _world: World) -> Steps:
    """Let the client's model answer with the help of two tools, which run here."""
    question = arguments.get("prompt", "What are 2 and 3 together?")
    messages: list[dict[str, Any]] = [{"role": "user", "content": text(question)}]
    for turn in range(_MOST_TURNS):
        params = {
            "messages": list(messages),
            "maxTokens": 500,
            "systemPrompt": "Use the tools; never do sums in your head.",
            "tools": [_ADD, _CLOCK],
            "toolChoice": {"mode": "auto"},
        }
        answer = yield Ask(f"turn_{turn + 1}", "sampling/createMessage", params, {"sampling": {"tools": {}}})
        result = _given(answer)
        content = result.get("content")
        blocks = [block for block in (content if isinstance(content, list) else [content]) if block]
        uses = [block for block in blocks if isinstance(block, dict) and block.get("type") == "tool_use"]
        if not uses:
            said = [block.get("text", "") for block in blocks if isinstance(block, dict)]
            return ToolOutcome([text(f"After {turn + 1} turns the model said:\n" + "\n".join(said))])
        messages.append({"role": "assistant", "content": blocks})
        messages.append({"role": "user", "content": [_tool_result(use) for use in uses]})
    raise ToolProblem(f"The model still used tools after {_MOST_TURNS} turns")


def ask_everything(_arguments: Arguments, _world: World) -> Steps:
    """Ask three things at the same time: a form, a model's answer and the roots."""
    schema = {
        "type": "object",
        "properties": {"name": {"type": "string", "title": "Your name", "default": "Ada"}},
    }
    form = {"mode": "form", "message": "Who are you?", "requestedSchema": schema}
    sample = {"messages": [{"role": "user", "content": text("Say one word.")}], "maxTokens": 10}
    answers = yield AskMany(
        (
            Ask("who", "elicitation/create", form, {"elicitation": {"form": {}}}),
            Ask("word", "sampling/createMessage", sample, {"sampling": {}}),
            Ask("where", "roots/list", {}, {"roots": {}}),
        )
    )
    given = _given(answers)
    return ToolOutcome([text("\n".join(f"{key}: {value}" for key, value in given.items()))])


def _tool_result(use: dict[str, Any]) -> dict[str, Any]:
    given = use.get("input")
    given = given if isinstance(given, dict) else {}
    result: dict[str, Any] = {"type": "tool_result", "toolUseId": str(use.get("id", ""))}
    if use.get("name") == "clock":
        return {**result, "content": [text("It is 12:30.")]}
    a, b = given.get("a"), given.get("b")
    if use.get("name") == "add" and isinstance(a, int | float) and isinstance(b, int | float):
        return {**result, "content": [text(f"{a + b:g}")]}
    return {**result, "content": [text(f"There is no such tool, or not with {given}")], "isError": True}


def _given(answer: StepAnswer) -> dict[str, Any]:
    if answer.error:
        raise ToolProblem(f"The client refused: {answer.error.get('message', 'no reason given')}")
    return answer.result


ROWS: Final[tuple[tuple[dict[str, Any], Callable[[Arguments, World], Steps]], ...]] = (
    (
        {
            "name": "ask_model_with_tools",
            "title": "Ask the model, with tools",
            "description": "Lets your model write something and use two tools on the way.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "prompt": {
                        "type": "string",
                        "description": "What the model should do",
                        "default": "What are 2 and 3 together?",
                    }
                },
            },
            "annotations": {"openWorldHint": True},
        },
        ask_model_with_tools,
    ),
    (
        {
            "name": "open_page",
            "title": "Ask to open a page",
            "description": "Asks you to open a page in your browser (elicitation in URL mode).",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "url": {
                        "type": "string",
                        "format": "uri",
                        "description": "Which page",
                        "default": "https://example.com/mcpdi-demo?step=1",
                    },
                    "first": {
                        "type": "boolean",
                        "description": "Refuse the call until the page was opened (-32042 of 2025-11-25)",
                        "default": False,
                    },
                },
            },
        },
        open_page,
    ),
    (
        {
            "name": "ask_everything",
            "title": "Ask everything at once",
            "description": "Asks with a form, asks your model and asks for the roots, all at the same time.",
            "inputSchema": {"type": "object", "properties": {}},
        },
        ask_everything,
    ),
)
"""What `tools/list` shows of each, and its function."""
