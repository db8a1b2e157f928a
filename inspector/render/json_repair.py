"""From JSON5, JavaScript and Python literals to JSON, on request: order, digits and texts are kept.

Comments and commas too many go, quotes and words become those of JSON, numbers keep their digits where JSON
can write them. What has no counterpart in JSON (NaN, undefined) becomes null, and is counted as such.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from inspector.json_tokens import TOKEN
from inspector.render.json_errors import find_json_error
from inspector.schema.scan import number_fits

__all__ = ["CHANGES", "Repaired", "repair", "repair_steps"]

CHANGES: Final = (
    "comments",
    "commas too many",
    "commas too few",
    "quotes",
    "keys without quotes",
    "words",
    "numbers",
    "became null",
    "blanks",
    "characters in strings",
    "brackets",
)
"""What is counted, in the order it is told."""

_STEP: Final = 400  # tokens a step
_WORDS: Final = {"True": "true", "False": "false", "None": "null"}
_LOST: Final = frozenset(("NaN", "Infinity", "undefined", "nan", "inf"))
_HEX: Final = re.compile(r"([+-]?)(0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+)")
_NUMBER: Final = re.compile(r"([+-]?)0*+(\d*+)(\.?)(\d*+)([eE][+-]?\d+)?")
_LONGEST_HEX: Final = 3_000  # longer ones are not turned into decimal digits
_IDENTIFIER: Final = re.compile(r"[\w$-]+")
_ESCAPE: Final = re.compile(
    r"\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|\r\n|.)|[\"\x00-\x1f]", re.DOTALL
)
_KEPT: Final = frozenset('"\\/bfnrt')
_CONTROL: Final = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}
_OPEN: Final = {"(": "[", "{": "{", "[": "["}
_CLOSE: Final = {")": "]", "}": "}", "]": "]"}
_PLAIN: Final = frozenset(" \t\r\n")


@dataclass(frozen=True, slots=True)
class Repaired:
    """JSON text, and what was changed for it: kind (of CHANGES) to how often."""

    text: str
    changes: dict[str, int]


def repair(text: str) -> Repaired | None:
    """JSON with the same meaning; None when the text is JSON already or cannot be made JSON this way."""
    steps = repair_steps(text)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Repaired | None = end.value
            return found


def repair_steps(text: str) -> Generator[None, None, Repaired | None]:
    """`repair` in steps of about a millisecond."""
    work = _Repairing()
    for number, match in enumerate(TOKEN.finditer(text)):
        kind = match.lastgroup or "other"
        if kind == "other" or not work.take(kind, match[0]):
            return None
        if number % _STEP == _STEP - 1:
            yield
    made = "".join(work.out)
    if not any(work.changes.values()) or find_json_error(made.encode("utf-8", "surrogatepass")) is not None:
        return None
    return Repaired(made, {name: work.changes[name] for name in CHANGES if work.changes[name]})


class _Repairing:
    """What was written so far, and what stood last."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.changes: Counter[str] = Counter()
        self._comma = -1  # where the last comma stands in out; -1: something came after it
        self._ended = False  # a value or a key ended, so that a comma, colon or bracket must follow
        self._gap = 0  # where in out the last value ended
        self._key = False  # the next word is a key, if a colon follows

    def take(self, kind: str, token: str) -> bool:
        """Write one token; False: this is no literal of a known kind."""
        if kind == "space":
            plain = "".join(char if char in _PLAIN else " " for char in token if char != "\ufeff")
            self.changes["blanks"] += plain != token
            self.out.append(plain)
            return True
        if kind == "comment":
            self.changes["comments"] += 1
            self._drop_blanks()
            return True
        if kind == "mark":
            return self._mark(token)
        if kind == "string":
            return self._value(self._string(token, token[1:-1], token.endswith('"') and len(token) > 1))
        if kind == "quoted":
            self.changes["quotes"] += 1
            return self._value(self._string("", token[1:-1], len(token) > 1))
        return self._value(self._word(token))

    def _mark(self, token: str) -> bool:
        if token in _CLOSE:
            self._drop_comma()
            self._ended = True
            self.changes["brackets"] += _CLOSE[token] != token
            self.out.append(_CLOSE[token])
            self._gap = len(self.out)
        elif token in _OPEN:
            self._bridge()
            self.changes["brackets"] += _OPEN[token] != token
            self.out.append(_OPEN[token])
            self._comma, self._ended = -1, False
        elif token == ",":
            if not self._ended:  # a second one, or one before the first value
                self.changes["commas too many"] += 1
                return True
            self._comma, self._ended = len(self.out), False
            self.out.append(token)
        else:
            self._quote_key()
            self._comma, self._ended = -1, False
            self.out.append(token)
        return True

    def _value(self, text: str | None) -> bool:
        if text is None:
            return False
        self._bridge()
        self.out.append(text)
        self._comma, self._ended, self._gap = -1, True, len(self.out)
        return True

    def _bridge(self) -> None:
        """Two values with nothing but a line end between them lack a comma."""
        if self._ended:
            self.out.insert(self._gap, ",")
            self.changes["commas too few"] += 1

    def _drop_comma(self) -> None:
        if self._comma >= 0 and not self._ended:
            self.out[self._comma] = ""
            self.changes["commas too many"] += 1
        self._comma = -1

    def _drop_blanks(self) -> None:
        """The blanks before a comment go with it; line ends stay."""
        if self.out and self.out[-1].isspace():
            self.out[-1] = self.out[-1].rstrip(" \t")

    def _quote_key(self) -> None:
        """What stands before a colon is a key."""
        key = self.out[self._gap - 1] if self._ended else ""
        if key and key[0] != '"':
            word = self._raw
            if _IDENTIFIER.fullmatch(word):
                if word in _WORDS:
                    self.changes["words"] -= 1
                elif word in _LOST:
                    self.changes["became null"] -= 1
                elif key != word:
                    self.changes["numbers"] -= 1
                self.out[self._gap - 1] = f'"{word}"'
                self.changes["keys without quotes"] += 1

    _raw = ""

    def _word(self, word: str) -> str | None:
        self._raw = word
        if word in ("true", "false", "null") or number_fits(word):
            return word
        if word in _WORDS:
            self.changes["words"] += 1
            return _WORDS[word]
        if word.lstrip("+-") in _LOST:
            self.changes["became null"] += 1
            return "null"
        number = _number(word)
        if number is not None:
            self.changes["numbers"] += 1
            return number
        return word if _IDENTIFIER.fullmatch(word) else None  # a key, or what makes the whole no JSON

    def _string(self, token: str, inside: str, closed: bool) -> str | None:
        if not closed:
            return None
        made = f'"{_ESCAPE.sub(_escape, inside)}"'
        if token and made != token:
            self.changes["characters in strings"] += 1
        return made


