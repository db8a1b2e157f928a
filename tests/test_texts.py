"""Every text is written so that the tool of Qt finds it, and stands whole in the file of each language."""

from __future__ import annotations

import ast
import importlib
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
_LOOKED_FOR: Final = ("translate", "QT_TRANSLATE_NOOP")
_NO_TEXT: Final = "a table is translated by translate(CONTEXT, variable), its texts are QT_TRANSLATE_NOOP"

Text = tuple[str, str]  # context, English


class _Texts(ast.NodeVisitor):
    """What of a module is to be translated, and what the tool would not find."""

    def __init__(self) -> None:
        self.texts: set[Text] = set()
        self.wrong: list[str] = []
        self.worded: list[tuple[Text, str]] = []  # text given to a function that looks up what it is given
        self._words: dict[str, str] = {}  # name of such a function → its context
        self._classes: list[str] = []
        self._in_f_string = 0

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()

    def visit_Module(self, node: ast.Module) -> None:
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and (context := _context_of(part)):
                self._words[part.name] = context
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._in_f_string += 1
        self.generic_visit(node)
        self._in_f_string -= 1

    def visit_Assign(self, node: ast.Assign) -> None:
        names = [one.id for one in node.targets if isinstance(one, ast.Name)]
        if ast.unparse(node.value).endswith("QCoreApplication.translate") and names != ["translate"]:
            self._complain(node, "another name for translate hides its texts")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name == "tr" and isinstance(called, ast.Attribute):
            self._tr(node, ast.unparse(called.value))
        elif name in _LOOKED_FOR and len(node.args) >= 2 and not _is_of_text(node):
            self._translate(node, name)
        elif name in self._words and node.args and (text := _literal(node.args[0])):
            place = f"{node.lineno}: {ast.unparse(node)[:90]}"
            self.worded.append(((self._words[name], text), place))
        self.generic_visit(node)

    def _tr(self, node: ast.Call, receiver: str) -> None:
        text = _literal(node.args[0]) if node.args else None
        if receiver != "self" or not self._classes:
            self._complain(node, "the class that tr belongs to is not known: use translate")
        elif text is None:
            self._complain(node, f"no text: {_NO_TEXT}")
        elif len(node.args) > 2:
            self._complain(node, "with a number tr stops at the class itself: use translate")
        else:
            self._found(node, self._classes[-1], text)

    def _translate(self, node: ast.Call, name: str) -> None:
        context, text = _literal(node.args[0]), _literal(node.args[1])
        if len(node.args) > 3 and not isinstance(node.args[3], ast.Name | ast.Constant):
            self._complain(node, "the tool leaves out a text whose number is no plain name")
        elif context is not None and text is not None:
            self._found(node, context, text)
        elif name == "QT_TRANSLATE_NOOP" or _chosen(node.args[1]):
            self._complain(node, f"no text: {_NO_TEXT}")

    def _found(self, node: ast.Call, context: str, text: str) -> None:
        self.texts.add((context, text))
        if self._in_f_string:
            self._complain(node, "the tool does not look into f-strings")

    def _complain(self, node: ast.AST, why: str) -> None:
        self.wrong.append(f"{getattr(node, 'lineno', 0)}: {ast.unparse(node)[:90]}: {why}")


def _context_of(function: ast.FunctionDef) -> str:
    """The context in which a function looks its first argument up; "" when it does not."""
    given = function.args.args[0].arg if function.args.args else ""
    for node in ast.walk(function):
        if (
            isinstance(node, ast.Call)
            and len(node.args) >= 2
            and ast.unparse(node.func).endswith("translate")
        ):
            if isinstance(node.args[1], ast.Name) and node.args[1].id == given:
                return _literal(node.args[0]) or ""
    return ""


def _is_of_text(node: ast.Call) -> bool:
    """Whether it is `str.translate` or `bytes.translate`."""
    return isinstance(node.args[0], ast.Constant) and not isinstance(node.args[0].value, str)


