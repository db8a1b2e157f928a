"""A configuration's text as a value: JSON with comments, YAML or TOML; and where it is mistaken.

JSON may have comments, trailing commas, and miss its outer braces, as people copy it. Nothing is executed:
YAML is read without its tags for objects, and repeated aliases do not grow without end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from inspector.json_tokens import LINE_TEXT
from inspector.render.json_errors import reason_of
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["EMPTY", "LIMIT_BYTES", "Document", "looks_like", "read_document"]

LIMIT_BYTES: Final = 2 << 20
EMPTY: Final = QT_TRANSLATE_NOOP("Importers", "It is empty.")
_MOST_NODES: Final = 200_000
_DEEPEST: Final = 60
_ENDINGS: Final = {
    ".json": "json",
    ".jsonc": "json",
    ".json5": "json",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".toml": "toml",
}


@dataclass(frozen=True, slots=True)
class Document:
    """What was read. format: json | yaml | toml. problem: why there is no value, in sentences.

    line, column: where the problem is, from 1; 0: nowhere in particular."""

    value: Any = None
    format: str = ""
    problem: str = ""
    line: int = 0
    column: int = 0


def read_document(data: str | bytes, ending: str = "") -> Document:
    """Read a text in the format that its file's ending or its beginning tells. Never raises for its content.

    ending: of the file's name with its dot, "" unknown. A mark of the byte order is taken off.
    """
    if len(data) > LIMIT_BYTES:
        size = f"{len(data) / (1 << 20):.1f} MB"
        return Document(
            problem=translate("Importers", "It is {}; configurations are read up to 2 MB.").format(size)
        )
    if isinstance(data, bytes):
        encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
        try:
            data = data.decode(encoding)
        except UnicodeDecodeError as error:
            return Document(
                problem=translate("Importers", "It is not {encoding} text (byte {start}).").format(
                    encoding=encoding[:6].upper().rstrip("-"), start=error.start
                )
            )
    text = data.removeprefix("\ufeff").replace("\r\n", "\n")
    if not text.strip():
        return Document(problem=translate("Importers", EMPTY))
    form = _ENDINGS.get(ending.lower()) or looks_like(text) or "json"
    found = _READERS[form](text)
    if not found.problem and (trouble := _too_much(found.value)):
        found = Document(problem=trouble)
    return replace(found, format=form)


_HEAD: Final = r"(?:[ \t]*(?:(?:\#|---|%YAML)[^\n]*)?\n)*+[ \t]*"  # blank lines and comments
_NAME: Final = r"""(?:[\w@/-]+|"[^"\n]*"|'[^'\n]*')"""
_DOTTED: Final = rf"{_NAME}(?:[ \t]*\.[ \t]*{_NAME})*+"
_REST: Final = r"[ \t]*(?:\#[^\n]*)?(?:\n|\Z)"
_TABLE: Final = rf"\[{{1,2}}[ \t]*{_DOTTED}[ \t]*\]{{1,2}}{_REST}"
_VALUE: Final = r"""(?:["'\[{]|true\b|false\b|[-+]?\d)[^\n]*"""
_JSON_START: Final = re.compile(r"""\s*(?:\{|\[(?![0-9a-fA-F:]+\])|"[^"\n]*"\s*:|//|/\*)""")
_TOML_START: Final = re.compile(rf"{_HEAD}(?:{_TABLE}|{_DOTTED}[ \t]*=[ \t]*{_VALUE})")
_YAML_START: Final = re.compile(
    rf"""{_HEAD}(?:-[ \t]+)?(?:[\w.@/-]+|"[^"\n]+"|'[^'\n]+')[ \t]*:(?:[ \t]+\S|{_REST})"""
)
_ASSIGNED: Final = re.compile(r"\s*[A-Za-z_]\w*=[^\n]*\s*\Z")  # NAME="x" command, one line: a shell's


