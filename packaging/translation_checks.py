"""What a translation must keep of its English text: places for values, tags, the key of a menu, the edges."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

__all__ = ["faults"]

_PLACE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_KEY = re.compile(r"&&|&(?:[a-z]+|#\d+);|&(?=\S)")
_KINDS_OF_END = ("…", ":", "?", "!")


def faults(source: str, translation: str) -> list[str]:
    """What is wrong with a translation, in words; [] when nothing is."""
    return [words for check in _CHECKS for words in check(source, translation)]


def _places(source: str, translation: str) -> Iterator[str]:
    """`{}` may become `{0}`, `{1}`: other languages have other word orders."""
    if "%n" in source or "%Ln" in source:
        marks = [mark for mark in ("%n", "%Ln") if (mark in source) != (mark in translation)]
        if marks:
            yield f"the number {marks[0]} must stay"
    if _numbered(source) != _numbered(translation):
        yield f"places for values: {_shown(source)} became {_shown(translation)}"


def _numbered(text: str) -> Counter[str]:
    names = [found[1] for found in _PLACE.finditer(text) if found[1] is not None]
    automatic = iter(range(len(names)))
    numbered = []
    for name in names:
        head, mark, form = name.partition(":")
        numbered.append((head or str(next(automatic))) + mark + form)
    return Counter(numbered)


def _shown(text: str) -> str:
    return " ".join(found[0] for found in _PLACE.finditer(text) if found[1] is not None) or "none"


def _tags(source: str, translation: str) -> Iterator[str]:
    before, after = Counter(_TAG.findall(source)), Counter(_TAG.findall(translation))
    if before != after and ("</" in source or "<br" in source or "</" in translation):
        yield f"tags: {' '.join(before.elements())} became {' '.join(after.elements()) or 'none'}"


def _keys(source: str, translation: str) -> Iterator[str]:
    """The letter of a menu: `&File` is `파일(&F)`."""
    before, after = (
        sum(found == "&" for found in _KEY.findall(text) if " & " not in text)
        for text in (source, translation)
    )
    if before != after:
        yield f"{before} '&' became {after}"


def _edges(source: str, translation: str) -> Iterator[str]:
    for name, cut in (("start", str.lstrip), ("end", str.rstrip)):
        before, after = len(source) - len(cut(source)), len(translation) - len(cut(translation))
        if before != after:
            yield f"spaces at the {name}: {before} became {after}"


def _ends(source: str, translation: str) -> Iterator[str]:
    before, after = source.rstrip(), translation.rstrip()
    for mark in _KINDS_OF_END:
        if before.endswith(mark) != after.endswith(mark):
            yield f"'{mark}' at the end {'is lost' if before.endswith(mark) else 'is new'}"


def _lines(source: str, translation: str) -> Iterator[str]:
    if source.count("\n") != translation.count("\n"):
        yield f"{source.count(chr(10))} line breaks became {translation.count(chr(10))}"


def _english_plural(source: str, translation: str) -> Iterator[str]:
    if "(s)" in translation:
        yield "(s) is English"


_CHECKS: tuple[Callable[[str, str], Iterator[str]], ...] = (
    _places,
    _tags,
    _keys,
    _edges,
    _ends,
    _lines,
    _english_plural,
)