def _number(word: str) -> str | None:
    """A number as JSON writes it, with the digits it has; None for what is none."""
    word = re.sub(r"(?<=[0-9a-fA-F])_(?=[0-9a-fA-F])", "", word)
    if found := _HEX.fullmatch(word):
        if len(word) > _LONGEST_HEX:
            return None
        return ("-" if found[1] == "-" else "") + str(int(found[2], 0))
    found = _NUMBER.fullmatch(word)
    if found is None or not (found[2] or found[4] or "0" in word):
        return None
    sign, whole, point, part, exponent = found.groups()
    made = ("-" if sign == "-" else "") + (whole or "0")
    return made + (f".{part or '0'}" if point else "") + (exponent or "")


def _escape(match: re.Match[str]) -> str:
    """One escape or special character of a string of JavaScript or Python, as JSON writes it."""
    text = match[0]
    if text == '"':
        return '\\"'
    if text[0] != "\\":
        return _CONTROL.get(text, f"\\u{ord(text):04x}")
    after = text[1:]
    if (after[0] in _KEPT and len(after) == 1) or (after[0] == "u" and len(after) == 5):
        return text
    if after[0] in "xU" and len(after) > 1:
        code = int(after[1:], 16)
        return f"\\u{code:04x}" if code < 0x10000 else chr(code) if code < 0x110000 else "\\ufffd"
    named = {"\r\n": "", "\n": "", "\r": "", "\u2028": "", "\u2029": "", "v": "\\u000b", "0": "\\u0000"}
    return named.get(after, after)
