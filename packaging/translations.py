#!/usr/bin/env python3
"""The texts of the program in other languages: resources/translations/*.ts. Standard library only.

    python3 packaging/dev.py translations                take the texts of the program in, count what is done
    python3 packaging/dev.py translations --export 4     what is not translated yet, in 4 JSON files
    python3 packaging/dev.py translations --apply FILE   put filled-in files back, after checking each text
    python3 packaging/dev.py translations --compile      make the .qm files that the program reads

A file to fill in is {context: {text: translation}}. Where English says which of two equal texts is meant, or
leaves a hint, the text ends with it in double brackets. Qt Linguist opens the .ts files as well.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from translation_checks import faults

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
NAME = "mcpdi_{}.ts"
LANGUAGES = {"ko": "ko_KR"}
"""English needs no file: it is what stands in the source."""
PARTS = ROOT / "build" / "translations"

Texts = dict[str, dict[str, str]]


def translations(words: list[str]) -> int:
    """What `dev.py translations` does; the exit code."""
    option, rest = (words[0], words[1:]) if words else ("", [])
    if option not in OPTIONS:
        print(f"unknown option {option}; there are: {', '.join(filter(None, OPTIONS))}", file=sys.stderr)
        return 2
    return OPTIONS[option](rest)


# -- with the tools of Qt ------------------------------------------------------------------------------


def update(_words: list[str]) -> int:
    """Take the texts of the program into every .ts and say how much of each is done."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        names, sentences = Path(folder) / "sources", Path(folder) / "sentences.py"
        sentences.write_text(recorded_sentences(), encoding="utf-8")
        names.write_text("\n".join(map(str, [*sources(), sentences])), encoding="utf-8")
        for language, target in LANGUAGES.items():
            where = ["-ts", str(file_of(language)), "-source-language", "en_US", "-target-language", target]
            how = ["-locations", "none", "-no-obsolete", "-sort-messages", "-silent", "-no-ui-lines"]
            # A guess is not a translation: similar texts are left to a user.
            how += ["-disable-heuristic", "similartext"]
            if code := _run("pyside6-lupdate", f"@{names}", *how, *where):
                return code
    for language in LANGUAGES:
        print(statistics(file_of(language)))
    return 0


def recorded_sentences() -> str:
    """What `recorded` says anywhere, as lupdate reads it: it knows no function without a context."""
    found = {
        node.args[0].value
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "recorded"
        and isinstance(node.args[0], ast.Constant)
    }
    literals = (json.dumps(text, ensure_ascii=False) for text in sorted(found))
    return "\n".join(f'QT_TRANSLATE_NOOP("Recorded", {literal})' for literal in literals)


def compile_all(_words: list[str]) -> int:
    """Make each .qm that is missing or older than its .ts, in one step: a program that runs has it mapped."""
    for source in sorted(FOLDER.glob("*.ts")):
        made = source.with_suffix(".qm")
        if not made.exists() or made.stat().st_mtime_ns < source.stat().st_mtime_ns:
            fresh = source.with_suffix(".new.qm")
            if code := _run("pyside6-lrelease", "-silent", str(source), "-qm", str(fresh)):
                return code
            fresh.replace(made)
    return 0


def _run(tool: str, *words: str) -> int:
    import dev_environment as environment

    try:
        return subprocess.run([environment.tool(tool), *words], check=False).returncode
    except OSError as error:
        print(error, file=sys.stderr)
        return 1


def sources() -> list[Path]:
    """Every module of the program, in order."""
    return sorted((ROOT / "inspector").rglob("*.py"))


def file_of(language: str) -> Path:
    """The .ts of a language."""
    return FOLDER / NAME.format(language)


# -- what is in a .ts ----------------------------------------------------------------------------------


def messages(root: ElementTree.Element) -> Iterator[tuple[str, ElementTree.Element]]:
    """Context and element of each message."""
    for context in root.iter("context"):
        for message in context.iter("message"):
            yield context.findtext("name", ""), message


def key_of(message: ElementTree.Element) -> str:
    """The English text, with the hint in double brackets where there is one."""
    comment = message.findtext("comment", "")
    return message.findtext("source", "") + (f" [[{comment}]]" if comment else "")


def is_done(message: ElementTree.Element) -> bool:
    """True when somebody translated it and stands by it."""
    translation = message.find("translation")
    return translation is not None and translation.get("type") is None


