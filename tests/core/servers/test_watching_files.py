"""Which files belong to a server, and word of their changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from inspector.core.servers.profiles import Profile
from inspector.core.servers.watching_files import changed_files, counts, watched_paths
from inspector.transport import HttpTarget, StdioTarget

Runner = Callable[[Coroutine[Any, Any, Any]], Any]


def test_the_folder_that_the_server_starts_in_is_watched(tmp_path: Path) -> None:
    profile = Profile("a", StdioTarget("python", ("server.py",), cwd=str(tmp_path)))
    assert watched_paths(profile) == (tmp_path,)


def test_without_a_folder_those_of_its_files_are(tmp_path: Path) -> None:
    script = tmp_path / "src" / "server.py"
    script.parent.mkdir()
    script.touch()
    assert watched_paths(Profile("a", StdioTarget("python", ("-u", str(script))))) == (script.parent,)
    assert watched_paths(Profile("a", StdioTarget(str(script)))) == (script.parent,)


def test_what_was_chosen_is_watched_instead_and_read_from_the_folder(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    target = StdioTarget("python", cwd=str(tmp_path))
    chosen = ("src", "gone", str(tmp_path / "src"))
    assert watched_paths(Profile("a", target, watched=chosen)) == (tmp_path / "src",)
    there = (str(tmp_path / "src"),)
    assert watched_paths(Profile("a", HttpTarget("http://localhost/mcp"), watched=there)) == (
        tmp_path / "src",
    )


@pytest.mark.parametrize(
    "target",
    [
        StdioTarget("npx", ("-y", "@x/server")),
        StdioTarget("/usr/bin/env", ("python3",)),
        StdioTarget("x" * 5000, ("\0",)),
        HttpTarget("http://localhost/mcp"),
    ],
)
def test_nothing_is_watched_that_does_not_belong_to_the_server(
    target: StdioTarget | HttpTarget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert watched_paths(Profile("a", target)) == ()


def test_a_whole_home_is_never_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert watched_paths(Profile("a", StdioTarget("x", cwd="~"))) == ()
    assert watched_paths(Profile("a", StdioTarget("x"), watched=("/",))) == ()


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("server.py", True),
        ("src/tools.ts", True),
        ("package.json", True),
        ("node_modules/x/index.js", False),
        ("src/__pycache__/a.pyc", False),
        (".git/HEAD", False),
        (".venv/lib/x.py", False),
        ("server.log", False),
        ("data.sqlite-wal", False),
        (".server.py.swp", False),
    ],
)
def test_what_others_write_does_not_count(tmp_path: Path, name: str, counted: bool) -> None:
    assert counts(tmp_path / name, [tmp_path]) is counted


def test_a_project_inside_an_ignored_folder_counts_and_one_beside_it_does_not(tmp_path: Path) -> None:
    project = tmp_path / "node_modules" / "mine"
    assert counts(project / "index.js", [project])
    assert not counts(tmp_path / "other.js", [project])


def test_saved_files_are_told_together(arun: Runner, tmp_path: Path) -> None:
    async def main() -> tuple[Path, ...]:
        (tmp_path / "node_modules").mkdir()
        async with aclosing(changed_files([tmp_path])) as changes:
            following = asyncio.ensure_future(anext(changes))
            while not following.done():  # the watching begins some time after it is asked for
                (tmp_path / "node_modules" / "x.js").write_text("1")
                (tmp_path / "a.py").write_text("1")
                (tmp_path / "b.py").write_text("1")
                await asyncio.wait([following], timeout=0.7)
            return following.result()

    assert arun(main()) == (tmp_path / "a.py", tmp_path / "b.py")


def test_a_file_that_is_saved_by_renaming_is_followed_from_save_to_save(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        file, beside = tmp_path / "server.py", tmp_path / "other.py"
        file.write_text("0")
        async with aclosing(changed_files([file])) as changes:
            for save in range(4):
                following = asyncio.ensure_future(anext(changes))
                while not following.done():
                    beside.write_text(str(save))
                    new = tmp_path / f"server.py.{save}"
                    new.write_text(str(save))
                    new.replace(file)
                    await asyncio.wait([following], timeout=0.7)
                assert following.result() == (file,)

    arun(main())


def test_a_folder_and_a_file_elsewhere_are_watched_at_once(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        folder, file = tmp_path / "src", tmp_path / "elsewhere" / "settings.log"
        for made in (folder / "deep", file.parent / "below"):
            made.mkdir(parents=True)
        seen: set[Path] = set()
        async with aclosing(changed_files([folder, file])) as changes:
            while len(seen) < 2:
                following = asyncio.ensure_future(anext(changes))
                while not following.done():
                    for path in (folder / "deep" / "a.py", file, file.parent / "below" / "b.py"):
                        path.write_text("1")
                    await asyncio.wait([following], timeout=0.7)
                seen |= set(following.result())
        assert seen == {folder / "deep" / "a.py", file}

    arun(main())


def test_a_file_that_was_chosen_counts_whatever_it_is_called(tmp_path: Path) -> None:
    assert counts(tmp_path / "a.log", [tmp_path / "a.log"])
    assert not counts(tmp_path / "b.log", [tmp_path / "a.log"])


@pytest.mark.parametrize("folder", ["bin", "sbin", "Scripts", "System32"])
def test_the_folder_of_a_program_among_others_is_not_watched(tmp_path: Path, folder: str) -> None:
    program = tmp_path / folder / "server"
    program.parent.mkdir()
    program.touch()
    assert watched_paths(Profile("a", StdioTarget(str(program)))) == ()


def test_of_files_in_ignored_folders_none_is_watched_and_each_folder_once(tmp_path: Path) -> None:
    for name in ("a/one.py", "a/two.py", "b/three.py", "node_modules/x/index.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    command = tmp_path / "b" / "three.py"
    words = tuple(str(tmp_path / name) for name in ("a/one.py", "node_modules/x/index.js", "a/two.py", "a"))
    assert watched_paths(Profile("a", StdioTarget(str(command), words))) == (tmp_path / "a",)
    assert watched_paths(Profile("a", StdioTarget(str(command), words[1:2]))) == ()
    assert watched_paths(Profile("a", StdioTarget(str(command), ("-y",)))) == (tmp_path / "b",)


def test_files_are_looked_for_below_the_folder_of_this_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "server.py").touch()
    monkeypatch.chdir(tmp_path)
    assert watched_paths(Profile("a", StdioTarget("python", ("src/server.py",)))) == (tmp_path / "src",)
    assert watched_paths(Profile("a", StdioTarget("x"), watched=("src",))) == (tmp_path / "src",)


def test_a_folder_that_cannot_be_named_is_left_out(tmp_path: Path) -> None:
    chosen = ("\0", "x" * 5000, str(tmp_path))
    assert watched_paths(Profile("a", HttpTarget("http://h/"), watched=chosen)) == (tmp_path,)


def test_a_file_of_two_watched_folders_counts_by_the_first_that_holds_it(tmp_path: Path) -> None:
    inner = tmp_path / "venv" / "own"
    assert counts(inner / "a.py", [inner, tmp_path])
    assert not counts(inner / "a.py", [tmp_path, inner])


@pytest.mark.parametrize("error", [OSError("too many watches"), RuntimeError("no such")])
def test_what_cannot_be_watched_is_raised(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def watch(*_paths: object, **_options: object) -> object:
        raise error

    monkeypatch.setattr("watchfiles.watch", watch)

    async def main() -> None:
        async with aclosing(changed_files([tmp_path])) as changes:
            with pytest.raises(type(error), match=str(error)):
                await anext(changes)

    arun(main())
