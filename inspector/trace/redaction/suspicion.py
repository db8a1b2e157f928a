"""Whether bytes may hold a secret at all: asked of every record, so that few are looked at closely.

Most words of secrets are also words of ordinary texts ("token", "key"). They count only where they may be
a name: of a member, an assignment, a header or an option, and only when the rules call that name telling.
An expression that begins with one letter is as fast as looking for that letter: a rare one of each word.
"""

from __future__ import annotations

import re
from typing import Final

from inspector.trace.redaction.secret_rules import ENDS, Rules, ending

__all__ = ["Suspicion"]

_ESCAPED: Final = re.compile(rb"\\u00[2-7]")  # of a letter that needs no escape: a word may hide there
_TAIL: Final = re.compile(rb"[\w.\x80-\xff-]*+")
_SEPARATED: Final = re.compile(rb"\\*+[\"']?[\s\x80-\xff]*+[=:]")
_AFTER: Final = (b" ", b'"', b"'", b"\\")  # after an option, or a name that is a string
_PAIR: Final = re.compile(rb'"value\\*+"\s*+:')
_COLON: Final = re.compile(rb"\s*+:")
_NAME: Final = bytes(byte for byte in range(256) if _TAIL.fullmatch(bytes([byte])))
_GATES: Final = tuple(
    (re.compile(scent), words)
    for scent, words in (
        (rb"k(?:(?<=tok)(?=en)|(?=ey)|(?<=cook)(?=ie))", ("token", "key", "cookie")),
        (rb"p(?=ass|wd|at[=:\"'\\ ])", ("pass", "pwd", *ending("pat"))),
        (rb"u(?<=au)(?=th)", ("auth",)),
        (rb"c(?:(?=redential)|(?<=sec)(?=ret))", ("credential", "secret")),
        (rb"g(?<=sig)(?=[=:\"'\\ ]|nature)", ("signature", *ending("sig"))),
        (rb"-(?=session-id)", ("mcp-session-id",)),
    )
)
"""Over bytes in lower case: when nothing is found, none of the words is there."""
_GATED: Final = frozenset(word for _, words in _GATES for word in words)
_LONGEST: Final = 64  # a longer name is not looked at, and counts as telling
_CACHED: Final = 10_000


class Suspicion:
    """Of some rules. Errs on the side of suspicion."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        own = tuple(word for word in rules.words() if word not in _GATED)
        gates = [*_GATES, *((re.compile(re.escape(word.encode())), (word,)) for word in own)]
        self._gates = tuple((gate, tuple(map(_measured, words))) for gate, words in gates)
        self._scents = tuple(pattern.scent for pattern in rules.patterns())
        self._always = not all(map(str.isascii, rules.words()))  # no bytes in lower case, no single spelling
        self._verdicts: dict[bytes, bool] = {}

    def falls_on(self, data: bytes) -> bool:
        """Whether a closer look is worth it."""
        if self._always:
            return True
        for scent in self._scents:
            if scent.search(data) is not None:
                return True
        low = data.lower()
        if b"\\u00" in low and _ESCAPED.search(low) is not None:
            return True
        for gate, words in self._gates:
            if gate.search(low) is None:
                continue
            for word, length in words:
                if word in low and self._names_a_secret(data, low, word, length):
                    return True
        return False

    def _names_a_secret(self, data: bytes, low: bytes, word: bytes, length: int) -> bool:
        """Whether that word is somewhere in a name, and the name tells of a secret."""
        has_pairs = b'"value' in low and _PAIR.search(low) is not None  # `{"name": "X-Api-Key", "value": …}`
        at, quote, before_colon = low.find(word), -1, False
        while at >= 0:
            tail = _TAIL.match(low, at + length)
            stop = tail.end() if tail is not None else at + length
            if quote < stop:
                quote = low.find(b'"', stop)
                quote = len(low) if quote < 0 else quote
                before_colon = _COLON.match(low, quote + 1) is not None
            if before_colon and quote > stop + 1:  # a key of several words
                return True
            before = low[max(0, at - _LONGEST) : at]
            head = len(before) - len(before.rstrip(_NAME))
            if head == _LONGEST or stop - at > _LONGEST:
                return True
            is_value = low[stop : stop + 1] in _AFTER and (has_pairs or b"-" in low[at - head : at + 1])
            if (is_value or _SEPARATED.match(low, stop) is not None) and self._is_telling(
                data[at - head : stop]
            ):
                return True
            at = low.find(word, stop)
        return False

    def _is_telling(self, name: bytes) -> bool:
        verdict = self._verdicts.get(name)
        if verdict is None:
            if len(self._verdicts) >= _CACHED:
                self._verdicts.clear()
            verdict = self._verdicts[name] = self._rules.is_telling(name.decode("utf-8", "replace"))
        return verdict


def _measured(word: str) -> tuple[bytes, int]:
    """The word, and how much of it is the name."""
    return word.encode(), len(word.rstrip(ENDS).encode())
