"""The language of texts made outside the window: core, transports, doctor, findings, importers.

    translate("Doctor", "The program {} was not found.").format(name)
    translate("Doctor", "%n problem(s) found", "", count)

There is no Qt here: the window installs what looks a text up, the command line never does and stays English.
The names and the order of the arguments are those of Qt, so that its `lupdate` finds the texts. It reads
literals only: no f-string, no variable, no choice inside the call; values come in by `.format()` afterwards,
and the number of a plural is a plain name.

A text may outlive the language it was made in: a failure is shown until the next attempt, a note is kept in
a session file, which is English for everybody. So in the window a text is a `Told`: it knows how it was made.

    english_of(text)        what is written down
    again(text)             the same in the language of now
    made(function, text)    what a function makes of it, which knows that as well; an f-string would not
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

__all__ = [
    "QT_TRANSLATE_NOOP",
    "Told",
    "Translator",
    "again",
    "english",
    "english_of",
    "install",
    "made",
    "sentence",
    "told_by",
    "translate",
    "translator",
]

Translator = Callable[[str, str, str, int], str]
"""(context, text, disambiguation, number) → the text in the language of the window, `%n` replaced."""


def english(_context: str, text: str, _disambiguation: str, number: int) -> str:
    """A text as it stands in the source; `%n`, `%Ln` and `(s)` follow the number."""
    if number < 0:
        return text
    return (
        text.replace("%Ln", f"{number:,}")
        .replace("%n", str(number))
        .replace("(s)", "" if number == 1 else "s")
    )


_translator: Translator = english
_telling = False  # whether texts know how they were made


class Told(str):
    """A text that can be told anew. how: a translator → the text in its language.

    It goes wherever a text goes, but for what takes no subclass (`msgspec`): what is written down is taken by
    `english_of`. Copied and pickled it is an ordinary text.
    """

    __slots__ = ("_how",)
    _how: Callable[[Translator], str]

    def __new__(cls, text: str, how: Callable[[Translator], str]) -> Told:
        told = str.__new__(cls, text)
        told._how = how
        return told

    def format(self, *values: object, **named: object) -> Told:
        """Values that are texts of ours are told anew with it."""
        values = tuple([_kept(value) for value in values])
        if named:
            named = {name: _kept(value) for name, value in named.items()}
        return Told(str.format(self, *values, **named), partial(_formatted, self, values, named))

    def __str__(self) -> Told:
        return self  # also as the text of an exception

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (super().__str__(),)


def _kept(value: object) -> object:
    """What a text remembers of a value: an exception would keep all that was going on when it was raised."""
    return str(value) if isinstance(value, Exception) else value


def _formatted(text: Told, values: tuple[object, ...], named: dict[str, object], by: Translator) -> str:
    template: str = text._how(by)
    return template.format(*_in(values, by), **_in(named, by))


def _made(function: Callable[..., str], parts: tuple[object, ...], by: Translator) -> str:
    return function(*_in(parts, by))


def _looked_up(context: str, text: str, disambiguation: str, n: int, by: Translator) -> str:
    return by(context, text, disambiguation, n)


def _in(value: Any, by: Translator) -> Any:
    """A value, or what it holds, in the language of a translator."""
    if isinstance(value, Told):
        return value._how(by)
    if isinstance(value, tuple):
        return tuple(_in(one, by) for one in value)
    return {key: _in(one, by) for key, one in value.items()} if isinstance(value, dict) else value


def _is_told(part: object) -> bool:
    return isinstance(part, Told) or (isinstance(part, tuple) and any(map(_is_told, part)))


def english_of(text: str) -> str:
    """What a text says in English: for files, and for comparing. One that is no `Told` is as it is."""
    return text._how(english) if isinstance(text, Told) else text


def again(text: str) -> str:
    """The text in the language of now, which may be another than it was made in."""
    return Told(text._how(_translator), text._how) if isinstance(text, Told) else text


def made(function: Callable[..., str], *parts: object) -> str:
    """function(*parts), which can be told anew when one of the parts can."""
    parts = tuple(map(_kept, parts))
    found = function(*parts)
    return Told(found, partial(_made, function, parts)) if any(map(_is_told, parts)) else found


def sentence(text: str) -> str:
    """With a capital letter and one full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def told_by(how: Callable[[Translator], str]) -> str:
    """The text that `how` gives, which can be told anew in the window."""
    found = how(_translator)
    return Told(found, how) if _telling else found


def translate(context: str, text: str, disambiguation: str = "", n: int = -1) -> str:
    """A text in the language of the window; the text itself as long as there is none.

    context: the area it belongs to ("Auth", "Doctor", …). disambiguation: tells two equal English texts
    apart that other languages tell apart, and helps translators. n: the number that `%n` stands for (`%Ln`
    with separators), of which a language may have several forms; in English `(s)` is the plural."""
    found = _translator(context, text, disambiguation, n)
    return Told(found, partial(_looked_up, context, text, disambiguation, n)) if _telling else found


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:
    """The text itself. Marks a text of a table, which is translated where it is used:

    `translate("Doctor", TABLE[key])`."""
    return text


def install(translator: Translator | None) -> None:
    """Look texts up with this from now on, and let them know how they were made.

    `english`: there is a window, which may come to speak another language. None: only English ever is spoken,
    and a text is nothing but that."""
    global _translator, _telling
    _translator, _telling = translator or english, translator is not None


def translator() -> Translator | None:
    """What looks texts up now; None: nothing does, they are English."""
    return None if _translator is english else _translator
