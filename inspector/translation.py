"""The language of texts made outside the window: core, transports, doctor, findings, importers.

    translate("Doctor", "The program {} was not found.").format(name)
    translate("Doctor", "%n problem(s) found", "", count)

There is no Qt here: the window installs what looks a text up, the command line never does and stays English.
The names and the order of the arguments are those of Qt, so that its `lupdate` finds the texts. It reads
literals only: no f-string, no variable, no choice inside the call; values come in by `.format()` afterwards,
and the number of a plural is a plain name.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["QT_TRANSLATE_NOOP", "Translator", "english", "install", "translate", "translator"]

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


def translate(context: str, text: str, disambiguation: str = "", n: int = -1) -> str:
    """A text in the language of the window; the text itself as long as there is none.

    context: the area it belongs to ("Auth", "Doctor", …). disambiguation: tells two equal English texts
    apart that other languages tell apart, and helps who translates. n: the number that `%n` stands for (`%Ln`
    with separators), of which a language may have several forms; in English `(s)` is the plural."""
    return _translator(context, text, disambiguation, n)


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:
    """The text itself. Marks a text of a table, which is translated where it is used:

    `translate("Doctor", TABLE[key])`."""
    return text


def install(translator: Translator | None) -> None:
    """Look texts up with this from now on; None: English."""
    global _translator
    _translator = translator or english


def translator() -> Translator | None:
    """What looks texts up now; None: nothing does, they are English."""
    return None if _translator is english else _translator
