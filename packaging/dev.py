#!/usr/bin/env python3
"""Everything a developer does, one command each, from nothing but Python 3.11.

    python3 packaging/dev.py demo          set up, open the window with the demo server
    python3 packaging/dev.py test          set up, run every check and test (--quick, --all: test --help)
    python3 packaging/dev.py run [ARGS]    the program (mcpdi) with these arguments
    python3 packaging/dev.py bench [NAME]  the figures
    python3 packaging/dev.py translations  take new texts into resources/translations, count what is done
    python3 packaging/dev.py mutate --seed N --count M   how many small changes the tests notice
    python3 packaging/dev.py pictures      those of the user guide, taken of the real program
    python3 packaging/dev.py rules         the page of the guide with the rules of a check, after one changed
    python3 packaging/dev.py setup         only set up
    python3 packaging/dev.py build [STEP]  what is handed to people, into dist/ (--list: the steps)
    python3 packaging/dev.py lock          pin what a build installs, with hashes

The set-up is a virtual environment in .venv; a second run starts at once.
"""

import inspect
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
DEMO_OUTPUT = "demo-output"
ALONE = {"calls", "connections", "forms", "lint", "packages", "saving", "timing"}
"""Benchmarks that need no server of others."""


def too_old() -> str:
    """Why this Python cannot be used; empty when it can. (This file must stay readable to old ones.)"""
    if sys.version_info >= OLDEST:
        return ""
    import shutil

    here = ".".join(map(str, sys.version_info[:2]))
    text = f"MCP Desktop Inspector needs Python 3.11 or newer; this is Python {here} ({sys.executable})."
    for minor in range(14, 10, -1):
        newer = f"python3.{minor}"
        if shutil.which(newer):
            return f"{text}\nA newer one is here: {newer} {' '.join(sys.argv)}"
    return f"{text}\nInstall one (https://www.python.org/downloads/) and run this again with it."


def demo(words: "list[str]") -> int:
    """Open the window with the demo server; without a display do the same offscreen and leave evidence."""
    import dev_environment as environment

    python = environment.prepare("run")
    problem = environment.why_no_window()
    if not problem:
        environment.require_qt(python, window=True)
        return environment.call([python, environment.APART, "-m", "inspector", "demo", *words])
    print(problem)
    print("Doing the same demonstration offscreen, with the real window.", flush=True)
    environment.require_qt(python, window=False)
    out = Path.cwd() / DEMO_OUTPUT
    return environment.call(
        [python, environment.APART, "-m", "inspector.ui.program.demonstration", "--out", str(out)],
        QT_QPA_PLATFORM="offscreen",
    )


def run(words: "list[str]") -> int:
    """The program with these arguments."""
    import dev_environment as environment

    python = environment.prepare("run")
    if not words or words == ["demo"]:
        environment.require_qt(python, window=not environment.why_no_window())
    return environment.call([python, environment.APART, "-m", "inspector", *words])


