"""A comparison as text: lines for a terminal, a table in Markdown, operations of JSON Patch (RFC 6902)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from inspector.protocol.json_path import path_text
from inspector.render.diff_tree import ABSENT, Comparison, Pair, value_text

__all__ = ["GLYPHS", "as_json_lines", "as_lines", "as_markdown", "as_patch", "summary"]

GLYPHS: Final = {"added": "+", "removed": "−", "changed": "~", "moved": "⇅", "ignored": "·"}
_CUT: Final = 200  # characters of a value on a line


def as_lines(comparison: Comparison) -> list[str]:
    """One difference a line: `~ $.result.total: 3 → 4`."""
    return [_line(pair) for pair in comparison.differences()]


def as_json_lines(comparison: Comparison) -> Iterator[str]:
    """One object a difference: kind, path, left, right; `from` of what moved is where it stood."""
    for pair in comparison.differences():
        parts = [f'"kind": "{pair.kind}"', f'"path": {json.dumps(_where(pair), ensure_ascii=False)}']
        if pair.kind == "moved":
            parts.append(f'"from": {pair.other}')
        sides = (("left", pair.left), ("right", pair.right))
        parts += [f'"{name}": {value_text(value)}' for name, value in sides if value is not ABSENT]
        yield "{" + ", ".join(parts) + "}"


def summary(comparison: Comparison) -> str:
    """How many differences of which kind, what is ignored, what was said by the order of keys."""
    kinds = [pair.kind for pair in comparison.differences()]
    counts = [f"{kinds.count(kind)} {kind}" for kind in GLYPHS if kind in kinds]
    parts = [", ".join(counts) or "no differences"]
    if ignored := comparison.ignored():
        parts.append(f"{ignored} ignored")
    if comparison.reordered:
        what = "object has" if comparison.reordered == 1 else "objects have"
        parts.append(f"{comparison.reordered} {what} its keys in another order")
    if comparison.text:
        parts.append(f"compared line by line ({comparison.text})")
    return "; ".join(parts)


def as_markdown(comparison: Comparison, left: str, right: str) -> str:
    """A table of the differences. left, right: what the two documents are called."""
    rows = [f"| | path | {_cell(left)} | {_cell(right)} |", "|---|---|---|---|"]
    for pair in comparison.differences():
        mine, other = _sides(pair)
        path = _where(pair)
        rows.append(f"| {GLYPHS[pair.kind]} | {_code(path)} | {_code(mine)} | {_code(other)} |")
    return "\n".join([*rows, "", f"{summary(comparison)}.", ""])


def as_patch(comparison: Comparison) -> str:
    """A JSON Patch that makes the right document of the left one. Empty when they are no JSON.

    Objects with duplicate keys are replaced as a whole: a pointer cannot tell their members apart.
    """
    if comparison.text:
        return ""
    operations = list(_operations(comparison.root, ""))
    return "[\n" + ",\n".join(f"  {one}" for one in operations) + "\n]" if operations else "[]"


def _line(pair: Pair) -> str:
    mine, other = _sides(pair)
    if pair.kind == "changed":
        what = f"{mine} → {other}"
    elif pair.kind == "moved":
        what = f"from [{pair.other}]: {other}"
    else:
        what = mine + other
    return f"{GLYPHS[pair.kind]} {_where(pair)}: {what}"


def _where(pair: Pair) -> str:
    return path_text(pair.steps())


def _sides(pair: Pair) -> tuple[str, str]:
    return value_text(pair.left, _CUT), value_text(pair.right, _CUT)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _code(text: str) -> str:
    """Text as code in a cell, however many backticks it has."""
    if not text:
        return ""
    fence = "`"
    while fence in text:
        fence += "`"
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{_cell(text)}{pad}{fence}"


def _operations(pair: Pair, pointer: str) -> Iterator[str]:
    """What makes the right value of the left one, in an order in which it can be done."""
    if pair.kind in ("same", "ignored") and not pair.children:
        return
    if pair.embedded and pair.kind == "ignored":
        return
    if (
        pair.kind == "changed"
        or pair.embedded
        or (pair.kind == "inside" and (_doubled(pair.left) or _doubled(pair.right)))
    ):
        yield _operation("replace", pointer, pair.right)
        return
    index = 0
    for child in pair.children:
        step = str(index) if isinstance(pair.left, list) else str(child.step)
        below = f"{pointer}/{step.replace('~', '~0').replace('/', '~1')}"
        gone = child.kind in ("removed", "moved") and child.right is ABSENT
        if gone:
            yield _operation("remove", below)
        elif child.kind in ("added", "moved"):
            yield _operation("add", below, child.right)
        else:
            yield from _operations(child, below)
        if not gone and not (child.kind == "ignored" and child.left is ABSENT):
            index += 1


def _operation(name: str, pointer: str, value: Any = ABSENT) -> str:
    text = f'{{"op": "{name}", "path": {json.dumps(pointer, ensure_ascii=False)}'
    return text + ("}" if value is ABSENT else f', "value": {value_text(value)}}}')


def _doubled(value: Sequence[Any]) -> bool:
    return isinstance(value, tuple) and len({key for key, _ in value}) < len(value)
