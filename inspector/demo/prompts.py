"""Prompts and their completion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from inspector.demo import icons, resources
from inspector.demo.content import Block, embedded, image, png, text

__all__ = ["PROMPTS", "complete_prompt", "get_prompt"]

PROMPTS: Final[list[dict[str, Any]]] = [
    {
        "name": "summarize",
        "title": "Summarize a text",
        "description": "Asks for a summary. `style` can be completed.",
        "arguments": [
            {"name": "text", "title": "Text", "description": "What to summarize", "required": True},
            {"name": "style", "title": "Style", "description": "How it should sound", "required": False},
        ],
    },
    {
        "name": "review_code",
        "title": "Review code",
        "description": "The completion of `framework` depends on the `language` already chosen.",
        "arguments": [
            {
                "name": "language",
                "title": "Language",
                "description": "Programming language",
                "required": True,
            },
            {"name": "framework", "title": "Framework", "description": "Library in use", "required": False},
        ],
    },
    {
        "name": "describe_picture",
        "title": "그림 설명",
        "description": "A conversation with a picture and an embedded resource, half of it in Korean.",
        "icons": icons.PICTURE,
        "arguments": [],
    },
]

_STYLES: Final = ("one sentence", "bullet points", "for a child", "for an expert", "as a poem", "한국어로")
_FRAMEWORKS: Final = {
    "Python": ("Django", "FastAPI", "Flask", "PySide6"),
    "TypeScript": ("Angular", "React", "Svelte", "Vue"),
    "Rust": ("axum", "bevy", "tokio"),
    "Go": ("echo", "gin"),
}


def get_prompt(name: str, arguments: dict[str, str]) -> list[dict[str, Any]] | None:
    """The messages of a prompt, or None for an unknown one. Required arguments are there."""
    make = _MESSAGES.get(name)
    return make(arguments) if make else None


def complete_prompt(name: str, argument: str, chosen: dict[str, str]) -> list[str] | None:
    """All values an argument can have; None for an unknown prompt or argument.

    chosen: arguments already filled in (`context.arguments`, since 2025-06-18).
    """
    spec = next((prompt for prompt in PROMPTS if prompt["name"] == name), None)
    if spec is None or argument not in [item["name"] for item in spec["arguments"]]:
        return None
    language = chosen.get("language", "")
    every = [value for values in _FRAMEWORKS.values() for value in values]
    values = {
        "style": _STYLES,
        "language": tuple(_FRAMEWORKS),
        "framework": _FRAMEWORKS.get(language, tuple(sorted(every))),
    }
    return list(values.get(argument, ()))


def _message(role: str, content: Block) -> dict[str, Any]:
    return {"role": role, "content": content}


def _summarize(arguments: dict[str, str]) -> list[dict[str, Any]]:
    style = arguments.get("style") or "one sentence"
    return [_message("user", text(f"Summarize this text ({style}):\n\n{arguments['text']}"))]


def _review(arguments: dict[str, str]) -> list[dict[str, Any]]:
    framework = arguments.get("framework")
    with_framework = f" with {framework}" if framework else ""
    code = resources.read("demo://file/src/main.py", 0)
    return [
        _message("user", text(f"Review this {arguments['language']} code{with_framework}.")),
        _message("user", embedded(code or {})),
        _message("assistant", text("I will look at naming, errors and tests. What worries you most?")),
    ]


def _describe(_arguments: dict[str, str]) -> list[dict[str, Any]]:
    guide = resources.read("demo://docs/guide.md", 0)
    return [
        _message("user", text("이 그림을 한 문장으로 설명해 주세요.")),
        _message("user", image(png(64, 64, (196, 98, 38)))),
        _message("user", embedded(guide or {})),
        _message("assistant", text("A dark disc on an orange gradient.")),
    ]


_MESSAGES: Final[dict[str, Callable[[dict[str, str]], list[dict[str, Any]]]]] = {
    "summarize": _summarize,
    "review_code": _review,
    "describe_picture": _describe,
}
