"""What a server writes about its things: a safe subset of Markdown as words and how they are set.

Bold, italic, code, lists and headings; the address of a link stands behind its words and leads nowhere; a
picture is its words and address. All else, HTML above all, is text as it came. Nothing is ever fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = ["Prose", "Span", "prose_of"]

How = Literal["bold", "italic", "code"]


@dataclass(frozen=True, slots=True)
class Span:
    """text[start:end] of a Prose is set in this way; spans may overlap."""

    start: int
    end: int
    how: How


@dataclass(frozen=True, slots=True)
class Prose:
    """The words without their marks, a line a paragraph or item, and the spans that stand out."""

    text: str
    spans: tuple[Span, ...] = ()


_MARK: Final = re.compile(r"[*_`\[\\]|<[a-zA-Z]|^ *(?:#{1,6} |[-+] |\d{1,9}[.)] |~~~)", re.MULTILINE)
_AS_TEXT: Final = ("code", "lheading", "blockquote", "reference", "entity", "html_block", "html_inline")
"""Rules of CommonMark that take away what a user wrote as text: indented docstrings, `a > b`, `&amp;`."""
_DEEPEST: Final = 3


@lru_cache(maxsize=256)
def prose_of(markdown: str) -> Prose:
    """The words to show. Text without a mark is one paragraph, as it is written in most schemas."""
    if _MARK.search(markdown) is None:
        return Prose(" ".join(markdown.split()))
    setter = _Setter()
    setter.set_blocks(_parser().parse(markdown))
    return Prose("".join(setter.pieces), tuple(setter.spans))


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # 45 ms that only a text with marks is worth

    return MarkdownIt("commonmark", {"html": False}).disable(_AS_TEXT)


class _Setter:
    """Puts the tokens of the parser together."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.pieces: list[str] = []
        self._length = 0
        self._lists: list[int | None] = []
        """Number of the last item of each list around; None: of a list without numbers."""
        self._lead = ""

    def set_blocks(self, tokens: Iterable[Token]) -> None:
        """Paragraphs, headings, items and code, each on a line of its own."""
        heading = False
        for token in tokens:
            if token.type in ("bullet_list_open", "ordered_list_open"):
                ordered = token.type == "ordered_list_open"
                self._lists.append(int(token.attrs.get("start", 1)) - 1 if ordered else None)
            elif token.type in ("bullet_list_close", "ordered_list_close"):
                self._lists.pop()
            elif token.type == "list_item_open":
                self._lead = self._item_sign(token.markup)
            elif token.type in ("heading_open", "heading_close"):
                heading = token.type == "heading_open"
            elif token.type == "inline":
                start = self._begin_line()
                self._set_inline(token.children or [])
                self._span(start, "bold" if heading else None)
            elif token.type == "fence":
                start = self._begin_line()
                self._put(token.content.rstrip("\n"))
                self._span(start, "code")

    def _item_sign(self, markup: str) -> str:
        indent = "  " * min(len(self._lists) - 1, _DEEPEST)
        number = self._lists[-1]
        if number is None:
            return f"{indent}• "
        self._lists[-1] = number + 1
        return f"{indent}{number + 1}{markup} "

    def _begin_line(self) -> int:
        self._put(("\n" if self.pieces else "") + self._lead)
        self._lead = ""
        return self._length

    def _set_inline(self, tokens: list[Token]) -> None:
        opened: list[tuple[int, How | None]] = []
        address = ""
        for token in tokens:
            if token.type in ("em_open", "strong_open"):
                how: How | None = "italic" if token.type == "em_open" else "bold"
                if token.markup == "*" and self._ends_in_word():
                    how = None  # 2*3*4 is a product, whatever CommonMark says
                    self._put("*")
                opened.append((self._length, how))
            elif token.type in ("em_close", "strong_close"):
                start, how = opened.pop()
                self._span(start, how)
                self._put("*" if how is None else "")
            elif token.type == "code_inline":
                start = self._length
                self._put(token.content)
                self._span(start, "code")
            elif token.type == "link_open":
                opened.append((self._length, None))
                address = str(token.attrs.get("href", ""))
            elif token.type == "link_close":
                start, _ = opened.pop()
                words = "".join(self.pieces)[start:]
                self._put(_behind(words, address))
            elif token.type == "image":
                self._put(token.content)
                self._put(_behind(token.content, str(token.attrs.get("src", ""))))
            else:
                self._put({"softbreak": " ", "hardbreak": "\n"}.get(token.type, token.content))

    def _ends_in_word(self) -> bool:
        last = next((piece for piece in reversed(self.pieces) if piece), "")
        return last[-1:].isascii() and last[-1:].isalnum()

    def _put(self, text: str) -> None:
        self.pieces.append(text)
        self._length += len(text)

    def _span(self, start: int, how: How | None) -> None:
        if how is not None and self._length > start:
            self.spans.append(Span(start, self._length, how))


def _behind(words: str, address: str) -> str:
    """Where a link would lead, unless its words say so."""
    if not address or address == words:
        return ""
    return f" ({address})" if words else address
