"""The tools that take time, report, or ask back: generators of steps."""

from __future__ import annotations

from typing import Any, Final

from inspector.demo.content import text
from inspector.demo.resources import RESOURCES
from inspector.demo.steps import (
    Announce,
    Ask,
    Log,
    Pause,
    Refusal,
    Report,
    StderrNote,
    StepAnswer,
    Steps,
    Stopped,
    ToolOutcome,
    ToolProblem,
)
from inspector.demo.world import World

__all__ = [
    "LEVELS",
    "ask_model",
    "ask_person",
    "list_roots",
    "log_messages",
    "long_running",
    "slow_report",
    "toggle",
    "touch",
]

Arguments = dict[str, Any]

LEVELS: Final = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")

_FORM: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "title": "Your name", "minLength": 1, "maxLength": 40},
        "email": {"type": "string", "title": "E-mail", "format": "email"},
        "birthday": {"type": "string", "title": "Birthday", "format": "date"},
        "size": {"type": "string", "title": "T-shirt", "enum": ["S", "M", "L", "XL"], "default": "M"},
        "colour": {
            "type": "string",
            "title": "Colour",
            "oneOf": [{"const": "#c43030", "title": "Red"}, {"const": "#2662c4", "title": "Blue"}],
        },
        "toppings": {
            "type": "array",
            "title": "On your pizza",
            "items": {"type": "string", "enum": ["cheese", "kimchi", "olives", "pineapple"]},
            "maxItems": 3,
        },
        "stars": {
            "type": "integer",
            "title": "Stars for this demo",
            "minimum": 1,
            "maximum": 5,
            "default": 5,
        },
        "again": {"type": "boolean", "title": "Ask me once more", "default": False},
    },
    "required": ["name"],
}

_STAGES: Final = ("gathering", "reading", "writing", "polishing")
_TITLE_FORM: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"title": {"type": "string", "title": "Title", "minLength": 1}},
    "required": ["title"],
}


def long_running(arguments: Arguments, world: World) -> Steps:
    """Wait in steps, with a progress report after each."""
    duration_s, steps = float(arguments.get("duration_s", 5)), int(arguments.get("steps", 10))
    yield StderrNote(f"long_running: {steps} steps in {duration_s:g} s")
    began = world.now
    for step in range(1, steps + 1):
        yield Pause(duration_s / steps)
        yield Report(step, steps, f"Step {step} of {steps}")
        if step == arguments.get("fail_at_step"):
            raise ToolProblem(f"Failed at step {step}, as asked")
    yield StderrNote("long_running: done")
    return ToolOutcome([text(f"Done: {steps} steps in {world.now - began:.2f} s")])


def slow_report(arguments: Arguments, _world: World) -> Steps:
    """Four stages, a question between them if wished, and the end that is asked for."""
    seconds, ends = float(arguments.get("seconds", 6)), arguments.get("ends", "completed")
    title = "Report"
    for number, stage in enumerate(_STAGES, 1):
        yield Pause(seconds / len(_STAGES))
        yield Report(number, len(_STAGES), stage)
        if number == 2 and arguments.get("ask"):
            answer = yield _elicit("title", "What shall the report be called?", _TITLE_FORM)
            given = _answered(answer)
            if given.get("action") == "accept":
                title = str((given.get("content") or {}).get("title") or title)
    if ends == "tool_error":
        raise ToolProblem("The report could not be written, as asked")
    if ends == "failed":
        raise Refusal(-32603, "The report crashed, as asked")
    if ends == "cancelled":
        raise Stopped(-32000, "The server gave up, as asked")
    return ToolOutcome(
        [text(f"# {title}\n\nFour stages: {', '.join(_STAGES)}.")], {"title": title, "stages": 4}
    )