def looks_like(text: str) -> str:
    """json | yaml | toml, or "" for what is none of them: a command line, a URL."""
    text = text.lstrip("\ufeff\u200b")
    if _TOML_START.match(text) and not _ASSIGNED.match(text):
        return "toml"
    if _JSON_START.match(text):
        return "json"
    return "yaml" if _YAML_START.match(text) else ""


# -- JSON --------------------------------------------------------------------------------------------------

_STRING: Final = f'"{LINE_TEXT}"?'
_COMMENT: Final = re.compile(rf"{_STRING}|(//[^\n]*+|/\*.*?(?:\*/|\Z))", re.DOTALL)
_LAST_COMMA: Final = re.compile(rf"{_STRING}|(,)(?=\s*(?:[}}\]]|\Z))")
_BRACKET: Final = re.compile(rf"{_STRING}|([{{}}\[\]])")
_LONE_BACKSLASH: Final = re.compile(r'"([A-Za-z]:\\)(?![\\/"])')


def _read_json(text: str) -> Document:
    """Offsets stay: what is taken out becomes blanks."""
    clean = _COMMENT.sub(lambda found: _blank(found[0]) if found[1] else found[0], text)
    clean = _LAST_COMMA.sub(lambda found: " " if found[1] else found[0], clean).rstrip()
    added = 0
    if clean.lstrip().startswith('"') and clean.count('"') >= 2:
        opened, closed = _count(clean)
        clean, added = "{" + clean + ("}" if closed <= opened else ""), 1
    if path := _LONE_BACKSLASH.search(clean):  # \f and \n in it would silently become other letters
        line, column = _place(clean, path.start(1))
        words = translate(
            "Importers", "Write a backslash twice in JSON: {path} must be {path}\\ there."
        ).format(path=path[1])
        return Document(problem=words, line=line, column=column - (added if line == 1 else 0))
    try:
        return Document(json.loads(clean))
    except json.JSONDecodeError as error:
        return _json_mistake(clean, error, added)
    except ValueError as error:
        return Document(problem=translate("Importers", "The JSON cannot be read: {}.").format(error))
    except RecursionError:
        return Document(problem=translate("Importers", "The JSON is nested too deeply."))


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _count(text: str) -> tuple[int, int]:
    """How many braces are opened and closed, outside of strings."""
    found = [match[1] for match in _BRACKET.finditer(text)]
    return found.count("{"), found.count("}")


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _json_mistake(text: str, error: json.JSONDecodeError, added: int) -> Document:
    line, column = error.lineno, error.colno - (added if error.lineno == 1 else 0)
    if error.pos >= len(text):
        missing = "".join(_unclosed(text)) or translate("Importers", "something")
        words = translate("Importers", "The JSON ends unexpectedly: {} is missing.").format(missing)
        return Document(problem=words, line=line, column=column)
    whole = text.split("\n")[error.lineno - 1]
    words = translate("Importers", "This is not JSON at line {line}, column {column}: {msg}.").format(
        line=line, column=column, msg=reason_of(error)
    )
    if "escape" in error.msg:
        hint = translate("Importers", "Backslashes must be doubled in JSON.")
        words = f"{words} {hint}"
    elif whole[error.colno - 1 : error.colno] in ("'", "“", "”"):
        hint = translate("Importers", "JSON needs straight double quotes.")
        words = f"{words} {hint}"
    return Document(problem=words + _pointed(whole, error.colno), line=line, column=column)


def _pointed(line: str, column: int) -> str:
    """The line itself, with a mark under the column."""
    start = max(0, column - 31)
    return f"\n{line[start : start + 60]}\n{' ' * (column - 1 - start)}^"


def _unclosed(text: str) -> list[str]:
    """The brackets that are still open at the end, as they would have to be closed."""
    closing = {"{": "}", "[": "]"}
    stack: list[str] = []
    for match in _BRACKET.finditer(text):
        if match[1] in closing:
            stack.append(closing[match[1]])
        elif match[1] and stack:
            stack.pop()
    return stack[::-1]


