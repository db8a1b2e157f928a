"""The tools of the demo server, one row each: what `tools/list` shows, and the function behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from inspector.demo import icons, tools, tools_asking, tools_live
from inspector.demo.booking import BOOKING_SCHEMA, book_table
from inspector.demo.content import text
from inspector.demo.steps import Steps, ToolOutcome
from inspector.demo.world import World

__all__ = ["TOOLS", "Tool", "tool_entries"]

Schema = dict[str, Any]
Plain = Callable[[dict[str, Any]], ToolOutcome]
Live = Callable[[dict[str, Any], World], Steps]

READ_ONLY: Final = {"readOnlyHint": True, "openWorldHint": False}


class Tool(msgspec.Struct, frozen=True):
    """One tool. Either `plain` answers at once, or `live` yields steps."""

    entry: dict[str, Any]
    plain: Plain | None = None
    live: Live | None = None
    task: str = ""  # optional, required: whether a call can become a task


def tool_entries(world: World) -> list[dict[str, Any]]:
    """What `tools/list` shows now, always in the same order."""
    return [tool.entry for name, tool in TOOLS.items() if name != "bonus" or world.bonus_shown]


def _schema(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    schema: Schema = {"type": "object", "properties": properties}
    if required:
        schema["required"] = list(required)
    return schema


def _string(description: str, **more: Any) -> Schema:
    return {"type": "string", "description": description, **more}


def _integer(description: str, minimum: int, maximum: int, default: int) -> Schema:
    return {
        "type": "integer",
        "description": description,
        "minimum": minimum,
        "maximum": maximum,
        "default": default,
    }


def _number(description: str, minimum: float, maximum: float, **more: Any) -> Schema:
    return {"type": "number", "description": description, "minimum": minimum, "maximum": maximum, **more}


_SUM: Final = _schema(("sum",), sum={"type": "number"})

_WEATHER: Final = _schema(
    ("city", "unit", "temperature", "conditions"),
    city={"type": "string"},
    unit={"type": "string", "enum": ["celsius", "fahrenheit"]},
    temperature={"type": "number"},
    conditions={"type": "string", "enum": ["sunny", "cloudy", "rain", "snow"]},
    wind=_schema(("speed_kmh",), speed_kmh={"type": "number", "minimum": 0}, **{"from": {"type": "string"}}),
    hours={
        "type": "array",
        "items": _schema(("hour", "temperature"), hour={"type": "integer"}, temperature={"type": "number"}),
    },
)

# The three arguments travel as Mcp-Param-Region, Mcp-Param-Limit and Mcp-Param-Dry-Run over modern HTTP.
_REGIONAL: Final = _schema(
    ("region",),
    region=_string("Sent as a header too, encoded when it is not plain ASCII", **{"x-mcp-header": "Region"}),
    limit={"type": "integer", "description": "Sent as a header too", "x-mcp-header": "Limit"},
    dry_run={"type": "boolean", "description": "Sent as a header too", "x-mcp-header": "Dry-Run"},
    note=_string("Stays in the body"),
)

_REPORT: Final = _schema(
    seconds=_number("How long, in seconds", 0, 600, default=6),
    ask={"type": "boolean", "description": "Ask something half way", "default": False},
    ends={
        "type": "string",
        "description": "How it ends: tool_error is a result with isError, failed a JSON-RPC error",
        "enum": ["completed", "tool_error", "failed", "cancelled"],
        "default": "completed",
    },
)


def _entry(name: str, title: str, description: str, schema: Schema, **more: Any) -> dict[str, Any]:
    return {"name": name, "title": title, "description": description, "inputSchema": schema, **more}


_ROWS: Final[tuple[Tool, ...]] = (
    Tool(
        _entry(
            "echo",
            "Echo",
            "Gives back the message you send.",
            _schema(("message",), message=_string("Any text")),
            annotations=READ_ONLY,
            icons=icons.SERVER,
        ),
        tools.echo,
    ),
    Tool(
        _entry(
            "add",
            "Add two numbers",
            "Adds two numbers between -1e15 and 1e16.",
            _schema(
                ("a", "b"),
                a=_number("First number", -1e15, 1e16),
                b=_number("Second number", -1e15, 1e16),
                decimals={
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 10,
                    "description": "Round to so many places",
                },
            ),
            outputSchema=_SUM,
            annotations={**READ_ONLY, "idempotentHint": True},
        ),
        tools.add,
    ),
    Tool(
        _entry(
            "book_table",
            "Book a table",
            "A form with a field of every kind. Nothing is booked; you get back what you sent.",
            BOOKING_SCHEMA,
            annotations={"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False},
        ),
        book_table,
    ),
    Tool(
        _entry(
            "greet",
            "인사하기",
            "이름을 넣으면 인사합니다. Greets you, in Korean unless you choose another language.",
            _schema(
                ("name",),
                name=_string("이름 (your name)", title="이름", minLength=1),
                language={
                    "type": "string",
                    "title": "언어",
                    "oneOf": [
                        {"const": "ko", "title": "한국어"},
                        {"const": "en", "title": "English"},
                        {"const": "fr", "title": "Français"},
                        {"const": "ar", "title": "العربية"},
                        {"const": "emoji", "title": "😀"},
                    ],
                    "default": "ko",
                },
            ),
            annotations=READ_ONLY,
        ),
        tools.greet,
    ),
    Tool(
        _entry(
            "no_arguments",
            "Nothing to fill in",
            "Takes no arguments.",
            {"type": "object", "additionalProperties": False},
            annotations=READ_ONLY,
        ),
        tools.no_arguments,
    ),
    Tool(
        _entry(
            "image",
            "Draw a picture",
            "Answers with a PNG picture.",
            _schema(
                width=_integer("Width in pixels", 1, 2000, 320),
                height=_integer("Height in pixels", 1, 2000, 200),
                colour={"type": "string", "enum": ["blue", "red", "green", "violet"], "default": "blue"},
            ),
            annotations=READ_ONLY,
            icons=icons.PICTURE,
        ),
        tools.make_image,
    ),
    Tool(
        _entry(
            "audio",
            "Make a sound",
            "Answers with a WAV tone.",
            _schema(
                frequency_hz=_number("Pitch in Hz", 50, 3500, default=440),
                seconds=_number("Length in seconds", 0.05, 10, default=1),
            ),
            annotations=READ_ONLY,
        ),
        tools.make_audio,
    ),
    Tool(
        _entry(
            "every_content",
            "Every kind of content",
            "One answer with text, Markdown, a picture, a sound, a link and embedded resources.",
            _schema(),
            annotations=READ_ONLY,
        ),
        tools.every_content,
    ),
    Tool(
        _entry(
            "structured_weather",
            "Weather (structured)",
            "Invented weather as structured content that fits the declared output schema.",
            _schema(
                ("city",),
                city=_string("Any city", minLength=1, examples=["Seoul", "서울", "Paris"]),
                unit={"type": "string", "enum": ["celsius", "fahrenheit"], "default": "celsius"},
            ),
            outputSchema=_WEATHER,
            annotations=READ_ONLY,
        ),
        tools.weather,
    ),
    Tool(
        _entry(
            "big_result",
            "Big result",
            "A JSON table as large as you like, about 100 bytes a row.",
            _schema(rows=_integer("Number of rows", 0, 200_000, 1000)),
            annotations=READ_ONLY,
        ),
        tools.big_result,
    ),
    Tool(
        _entry(
            "long_running",
            "Takes its time",
            "Works for a while and reports its progress. Try to cancel it.",
            _schema(
                duration_s=_number("How long, in seconds", 0, 600, default=5),
                steps=_integer("Number of progress reports", 1, 1000, 10),
                fail_at_step={
                    "type": "integer",
                    "minimum": 1,
                    "description": "The step that fails; without it all succeed",
                },
            ),
        ),
        live=tools_live.long_running,
    ),
    Tool(
        _entry(
            "slow_report",
            "Slow report (task)",
            "Becomes a task where the protocol has tasks: it is polled, can ask back, and ends as you like.",
            _REPORT,
            execution={"taskSupport": "optional"},
        ),
        live=tools_live.slow_report,
        task="optional",
    ),
    Tool(
        _entry(
            "background_job",
            "Background job (task)",
            "The same, but in 2025-11-25 it runs as a task or not at all.",
            _REPORT,
            execution={"taskSupport": "required"},
        ),
        live=tools_live.slow_report,
        task="required",
    ),
    Tool(
        _entry(
            "log_messages",
            "Log messages",
            "Sends log messages of all levels, and writes to stderr.",
            _schema(
                count=_integer("How many", 1, 100_000, 8),
                interval_s=_number("Seconds between two", 0, 60, default=0),
            ),
        ),
        live=tools_live.log_messages,
    ),
    Tool(
        _entry(
            "fail",
            "Fail politely",
            "Always answers with a result that is an error (isError).",
            _schema(message=_string("What the error says")),
        ),
        tools.fail,
    ),
    Tool(
        _entry(
            "rpc_error",
            "JSON-RPC error",
            "Always answers with a JSON-RPC error that carries data.",
            _schema(
                code={"type": "integer", "description": "Code of the error", "default": 4711},
                message=_string("What the error says"),
            ),
        ),
        tools.rpc_error,
    ),
    Tool(
        _entry(
            "ask_person",
            "Ask the user",
            "Asks you something with a form (elicitation), and a second time if you like.",
            _schema(question=_string("What to say above the form")),
        ),
        live=tools_live.ask_person,
    ),
    Tool(
        _entry(
            "ask_model",
            "Ask the model",
            "Lets your model write something (sampling).",
            _schema(
                ("prompt",),
                prompt=_string("What the model should do", default="Write a haiku about pipes."),
                max_tokens=_integer("Longest answer, in tokens", 1, 10_000, 200),
            ),
            annotations={"openWorldHint": True},
        ),
        live=tools_live.ask_model,
    ),
    *(Tool(entry, live=live) for entry, live in tools_asking.ROWS),
    Tool(
        _entry("list_roots", "List roots", "Asks the client for its roots and shows them.", _schema()),
        live=tools_live.list_roots,
    ),
    Tool(
        _entry(
            "touch_resource",
            "Touch a resource",
            "Announces that a resource changed, to all who subscribed to it.",
            _schema(uri=_string("Which resource", format="uri", default="demo://text/welcome")),
        ),
        live=tools_live.touch,
    ),
    Tool(
        _entry(
            "toggle_tool",
            "Show or hide a tool",
            "Shows or hides the tool `bonus` and announces that the list of tools changed.",
            _schema(),
        ),
        live=tools_live.toggle,
    ),
    Tool(
        _entry(
            "regional_report",
            "Arguments as headers",
            "Over modern HTTP some arguments are repeated as Mcp-Param-* headers (x-mcp-header).",
            _REGIONAL,
            annotations={**READ_ONLY, "openWorldHint": True},
        ),
        tools.regional_report,
    ),
    Tool(
        _entry(
            "delete_everything",
            "Delete everything",
            "Declares that it destroys data. It does nothing: it shows how clients warn.",
            _schema(("confirm",), confirm={"type": "boolean", "description": "Are you sure?"}),
            annotations={"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False},
        ),
        tools.delete_everything,
    ),
    Tool(
        _entry("bonus", "Bonus", "Is there only after toggle_tool.", _schema()),
        lambda _arguments: ToolOutcome([text("You found the bonus.")]),
    ),
)

TOOLS: Final[dict[str, Tool]] = {tool.entry["name"]: tool for tool in _ROWS}
