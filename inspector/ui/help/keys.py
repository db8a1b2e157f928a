"""The keys on a page of the help, made from the tables of actions, so that they never age.

A page says which: `<!-- keys: run twin_call; In a form -->`, keys of actions, or titles of groups of keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QCoreApplication

from inspector.trace.query.help import help_sections
from inspector.ui.help.key_groups import KEY_GROUPS
from inspector.ui.keyboard.key_words import key_text
from inspector.ui.session.actions import ACTIONS, action_text

__all__ = ["expanded", "named_keys"]

_KEYS: Final = re.compile(r"<!-- keys: (.*?) -->")
_LANGUAGE: Final = "<!-- filter language -->"
_ACTIONS: Final = {spec.key: spec for spec in ACTIONS}
_GROUPS: Final = {group.title: group for group in KEY_GROUPS}


def named_keys(text: str) -> list[str]:
    """What the page wants the keys of, as it says it: for a test that all of it exists."""
    return [name for match in _KEYS.finditer(text) for part in match[1].split(";") for name in _names(part)]


def _names(part: str) -> list[str]:
    part = part.strip()
    return [part] if part in _GROUPS else part.split()


def expanded(text: str) -> str:
    """The Markdown of a page with its tables filled in."""
    text = _KEYS.sub(lambda match: "\n".join(_key_lines(match[1])), text)
    return text.replace(_LANGUAGE, "\n".join(_language_lines())) if _LANGUAGE in text else text


def _key_lines(wanted: str) -> Iterator[str]:
    """One table: those of actions first, then each group under its title."""
    what, keys = QCoreApplication.translate("Help", "Action"), QCoreApplication.translate("Help", "Keys")
    yield f"## {keys}"
    yield ""
    yield f"| {what} | {keys} |"
    yield "|---|---|"
    for part in wanted.split(";"):
        group = _GROUPS.get(part.strip())
        if group is not None:
            yield f"| **{_cell(group.heading())}** | |"
            yield from (f"| {_cell(text)} | {_cell(shown)} |" for text, shown in group.shown())
            continue
        for name in part.split():
            spec = _ACTIONS[name]
            yield f"| {_cell(action_text(spec))} | {_cell(key_text(*spec.keys[:1]))} |"


def _language_lines() -> Iterator[str]:
    translate = QCoreApplication.translate
    for section in help_sections():
        yield f"### {section.title}"
        yield ""
        heads = (
            translate("Help", "Syntax"),
            translate("Help", "Meaning"),
            translate("Help", "Example"),
        )
        yield f"| {' | '.join(heads)} |"
        yield "|---|---|---|"
        for entry in section.entries:
            example = f"`{_cell(entry.example)}`" if entry.example else ""
            yield f"| `{_cell(entry.text)}` | {_cell(entry.doc)} | {example} |"
        yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("*", "\\*")