def test(words: "list[str]") -> int:
    """Every check and test, side by side; other words go to pytest.

    --quick  in a few minutes: the checks, the tests that need no window, program or build, and those of the
             modules that were changed (not committed, or in the last commit); what is left out is printed
    --all    the long property tests try all their examples, not every fourth
    """
    import dev_environment as environment
    import dev_servers as servers
    import dev_tests as side_by_side
    import dev_tools as tools

    python = environment.prepare("dev")
    environment.require_qt(python, window=False)
    quick = "--quick" in words
    if not quick:
        servers.install(ROOT / ".cache", servers.FOR_TESTS)
        tools.install()
        # The frozen program is tested too; without its environment these tests are skipped.
        environment.call([sys.executable, str(ROOT / "packaging" / "build.py"), "--prepare"])
    pytest_words = [word for word in words if word not in ("--quick", "--all")]
    if "--all" in words:
        os.environ["MCPDI_ALL_EXAMPLES"] = "1"
    # Thousands of processes are started: without it each would compile all that it imports.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # Checks first: they take seconds. pytest is last, so that its closing line ends the output.
    steps = [
        ("ruff check", [python, "-m", "ruff", "check", "."]),
        ("ruff format", [python, "-m", "ruff", "format", "--check", "."]),
        ("mypy --strict", [python, "-m", "mypy"]),
        ("import contracts", [environment.tool("lint-imports")]),
    ]
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    failed = []
    for name, command in steps:
        print(f"\n== {name}", flush=True)
        started = time.monotonic()
        code = environment.call(command, cwd=ROOT)
        if code:
            failed.append(name)
        print(f"== {name}: {'FAILED' if code else 'ok'} in {time.monotonic() - started:.1f} s")
    print("\n== tests", flush=True)
    if any(
        not word.startswith("-") for word in pytest_words
    ):  # files, an expression, …: as pytest takes them
        code = environment.call([python, "-m", "pytest", *pytest_words], cwd=ROOT)
    else:
        groups = side_by_side.groups_of(ROOT / "tests")
        if quick:
            changed = side_by_side.tests_of_changes(ROOT)
            groups, rest = side_by_side.quick_groups_of(ROOT / "tests", changed)
            print("\n".join(side_by_side.left_out(rest)), flush=True)
        code = side_by_side.run(python, pytest_words, groups, (os.cpu_count() or 1) + 2)
    if code:
        failed.append("tests")
    if failed:
        print(f"\nFailed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def bench(words: "list[str]") -> int:
    """Run packaging/bench/NAME.py (all without a name); what follows the names goes to it."""
    import dev_environment as environment
    import dev_servers as servers

    place = next((number for number, word in enumerate(words) if word.startswith("-")), len(words))
    names, more = words[:place], words[place:]
    more = more[1:] if more[:1] == ["--"] else more
    known = sorted(file.stem for file in (ROOT / "packaging" / "bench").glob("[!_]*.py"))
    wrong = [name for name in names if name not in known]
    if wrong:
        print(f"no such benchmark: {', '.join(wrong)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    python = environment.prepare("dev")
    environment.require_qt(python, window=False)
    chosen = names or known
    if not set(chosen) <= ALONE:
        servers.install(ROOT / ".cache", servers.FOR_BENCHMARKS)
    worst = 0
    for name in chosen:
        if names != [name]:
            print(f"\n== {name}", flush=True)
        file = ROOT / "packaging" / "bench" / (name + ".py")
        # paths among the words are meant from where the user is
        cwd = None if name in ALONE else ROOT
        code = environment.call([python, str(file), *more], cwd=cwd, QT_QPA_PLATFORM="offscreen")
        worst = max(worst, abs(code))
    return worst


def mutate(words: "list[str]") -> int:
    """Change the program at random, one small thing at a time, and see whether its tests notice."""
    import dev_environment as environment
    import mutate as changes

    python = environment.prepare("dev")
    environment.require_qt(python, window=False)
    return changes.mutate(words, python)


def setup(words: "list[str]") -> int:
    """Only the set-up."""
    import dev_environment as environment

    python = environment.prepare("dev" if "--dev" in words else "run")
    environment.require_qt(python, window=not environment.why_no_window())
    print(f"Ready: {environment.tool('mcpdi')}")
    return 0


def build(words: "list[str]") -> int:
    """Make what is handed to people: the frozen program and its packages. Needs nothing of .venv."""
    import dev_environment as environment

    return environment.call([sys.executable, str(ROOT / "packaging" / "build.py"), *words])


def lock(words: "list[str]") -> int:
    """Make packaging/requirements-build.txt again. --upgrade: the newest of what is not named exactly."""
    import build_lock

    return build_lock.refresh(words)


def translations(words: "list[str]") -> int:
    """The texts in other languages: take new ones in; --export N, --apply FILE, --compile."""
    import dev_environment as environment
    import translations as texts

    environment.prepare("run")
    return texts.translations(words)


def pictures(words: "list[str]") -> int:
    """Take the pictures of the user guide again: NAME …, --out FOLDER."""
    import dev_environment as environment

    python = environment.prepare("dev")
    environment.require_qt(python, window=False)
    return environment.call([python, str(ROOT / "packaging" / "guide_pictures.py"), *words])


def rules(words: "list[str]") -> int:
    """Write the page of the guide that has every rule of a check again, in every language."""
    import dev_environment as environment

    return environment.call([environment.prepare("run"), str(ROOT / "packaging" / "rules_page.py"), *words])


COMMANDS = {
    "demo": demo,
    "test": test,
    "run": run,
    "bench": bench,
    "mutate": mutate,
    "translations": translations,
    "setup": setup,
    "build": build,
    "lock": lock,
    "pictures": pictures,
    "rules": rules,
}


def main() -> int:
    """The exit code of the command."""
    problem = too_old()
    if problem:
        print(problem, file=sys.stderr)
        return 1
    words = sys.argv[1:]
    if not words or words[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if words else 2
    command = COMMANDS.get(words[0])
    if command is None:
        print(f"unknown command {words[0]!r}; there are: {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    if words[1:2] in (["-h"], ["--help"]):
        print(inspect.cleandoc(command.__doc__ or ""))
        return 0
    try:
        return command(words[1:])
    except KeyboardInterrupt:
        return 130
    except subprocess.CalledProcessError as error:
        print(f"\nThis failed: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    os.environ.setdefault("PIP_DISABLE_PIP_VERSION_CHECK", "1")
    sys.exit(main())
