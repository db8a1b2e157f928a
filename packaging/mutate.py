#!/usr/bin/env python3
"""Whether the tests notice: small random changes to the program, and the tests of the changed module.

    python3 packaging/dev.py mutate --seed 7 --count 60              a sample of the whole program
    python3 packaging/dev.py mutate --seed 7 --count 20 --package core --package ui/forms
    python3 packaging/dev.py mutate --seed 7 --count 60 --list       which changes, without running anything

A function is drawn at random, then one change in it: a comparison, `and`/`or`, a condition, a constant, an
operator, a result, a call that is left out, two arguments swapped. The tests that mirror the module
(tests/trace/test_scan.py for inspector/trace/scan.py) or import it run on a copy of the tree. A module
without a mirror is also tested by the files of the mirrored folder that name it ("call"), and by the tests of
the one or two modules that import it, or of those that import these: it is a part of theirs. What is in the
window is also held to the rules of the house (tests/ui/test_house_rules.py). A change that no test fails for
has survived and is printed with its line. Texts that a user reads, type annotations and docstrings are not
changed. Exits with 1 below 80 % of the sample or 65 % of a package with at least five changes.

Why not mutmut or cosmic-ray: both run all tests for each change (half an hour here) and change annotations
and texts, but neither leaves a call out.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = 0.80
PACKAGE_TARGET = 0.65
ENOUGH = 5
"""A package with fewer changes in the sample has no rate worth judging."""
SILENCE_S = 150
"""No test of ours is silent longer: it hangs, and that is noticed."""
LIMIT_S = 900
MOST_FILES = 12
PRIVATE = 2
"""A module that so few import is a part of them."""
WIDE = {"inspector/ui/": "tests/ui/test_house_rules.py"}
"""Tests of a whole folder, which are asked last; they take a few seconds and no more."""
COPIED = ("inspector", "tests", "resources", "packaging", "pyproject.toml", "README.md", "CONTRIBUTING.md",
          "CHANGELOG.md", "LICENSE", ".ci")  # fmt: skip
TEXTS = {"tr", "translate", "setObjectName", "setAccessibleName", "setAccessibleDescription", "setToolTip"}

COMPARISONS = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
OPERATORS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Div: "*", ast.Mod: "+"}


@dataclass(frozen=True)
class Change:
    """One small change: the bytes from `start` to `end` of a module become `text`."""

    module: Path
    function: str
    line: int
    start: int
    end: int
    text: str
    kind: str

    def applied(self, source: bytes) -> bytes:
        """The module with the change in it."""
        return source[: self.start] + self.text.encode() + source[self.end :]


# -- which changes there are ---------------------------------------------------------------------------


def changes_of(module: Path, source: bytes) -> dict[str, list[Change]]:
    """All changes of a module, by function."""
    tree = ast.parse(source)
    found: dict[str, list[Change]] = {}
    for name, function in _functions(tree, ""):
        changes = [
            Change(module, name, node.lineno, *place, text, kind)
            for node, (place, text, kind) in _sites(function, source)
        ]
        if changes:
            found[name] = changes
    return found


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + child.name, child  # what is defined inside belongs to it
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.If) and "TYPE_CHECKING" not in ast.dump(child.test):
            yield from _functions(child, prefix)


Site = tuple[tuple[int, int], str, str]


def _sites(
    function: ast.FunctionDef | ast.AsyncFunctionDef, source: bytes
) -> Iterator[tuple[ast.stmt | ast.expr, Site]]:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def span(node: ast.stmt | ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    def words(node: ast.stmt | ast.expr) -> str:
        start, end = span(node)
        return source[start:end].decode()

    for node in _runnable(function.body):
        match node:
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                between = (span(left)[1], span(right)[0])
                old = source[slice(*between)].decode()
                if "(" in old or ")" in old:
                    continue  # brackets around an operand stand between the operands, too
                yield node, (between, f" {COMPARISONS[type(operator)]} ", "comparison")
            case ast.BoolOp(op=operator, values=[first, second, *_]):
                between = (span(first)[1], span(second)[0])
                word, other = ("and", "or") if isinstance(operator, ast.And) else ("or", "and")
                old = source[slice(*between)].decode()
                if len(node.values) == 2 and old.count(word) == 1:
                    yield node, (between, old.replace(word, other), "and/or")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield node, (span(node), f"({words(operand)})", "not")
            case ast.If(test=test) | ast.IfExp(test=test):
                yield node, (span(test), f"(not ({words(test)}))", "condition")
            case ast.Constant(value=bool(value)):
                yield node, (span(node), str(not value), "constant")
            case ast.Constant(value=int(value)):
                yield node, (span(node), f"({value + 1})", "constant")
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATORS:
                between = (span(left)[1], span(right)[0])
                old = source[slice(*between)].decode()
                if "(" not in old and ")" not in old and not _textual(node):
                    yield node, (between, f" {OPERATORS[type(operator)]} ", "operator")
            case ast.Return(value=value) if value is not None and not _is_none(value):
                yield node, (span(value), "None", "result")
            case ast.Expr(value=ast.Call() | ast.Await(value=ast.Call())):
                yield node, (span(node), "pass", "call left out")
            case ast.Call(args=[first, second, *_]) if not _about_text(node):
                if ast.dump(first) != ast.dump(second) and not isinstance(first, ast.Starred):
                    swapped = f"{words(second)}, {words(first)}"
                    if not isinstance(second, ast.Starred | ast.GeneratorExp):
                        yield node, ((span(first)[0], span(second)[1]), swapped, "arguments swapped")
            case ast.Break():
                yield node, (span(node), "continue", "break/continue")
            case ast.Continue():
                yield node, (span(node), "break", "break/continue")


def _runnable(body: list[ast.stmt]) -> Iterator[ast.stmt | ast.expr]:
    """What does something: no annotation, no text for users, nothing that only raises."""
    for statement in body:
        yield from _below(statement)


def _below(node: ast.AST) -> Iterator[ast.stmt | ast.expr]:
    if isinstance(node, ast.Raise | ast.Assert | ast.Import | ast.ImportFrom | ast.JoinedStr):
        return
    if isinstance(node, ast.Call) and (_about_text(node) or _called(node) in {"cast", "TypeVar", "overload"}):
        return
    if isinstance(node, ast.stmt | ast.expr) and not (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _about_text(node.value)
    ):
        yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_comment", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _below(child)


def _called(node: ast.Call) -> str:
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def _about_text(node: ast.Call) -> bool:
    """A text for users is another language's business; translations have checks of their own."""
    return _called(node) in TEXTS


