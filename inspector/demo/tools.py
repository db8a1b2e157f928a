"""The tools that answer at once: a function from arguments to an outcome."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from inspector.demo import resources
from inspector.demo.content import audio, embedded, image, link, png, text, wav
from inspector.demo.steps import Refusal, ToolOutcome, ToolProblem

__all__ = [
    "add",
    "big_result",
    "delete_everything",
    "echo",
    "every_content",
    "fail",
    "greet",
    "make_audio",
    "make_image",
    "no_arguments",
    "regional_report",
    "rpc_error",
    "weather",
]

Arguments = dict[str, Any]

_GREETINGS: Final = {
    "ko": "안녕하세요, {}님! 만나서 반갑습니다.",
    "en": "Hello, {}! Nice to meet you.",
    "fr": "Bonjour, {} ! Enchanté.",
    "ar": "مرحبا، {}! سعيد بلقائك.",
    "emoji": "👋🏽 {} 🎉",
}
_COLOURS: Final = {
    "blue": (38, 98, 196),
    "red": (196, 48, 48),
    "green": (38, 140, 84),
    "violet": (120, 72, 190),
}
_MARKDOWN: Final = """## Markdown

A paragraph with **bold**, *italic*, `code` and a [link](https://example.com).

- one
- two

| a | b |
|---|--:|
| 가 | 1 |
"""


def echo(arguments: Arguments) -> ToolOutcome:
    """The message, as it came."""
    return ToolOutcome([text(f"Echo: {arguments['message']}")])


def add(arguments: Arguments) -> ToolOutcome:
    """The sum; whole numbers of any size stay exact."""
    total = sum((arguments["a"], arguments["b"]))
    decimals = arguments.get("decimals")
    if decimals is not None and isinstance(total, float):
        total = round(total, int(decimals))
    return ToolOutcome([text(f"{arguments['a']} + {arguments['b']} = {total}")], {"sum": total})


def greet(arguments: Arguments) -> ToolOutcome:
    """A greeting, Korean unless told otherwise."""
    return ToolOutcome([text(_GREETINGS[arguments.get("language", "ko")].format(arguments["name"]))])


def no_arguments(_arguments: Arguments) -> ToolOutcome:
    """Proof that a tool without arguments can be called."""
    return ToolOutcome([text("This tool needs nothing, and here is its answer.")])


def make_image(arguments: Arguments) -> ToolOutcome:
    """A PNG picture."""
    width, height = int(arguments.get("width", 320)), int(arguments.get("height", 200))
    colour = arguments.get("colour", "blue")
    return ToolOutcome(
        [text(f"A {colour} picture, {width} × {height}"), image(png(width, height, _COLOURS[colour]))]
    )


def make_audio(arguments: Arguments) -> ToolOutcome:
    """A WAV tone."""
    frequency_hz, seconds = arguments.get("frequency_hz", 440), arguments.get("seconds", 1)
    return ToolOutcome([text(f"{frequency_hz} Hz for {seconds} s"), audio(wav(frequency_hz, seconds))])


def every_content(_arguments: Arguments) -> ToolOutcome:
    """One block of each type."""
    guide = resources.read("demo://docs/guide.md", 0) or {}
    badge = resources.read("demo://image/badge.png", 0) or {}
    return ToolOutcome(
        [
            text("Plain text.\nSecond line, 둘째 줄."),
            text(_MARKDOWN, audience=["user"], priority=0.9),
            text('{"json": ["inside", "a", "text"], "number": 9007199254740993}', audience=["assistant"]),
            image(png(160, 120, _COLOURS["green"])),
            audio(wav(660, 0.4)),
            link("demo://data/planets.json", "planets", "application/json", "A resource to read next"),
            embedded(guide),
            embedded(badge),
        ],
        meta={"example.com/demo": {"note": "a result may carry _meta of its own"}},
    )


def weather(arguments: Arguments) -> ToolOutcome:
    """Invented weather: always the same for the same city. Text and structured content say the same."""
    city, unit = arguments["city"], arguments.get("unit", "celsius")
    seed = sum(city.encode())
    degrees = seed % 36 - 5
    report = {
        "city": city,
        "unit": unit,
        "temperature": degrees if unit == "celsius" else degrees * 9 / 5 + 32,
        "conditions": ("sunny", "cloudy", "rain", "snow")[seed % 4],
        "wind": {"speed_kmh": seed % 60, "from": ("N", "E", "S", "W")[seed % 4]},
        "hours": [{"hour": hour, "temperature": degrees + hour % 7} for hour in (6, 12, 18)],
    }
    return ToolOutcome([text(msgspec.json.encode(report).decode())], report)


def big_result(arguments: Arguments) -> ToolOutcome:
    """A JSON table with so many rows, about 100 bytes each."""
    rows = [
        {
            "row": n,
            "name": f"row number {n}",
            "값": f"{n * 7919 % 100_003:06}",
            "even": n % 2 == 0,
            "share": n / 8,
        }
        for n in range(int(arguments.get("rows", 1000)))
    ]
    return ToolOutcome([text(msgspec.json.encode({"rows": rows}).decode())])


def fail(arguments: Arguments) -> ToolOutcome:
    """Always a result with isError."""
    raise ToolProblem(
        arguments.get("message") or "This tool always fails, so that you can see what that looks like."
    )


def rpc_error(arguments: Arguments) -> ToolOutcome:
    """Always a JSON-RPC error, with data."""
    message = arguments.get("message") or "This tool always answers with a JSON-RPC error"
    raise Refusal(int(arguments.get("code", 4711)), message, {"reason": "asked for", "arguments": arguments})


def regional_report(arguments: Arguments) -> ToolOutcome:
    """What arrived; over modern HTTP the client repeats three arguments as headers."""
    return ToolOutcome([text("Received: " + msgspec.json.encode(arguments).decode())])


def delete_everything(arguments: Arguments) -> ToolOutcome:
    """Nothing at all happens: the tool exists for its annotations."""
    if not arguments.get("confirm"):
        raise ToolProblem(
            "Nothing deleted: set confirm to true first. (Nothing will be deleted then either.)"
        )
    return ToolOutcome([text("Everything there was to delete is deleted: nothing.")])
