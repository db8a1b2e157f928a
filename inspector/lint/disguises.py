"""How a text tells a model what it does not show a user: invisible signs, letters that look alike, codes."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from inspector.printable import without_escapes

__all__ = ["decoded", "invisible", "look_alike", "readings", "squeezed"]

# Joiners belong to emoji and to scripts that join; marks and isolates of direction to texts that turn.
_JOINED: Final = (
    "[\u0590-\u08ff\u0900-\u0dff\u0e00-\u0fff\u1780-\u17ff\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]"
)
_TURNS: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_INVISIBLE: Final = re.compile(
    "(?<!\U0001f3f4)(?<![\U000e0020-\U000e007f])[\U000e0000-\U000e007f]"  # tags, but for flags of regions
    "|\U0001f3f4[\U000e0020-\U000e007f]{7}"  # a flag has at most five, and one that ends it
    "|[\u202d\u202e]"  # overrides
    "|[\u200b\u2060-\u2065\u206a-\u206f\ufeff\u180e\u034f]{2,}"
    "|(?<=[A-Za-z])[\u200b-\u200f\u2060-\u206f\ufeff\u180e\u034f](?=[A-Za-z])"
    f"|(?<!{_JOINED})[\u200c\u200d]{{2,}}"
    "|[\ufe00-\ufe0f]{2,}|(?<=[A-Za-z .,])[\ufe00-\ufe0f]"
    "|[\U000e0100-\U000e01ef]{2,}|(?<![\u3000-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])"
    "[\U000e0100-\U000e01ef]"
    "|[\u3164\uffa0\u17b4\u17b5\ufff9-\ufffb\U0001d173-\U0001d17a]"
    "|[\u115f\u1160](?![\u1100-\u11ff\ud7b0-\ud7fb])"  # what stands for a letter of a Korean syllable
    "|\u2800{3,}"
)
_IN_NAMES: Final = re.compile("[\u00ad\u034f\u180e\u200b-\u200f\u2060-\u206f\ufeff]")
_EMBEDDED: Final = re.compile("[\u202a-\u202c\u2066-\u2069]")
_FAR: Final = re.compile(r"[ \t\u00a0\u2000-\u200a\u3000]{120}(?=.)|(?:[ \t]*\r?\n){20}(?=.)")


def invisible(text: str, *, name: bool = False) -> str:
    """The first invisible character, as U+XXXX; the empty space that more text stands behind; or nothing.

    name: it names something, so that no sign but a letter's own is due.
    """
    if len(text) > 40 and (far := _FAR.search(text)):
        return "\\n × 20" if "\n" in far[0] else f"U+{ord(far[0][0]):04X} × 120"
    if text.isascii():
        return ""
    found = _INVISIBLE.search(text) or (None if _TURNS.search(text) else _EMBEDDED.search(text))
    if found is None and name and not re.search(_JOINED, text):
        found = _IN_NAMES.search(text.removeprefix("\ufeff"))
    return f"U+{ord(found[0][-1] if found[0][0] == _FLAG else found[0][0]):04X}" if found else ""


_FLAG: Final = "\U0001f3f4"

# Letters of Cyrillic, Greek and others that look like these of Latin.
_ALIKE: Final = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u04cf\u051b\u051d\u0432\u043a"
    "\u043c\u043d\u0442\u0433"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0405\u0408\u0423"
    "\u03b1\u03bf\u03c1\u03bd\u03b9\u03ba\u03c4\u03c5\u03c7\u03b5\u03b7"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u0131\u0251\u0261\u0269\u0578\u0585\u057d\u0561\u0570\u13a0\u13ac\u13c6"
    "\u1d00\u0299\u1d04\u1d05\u1d07\ua730\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f\u1d18\u0280"
    "\ua731\u1d1b\u1d1c\u1d20\u1d21\u028f\u1d22",
    "aeopcyxijsdhlqwbkmhtrABEKMHOPCTXISJYaopviktuxenABEZHIKMNOPTYXiagInosahDEGabcdefghijklmnoprstuvwyz",
)
_CONFUSED: Final = frozenset(chr(one) for one in _ALIKE)
_WORD: Final = re.compile(r"[^\W\d_]+")
_LATIN: Final = re.compile("[A-Za-z]")
_OWN: Final = re.compile("(?<![A-Za-z])[\u0370-\u03ff\u0400-\u052f]{2,}(?![A-Za-z])")


def look_alike(text: str, *, name: bool = False) -> str:
    """A word that has letters of another script which look like Latin ones; a Russian ending is none."""
    if text.isascii():
        return ""
    if name and (parts := [one for one in re.split(r"[^\w]|_", text) if one]):
        others = [one for one in parts if len(one) > 1 and all(letter in _CONFUSED for letter in one)]
        if others and any(one.isascii() for one in parts):
            return others[0]
    written = _OWN.search(text) is not None  # it is written in that script, too
    for found in _WORD.finditer(text):
        word = found[0]
        other = [place for place, letter in enumerate(word) if "\u0370" <= letter <= "\u052f"]
        if not other or not _LATIN.search(word) or not all(word[place] in _CONFUSED for place in other):
            continue
        last = max(place for place, letter in enumerate(word) if letter.isascii())
        if not written or other[0] < last:
            return word
    return ""


_NOT_SEEN: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0"
    "\U000e0000-\U000e0fff]+"
)
_MARKS: Final = re.compile("[\u0300-\u036f]")
_NO_LETTERS: Final = re.compile(r"[\W\d_]+")
# What is most often written so that it is not found: with gaps, with dots between, backwards.
_SQUEEZED: Final = re.compile(
    "(ignore|disregard|forget|override|bypass)(all|any|every|the|your)?(?:of)?(?:the|your)?"
    "(previous|prior|earlier|above|preceding|system)(instructions?|prompts?|rules|messages?|directives"
    "|guidelines)"
    "|(?:donot|dont|never)(tell|inform|notify|alert)the(user)"
)
_ENTITY: Final = re.compile(r"&(?:#x?[0-9a-f]+|[a-z]{2,8});", re.IGNORECASE)
_PERCENT: Final = re.compile(r"(?:%[0-9a-f]{2}.{0,20}){3}", re.IGNORECASE)
_ESCAPED: Final = re.compile(r"\\u\{?([0-9a-fA-F]{4,6})\}?|\\x([0-9a-fA-F]{2})|\\([0-7]{3})")
_LEET: Final = re.compile(r"(?:[a-z][0134578@$]+[a-z]|\b[0134578@$][a-z]{2})", re.IGNORECASE)
_LETTERS: Final = str.maketrans("01345789@$", "oieastbgas")


def readings(text: str) -> Iterator[str]:
    """The text as a model may read it: plain, and with each disguise taken off that it wears."""
    seen = without_escapes(text) if "\x1b" in text else text
    if not seen.isascii():
        seen = unicodedata.normalize("NFKC", _NOT_SEEN.sub("", seen))
    yield seen
    if not seen.isascii():
        bare = _MARKS.sub("", unicodedata.normalize("NFKD", seen)).translate(_ALIKE)
        if bare != seen:
            yield bare
            seen = bare
    if "&" in seen and _ENTITY.search(seen):
        yield html.unescape(seen)
    if "%" in seen and _PERCENT.search(seen):
        yield unquote(seen, errors="replace")
    if "\\" in seen and len(_ESCAPED.findall(seen)) > 3:
        yield _ESCAPED.sub(_character, seen)
    if _LEET.search(seen):
        yield seen.translate(_LETTERS)
    if "rot13" in (lower := seen.lower()) or "rot-13" in lower:
        yield codecs.encode(seen, "rot13")


def squeezed(text: str) -> str:
    """Words that are written with gaps or dots between their letters, or backwards, as they read."""
    lower = text.lower()
    letters = _NO_LETTERS.sub("", lower.translate(_LETTERS))
    found = _SQUEEZED.search(letters) or _SQUEEZED.search(letters[::-1])
    words = [one for one in found.groups() if one] if found else []
    return "" if all(one in lower for one in words) else " ".join(words)


def _character(found: re.Match[str]) -> str:
    code = int(found[1] or found[2] or found[3], 8 if found[3] else 16)
    return chr(code) if code < 0x110000 else ""


_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{24,}={0,2}")
_HEX: Final = re.compile(r"\b(?:0x)?(?:[0-9a-fA-F]{2}[ :,]?){20,}")
_NUMBERS: Final = re.compile(r"(?:\b\d{2,3}[ ,]+){11,}\d{2,3}\b")
_CODES: Final = 8  # of one text
_LONGEST: Final = 8_000  # characters of one
_WORDY: Final = re.compile(r"[^\W\d_]{2,}\W+[^\W\d_]{2,}\W+\S{2,}")


def decoded(text: str) -> Iterator[str]:
    """What stands in a text in base64, as hexadecimal or as numbers, where that comes to words."""
    if len(text) < 24:
        return
    found = [("64", one[0]) for one in _BASE64.finditer(text)]
    found += [("16", one[0]) for one in _HEX.finditer(text)]
    found += [("10", one[0]) for one in _NUMBERS.finditer(text)]
    for kind, code in found[:_CODES]:
        said = _read(kind, code[:_LONGEST])
        if said and said.replace("\n", " ").isprintable() and _WORDY.search(said):
            yield said


def _read(kind: str, code: str) -> str:
    try:
        if kind == "10":
            return "".join(chr(int(one)) for one in re.findall(r"\d+", code))
        if kind == "16":
            return bytes.fromhex(re.sub(r"0x|[ :,]", "", code)).decode()
        bare = code.rstrip("=").replace("-", "+").replace("_", "/")
        bare = bare[: len(bare) - 1] if len(bare) % 4 == 1 else bare
        return base64.b64decode(bare + "=" * (-len(bare) % 4)).decode()
    except (ValueError, binascii.Error):
        return ""