def _textual(node: ast.BinOp) -> bool:
    return any(isinstance(one, ast.JoinedStr | ast.List | ast.Tuple) or
               (isinstance(one, ast.Constant) and isinstance(one.value, str | bytes))
               for one in ast.walk(node))  # fmt: skip


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _compiles(source: bytes) -> bool:
    try:
        compile(source, "changed", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def sample(seed: int, count: int, packages: list[str]) -> list[Change]:
    """`count` changes in as many functions, drawn evenly over all functions of the program."""
    by_function: list[list[Change]] = []
    for module in sorted((ROOT / "inspector").rglob("*.py")):
        place = module.relative_to(ROOT / "inspector").as_posix()
        if packages and not any(place == one or place.startswith(f"{one}/") for one in packages):
            continue
        by_function += changes_of(module.relative_to(ROOT), module.read_bytes()).values()
    chance = random.Random(seed)
    chosen = chance.sample(by_function, min(count, len(by_function)))
    return [change for change in (_one_of(changes, chance) for changes in chosen) if change is not None]


def _one_of(changes: list[Change], chance: random.Random) -> Change | None:
    """One that compiles; a few, such as a keyword argument among swapped ones, do not."""
    for change in chance.sample(changes, len(changes)):
        if _compiles(change.applied((ROOT / change.module).read_bytes())):
            return change
    return None


# -- which tests are asked -----------------------------------------------------------------------------


def imports_of(root: Path, folder: str) -> dict[str, set[str]]:
    """File → the modules of `inspector` that it imports, relative imports and those in functions included."""
    found = {}
    for file in sorted((root / folder).rglob("*.py")):
        names: set[str] = set()
        package = file.relative_to(root).parent.as_posix().replace("/", ".")
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
                base = ".".join([*above, *([node.module] if node.module else [])])
                names |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
        found[file.relative_to(root).as_posix()] = {one for one in names if one.startswith("inspector")}
    return found


def tests_of(module: Path, tests: dict[str, set[str]], program: dict[str, set[str]]) -> list[str]:
    """The files of tests for a module, the one that mirrors it first."""
    name = module.with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    mirror = Path("tests", *module.parts[1:-1], f"test_{module.stem.strip('_')}.py").as_posix()
    wide = [file for folder, file in WIDE.items() if module.as_posix().startswith(folder) and file in tests]
    files = [file for file in tests if Path(file).name.startswith("test_") and file not in wide]
    direct = {file for file in files if file == mirror or name in tests[file]}
    near: set[str] = set()
    if mirror not in files:
        named = re.compile(rf"[\"']{re.escape(module.stem.replace('_', '-'))}[\"' ]")
        folder = Path(mirror).parent
        beside = (file for file in files if Path(file).parent == folder and (ROOT / file).exists())
        near = {file for file in beside if named.search((ROOT / file).read_text(encoding="utf-8"))}
        users = _users({name}, program)
        if not direct or len(users) <= PRIVATE:
            near |= _about(users, files, tests)
        if not direct and not near:
            near = _about(_users(set(map(_name, users)), program), files, tests)
    # Who imports little is about it; a test of the whole program imports a hundred modules.
    order = sorted(
        direct | near, key=lambda file: (file != mirror, file not in direct, len(tests[file]), file)
    )
    return order[:MOST_FILES] + wide


def _users(modules: set[str], program: dict[str, set[str]]) -> set[str]:
    """The files of the program that import one of these."""
    return {file for file, names in program.items() if names & modules}


def _about(users: set[str], files: list[str], tests: dict[str, set[str]]) -> set[str]:
    """The tests that mirror one of these files or import it."""
    mirrors = {Path("tests", *Path(one).parts[1:-1], f"test_{Path(one).stem}.py").as_posix() for one in users}
    modules = set(map(_name, users))
    return {file for file in files if file in mirrors or tests[file] & modules}


def _name(file: str) -> str:
    return file.removesuffix(".py").replace("/", ".")


# -- running them --------------------------------------------------------------------------------------


class Copy:
    """A copy of the tree with an environment of its own: programs that tests start see the change, too."""

    def __init__(self, folder: Path, python: str) -> None:
        self.root = folder / "copy"
        self.root.mkdir(parents=True)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, self.root / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif source.exists():
                shutil.copy2(source, self.root / name)
        if (ROOT / ".cache").is_dir():
            (self.root / ".cache").symlink_to((ROOT / ".cache").resolve())
        shared = ROOT.parent / "shared"
        if shared.is_dir():
            (folder / "shared").symlink_to(shared.resolve())
        environment = self.root / ".venv"
        subprocess.run([python, "-I", "-m", "venv", "--without-pip", str(environment)], check=True)
        bin_folder = Path(python).parent
        self.python = environment / bin_folder.name / Path(python).name
        where = "import sysconfig; print(sysconfig.get_path('purelib'))"
        packages, ours = (
            subprocess.run(
                [one, "-I", "-c", where], check=True, capture_output=True, text=True
            ).stdout.strip()
            for one in (str(python), str(self.python))
        )
        Path(ours, "mutate.pth").write_text(f"{self.root}\n{packages}\n", encoding="utf-8")
        for name in ("mcpdi", "mcp-desktop-inspector"):
            if (bin_folder / name).exists():
                text = (bin_folder / name).read_text(encoding="utf-8")
                script = self.python.parent / name
                script.write_text(text.replace(str(python), str(self.python)), encoding="utf-8")
                script.chmod(0o755)

    def survives(self, change: Change, files: list[str]) -> str:
        """ "" when a test fails with the change in place; else what was asked in vain."""
        if not files:
            return "no test imports it"
        target = self.root / change.module
        source = target.read_bytes()
        target.write_bytes(change.applied(source))
        try:
            return self._run(files)
        finally:
            target.write_bytes(source)

    def _run(self, files: list[str]) -> str:
        command = [str(self.python), "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-W", "ignore",
                   "-mnot build", "--no-header", *files]  # fmt: skip
        variables = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1"}
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(
                command, cwd=self.root, env=variables, stdout=output, stderr=output, start_new_session=True
            )
            started = heard = time.monotonic()
            size = 0
            while process.poll() is None:
                time.sleep(0.2)
                now = time.monotonic()
                if (grown := os.fstat(output.fileno()).st_size) != size:
                    size, heard = grown, now
                if now - heard > SILENCE_S or now - started > LIMIT_S:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
                    return "" if now - heard > SILENCE_S else f"not decided in {LIMIT_S} s"
            output.seek(0)
            words = output.read().decode(errors="replace")
        passed = re.search(r"(\d+) passed", words)
        if process.returncode == 0:
            return f"{passed[1] if passed else 'no'} tests of {len(files)} files passed"
        return "no test was run" if process.returncode == 5 else ""


# -- the command ---------------------------------------------------------------------------------------


def mutate(words: list[str], python: str) -> int:
    """What `dev.py mutate` does; the exit code."""
    parser = argparse.ArgumentParser(prog="dev.py mutate", description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--package", action="append", default=[], help="core, ui/panels, trace/scan.py …")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true")
    chosen = parser.parse_args(words)
    changes = sample(chosen.seed, chosen.count, chosen.package)
    if chosen.list:
        for change in changes:
            print(_shown(change))
        return 0
    tests, program = imports_of(ROOT, "tests"), imports_of(ROOT, "inspector")
    counts: Counter[tuple[str, bool]] = Counter()
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder, ThreadPoolExecutor(chosen.jobs) as pool:
        copies = [Copy(Path(folder) / str(number), python) for number in range(chosen.jobs)]

        def judged(change: Change) -> tuple[Change, str]:
            copy = copies.pop()
            try:
                return change, copy.survives(change, tests_of(change.module, tests, program))
            finally:
                copies.append(copy)

        for change, why in pool.map(judged, changes):
            counts[_package(change), not why] += 1
            print(
                f"{'survived' if why else 'caught  '}  {_shown(change)}{f'   ({why})' if why else ''}",
                flush=True,
            )
    return _report(counts)


def _package(change: Change) -> str:
    return change.module.parts[1].removesuffix(".py")


def _shown(change: Change) -> str:
    source = (ROOT / change.module).read_bytes()
    old = " ".join(source[change.start : change.end].decode().split())
    new = " ".join(change.text.split())
    return f"{change.module}:{change.line} {change.function}: {change.kind}: {old} → {new}"


def _report(counts: Counter[tuple[str, bool]]) -> int:
    print()
    missed = False
    packages = sorted({package for package, _ in counts})
    for package in packages:
        caught, all_of_it = counts[package, True], counts[package, True] + counts[package, False]
        low = all_of_it >= ENOUGH and caught < PACKAGE_TARGET * all_of_it
        missed |= low
        print(
            f"{package:16} {caught:3} of {all_of_it:3}  {caught / all_of_it:4.0%}{'  MISSED' if low else ''}"
        )
    caught = sum(number for (_, noticed), number in counts.items() if noticed)
    low = caught < TARGET * counts.total()
    print(f"{'all':16} {caught:3} of {counts.total():3}  {caught / max(counts.total(), 1):4.0%}"
          f"  (target {TARGET:.0%}){'  MISSED' if low else ''}")  # fmt: skip
    return 1 if low or missed else 0
