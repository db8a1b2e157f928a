"""The language of texts made outside the window: core, transports, doctor, findings, importers.

    translate("Doctor", "The program {} was not found.").format(name)
    translate("Doctor", "%n problem(s) found", "", count)

There is no Qt here: the window installs what looks a text up, the command line never does and stays English.
The names and the order of the arguments are those of Qt, so that its `lupdate` finds the texts. It reads
literals only: no f-string, no variable, no choice inside the call; values come in by `.format()` afterwards,
and the number of a plural is a plain name.

A text may outlive the language it was made in: a failure is shown until the next attempt. So a text is
`Translated`: it carries its `Message`, which is the English template and what stands in the holes. What is
kept in a session file is English for every user, and still shown in the language of the window:

    recorded("process {pid} ended", pid=12)    what a record, a finding, the end of a call says
    as_recorded(text)               a text of the window, for a record
    in_english(text)                what is written down
    shown(text)              what is shown, in the language of now
    composed("{}: {}", name, why)   texts put together; an f-string would lose their messages
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

__all__ = [
    "FORMS",
    "QT_TRANSLATE_NOOP",
    "Message",
    "Recorded",
    "Translated",
    "Translator",
    "as_recorded",
    "composed",
    "english",
    "in_english",
    "install",
    "joined",
    "recorded",
    "sentence",
    "shown",
    "translate",
    "with_values",
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
_NO_NAMES: Final[Mapping[str, object]] = MappingProxyType({})


def _kept(value: object) -> object:
    """What a message keeps of a value: an exception would keep all that it was raised in."""
    return str(value) if isinstance(value, BaseException) else value


def _kept_named(named: Mapping[str, object]) -> Mapping[str, object]:
    return {name: _kept(one) for name, one in named.items()} if named else _NO_NAMES


class Message(NamedTuple):
    """What a text says. context "": the template has no words, like "{}: {}", and is not looked up."""

    context: str
    text: str
    args: tuple[object, ...] = ()
    named: Mapping[str, object] = _NO_NAMES
    disambiguation: str = ""
    n: int = -1

    def said_by(self, by: Translator) -> str:
        """The text in the language of a translator."""
        words = by(self.context, self.text, self.disambiguation, self.n) if self.context else self.text
        if not self.args and not self.named:
            return words
        args = [one.message.said_by(by) if isinstance(one, Translated) else one for one in self.args]
        named = {
            name: one.message.said_by(by) if isinstance(one, Translated) else one
            for name, one in self.named.items()
        }
        return words.format(*args, **named) if self.context else _FORMATTER.vformat(words, args, named)


class Translated(str):
    """A text in the language it was made in, with its message.

    It goes wherever a text goes, but for what takes no subclass (`msgspec`). Copied and pickled it is an
    ordinary text.
    """

    __slots__ = ("message",)
    message: Message

    def __new__(cls, text: str, message: Message) -> Translated:
        translated = str.__new__(cls, text)
        translated.message = message
        return translated

    @classmethod
    def of(cls, message: Message) -> Translated:
        """A message in the language of now."""
        return cls(message.said_by(_translator), message)

    def format(self, *values: object, **named: object) -> Translated:
        """The text with its values; those that have a message are translated with it."""
        args = tuple(map(_kept, values))
        message = self.message._replace(args=args, named=_kept_named(named))
        return Translated(str.format(self, *args, **message.named), message)

    def __str__(self) -> Translated:
        return self  # also as the text of an exception

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (super().__str__(),)


class Recorded(Translated):
    """A text for a session file: English in every language, with the message it is shown by."""

    __slots__ = ()

    def format(self, *values: object, **named: object) -> Recorded:
        """The text with its values, in English."""
        message = self.message._replace(args=tuple(map(_kept, values)), named=_kept_named(named))
        return Recorded.of(message)

    @classmethod
    def of(cls, message: Message) -> Recorded:
        """A message in English."""
        return cls(message.said_by(english), message)


def recorded(text: str, /, *args: object, **named: object) -> str:
    """A sentence for a record, with its values. `dev.py translations` finds the literal."""
    return Recorded.of(Message("Recorded", text, tuple(map(_kept, args)), _kept_named(named)))


def as_recorded(text: str) -> str:
    """The text as it is recorded, in English. One without a message is as it is."""
    return Recorded.of(text.message) if isinstance(text, Translated) else text


def in_english(text: str) -> str:
    """What a text says in English: for files, and for comparing. One without a message is as it is."""
    return text.message.said_by(english) if isinstance(text, Translated) else text


def shown(text: str) -> str:
    """The text in the language of now, which may be another than it was made in."""
    return Translated.of(text.message) if isinstance(text, Translated) else text


def with_values(text: str, by: Callable[[str], str]) -> str:
    """The text with its values changed: for secrets, which are in no language of it afterwards."""
    if not isinstance(text, Translated):
        return str.__new__(type(text), by(text))  # also of a type that is put into its own form

    def changed(value: object) -> object:
        return with_values(value, by) if isinstance(value, str) else value

    message = text.message
    args, named = map(changed, message.args), {name: changed(one) for name, one in message.named.items()}
    found = type(text).of(message._replace(args=tuple(args), named=named))
    plain = in_english(found)
    return found if by(plain) == plain else by(plain)  # it stands across a hole: nothing is left but English


# -- texts put together --------------------------------------------------------------------------------


def sentence(text: str) -> str:
    """With a capital letter and one full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _of_websocket(text: str) -> str:
    """What is said about http:// and https:// holds for ws:// and wss://."""
    return re.sub(r"\bhttp(?=s?://)", "ws", text)


FORMS: Final[dict[str, Callable[[str], str]]] = {
    "sentence": sentence,
    "capital": _capital,
    "stripped": str.strip,
    "websocket": _of_websocket,
}
"""What a text is changed to by `{:name}` in a template of `composed`."""


class _Formatter(string.Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        form = FORMS.get(format_spec)
        return form(value) if form is not None else format(value, format_spec)


_FORMATTER: Final = _Formatter()


def composed(template: str, *values: object) -> str:
    """Values in a template without words.

    It has a message when one of them has, and is recorded when all that have one are.
    """
    values = tuple(map(_kept, values))
    kinds = {type(one) for one in values if isinstance(one, Translated)}
    if not kinds:
        return _FORMATTER.vformat(template, values, _NO_NAMES)
    return (Recorded if kinds == {Recorded} else Translated).of(Message("", template, values))


def joined(separator: str, texts: Iterable[str]) -> str:
    """separator.join(texts). It has a message when one of them has."""
    texts = tuple(texts)
    return composed(separator.join(["{}"] * len(texts)), *texts)


def translate(context: str, text: str, disambiguation: str = "", n: int = -1) -> str:
    """A text in the language of the window; the text itself as long as there is none.

    context: the area it belongs to ("Auth", "Doctor", …). disambiguation: tells two equal English texts
    apart that other languages tell apart, and helps translators. n: the number that `%n` stands for (`%Ln`
    with separators), of which a language may have several forms; in English `(s)` is the plural."""
    found = _translator(context, text, disambiguation, n)
    return Translated(found, Message(context, text, (), _NO_NAMES, disambiguation, n))


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:
    """The text itself. Marks a text of a table, which is translated where it is used:

    `translate("Doctor", TABLE[key])`."""
    return text


def install(translator: Translator | None) -> None:
    """Look texts up with this from now on. None: in English."""
    global _translator
    _translator = translator or english
