"""The language of texts made outside the window: core, transports, doctor, findings, importers.

    translate("Doctor", "The program {} was not found.").format(name)
    translate("Doctor", "%n problem(s) found", "", count)

There is no Qt here: the window installs what looks a text up, the command line never does and stays English.
The names and the order of the arguments are those of Qt, so that its `lupdate` finds the texts. It reads
literals only: no f-string, no variable, no choice inside the call; values come in by `.format()` afterwards,
and the number of a plural is a plain name.

A text may outlive the language it was made in: a failure is shown until the next attempt, a note is kept in
a session file, which is English for everybody. So in the window a text is `Translated`: it carries
its `Message`, which is the English template and what stands in the holes.

    in_english(text)                what is written down
    retranslated(text)              what is shown, in the language of now
    composed("{}: {}", name, why)   texts put together; an f-string would lose their messages
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

__all__ = [
    "QT_TRANSLATE_NOOP",
    "Message",
    "Translated",
    "Translator",
    "composed",
    "english",
    "has_window",
    "in_english",
    "install",
    "joined",
    "retranslated",
    "sentence",
    "translate",
    "translator",
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
_window = False
_NO_NAMES: Final[Mapping[str, object]] = MappingProxyType({})


def _kept(value: object) -> object:
    """What a message keeps of a value: an exception would keep all that it was raised in."""
    return str(value) if isinstance(value, BaseException) else value


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
    def now(cls, message: Message) -> Translated:
        """A message in the language of now."""
        return cls(message.said_by(_translator), message)

    def format(self, *values: object, **named: object) -> Translated:
        """The text with its values; those that have a message are translated with it."""
        args = tuple(map(_kept, values))
        if named:
            named = {name: _kept(one) for name, one in named.items()}
        context, text, _, _, disambiguation, n = self.message
        message = Message(context, text, args, named, disambiguation, n)
        return Translated(str.format(self, *args, **named), message)

    def __str__(self) -> Translated:
        return self  # also as the text of an exception

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (super().__str__(),)


def in_english(text: str) -> str:
    """What a text says in English: for files, and for comparing. One without a message is as it is."""
    return text.message.said_by(english) if isinstance(text, Translated) else text


def retranslated(text: str) -> str:
    """The text in the language of now, which may be another than it was made in."""
    return Translated.now(text.message) if isinstance(text, Translated) else text


def with_values(text: str, by: Callable[[str], str]) -> str:
    """The text with its values changed: for secrets, which are in no language of it afterwards."""
    if not isinstance(text, Translated):
        return str.__new__(type(text), by(text))  # also of a type that is put into its own form

    def changed(value: object) -> object:
        return with_values(value, by) if isinstance(value, str) else value

    message = text.message
    args, named = map(changed, message.args), {name: changed(one) for name, one in message.named.items()}
    found = Translated.now(message._replace(args=tuple(args), named=named))
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


_FORMS: Final[dict[str, Callable[[str], str]]] = {
    "sentence": sentence,
    "capital": _capital,
    "stripped": str.strip,
    "websocket": _of_websocket,
}
"""What a text is changed to by `{:name}` in a template of `composed`."""


class _Formatter(string.Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        form = _FORMS.get(format_spec)
        return form(value) if form is not None else format(value, format_spec)


_FORMATTER: Final = _Formatter()


def composed(template: str, *values: object) -> str:
    """Values in a template without words. It has a message when one of them has."""
    values = tuple(map(_kept, values))
    if any(isinstance(one, Translated) for one in values):
        return Translated.now(Message("", template, values))
    return _FORMATTER.vformat(template, values, _NO_NAMES)


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
    return Translated(found, Message(context, text, (), _NO_NAMES, disambiguation, n)) if _window else found


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:
    """The text itself. Marks a text of a table, which is translated where it is used:

    `translate("Doctor", TABLE[key])`."""
    return text


def install(translator: Translator | None) -> None:
    """Look texts up with this from now on, and give texts their messages.

    `english`: there is a window, which may come to speak another language. None: only English ever is spoken,
    and a text is nothing but that."""
    global _translator, _window
    _translator, _window = translator or english, translator is not None


def has_window() -> bool:
    """Whether there is a window, and texts have messages."""
    return _window


def translator() -> Translator | None:
    """What looks texts up now; None: nothing does, they are English."""
    return None if _translator is english else _translator
