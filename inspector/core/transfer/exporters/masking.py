"""Mask the secrets in the preview of another client's file, those of its other servers included."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from inspector.protocol.secrets import is_secret_name, secret_words, with_spots

__all__ = ["masked_line", "masked_lines"]

_NAME: Final = r"(?:token|key|secret|password|authorization|cookie)(?![\w-]*env_var)[\w-]*"
_MASKS: Final = (
    (re.compile(rf"""({_NAME}["']?\s*[:=]\s*)(["'])[^"'$<{{]{{3,}}\2""", re.IGNORECASE), r"\1\2•••\2"),
    (re.compile(rf"({_NAME}:\s+)[^\s\"'\[{{$<]\S{{2,}}", re.IGNORECASE), r"\1•••"),
    (re.compile(r"\b(Bearer|Basic) (?![$<{•])[^\s\"']+", re.IGNORECASE), r"\1 •••"),
)
_PLACEHOLDER: Final = re.compile(r"\$?\{+[^}]*\}*|<[^>]*>|•+")
_PASSWORD: Final = re.compile(r"""(?<=://)([^/?#@\s"':]*:)((?:\\.|[^/?#\s"\\])+)(?=@)""")
_TOKEN_AS_USER: Final = re.compile(r"""(?<=://)()(?=[^/?#@\s:"']*\d)([^/?#@\s:"']{16,})(?=@)""")
_PARAMETER: Final = re.compile(r"""((?<=[?&#])[^=&#\s"']+=)([^&#\s"',]+)""")
_STRING: Final = r"""(?:"(?:\\.|[^"\\])*"|'[^']*')"""
_STRINGS: Final = re.compile(rf"{_STRING}(?:\s*,\s*{_STRING})*")

# What follows looks over the ends of lines; no string does, so that a lone quote spoils its own line only.
_GAP: Final = r"(?:\s|//[^\n]*|#[^\n]*)*+"
_OPTION: Final = r"""(?P<quote>["']?)(?P<name>-[\w.-]+)(?P=quote)"""
_KEY: Final = r"""(?P<quote>["']?)(?P<name>(?![\w.-]*env_var)[\w.-]+)(?P=quote)"""
_QUOTED: Final = r""""(?!-)(?:\\.|[^"\\\n])*"|'(?!-)[^'\n]*'"""
_PLAIN: Final = r"""(?![-"'#|>{\[])\S+(?:[ \t]++(?!\#)\S+)*"""
_IN_BRACKETS: Final = r"""\$?\{[^}\n]*\}|[^\s"',\[\]{}#-][^,\[\]{}\n#]*"""
_LATER: Final = (
    re.compile(rf"((?:^|[\[,])[ \t]*+{_OPTION}{_GAP},{_GAP})({_QUOTED}|{_IN_BRACKETS})", re.MULTILINE),
    re.compile(rf"(^[ \t]*+-[ \t]+{_OPTION}{_GAP}-[ \t]+)({_QUOTED}|{_PLAIN})", re.MULTILINE),
    re.compile(
        rf"((?:^|[{{,]|-[ \t])[ \t]*+{_KEY}[ \t]*:[ \t]*+(?:\#[^\n]*|//[^\n]*)?\n{_GAP})"
        rf"(?!\S+:(?:\s|$))({_QUOTED}|{_PLAIN})",
        re.MULTILINE,
    ),
)
"""An option or a key, and its value behind it."""
_BLOCK: Final = re.compile(r"[ \t]*+(?:-[ \t]+)*()" + _KEY + r"[ \t]*:[ \t]+[|>]")
"""YAML: the value is the lines below."""
_LONG: Final = re.compile(rf"""[ \t]*+{_KEY}[ \t]*=[ \t]*(?P<end>\"{{3}}|'{{3}})""")
"""TOML: until as many quotes again."""
_OPTION_ITEM: Final = re.compile(rf"[ \t]*+-[ \t]+{_OPTION}[ \t]*(?:#.*)?")
_BLOCK_ITEM: Final = re.compile(r"[ \t]*+(-)[ \t]+[|>]")


def masked_lines(lines: Sequence[str]) -> list[str]:
    """The lines of a whole file, also with what a line before them says is a secret; as many as came."""
    text = "\n".join(_without_blocks(map(masked_line, lines)))
    for pattern in _LATER:
        text = pattern.sub(_value, text)
    return text.split("\n")


def masked_line(line: str) -> str:
    """A line of JSON, YAML or TOML with values that look like secrets as dots."""
    for pattern, instead in _MASKS:
        line = pattern.sub(instead, line)
    for pattern in (_PASSWORD, _TOKEN_AS_USER):
        line = pattern.sub(lambda found: found[1] + _dots(found[2]), line)
    line = _PARAMETER.sub(_parameter, line)
    return _STRINGS.sub(_list, line)


def _value(found: re.Match[str]) -> str:
    if not is_secret_name(found["name"]):
        return found[0]
    value = found[4]
    quote = value[0] if value[0] in "\"'" else ""
    return found[1] + quote + _dots(value[len(quote) : len(value) - len(quote)]) + quote


def _without_blocks(lines: Iterable[str]) -> Iterator[str]:
    """Without the lines of a secret that has several."""
    end = ""  # of a long string
    column: int | None = None  # a block is what is further right
    option = False  # whether its value comes
    for line in lines:
        if end:
            value, closing, rest = line.partition(end)
            line, end = _hidden(value) + closing + rest, "" if closing else end
        elif column is not None and _indent(line) > column:
            line = _hidden(line)
        elif (found := _LONG.match(line)) is not None and is_secret_name(found["name"]):
            value, closing, rest = line[found.end() :].partition(found["end"])
            line, end = line[: found.end()] + _hidden(value) + closing + rest, "" if closing else found["end"]
        elif (found := _block(line, option)) is not None:
            column, option = found.start(1), False
        else:
            found = _OPTION_ITEM.fullmatch(line)
            column, option = None, is_secret_name(found["name"]) if found else option and not line.strip()
        yield line


def _block(line: str, option: bool) -> re.Match[str] | None:
    found = (_BLOCK_ITEM if option else _BLOCK).match(line)
    return found if found and (option or is_secret_name(found["name"])) else None


def _indent(line: str) -> float:
    """The column of its text; an empty line belongs to what is above."""
    text = line.lstrip(" \t")
    return len(line) - len(text) if text else float("inf")


def _hidden(line: str) -> str:
    text = line.lstrip(" \t")
    return line[: len(line) - len(text)] + ("•••" if text else "")


def _parameter(found: re.Match[str]) -> str:
    return found[1] + (_dots(found[2]) if is_secret_name(found[1][:-1]) else found[2])


def _list(found: re.Match[str]) -> str:
    """Strings with commas between them may be the arguments of a command."""
    quoted = re.split(f"({_STRING})", found[0])
    words = [part[1:-1] for part in quoted[1::2]]
    masked = (
        with_spots(word, spots, lambda name, text: _dots(text), lambda text: text)
        for word, spots in secret_words(words)
    )
    quoted[1::2] = [part[0] + word + part[-1] for part, word in zip(quoted[1::2], masked, strict=True)]
    return "".join(quoted)


def _dots(value: str) -> str:
    return value if _PLACEHOLDER.fullmatch(value) else "•••"
