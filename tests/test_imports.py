"""No module of the program imports, by any way round, a module that imports it; types count as well."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = "inspector"
EXCEPTIONS: Final[dict[frozenset[str], str]] = {}
"""Modules of a circle that stays → why it does."""

Graph = Mapping[str, set[str]]


def modules(root: Path, package: str) -> dict[str, Path]:
    """Every module of the package by its full name; a package itself is its `__init__.py`."""
    found = {}
    for path in sorted((root / package).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(name: str, path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules that a module names in its imports, those for types and inside of functions included.

    `from package import name` is the module `name` of the package where there is one, else the package.
    """
    around = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in _statements(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in known)
        elif isinstance(node, ast.ImportFrom):
            above = around[: len(around) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            for one in node.names:
                part = f"{source}.{one.name}"
                target = part if part in known else source
                if target in known:
                    yield target


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements inside, without what they are made of: an import is one itself."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, block, ()):
            yield inner
            yield from _statements(inner)


def imports(root: Path, package: str) -> dict[str, set[str]]:
    """Module → the modules that it imports, itself left out."""
    known = modules(root, package)
    return {name: {*imported(name, path, known)} - {name} for name, path in known.items()}


def circles(graph: Graph) -> list[list[str]]:
    """The sets of modules of which each leads to each other (Tarjan), without those of one module."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    waiting: list[str] = []
    open_: set[str] = set()  # those that wait
    found: list[list[str]] = []
    for start in sorted(graph):
        if start in number:
            continue
        number[start] = low[start] = len(number)
        waiting.append(start)
        open_.add(start)
        path = [(start, iter(sorted(graph[start])))]
        while path:
            name, left = path[-1]
            after = next(left, None)
            if after is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[name])
                if low[name] == number[name]:
                    place = waiting.index(name)
                    found += [sorted(waiting[place:])] if len(waiting) - place > 1 else []
                    open_.difference_update(waiting[place:])
                    del waiting[place:]
            elif after not in number:
                number[after] = low[after] = len(number)
                waiting.append(after)
                open_.add(after)
                path.append((after, iter(sorted(graph[after]))))
            elif after in open_:
                low[name] = min(low[name], number[after])
    return found


def shown(circle: Iterable[str], graph: Graph) -> str:
    """A circle as lines, each module with what it imports of the others."""
    inside = {*circle}
    return "\n".join(f"  {name} → {', '.join(sorted(graph[name] & inside))}" for name in sorted(inside))


def test_no_module_imports_what_imports_it() -> None:
    graph = imports(ROOT, PACKAGE)
    assert len(graph) > 100, "the program was not found"
    found = circles(graph)
    told = [f"circle of {len(one)} modules:\n{shown(one, graph)}" for one in found]
    print("\n".join(told))
    assert [one for one in found if frozenset(one) not in EXCEPTIONS] == [], "\n".join(told)
    assert {*EXCEPTIONS} <= {frozenset(one) for one in found}, "an exception is no circle any more"


def _write(folder: Path, **texts: str) -> dict[str, set[str]]:
    for name, text in {"__init__": "", **texts}.items():
        path = folder / "p" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return imports(folder, "p")


def test_a_circle_through_types_and_functions_is_found(tmp_path: Path) -> None:
    graph = _write(
        tmp_path,
        a="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from p.b import B\n",
        b="def late():\n    import p.c\n",
        c="from p import a\n",
        d="from p.a import A\n",
    )
    assert circles(graph) == [["p.a", "p.b", "p.c"]]
    assert shown(["p.a", "p.b", "p.c"], graph) == "  p.a → p.b\n  p.b → p.c\n  p.c → p.a"


def test_a_package_that_takes_from_a_module_which_takes_from_it_is_a_circle(tmp_path: Path) -> None:
    graph = _write(tmp_path, __init__="from p.a import rule\n", a="from p import register\n")
    assert circles(graph) == [["p", "p.a"]]


def test_a_module_named_in_its_package_is_not_the_package(tmp_path: Path) -> None:
    graph = _write(tmp_path, __init__="from p import a\n", a="from p import b\n", b="")
    assert graph == {"p": {"p.a"}, "p.a": {"p.b"}, "p.b": set()}
    assert circles(graph) == []


def test_relative_imports_are_followed(tmp_path: Path) -> None:
    graph = _write(tmp_path, a="from . import b\n", b="from .a import A\n", c="from .d import D\n", d="")
    assert graph["p.c"] == {"p.d"}
    assert circles(graph) == [["p.a", "p.b"]]


def test_two_circles_that_only_touch_by_an_arrow_are_two(tmp_path: Path) -> None:
    graph = _write(
        tmp_path,
        a="import p.b\n",
        b="import p.a, p.c\n",
        c="import p.d\n",
        d="import p.c\n",
    )
    assert sorted(circles(graph)) == [["p.a", "p.b"], ["p.c", "p.d"]]
