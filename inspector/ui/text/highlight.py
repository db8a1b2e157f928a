"""Colours of JSON text: which part of a line has which role, for the viewer and for the editor.

Pygments does it in the editor, a regular expression of the same speed in the viewer, where a row may begin
inside a string. Places come in UTF-16 units, as Qt counts.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QFont, QTextCharFormat

from inspector.json_tokens import TEXT
from inspector.ui.widgets import theme

if TYPE_CHECKING:
    from pygments.lexers.data import JsonLexer
    from pygments.token import _TokenType

__all__ = ["Span", "editor_spans", "format_of", "utf16_spans", "viewer_spans"]

Span = tuple[int, int, str]  # start, length, role

_TOKEN: Final = re.compile(
    rf'(?P<string>"{TEXT}"?)(?P<key>\s*:)?'
    r"|(?P<number>-?\d[\d.eE+-]*)|(?P<keyword>\b(?:true|false|null)\b)|(?P<muted>[{}\[\],:]+)"
)
_STRING_REST: Final = re.compile(f'{TEXT}"?')
_ROLES: Final = {
    "Token.Name.Tag": "key",
    "Token.Literal.String": "string",
    "Token.Literal.Number": "number",
    "Token.Keyword": "keyword",
    "Token.Punctuation": "muted",
    "Token.Error": "error",
}


def viewer_spans(line: str, inside: bool = False) -> list[Span]:
    """Roles in a row of JSON. inside: the row goes on with a string of the row before. Code points."""
    found: list[Span] = []
    at = 0
    if inside:
        rest = _STRING_REST.match(line)
        at = rest.end() if rest else 0
        found.append((0, at, "string"))
    for match in _TOKEN.finditer(line, at):
        role = match.lastgroup or "text"
        if role == "key":
            found.append((match.start(), match.end("string") - match.start(), "key"))
        else:
            found.append((match.start(), match.end() - match.start(), role))
    return found


def editor_spans(line: str) -> list[Span]:
    """Roles in a line as Pygments sees it. Code points."""
    found: list[Span] = []
    for start, token, text in _lexer().get_tokens_unprocessed(line):
        role = _role(token)
        if role:
            found.append((start, len(text), role))
    return found


def utf16_spans(line: str, spans: list[Span]) -> list[Span]:
    """The same spans counted in UTF-16 units: characters beyond U+FFFF (emoji) count twice in Qt."""
    if line.isascii() or max(line) <= "\uffff":
        return spans
    places = list(accumulate((1 + (char > "\uffff") for char in line), initial=0))
    return [(places[start], places[start + length] - places[start], role) for start, length, role in spans]


def format_of(role: str) -> QTextCharFormat:
    """How a role is written now."""
    return _format(role, theme.is_dark())


@cache
def _lexer() -> JsonLexer:
    from pygments.lexers.data import JsonLexer  # when the user edits; the viewer does without

    return JsonLexer(ensurenl=False, stripnl=False)


@cache
def _role(token: _TokenType) -> str:
    """The role of a Pygments token, by its nearest known ancestor."""
    at: _TokenType | None = token
    while at is not None:
        if str(at) in _ROLES:
            return _ROLES[str(at)]
        at = at.parent
    return ""


@cache
def _format(role: str, dark: bool) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(theme.color(role))
    if role == "key":
        made.setFontWeight(QFont.Weight.Medium)
    return made
