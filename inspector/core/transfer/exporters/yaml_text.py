"""Change single members of a YAML text; every other byte stays as it is.

The text is only measured by the reader of YAML, never written by it: that would change quotes and indents.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from inspector.core.transfer.exporters.json_text import Member, TextNode, edit_flow, line_break
from inspector.errors import UsageError
from inspector.translation import translate

__all__ = ["drop_yaml", "put_yaml"]

_PLAIN: Final = re.compile(r"[A-Za-z_./][\w./@-]*")
_WORDS: Final = frozenset("true false yes no on off null y n".split())  # noqa: SIM905
_KEY: Final = re.compile(r"\"[^\"]*\"|'[^']*'|")
_STEP: Final = 2


def _measured(text: str) -> TextNode | None:
    from ruamel.yaml import YAML

    reader = YAML(typ="safe", pure=True)
    return _node(text, reader.compose(text)) if text.strip() else None


def _node(text: str, node: Any) -> TextNode | None:
    if node is None:
        return None
    start, end = node.start_mark.index, node.end_mark.index
    flow = bool(getattr(node, "flow_style", True))
    made = TextNode("scalar", start, end, flow=flow, column=node.start_mark.column)
    if node.id == "mapping":
        made.kind = "object"
        for key, value in node.value:
            inner = _node(text, value)
            if inner is None or inner.start < key.end_mark.index:  # an alias stands for what is elsewhere
                raise UsageError(translate("Exporters", "cannot change the file: its servers use aliases"))
            if inner.start == inner.end:  # nothing: the reader says where the next thing begins
                inner.start = inner.end = text.index(":", key.end_mark.index) + 1
            made.members.append(Member(str(key.value), key.start_mark.index, inner))
    elif node.id == "sequence":
        made.kind = "list"
        made.items = [inner for item in node.value if (inner := _node(text, item)) is not None]
    made.end = _end(text, made)
    return made


def _end(text: str, node: TextNode) -> int:
    """Where its content ends; the reader counts blank lines and comments after a block to it."""
    if node.kind != "scalar" and not node.flow:
        inner = [member.value for member in node.members] or node.items
        return inner[-1].end if inner else node.start
    return node.start + len(text[node.start : node.end].rstrip())


def put_yaml(text: str, path: tuple[str, ...], value: Any) -> str:
    """Set the value at a path of keys; a list's items are found by their name."""
    node = _measured(text)
    if node is None:
        return text + _with_breaks(text, _block(_nested(path, value), 0) + "\n")
    before: TextNode | None = None
    key_end = 0
    for place, key in enumerate(path):
        member = _inside(text, node, key)
        if member is None:
            if node.kind == "scalar" and text[node.start : node.end] in ("", "null", "~") and before:
                wanted = _nested(path[place:], value)
                return _replaced(text, before, node, wanted, key_end)
            return _inserted(text, node, key, _nested(path[place + 1 :], value), path[:place])
        before, node = node, member.value
        key_end = member.start
    assert before is not None
    return _replaced(text, before, node, value, key_end)


def _nested(path: tuple[str, ...], value: Any) -> Any:
    for key in reversed(path):
        value = {key: value}
    return value


def _inside(text: str, node: TextNode, key: str) -> Member | None:
    if node.kind == "object":
        return node.member(key)
    for item in node.items if node.kind == "list" else ():
        name = item.member("name")
        if name is not None and _scalar(text[name.value.start : name.value.end]) == key:
            return Member(key, item.start, item)
    return None


def _scalar(text: str) -> str:
    from ruamel.yaml import YAML

    return str(YAML(typ="safe", pure=True).load(text))


def _with_breaks(text: str, made: str) -> str:
    return made.replace("\n", line_break(text))


def _replaced(text: str, holder: TextNode, node: TextNode, value: Any, key_start: int) -> str:
    if node.flow and node.kind != "scalar":
        return text[: node.start] + _flow(value) + text[node.end :]
    if isinstance(value, dict) and value and holder.flow is False and holder.kind == "object":
        if node.kind == "scalar":
            text = text[: node.start].rstrip(" ") + text[node.end :]
            colon = end = _line_end(text, key_start)
        else:
            colon, end = _after_key(text, key_start, node.start), node.end
        inner = _block(value, holder.column + _STEP)
        made = _with_breaks(text, "\n" + " " * (holder.column + _STEP) + inner)
        return text[:colon].rstrip(" ") + made + text[end:]
    if node.kind != "scalar":
        colon = _after_key(text, key_start, node.start)
        return f"{text[:colon]} {_flow(value)}" + text[node.end :]
    gap = "" if text[node.start - 1 : node.start] in (" ", "\t") else " "
    return text[: node.start] + gap + _flow(value) + text[node.end :]


def _line_end(text: str, at: int) -> int:
    """Where the line of a place ends, before its break."""
    line = text.find("\n", at)
    return len(text) if line < 0 else line - (text[line - 1] == "\r")


def _after_key(text: str, key_start: int, value_start: int) -> int:
    """Behind the colon of a block's key."""
    key = _KEY.match(text, key_start)
    return text.index(":", key.end() if key else key_start, value_start) + 1


def _inserted(text: str, node: TextNode, key: str, value: Any, path: tuple[str, ...]) -> str:
    if node.flow and node.kind != "scalar":
        inner = node.members[-1].value.end if node.members else (node.items[-1].end if node.items else None)
        made = _flow(value) if node.kind == "list" else f"{_flow(key)}: {_flow(value)}"
        place = inner if inner is not None else node.start + 1
        return text[:place] + (", " if inner is not None else "") + made + text[place:]
    end = _line_end(text, node.end)
    margin = " " * node.column
    if node.kind == "object":
        made = _block({key: value}, node.column)
    elif node.kind == "list":
        made = "- " + _block(value, node.column + _STEP)
    else:
        raise UsageError(
            translate("Exporters", "cannot change the file: {} is not an object").format(
                ".".join(path) or translate("Exporters", "it")
            )
        )
    return text[:end] + _with_breaks(text, f"\n{margin}{made}") + text[end:]


def drop_yaml(text: str, path: tuple[str, ...]) -> str:
    """Take the member at a path of keys out."""
    node = _measured(text)
    for key in path[:-1]:
        member = _inside(text, node, key) if node is not None else None
        node = member.value if member is not None else None
    member = _inside(text, node, path[-1]) if node is not None else None
    if node is None or member is None:
        return text
    if node.flow and node.kind == "object":
        return edit_flow(text, node, path[-1])
    if len(node.members or node.items) == 1:
        return put_yaml(text, path[:-1], [] if node.kind == "list" else {}) if path[:-1] else ""
    start = text.rfind("\n", 0, member.start) + 1
    line = text.find("\n", member.value.end)
    return text[:start] + (text[line + 1 :] if line >= 0 else "")


def _flow(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    text = json.dumps(value, ensure_ascii=False)
    return re.sub("[\x7f-\x9f\ufeff\u2028\u2029]", lambda found: f"\\u{ord(found[0]):04x}", text)


def _block(value: dict[str, Any], column: int) -> str:
    """Members a line each, the first without its margin."""
    lines = []
    for key, inner in value.items():
        if isinstance(inner, dict) and inner:
            margin = " " * (column + _STEP)
            lines.append(f"{_flow(key)}:\n{margin}{_block(inner, column + _STEP)}")
        else:
            lines.append(f"{_flow(key)}: {_flow(inner)}")
    return ("\n" + " " * column).join(lines)
