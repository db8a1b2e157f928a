"""What a schema proposes at a place of a JSON text, and what it says about it. Qt-free, bounded, no I/O."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from inspector.schema.fields import Field, build_fields
from inspector.schema.place import CursorPlace
from inspector.schema.readable import readable_number
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["Proposal", "Suggestions"]

_SHAPES: Final = 12  # branches of unions that are followed at once
_KEPT: Final = 200  # places whose fields are kept
_MOST: Final = 300  # proposals
_ABOUT: Final = 90  # characters said beside a proposal
_TYPES: Final = {"multiline": "string", "list": "array", "tuple": "array", "map": "object"}
_OPENINGS: Final = {"object": ("{", "}"), "map": ("{", "}"), "list": ("[", "]"), "tuple": ("[", "]")}

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """label is shown; before + after is written, and the cursor stands between the two."""

    label: str
    before: str
    after: str = ""
    about: str = ""


class Suggestions:
    """The fields of one schema, found by path and kept."""

    def __init__(self, schema: Any) -> None:
        """schema: decoded, or a field of one."""
        self._root = schema if isinstance(schema, Field) else build_fields(schema)
        self._kept: OrderedDict[Path, tuple[Field, ...]] = OrderedDict()

    # -- fields ----------------------------------------------------------------------------------------

    def fields(self, path: Path) -> tuple[Field, ...]:
        """The fields that may describe the value at a path: several where a union leaves it open."""
        known = self._kept.get(path)
        if known is not None:
            self._kept.move_to_end(path)
            return known
        if not path:
            found = tuple(_shapes((self._root,)))
        else:
            found = tuple(_shapes(_below(self.fields(path[:-1]), path[-1])))
        self._kept[path] = found
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return found

    def members(self, path: Path, present: dict[str, str]) -> dict[str, Field]:
        """The properties an object may have, required ones first; shapes that it cannot be are left out."""
        shapes = [shape for shape in self.fields(path) if shape.kind in ("object", "map")]
        declared = [{child.key: child for child in shape.properties()} for shape in shapes]
        fitting = [one for one in declared if not _contradicts(one, present)] or declared
        found: dict[str, Field] = {}
        for one in fitting:
            for key, child in one.items():
                found.setdefault(key, child)
        return dict(sorted(found.items(), key=_optional))

    # -- proposals -------------------------------------------------------------------------------------

    def proposals(self, place: CursorPlace, indent: str = "") -> list[Proposal]:
        """What fits at the place, best first. indent: of the line, for what goes over several lines."""
        if place.slot == "none":
            return []
        made = self._keys(place, indent) if place.slot == "key" else self._values(place, indent)
        typed = place.typed.lower()
        found: dict[str, Proposal] = {}
        for one in made:
            if typed in one.label.lower():
                found.setdefault(one.label, one)

        def is_inside(one: Proposal) -> bool:
            return not one.label.lower().lstrip('"').startswith(typed)

        return sorted(found.values(), key=is_inside)[:_MOST]

    def _keys(self, place: CursorPlace, indent: str) -> Iterator[Proposal]:
        for key, child in self.members(place.path, place.present).items():
            if key in place.present:
                continue
            name = json.dumps(key, ensure_ascii=False)
            before, after = (name, "") if place.colon else _started(name + ": ", child, indent)
            comma = "," if place.comma else ""
            about = _about(child)
            if child.required:
                about = translate("Schema", "required · {}").format(about)
            yield Proposal(key, before, after + comma, about)

    def _values(self, place: CursorPlace, indent: str) -> Iterator[Proposal]:
        comma = "," if place.comma else ""
        for shape in self.fields(place.path):
            for lexeme, about in _lexemes(shape, indent):
                if place.quoted and (lexeme[:1] != '"' or lexeme == '""'):
                    continue  # the quotes are there
                if _CURSOR in lexeme:
                    before, _, after = lexeme.partition(_CURSOR)
                    yield Proposal(_label(lexeme), before, after + comma, about)
                elif lexeme in ("{}", "[]", '""'):
                    yield Proposal(lexeme, lexeme[0], lexeme[1] + comma, about)
                else:
                    yield Proposal(_label(lexeme), lexeme, comma, about)

    def about(self, path: Path) -> str:
        """What the schema says about a value, as plain text of several lines; "" for nothing."""
        said = [text for text in dict.fromkeys(describe(field) for field in self._described(path)) if text]
        separator = translate("Schema", "or")
        return f"\n— {separator} —\n".join(said[:3])

    def _described(self, path: Path) -> tuple[Field, ...]:
        """Before unions are taken apart: what is said about the whole comes first."""
        if not path:
            return (self._root,)
        return tuple(_below(self.fields(path[:-1]), path[-1]))


_CURSOR: Final = "\x00"


def describe(field: Field) -> str:
    """Title, type, limits, description, default of a field, one a line."""
    bounds = field.bounds
    kind = (
        translate("Schema", "any JSON")
        if field.kind in ("any", "json")
        else _TYPES.get(field.kind, field.kind)
    )
    if field.kind in ("union", "enum", "const"):
        listed = ", ".join(option.lexeme for option in field.options[:12])
        listed += ", …" if len(field.options) > 12 else ""
        kind = translate("Schema", _ONE_OF[field.kind]).format(listed).rstrip()
    limits = [
        *(
            f"{sign} {readable_number(value)}"
            for sign, value in (
                ("≥", bounds.minimum),
                (">", bounds.exclusive_minimum),
                ("≤", bounds.maximum),
                ("<", bounds.exclusive_maximum),
                (translate("Schema", "multiple of"), bounds.multiple_of),
            )
            if value is not None
        ),
        _range(bounds.min_length, bounds.max_length, _CHARACTERS),
        _range(bounds.min_items, bounds.max_items, _ITEMS),
        _range(bounds.min_properties, bounds.max_properties, _PROPERTIES),
        translate("Schema", "unique") if bounds.unique_items else "",
        translate("Schema", "format {}").format(field.format) if field.format else "",
        translate("Schema", "pattern {}").format(field.pattern) if field.pattern else "",
    ]
    facts = [kind, *(limit for limit in limits if limit)]
    facts += [translate("Schema", "or null")] if field.nullable else []
    marks = [
        name
        for name, is_so in (
            (translate("Schema", "required"), field.required and bool(field.key)),
            (translate("Schema", "deprecated"), field.deprecated),
            (translate("Schema", "read-only"), field.read_only),
        )
        if is_so
    ]
    lines = [
        f"{field.title} ({field.key})" if field.title and field.key else field.title or field.key,
        " · ".join(facts + marks),
        field.description[:1200],
        translate("Schema", "default: {}").format(field.default[:200]) if field.default is not None else "",
        translate("Schema", "for example: {}").format(", ".join(field.examples[:3])[:200])
        if field.examples
        else "",
    ]
    return "\n".join(line for line in lines if line)


_ONE_OF: Final = {
    "union": QT_TRANSLATE_NOOP("Schema", "one of several shapes {}"),
    "enum": QT_TRANSLATE_NOOP("Schema", "one of {}"),
    "const": QT_TRANSLATE_NOOP("Schema", "always {}"),
}
# With a highest number only, with a lowest only, with both.
_CHARACTERS: Final = (
    QT_TRANSLATE_NOOP("Schema", "at most {high} characters"),
    QT_TRANSLATE_NOOP("Schema", "at least {low} characters"),
    QT_TRANSLATE_NOOP("Schema", "{low} to {high} characters"),
)
_ITEMS: Final = (
    QT_TRANSLATE_NOOP("Schema", "at most {high} items"),
    QT_TRANSLATE_NOOP("Schema", "at least {low} items"),
    QT_TRANSLATE_NOOP("Schema", "{low} to {high} items"),
)
_PROPERTIES: Final = (
    QT_TRANSLATE_NOOP("Schema", "at most {high} properties"),
    QT_TRANSLATE_NOOP("Schema", "at least {low} properties"),
    QT_TRANSLATE_NOOP("Schema", "{low} to {high} properties"),
)


def _range(low: int | None, high: int | None, words: tuple[str, str, str]) -> str:
    if low is None and high is None:
        return ""
    text = words[0] if low is None else words[1] if high is None else words[2]
    return translate("Schema", text).format(low=low, high=high)


def _about(field: Field) -> str:
    """Type and first line of the description, for the row of a proposal."""
    kind = "" if field.kind in ("any", "json", "union") else _TYPES.get(field.kind, field.kind)
    words = (field.title or field.description).strip().split("\n")[0][:_ABOUT]
    return " · ".join(part for part in (kind, words) if part)


def _shapes(fields: Iterable[Field]) -> Iterator[Field]:
    """Unions taken apart, at most a dozen."""
    waiting, made = list(fields), 0
    while waiting and made < _SHAPES:
        field = waiting.pop(0)
        if field.kind == "union" and made + len(waiting) < _SHAPES:
            branches = [replace(branch, nullable=False) for branch in field.branches()[: _SHAPES - made]]
            waiting[:0] = branches
            if field.nullable and branches:
                waiting[0] = replace(branches[0], nullable=True)
            continue
        made += 1
        yield field


def _below(fields: tuple[Field, ...], step: str | int) -> Iterator[Field]:
    """What describes a member or an item of these."""
    for field in fields:
        if isinstance(step, int):
            if field.kind in ("list", "tuple"):
                yield field.item(step)
        elif field.kind in ("object", "map"):
            declared = next((child for child in field.properties() if child.key == step), None)
            if declared is not None or not field.forbids_more:
                yield declared or field.extra(step)


def _contradicts(declared: dict[str, Field], present: dict[str, str]) -> bool:
    """Whether a value that is there already rules a shape out: a discriminator."""
    for key, lexeme in present.items():
        child = declared.get(key)
        if child is not None and child.kind in ("const", "enum") and lexeme[:1] not in ("{", "[", ""):
            if all(option.lexeme != lexeme for option in child.options):
                return True
    return False


def _optional(item: tuple[str, Field]) -> bool:
    return not item[1].required


def _started(text: str, field: Field, indent: str) -> tuple[str, str]:
    """A key with the beginning of its value, where there is only one way to begin it."""
    if field.kind == "const":
        return text + field.options[0].lexeme, ""
    if field.kind in ("string", "multiline") and not field.nullable:
        return text + '"', '"'
    opening = _OPENINGS.get(field.kind)
    if opening is not None and not field.nullable:
        if field.kind == "object":
            before, _, after = _snippet(field, indent).partition(_CURSOR)
            return text + before, after
        return text + opening[0], opening[1]
    return text, ""


def _snippet(field: Field, indent: str) -> str:
    """An object with its required members, each as short as can be; the cursor in the first one."""
    required = [child for child in field.properties() if child.required][:20]
    if not required:
        return f"{{{_CURSOR}}}"
    lines = []
    for child in required:
        value = child.options[0].lexeme if child.kind == "const" else _SHORTEST.get(child.kind, "null")
        lines.append(f"{indent}  {json.dumps(child.key, ensure_ascii=False)}: {value}")
    text = ",\n".join(lines)
    at = text.find(f"{_CURSOR}")
    text = text[: at + 1] + text[at + 1 :].replace(_CURSOR, "") if at >= 0 else text
    return f"{{\n{text}\n{indent}}}"


_SHORTEST: Final = {
    "string": f'"{_CURSOR}"',
    "multiline": f'"{_CURSOR}"',
    "number": f"{_CURSOR}0",
    "integer": f"{_CURSOR}0",
    "boolean": f"{_CURSOR}false",
    "enum": f'"{_CURSOR}"',
    "list": f"[{_CURSOR}]",
    "tuple": f"[{_CURSOR}]",
    "object": f"{{{_CURSOR}}}",
    "map": f"{{{_CURSOR}}}",
}


def _lexemes(field: Field, indent: str) -> Iterator[tuple[str, str]]:
    """Texts of values that fit, with what each of them is."""
    for option in field.options[:_MOST]:
        yield option.lexeme, option.title or option.description[:_ABOUT]
    if field.default is not None:
        yield field.default, "default"
    for example in field.examples:
        yield example, "example"
    if field.kind == "boolean":
        yield "true", ""
        yield "false", ""
    if field.kind == "object":
        yield _snippet(field, indent), _about(field)
    if field.kind in _OPENINGS:
        yield "".join(_OPENINGS[field.kind]), _about(field)
    if field.kind in ("string", "multiline"):
        yield '""', _about(field)
    if field.nullable or field.kind == "null":
        yield "null", ""


def _label(lexeme: str) -> str:
    """A value in one short line."""
    return " ".join(lexeme.replace(_CURSOR, "").split())[:120]