# -- YAML and TOML -----------------------------------------------------------------------------------------


def _read_yaml(text: str) -> Document:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    if _depth(text) > _DEEPEST:  # it would take minutes to read
        return Document(problem=translate("Importers", "The YAML is nested too deeply."))
    reader = YAML(typ="safe", pure=True)
    reader.composer.warn_double_anchors = False
    try:
        return Document(reader.load(text))
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        words = str(error.problem or error.context or translate("Importers", "cannot be read")).split("\n")[0]
        if mark is None:
            return Document(problem=translate("Importers", "This is not YAML: {}.").format(words))
        line, column = mark.line + 1, mark.column + 1
        whole = text.split("\n")[mark.line] if mark.line < text.count("\n") + 1 else ""
        words = translate("Importers", "This is not YAML at line {line}, column {column}: {words}.").format(
            line=line, column=column, words=words
        )
        return Document(problem=words + _pointed(whole, column), line=line, column=column)
    except YAMLError as error:
        return Document(
            problem=translate("Importers", "This is not YAML: {}.").format(str(error).splitlines()[0])
        )
    except RecursionError:
        return Document(problem=translate("Importers", "The YAML is nested too deeply."))
    except (ValueError, TypeError, ArithmeticError, LookupError, AttributeError, AssertionError) as error:
        # What its scalars say cannot be built, 2024-99-99 for a date; it does not always say where.
        return Document(problem=translate("Importers", "The YAML cannot be read: {}.").format(error))


def _depth(text: str) -> int:
    """How deep its brackets are at most, wherever they stand."""
    depth = deepest = 0
    for found in re.finditer(r"[\[{]|[\]}]", text):
        depth = depth + 1 if found[0] in "[{" else max(0, depth - 1)
        deepest = max(deepest, depth)
    return deepest


_MOST_DOTS: Final = 500  # of a line; a key takes time by their square
_TOML_PLACE: Final = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


def _read_toml(text: str) -> Document:
    import tomllib

    if any(line.count(".") > _MOST_DOTS for line in text.split("\n")):  # it would take hours to read
        return Document(problem=translate("Importers", "The TOML is nested too deeply."))
    try:
        return Document(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        words, place = str(error), _TOML_PLACE.search(str(error))
        lines = text.split("\n")
        line, column = len(lines), len(lines[-1]) + 1
        if place is not None:
            words = words[: place.start()]
            line, column = (int(place[1]), int(place[2])) if place[1] else (line, column)
        words = translate("Importers", "This is not TOML at line {line}, column {column}: {words}.").format(
            line=line, column=column, words=words
        )
        return Document(problem=words + _pointed(lines[line - 1], column), line=line, column=column)
    except RecursionError:
        return Document(problem=translate("Importers", "The TOML is nested too deeply."))
    except ValueError as error:
        return Document(problem=translate("Importers", "The TOML cannot be read: {}.").format(error))


_READERS: Final[dict[str, Callable[[str], Document]]] = {
    "json": _read_json,
    "yaml": _read_yaml,
    "toml": _read_toml,
}


def _too_much(value: Any) -> str:
    """Why a value is refused: aliases of YAML can make a few lines a tree of billions of leaves."""
    level, seen = [value], 0
    for _ in range(_DEEPEST):
        seen += len(level)
        if seen > _MOST_NODES:
            return translate(
                "Importers", "It contains more than {} values; that is not a configuration."
            ).format(_MOST_NODES)
        following: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                following += item.values()
            elif isinstance(item, list | set | tuple):
                following += item
            if len(following) > _MOST_NODES:
                return translate(
                    "Importers", "It contains more than {} values; that is not a configuration."
                ).format(_MOST_NODES)
        if not following:
            return ""
        level = following
    return translate("Importers", "It is nested too deeply; that is not a configuration.")
