"""What a server writes about its things: a safe subset of Markdown as words and how they are set.

Bold, italic, code, lists and headings; the address of a link stands behind its words and leads nowhere; a
picture is its words and address. All else, HTML above all, is text as it came. Nothing is ever fetched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

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


_REACH: Final = 500  # characters that a link's words, an address or a piece of code may have: no text is slow
_MARK: Final = re.compile(r"[*_`\[\\]|<[a-zA-Z]|^ *(?:#{1,6} |[-+] |\d{1,9}[.)] |~~~)", re.MULTILINE)
_FENCE: Final = re.compile(r" {0,3}(```+|~~~+)[^`]*$")
_HEADING: Final = re.compile(r" {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_ITEM: Final = re.compile(r"( *)([-*+]|\d{1,9}[.)])[ \t]+(?=\S)")
_RULE: Final = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_PIECE: Final = re.compile(
    rf"""\\(?P<escaped>[!-/:-@\[-`{{-~])"""
    rf"""|(?P<ticks>`+)(?P<code>[^`](?:.{{0,{_REACH}}}?[^`])??)(?P=ticks)(?!`)|(?P<literal>`+)"""
    rf"""|!?\[(?P<words>[^\[\]]{{0,{_REACH}}})\]\([ ]?<?(?P<address>[^\s<>()]{{0,{_REACH}}}"""
    rf"""(?:\([^\s<>()]{{0,{_REACH}}}\))?[^\s<>()]{{0,{_REACH}}})>?(?:[ ]"[^"\n]{{0,{_REACH}}}")?[ ]?\)"""
    rf"""|<(?P<direct>[a-zA-Z][a-zA-Z0-9+.-]{{1,31}}:[^\s<>]{{0,{_REACH}}})>"""
    r"""|(?P<run>\*+|_+)"""
)


def prose_of(markdown: str) -> Prose:
    """The words to show. Text without a mark is one paragraph, as it is written in most schemas."""
    if _MARK.search(markdown) is None:
        return Prose(" ".join(markdown.split()))
    setter = _Setter()
    for kind, lead, text in _blocks(markdown):
        setter.add(kind, lead, text)
    return Prose(setter.text(), tuple(setter.spans))


def _blocks(markdown: str) -> list[tuple[str, str, str]]:
    """Kind (text, heading, code), what stands before it, its text; the lines of a paragraph are joined."""
    found: list[tuple[str, str, str]] = []
    fence, goes_on = "", False
    for line in markdown.expandtabs(4).splitlines():
        opening = _FENCE.match(line)
        if fence:
            if opening is not None and opening[1].startswith(fence) and line.strip() == opening[1]:
                fence = ""
            else:
                found.append(("code", "", line))
            continue
        heading, item = _HEADING.match(line), _ITEM.match(line)
        ruled = not line.strip() or _RULE.match(line) is not None
        if opening is not None:
            fence = opening[1]
        elif heading is not None:
            found.append(("heading", "", heading[1]))
        elif not ruled and item is not None:
            sign = "•" if item[2] in "-*+" else item[2]
            found.append(
                ("text", " " * min(len(item[1]) // 2 * 2, 6) + sign + " ", line[item.end() :].strip())
            )
        elif not ruled and goes_on:
            kind, lead, text = found[-1]
            found[-1] = kind, lead, f"{text} {line.strip()}"
        elif not ruled:
            found.append(("text", "", line.strip()))
        goes_on = not ruled and opening is None and heading is None
    return found


class _Setter:
    """Puts blocks together. A run of * or _ is a piece that shrinks where it is a mark."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self._pieces: list[str] = []
        self._length = 0

    def text(self) -> str:
        return "".join(self._pieces)

    def add(self, kind: str, lead: str, text: str) -> None:
        """One block, on a line of its own."""
        self._put(("\n" if self._pieces else "") + lead)
        start = self._length
        if kind == "code":
            self._put(text)
        else:
            self._set(text)
        if kind != "text" and self._length > start:
            self.spans.append(Span(start, self._length, "code" if kind == "code" else "bold"))

    def _put(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)

    def _set(self, text: str) -> None:
        """What stands within a block."""
        pieces: list[str] = []
        marked: list[tuple[int, int, How]] = []
        runs = _Runs(pieces, marked)
        at = 0
        for match in _PIECE.finditer(text):
            pieces.append(text[at : match.start()])
            at = match.end()
            if match["run"]:
                runs.add(match["run"], text[match.start() - 1 : match.start()], text[at : at + 1])
            elif match["code"]:
                code = match["code"]
                inner = code[1:-1] if code[0] == code[-1] == " " and code.strip() else code
                marked.append((len(pieces), len(pieces) + 1, "code"))
                pieces.append(inner)
            else:
                pieces.append(_plain(match))
        pieces.append(text[at:])
        places = [self._length]
        for piece in pieces:
            places.append(places[-1] + len(piece))
        for first, last, how in marked:
            if places[last] > places[first]:
                self.spans.append(Span(places[first], places[last], how))
        self._put("".join(pieces))


def _plain(match: re.Match[str]) -> str:
    """What is shown of an escape, a link, a picture or a stray run of backticks."""
    if match["words"] is None:
        return match["escaped"] or match["direct"] or match["literal"]
    words, address = match["words"].strip("`*_"), match["address"]
    if not address or address == words:
        return words
    return f"{words} ({address})" if words else address


class _Runs:
    """Pairs runs of * and _ nearly as CommonMark does: what flanks a word opens or closes."""

    def __init__(self, pieces: list[str], marked: list[tuple[int, int, How]]) -> None:
        self._pieces, self._marked = pieces, marked
        self._open: list[int] = []

    def add(self, run: str, before: str, after: str) -> None:
        """A run between two characters, each "" at the end of the text."""
        space_before, space_after = not before.strip(), not after.strip()
        word_before, word_after = before.isalnum(), after.isalnum()
        left = not space_after and (word_after or not word_before)
        right = not space_before and (word_before or not word_after)
        if run[0] == "_":
            left, right = left and not (right and word_before), right and not (left and word_after)
        elif run == "*" and word_before and word_after and (before + after).isascii():
            left = False  # 2*3*4 is a product, whatever CommonMark says
        place = len(self._pieces)
        self._pieces.append(run)
        if right:
            self._close(place)
        if left and self._pieces[place]:
            self._open.append(place)

    def _close(self, place: int) -> None:
        pieces = self._pieces
        while pieces[place] and (opener := self._opener(pieces[place][0])) is not None:
            width = 2 if len(pieces[place]) > 1 and len(pieces[opener]) > 1 else 1
            pieces[place], pieces[opener] = pieces[place][width:], pieces[opener][width:]
            self._marked.append((opener + 1, place, "bold" if width == 2 else "italic"))
            while self._open and self._open[-1] > opener:
                self._open.pop()
            if not pieces[opener]:
                self._open.pop()

    def _opener(self, sign: str) -> int | None:
        """The last run of the sign that is open; one far back is left alone, so that no text is slow."""
        return next((place for place in self._open[:-50:-1] if self._pieces[place][0] == sign), None)
