"""The filter language for people: sections of entries, made from the tables that the compiler uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from inspector.trace.query.fields import FIELDS, IS_WORDS, UNITS
from inspector.trace.query.grammar import FORMS, LOGIC, OPERATORS
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["FilterHelpEntry", "Section", "help_sections", "help_text"]

DOC_COLUMNS: Final = 52  # what is longer moves its example


@dataclass(frozen=True, slots=True)
class FilterHelpEntry:
    """text: what is written. doc: what it means. example: a whole filter with it."""

    text: str
    doc: str
    example: str


@dataclass(frozen=True, slots=True)
class Section:
    """Entries of one kind."""

    title: str
    entries: tuple[FilterHelpEntry, ...]


def help_sections() -> tuple[Section, ...]:
    """Everything that can be written, most used first."""
    return (
        Section(
            translate("Query", "Text, JSON values, sets"),
            tuple(FilterHelpEntry(one.text, translate("Query", one.doc), one.example) for one in FORMS),
        ),
        Section(translate("Query", "Fields"), tuple(_field(name) for name in FIELDS)),
        Section(
            translate("Query", "Comparisons"),
            tuple(
                FilterHelpEntry(", ".join(one.signs), translate("Query", one.doc), one.example)
                for one in OPERATORS.values()
            ),
        ),
        Section(
            translate("Query", "Logic"),
            tuple(FilterHelpEntry(one.text, translate("Query", one.doc), one.example) for one in LOGIC),
        ),
        Section(
            translate("Query", "Properties"),
            tuple(
                FilterHelpEntry(f"is:{word}", translate("Query", one.doc), f"is:{word}")
                for word, one in IS_WORDS.items()
            ),
        ),
        Section(translate("Query", "Units"), tuple(_units(kind) for kind in ("duration", "size"))),
    )


def help_text() -> str:
    """The same for a terminal."""
    sections = help_sections()
    width = max(len(entry.text) for section in sections for entry in section.entries)
    lines = [
        translate(
            "Query",
            "Conditions side by side must all match. Anything that is not a field or "
            "operator is searched as text.",
        )
    ]
    for section in sections:
        lines += ["", section.title]
        for entry in section.entries:
            example = "" if entry.example == entry.text else entry.example
            lines.append(f"  {entry.text:<{width}}  {entry.doc:<{DOC_COLUMNS}}  {example}".rstrip())
    return "\n".join(lines)


def _field(name: str) -> FilterHelpEntry:
    field = FIELDS[name]
    choices = f": {', '.join(field.choices)}" if field.choices and len(field.choices) <= 6 else ""
    return FilterHelpEntry(name, f"{translate('Query', field.doc)}{choices}", field.example)


def _units(kind: str) -> FilterHelpEntry:
    units = UNITS[kind]
    plain = next(unit for unit, factor in units.items() if unit and factor == units[""])
    names = ", ".join(unit for unit in units if unit)
    name = next(name for name, field in FIELDS.items() if field.type == kind)
    return FilterHelpEntry(names, translate("Query", _UNIT_OF[kind]).format(plain), f"{name} > 2{plain}")


_UNIT_OF: Final = {
    "duration": QT_TRANSLATE_NOOP("Query", "of a duration; {} if omitted"),
    "size": QT_TRANSLATE_NOOP("Query", "of a size; {} if omitted"),
}
