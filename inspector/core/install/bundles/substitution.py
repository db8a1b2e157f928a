"""Variables of a bundle's command: `${__dirname}`, `${HOME}`, `${user_config.KEY}`, `${/}`, in one pass.

As the reference code (github.com/anthropics/mcpb, src/shared/config.ts) with three corrections: what a value
brings in is not looked at again, defaults are resolved before, and what names an option left empty is left
out instead of reaching the server as `${user_config.KEY}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from inspector.translation import translate

__all__ = ["Texts", "filled", "substituted_args", "substituted_env"]

_VARIABLE: Final = re.compile(r"\$\{([^{}]+)\}")
_CONFIG: Final = "user_config."
_MOST_NOTES: Final = 12
_MOST_CHARACTERS: Final = 1 << 20  # of all texts together; no system takes a longer command line


@dataclass(frozen=True, slots=True)
class Texts:
    """What variables mean. config: by key, "" for an option left empty. told: what had to be said, once.

    made: lengths of the texts that were made.
    """

    folders: Mapping[str, str]
    config: Mapping[str, str | tuple[str, ...]]
    told: dict[str, None] = field(default_factory=dict)
    made: list[int] = field(default_factory=list)

    def tell(self, text: str) -> None:
        """Say it once."""
        self.told[text] = None

    def notes(self) -> tuple[str, ...]:
        """What was said; of very much the beginning."""
        notes = tuple(self.told)
        if len(notes) <= _MOST_NOTES:
            return notes
        return (
            *notes[:_MOST_NOTES],
            translate("Bundles", "and {} more like this").format(len(notes) - _MOST_NOTES),
        )


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with known variables replaced, once; unknown ones stay as they are."""
    return _VARIABLE.sub(lambda found: values.get(found[1], found[0]), text)


def substituted_args(args: tuple[str, ...], texts: Texts) -> list[str]:
    """The arguments. One that is exactly an option with several values becomes as many arguments."""
    result: list[str] = []
    for argument in args:
        exact = _VARIABLE.fullmatch(argument)
        value = texts.config.get(exact[1].removeprefix(_CONFIG)) if exact and _is_option(exact[1]) else None
        if isinstance(value, tuple):
            result += value
        elif (
            text := _substituted(argument, texts, translate("Bundles", "argument {}").format(argument))
        ) is not None:
            result.append(text)
        elif result and re.fullmatch(r"--?[A-Za-z][\w-]*", result[-1]):
            texts.tell(translate("Bundles", "{} before it now has no value").format(result[-1]))
    return result


def substituted_env(env: Mapping[str, str], texts: Texts) -> dict[str, str]:
    """The variables of the process."""
    found = {
        name: _substituted(text, texts, translate("Bundles", "variable {}").format(name))
        for name, text in env.items()
    }
    return {name: text for name, text in found.items() if text is not None}


def _is_option(name: str) -> bool:
    return name.startswith(_CONFIG)


def _substituted(text: str, texts: Texts, what: str) -> str | None:
    """None: it names an option that was left empty."""
    known: dict[str, str] = {}
    for name in dict.fromkeys(_VARIABLE.findall(text)):
        key = name.removeprefix(_CONFIG)
        value = texts.config.get(key) if _is_option(name) else texts.folders.get(name)
        if value == "" and _is_option(name):
            texts.tell(translate("Bundles", "{what} is omitted: {key} is empty").format(what=what, key=key))
            return None
        if value is None:
            texts.tell(
                translate(
                    "Bundles", "{what} uses ${{{name}}}, which is not defined; it is left as is"
                ).format(what=what, name=name)
            )
        elif isinstance(value, str):
            known[name] = value
        else:
            texts.tell(
                translate(
                    "Bundles", "{what} uses {key}, which has several values; a list cannot be part of a text"
                ).format(what=what, key=key)
            )
    length = len(text) + sum(len(value) * text.count(f"${{{name}}}") for name, value in known.items())
    if sum(texts.made) + length > _MOST_CHARACTERS:
        texts.tell(translate("Bundles", "omitted what is too long for a command line"))
        return None
    texts.made.append(length)
    return filled(text, known)
