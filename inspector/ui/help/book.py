"""The pages of the help: Markdown files that come with the program, by language, and the words in them.

A page begins with `# Title`. A place that others lead to has its name in the heading:
`## <a id="keys"></a>Keys`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from inspector.resources import resource
from inspector.ui.locale import language
from inspector.ui.widgets.controls import Marked

__all__ = ["CONTENTS", "FIRST", "BookPage", "HelpBook", "Hit", "Section", "Term", "help_language"]

FIRST: Final = "index"
_SOURCE: Final = "en"

CONTENTS: Final[tuple[tuple[Marked, tuple[str, ...]], ...]] = (
    (QT_TRANSLATE_NOOP("Help", "Guide"), ("index", "first-steps", "server-author", "ci", "command-line")),
    (
        QT_TRANSLATE_NOOP("Help", "Servers"),
        (
            "welcome",
            "servers",
            "import-servers",
            "bundles",
            "edit-server",
            "declare",
            "authorization",
            "doctor",
            "export-server",
        ),
    ),
    (
        QT_TRANSLATE_NOOP("Help", "Work with a server"),
        (
            "tools",
            "forms",
            "json-editor",
            "result-viewer",
            "twins",
            "resources",
            "prompts",
            "tasks",
            "subscriptions",
            "inputs",
            "raw",
            "server",
            "console",
            "findings",
            "check",
            "rules",
        ),
    ),
    (
        QT_TRANSLATE_NOOP("Help", "Inspect traffic"),
        ("timeline", "filter", "detail", "ladder", "statistics", "compare"),
    ),
    (QT_TRANSLATE_NOOP("Help", "Save and share"), ("session-files", "export", "recovery", "files")),
    (QT_TRANSLATE_NOOP("Help", "The app"), ("palette", "settings", "terms")),
)
"""Title of a group → its pages, in the order of the contents."""

_TITLE: Final = re.compile(r"^# (.+)$", re.MULTILINE)
_HEADING: Final = re.compile(r'^(#{1,4}) (?:<a id="([\w-]+)"></a>)?(.+)$', re.MULTILINE)
_MARKUP: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|<!--.*?-->|[*`]|<a id=[^>]*></a>", re.DOTALL)
_AROUND: Final = 60  # letters before and after what was found


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands below it, up to the next one. anchor: "" where none leads to it."""

    level: int
    anchor: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class BookPage:
    """One file. text: its Markdown as it stands there."""

    name: str
    title: str
    text: str

    def sections(self) -> Iterator[Section]:
        """Its parts, each under its heading."""
        found = list(_HEADING.finditer(self.text))
        ends = [*(match.start() for match in found[1:]), len(self.text)]
        for match, end in zip(found, ends, strict=True):
            yield Section(
                len(match[1]), match[2] or "", match[3].strip(), self.text[match.end() : end].strip()
            )


@dataclass(frozen=True, slots=True)
class Hit:
    """Where something was found: the page, the nearest place to go to, and the words around it."""

    page: BookPage
    section: Section
    excerpt: str


@dataclass(frozen=True, slots=True)
class _Searched:
    """A part of a page as it is searched: its text as one line, and that and its heading in small letters."""

    page: BookPage
    section: Section
    line: str
    small: str
    title: str


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the protocol: its rule in plain words, and where that is written."""

    id: str
    title: str
    rule: str
    source: str


def help_language() -> str:
    """The language of the program when there is help in it, else English."""
    spoken = language.current()
    return spoken if (resource("help") / spoken).is_dir() else _SOURCE


class HelpBook:
    """The pages in one language; what is not there in it is taken from the English ones."""

    def __init__(self, spoken: str = _SOURCE) -> None:
        self.language = spoken
        self._pages: dict[str, BookPage] = {}
        self._terms: dict[str, Term] = {}
        self._searched: list[_Searched] = []

    def page(self, name: str) -> BookPage | None:
        """A page by name; None when there is none."""
        if name not in self._pages:
            path = next((path for path in self._places(name) if path.is_file()), None)
            if path is None:
                return None
            text = path.read_text("utf-8")
            title = _TITLE.search(text)
            self._pages[name] = BookPage(name, title[1].strip() if title else name, text)
        return self._pages[name]

    def _places(self, name: str) -> Iterator[Path]:
        if re.fullmatch(r"[a-z-]+", name):  # a link may say anything
            yield from (resource("help") / spoken / f"{name}.md" for spoken in (self.language, _SOURCE))

    def groups(self) -> Iterator[tuple[str, list[BookPage]]]:
        """The contents: the title of each group, and its pages."""
        for title, names in CONTENTS:
            pages = [page for name in names if (page := self.page(name)) is not None]
            yield QCoreApplication.translate("Help", title), pages

    def search(self, text: str) -> list[Hit]:
        """The parts of pages that have all these words, those with one in a heading first."""
        words = text.lower().split()
        titled: list[Hit] = []
        others: list[Hit] = []
        for part in self._parts() if words else ():
            if all(word in part.title or word in part.small for word in words):
                in_title = any(word in part.title for word in words)
                hit = Hit(part.page, part.section, _excerpt(part, words))
                (titled if in_title else others).append(hit)
        return titled + others

    def _parts(self) -> list[_Searched]:
        """Made once: every letter that is typed searches all of it."""
        if not self._searched:
            for page in (page for _title, pages in self.groups() for page in pages):
                for section in page.sections():
                    line = " ".join(plain_text(section.text).split())
                    part = _Searched(page, section, line, line.lower(), section.title.lower())
                    self._searched.append(part)
        return self._searched

    def terms(self) -> dict[str, Term]:
        """Every word of the protocol that is explained, by its id."""
        page = self.page("terms")
        if not self._terms and page is not None:
            for section in page.sections():
                if section.anchor and section.level == 3:
                    rule, _, source = section.text.rpartition("\n\n")
                    self._terms[section.anchor] = Term(
                        section.anchor, plain_text(section.title), plain_text(rule), plain_text(source)
                    )
        return self._terms


def plain_text(markdown: str) -> str:
    """Markdown without its signs, paragraphs kept."""
    text = _MARKUP.sub(lambda match: match[1] or "", markdown)
    paragraphs = re.split(r"\n\s*\n", text)
    return "\n\n".join(" ".join(one.split()) for one in paragraphs if one.strip())


def _excerpt(part: _Searched, words: list[str]) -> str:
    line = part.line
    at = max(0, min((place for word in words if (place := part.small.find(word)) >= 0), default=0))
    begin, end = max(0, at - _AROUND), at + _AROUND
    return f"{'…' if begin else ''}{line[begin:end].strip()}{'…' if end < len(line) else ''}"