def log_messages(arguments: Arguments, _world: World) -> Steps:
    """Log through all levels, to the client and to stderr."""
    count, interval_s = int(arguments.get("count", 8)), float(arguments.get("interval_s", 0))
    for number in range(count):
        level = LEVELS[number % len(LEVELS)]
        data: Any = f"message {number + 1} of {count} with level {level}"
        if number % 3 == 2:
            data = {"message": data, "number": number + 1, "nested": {"값": [1, 2, 3]}}
        yield Log(level, data, ("demo", "demo.kitchen", "demo.door")[number % 3])
        yield StderrNote(f"log_messages: {level} {number + 1}/{count}")
        if interval_s:
            yield Pause(interval_s)
    return ToolOutcome(
        [text(f"{count} messages logged; which of them you got depends on the level you asked for.")]
    )


def ask_person(arguments: Arguments, _world: World) -> Steps:
    """Ask the user with a form, and once more if they like."""
    message = arguments.get("question") or "The demo server would like to know a few things. You may decline."
    first = yield _elicit("about_you", message, _FORM)
    action = _answered(first).get("action")
    if action != "accept":
        return ToolOutcome([text(f"No answers: you chose {action}.")])
    content = first.result.get("content") or {}
    lines = [f"{name}: {value}" for name, value in content.items()]
    if content.get("again") is True:
        schema = {"type": "object", "properties": {"more": {"type": "string", "title": "Anything else?"}}}
        second = yield _elicit("once_more", f"Thank you, {content.get('name')}. Anything else?", schema)
        answer = _answered(second)
        lines.append(f"second answer: {answer.get('action')} {answer.get('content', '')}")
    return ToolOutcome([text("You answered:\n" + "\n".join(lines))])


def ask_model(arguments: Arguments, _world: World) -> Steps:
    """Let the client's model write something (sampling)."""
    params = {
        "messages": [{"role": "user", "content": text(arguments["prompt"])}],
        "systemPrompt": "You are a short-spoken poet.",
        "maxTokens": int(arguments.get("max_tokens", 200)),
        "temperature": 0.7,
        "modelPreferences": {
            "hints": [{"name": "claude"}],
            "speedPriority": 0.8,
            "intelligencePriority": 0.4,
        },
    }
    answer = yield Ask("completion", "sampling/createMessage", params, {"sampling": {}})
    result = _answered(answer)
    content = result.get("content")
    blocks = content if isinstance(content, list) else [content]
    said = "\n".join(
        block.get("text", f"[{block.get('type')}]") for block in blocks if isinstance(block, dict)
    )
    return ToolOutcome([text(f"The model {result.get('model')} said:\n{said}")])


def list_roots(_arguments: Arguments, _world: World) -> Steps:
    """Ask the client for its roots."""
    answer = yield Ask("roots", "roots/list", {}, {"roots": {}})
    found = _answered(answer).get("roots") or []
    lines = [
        f"{root.get('name', '(no name)')}: {root.get('uri')}" for root in found if isinstance(root, dict)
    ]
    return ToolOutcome([text("\n".join([f"{len(lines)} roots", *lines]))])


def touch(arguments: Arguments, _world: World) -> Steps:
    """Say that a resource changed."""
    uri = arguments.get("uri", RESOURCES[0]["uri"])
    yield StderrNote(f"touch_resource: {uri}")
    yield Announce("updated", uri)
    return ToolOutcome([text(f"Announced that {uri} changed. You hear of it if you subscribed to it.")])


def toggle(_arguments: Arguments, world: World) -> Steps:
    """Show or hide the tool `bonus`."""
    world.bonus_shown = not world.bonus_shown
    yield Announce("tools")
    return ToolOutcome([text(f"The tool bonus is now {'shown' if world.bonus_shown else 'hidden'}.")])


def _elicit(key: str, message: str, schema: dict[str, Any]) -> Ask:
    params = {"mode": "form", "message": message, "requestedSchema": schema}
    return Ask(key, "elicitation/create", params, {"elicitation": {"form": {}}})


def _answered(answer: StepAnswer) -> dict[str, Any]:
    if answer.error:
        raise ToolProblem(f"The client refused: {answer.error.get('message', 'no reason given')}")
    return answer.result