def translated(message: ElementTree.Element) -> list[str]:
    """The translation, or all its forms when it depends on a number."""
    element = message.find("translation")
    if element is None:
        return []
    forms = element.findall("numerusform")
    return [form.text or "" for form in forms] if forms else [element.text or ""]


def statistics(file: Path) -> str:
    """How much is done, and in which contexts it is not."""
    root = ElementTree.parse(file).getroot()
    everything, done = Counter[str](), Counter[str]()
    for context, message in messages(root):
        everything[context] += 1
        done[context] += is_done(message)
    lines = [f"{file.name}: {done.total()} of {everything.total()} texts translated"]
    for context, number in sorted(everything.items()):
        if done[context] < number:
            lines.append(f"  {context}: {number - done[context]} of {number} to do")
    return "\n".join(lines)


# -- filling in ----------------------------------------------------------------------------------------


def export(words: list[str]) -> int:
    """Write what is not translated yet into N files of about the same length."""
    number = int(words[0]) if words and words[0].isdigit() else 1
    todo: list[tuple[str, str]] = []
    for context, message in messages(ElementTree.parse(file_of("ko")).getroot()):
        if not is_done(message):
            todo.append((context, key_of(message)))
    share = sum(len(text) + 20 for _context, text in todo) / number
    parts: list[Texts] = [{} for _ in range(number)]
    length = 0
    for context, text in todo:
        parts[min(int(length / share), number - 1)].setdefault(context, {})[text] = ""
        length += len(text) + 20
    PARTS.mkdir(parents=True, exist_ok=True)
    for place, part in enumerate(parts, 1):
        file = PARTS / f"part-{place}.json"
        file.write_text(json.dumps(part, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        print(f"{file}: {sum(map(len, part.values()))} texts")
    return 0


def apply(words: list[str]) -> int:
    """Put filled-in files into the .ts. A text that fails a check is named and left out."""
    file = file_of("ko")
    root = ElementTree.parse(file).getroot()
    known = {(context, key_of(message)): message for context, message in messages(root)}
    taken = wrong = 0
    for word in words:
        part: Texts = json.loads(Path(word).read_text(encoding="utf-8"))
        for context, texts in part.items():
            for text, translation in texts.items():
                if not translation:
                    continue
                message = known.get((context, text))
                why = faults(message.findtext("source", ""), translation) if message is not None else ["gone"]
                if message is None or why:
                    wrong += 1
                    print(f"{context}: {text!r} → {translation!r}: {'; '.join(why)}", file=sys.stderr)
                    continue
                _set(message, [translation])
                taken += 1
    write(root, file)
    print(f"{taken} texts taken, {wrong} refused")
    return 1 if wrong else 0


def _set(message: ElementTree.Element, forms: list[str]) -> None:
    element = message.find("translation")
    if element is None:
        element = ElementTree.SubElement(message, "translation")
    element.attrib.pop("type", None)
    places = element.findall("numerusform")
    if not places:
        element.text = forms[0]
    for place, form in zip(places, forms, strict=False):
        place.text = form


# -- as Qt writes it -----------------------------------------------------------------------------------

_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}


def write(root: ElementTree.Element, file: Path) -> None:
    """Write a .ts exactly as Qt's tools do, so that only what changed is a difference."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>", f"<TS{_attributes(root)}>"]
    for context in root.iter("context"):
        lines += ["<context>", f"    <name>{_escaped(context.findtext('name', ''))}</name>"]
        for message in context.iter("message"):
            lines += _message_lines(message)
        lines.append("</context>")
    file.write_text("\n".join([*lines, "</TS>", ""]), encoding="utf-8", newline="\n")


def _message_lines(message: ElementTree.Element) -> Iterator[str]:
    yield f"    <message{_attributes(message)}>"
    for part in message:
        forms = part.findall("numerusform")
        if not forms:
            yield f"        <{part.tag}{_attributes(part)}>{_escaped(part.text or '')}</{part.tag}>"
            continue
        yield f"        <{part.tag}{_attributes(part)}>"
        for form in forms:
            yield f"            <numerusform>{_escaped(form.text or '')}</numerusform>"
        yield f"        </{part.tag}>"
    yield "    </message>"


def _attributes(element: ElementTree.Element) -> str:
    return "".join(f' {name}="{_escaped(value)}"' for name, value in element.attrib.items())


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


OPTIONS = {"": update, "--export": export, "--apply": apply, "--compile": compile_all}