def _chosen(node: ast.expr) -> bool:
    """Whether the text is put together or chosen within the call."""
    if isinstance(node, ast.IfExp):
        return _literal(node.body) is not None or _literal(node.orelse) is not None
    return isinstance(node, ast.JoinedStr | ast.BinOp)


def _literal(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _modules() -> Iterator[tuple[str, _Texts]]:
    for path in sorted((ROOT / "inspector").rglob("*.py")):
        found = _Texts()
        found.visit(ast.parse(path.read_text(encoding="utf-8")))
        yield path.relative_to(ROOT).as_posix(), found


@pytest.fixture(scope="module")
def modules() -> dict[str, _Texts]:
    return dict(_modules())


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("class A:\n def f(self): self.tr(text)", "no text"),
        ("class A:\n def f(self): self.tr(f'{x} more')", "no text"),
        ("class A:\n def f(self): self.tr('%n more', '', 3)", "with a number"),
        ("class A:\n def f(self): return f'{self.tr(\"more\")}'", "f-strings"),
        ("class A:\n def f(self): page.tr('more')", "not known"),
        ("def f(window): window.tr('more')", "not known"),
        ("say = QCoreApplication.translate", "another name"),
        ("translate('A', 'one' if x else 'two')", "no text"),
        ("QT_TRANSLATE_NOOP('A', x)", "no text"),
        ("translate('A', '%n more', '', len(x))", "no plain name"),
    ],
)
def test_what_the_tool_would_miss_is_found(code: str, why: str) -> None:
    texts = _Texts()
    texts.visit(ast.parse(code))
    assert len(texts.wrong) == 1
    assert why in texts.wrong[0]


def test_the_tool_finds_every_text(modules: dict[str, _Texts]) -> None:
    wrong = [f"{path}:{one}" for path, found in modules.items() for one in found.wrong]
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """packaging/translations.py"""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    yield importlib.import_module("translations")
    for name in ("translations", "translation_checks", "dev_environment"):
        sys.modules.pop(name, None)


def test_a_text_that_is_looked_up_by_a_function_is_marked_somewhere(modules: dict[str, _Texts]) -> None:
    marked = {text for found in modules.values() for text in found.texts}
    wrong = [
        f"{path}:{place}: the tool does not find it, call translate"
        for path, found in modules.items()
        for text, place in found.worded
        if text not in marked
    ]
    assert not wrong, "\n".join(wrong)


def _keys(tool: Any, file: bytes) -> set[tuple[str, str, bool]]:
    """Context, text with hint, whether it depends on a number."""
    return {
        (context, tool.key_of(message), message.get("numerus") == "yes")
        for context, message in tool.messages(ElementTree.fromstring(file))
    }


def test_file_of_a_language_has_every_text_and_no_other(tmp_path: Path, tool: Any) -> None:
    there = tool.file_of("ko").read_bytes()
    tool.FOLDER = tmp_path
    tool.file_of("ko").write_bytes(there)
    assert tool.update([]) == 0
    again, known = _keys(tool, tool.file_of("ko").read_bytes()), _keys(tool, there)
    assert not again - known, f"run `packaging/dev.py translations`: {sorted(again - known)}"
    assert not known - again, f"no longer in the program: {sorted(known - again)}"


def test_every_text_is_translated_in_all_its_forms(tool: Any) -> None:
    wrong = [
        f"{context}: {tool.key_of(message)!r}"
        for context, message in tool.messages(ElementTree.parse(tool.file_of("ko")).getroot())
        if not tool.is_done(message) or not all(map(str.strip, tool.translated(message) or [""]))
    ]
    assert not wrong, "\n".join(wrong)


def test_no_text_of_another_language_breaks_its_places(tool: Any) -> None:
    wrong = [
        f"{context}: {message.findtext('source', '')!r} → {form!r}: {'; '.join(why)}"
        for context, message in tool.messages(ElementTree.parse(tool.file_of("ko")).getroot())
        for form in (tool.translated(message) if tool.is_done(message) else [])
        if (why := tool.faults(message.findtext("source", ""), form))
    ]
    assert not wrong, "\n".join(wrong)
