"""Session files are asked by `inspector/trace/` alone: elsewhere nobody knows their tables."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "inspector"
OWN = "core/storage/value_history.py"
"""It has a database of its own."""

SQL = re.compile(
    r"\s*(?:SELECT\s"  # with small letters it may begin a sentence
    r"|(?i:select\s+[\w.*(), ]+?\sfrom\s+\w+(?:$|\s+(?:where|order|group|limit|join)\s)"
    r"|insert\s+(?:or\s+\w+\s+)?into\s|update\s+\w+\s+set\s|delete\s+from\s+\w+(?:$|\s+where\s)"
    r"|with\s+\w+\s+as\s*\())"
)
ASKING = ("execute", "executemany", "executescript")


def questions(source: str) -> Iterator[str]:
    """The SQL in a module, and its calls that ask a database, each with its line."""
    tree = ast.parse(source)
    explained = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explained:
            if SQL.match(node.value):
                yield f"{node.lineno}: {node.value[:40]}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ASKING:
            yield f"{node.lineno}: .{node.func.attr}"


def test_no_module_outside_of_trace_asks_a_database() -> None:
    modules = {path.relative_to(ROOT).as_posix(): path for path in sorted(ROOT.rglob("*.py"))}
    found = [
        f"{name}:{question}"
        for name, path in modules.items()
        if not name.startswith("trace/") and name != OWN
        for question in questions(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize("name", ["trace/relations.py", OWN])
def test_modules_that_ask_are_known_by_it(name: str) -> None:
    found = list(questions((ROOT / name).read_text(encoding="utf-8")))
    assert any(one.endswith(".execute") for one in found)
    assert any("select" in one.lower() for one in found)


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('question = "SELECT 1"', 1),
        ('question = f"SELECT {columns} FROM record"', 1),
        ('question = "\\n  insert or replace into t values (1)"', 1),
        ('question = "with a as (select 1) select * from a"', 1),
        ('question = "update t set a = 1"', 1),
        ('question = "delete from t"', 1),
        ("connection.executescript(text)", 1),
        ('title = "Select a row to count the time from it."', 0),
        ('title = "DELETE in the modern era"', 0),
        ('title = "with tools"', 0),
        ('title = "Delete"', 0),
        ('def find():\n    """Select everything from the end."""', 0),
    ],
)
def test_a_question_is_told_from_a_sentence(source: str, count: int) -> None:
    assert len(list(questions(source))) == count
