"""The .run in a home that is called 홍 길동's $HOME, without root: install, use, upgrade, remove."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import psutil
import pytest
from PySide6.QtGui import QImage

from tests.packaging import pictures
from tests.packaging.by_hand import Performed, close_window, look, perform_demo
from tests.packaging.conftest import OLDER, TESTED, Packages, say
from tests.packaging.desktop import Desktop, desktop, why_no_desktop
from tests.packaging.desktop_entry import command_of
from tests.packaging.test_deb import NOBODY, OLD_SERVERS, OLD_SETTINGS

NAME: Final = "mcp-desktop-inspector"
OWN: Final = (".config", ".local/state", ".local/share")
"""Folders in which the program keeps what is the user's, each in one of its name."""


@dataclass
class Person:
    """Somebody with an account and no rights beyond it."""

    home: Path
    user: int

    def run(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a command as they would; the end of it, well or not."""
        process = self.start(list(words), more, subprocess.PIPE)
        output, errors = process.communicate(timeout=120)
        return subprocess.CompletedProcess(words, process.returncode, output, errors)

    def start(
        self, words: list[str], more: dict[str, str], output: int = subprocess.DEVNULL
    ) -> subprocess.Popen[str]:
        """Start a command as they would."""
        own = {"HOME": str(self.home), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", **more}
        ids = ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups"]
        command = [*(ids if self.user != os.geteuid() else []), *words]
        return subprocess.Popen(command, cwd=self.home, env=own, stdout=output, stderr=output, text=True)

    def files(self) -> set[str]:
        """Everything in the home, but what a desktop keeps for itself."""
        found = {str(path.relative_to(self.home)) for path in self.home.rglob("*")}
        return {path for path in found if not path.startswith((".cache", ".config/dconf"))}

    def own(self, path: Path) -> None:
        """Give them a file that was made for them."""
        for one in [path, *path.rglob("*")] if path.is_dir() else [path]:
            os.chown(one, self.user, -1)

    @property
    def entry(self) -> Path:
        """What their menu shows."""
        return self.home / ".local" / "share" / "applications" / f"{NAME}.desktop"

    def programs(self) -> list[psutil.Process]:
        """Programs out of their home that run."""
        running = psutil.process_iter(["exe"])
        return [one for one in running if (one.info["exe"] or "").startswith(str(self.home))]


@pytest.fixture(scope="module")
def person() -> Iterator[Person]:
    """An empty home."""
    user = NOBODY if os.geteuid() == 0 else os.geteuid()
    above = Path(tempfile.mkdtemp(prefix="mcpdi-homes-", dir="/tmp"))
    above.chmod(0o755)
    home = above / "홍 길동's $HOME"
    home.mkdir(mode=0o755)
    made = Person(home, user)
    made.own(home)
    yield made
    shutil.rmtree(above, ignore_errors=True)


@pytest.fixture(scope="module")
def files(built_packages: Packages) -> Iterator[dict[str, Path]]:
    """The .run files where everybody can read them."""
    folder = Path(tempfile.mkdtemp(prefix="mcpdi-run-", dir="/tmp"))
    folder.chmod(0o755)
    yield {
        "new": Path(shutil.copy(built_packages.run, folder)),
        "old": Path(shutil.copy(built_packages.older_run, folder)),
    }
    shutil.rmtree(folder)


@dataclass
class Story:
    """What was seen, in the order in which it happened."""

    installed: str = ""
    upgraded: str = ""
    versions: list[str] = field(default_factory=list)
    demo: Performed | None = None
    refused: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    opened: QImage | None = None
    selftest: str = ""
    settings: Any = None
    servers: Any = None
    removed: str = ""
    left: set[str] = field(default_factory=set)
    seconds: dict[str, float] = field(default_factory=dict)


@pytest.fixture(scope="module")
def story(request: pytest.FixtureRequest, person: Person, files: dict[str, Path]) -> Story:
    """All of it, once; the tests below look at what was seen."""
    if problem := why_no_desktop():
        pytest.skip(problem)
    if missing := [name for name in ("gio", "update-mime-database", "xz") if shutil.which(name) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    told, before, clock = Story(), person.files(), time.monotonic()
    told.installed = _said(person.run("sh", str(files["old"])))
    told.seconds["install"] = round(time.monotonic() - clock, 1)
    told.versions.append(_version(person))
    settings = person.home / ".config" / NAME
    settings.mkdir(parents=True)
    for file, value in (("servers.json", OLD_SERVERS), ("settings.json", OLD_SETTINGS)):
        (settings / file).write_text(json.dumps(value), encoding="utf-8")
    person.own(person.home / ".config")
    clock = time.monotonic()
    told.upgraded = _said(person.run("sh", str(files["new"])))
    told.seconds["upgrade"] = round(time.monotonic() - clock, 1)
    told.versions.append(_version(person))
    clock = time.monotonic()
    with desktop(person.user, TESTED / "pictures") as desk:
        _use(told, person, desk, files["new"])
    told.seconds["use"] = round(time.monotonic() - clock, 1)
    told.servers = json.loads((settings / "servers.json").read_text(encoding="utf-8"))
    told.settings = json.loads((settings / "settings.json").read_text(encoding="utf-8"))
    told.removed = _said(person.run("sh", str(person.home / ".local" / "lib" / NAME / "uninstall.sh")))
    told.left = person.files() - before
    times = ", ".join(f"{what} {seconds} s" for what, seconds in told.seconds.items())
    say(request, f".run: {times}")
    return told


def _use(told: Story, person: Person, desk: Desktop, newer: Path) -> None:
    with _chosen(person, desk, "gio", "launch", str(person.entry)):
        look(desk, "server_list", "notes", "run-upgraded")
        told.refused = [
            person.run("sh", str(newer)).stderr,
            person.run("sh", str(person.home / ".local" / "lib" / NAME / "uninstall.sh")).stderr,
        ]
    with _chosen(person, desk, *command_of(person.entry, action="demo")):
        told.demo = perform_demo(desk, "run", NAME, from_welcome=False)
    session, bundle = person.home / "세션 1.mcptrace", person.home / "notes.mcpb"
    command = person.home / ".local" / "bin" / "mcpdi"
    _said(person.run(str(command), "call", "echo", "message=hi", "--on", "demo", "--trace", str(session)))
    bundle.write_bytes(b"PK\x05\x06" + bytes(18))
    nameless = Path(shutil.copy(session, person.home / "nameless"))
    person.own(nameless)
    for path in (session, bundle, nameless):
        about = person.run("gio", "info", "-a", "standard::content-type", str(path), **desk.environment)
        told.types.append(about.stdout.strip().rpartition(" ")[2])
    with _chosen(person, desk, "gio", "open", str(session)):
        told.opened = look(desk, "timeline", "Timeline", "run-opened")
    program = person.home / ".local" / "bin" / NAME
    told.selftest = _said(person.run(str(program), "--selftest", **desk.environment))


@contextlib.contextmanager
def _chosen(person: Person, desk: Desktop, *words: str) -> Iterator[None]:
    """The desktop starts the program by these words; in the end its window is closed, and it has to end."""
    process = person.start(list(words), desk.environment)
    try:
        yield
        close_window(desk)
        process.wait(30)
        deadline = time.monotonic() + 30
        while person.programs():
            assert time.monotonic() < deadline, "the program did not end with its window"
            time.sleep(0.05)
    finally:
        for left in person.programs():
            left.kill()
        process.kill()
        process.wait()


def _said(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _version(person: Person) -> str:
    line = (
        (person.home / ".local" / "lib" / NAME / "installed-files")
        .read_text(encoding="utf-8")
        .splitlines()[0]
    )
    return line.removeprefix("version ")


def test_it_says_what_it_does(story: Story, person: Person, built_packages: Packages) -> None:
    assert f"{OLDER} is installed for you alone" in story.installed
    assert str(person.home / ".local" / "bin" / "mcpdi") in story.installed
    assert f"{built_packages.version} is installed for you alone, in place of {OLDER}" in story.upgraded
    assert f'To remove it: sh "{person.home}' in story.upgraded
    program = person.home / ".local" / "bin" / NAME  # a folder that is not on the PATH here
    assert f'or with: "{program}"' in story.upgraded


def test_an_upgrade_keeps_servers_and_settings(story: Story, built_packages: Packages) -> None:
    assert story.versions == [OLDER, built_packages.version]
    assert story.servers == OLD_SERVERS
    assert {key: story.settings[key] for key in OLD_SETTINGS} == OLD_SETTINGS


def test_the_demo_of_the_menu_is_done_with_the_mouse(story: Story) -> None:
    seen = story.demo
    assert seen is not None
    assert seen.has_class
    left, top, width, _ = seen.result.place
    assert pictures.inked_width(seen.after, (left, top, width, 24)) > 100
    assert pictures.changed(seen.before, seen.after, seen.result.place) > 200


def test_files_are_known_by_their_endings_and_sessions_by_their_bytes(story: Story) -> None:
    assert story.types == ["application/x-mcptrace", "application/x-mcpb", "application/x-mcptrace"]


def test_a_double_click_on_a_session_opens_it_in_the_chosen_theme(story: Story) -> None:
    assert story.opened is not None
    assert pictures.background(story.opened).lightness() < 80


def test_neither_upgrade_nor_removal_goes_under_a_running_program(story: Story) -> None:
    assert all("is running (process " in said for said in story.refused)


def test_the_installed_program_finds_nothing_wrong_with_itself(story: Story) -> None:
    assert story.selftest
    assert "FAIL" not in story.selftest


def test_removal_leaves_the_persons_files_alone(story: Story) -> None:
    kept = {path for path in story.left if any(path.startswith(f"{folder}/{NAME}") for folder in OWN)}
    assert story.left - kept - {".config", ".local", ".local/state", ".local/share"} == {
        "세션 1.mcptrace",
        "notes.mcpb",
        "nameless",
    }
    assert f".config/{NAME}/servers.json" in kept
    assert "still there" in story.removed


def test_it_goes_into_the_folder_that_is_named(person: Person, files: dict[str, Path], story: Story) -> None:
    folder = person.home / "programs" / "여기"
    _said(person.run("sh", str(files["new"]), "--target", str(folder)))
    try:
        assert command_of(person.entry) == [str(folder / "program" / NAME)]
        assert {path.name for path in folder.iterdir()} == {
            "program",
            "doc",
            "installed-files",
            "uninstall.sh",
        }
        assert person.run(str(folder / "program" / "mcpdi"), "--version").returncode == 0
    finally:
        _said(person.run("sh", str(folder / "uninstall.sh")))
    assert not folder.exists()
    assert not person.entry.exists()


def test_a_folder_with_other_things_in_it_is_refused_and_left_as_it_was(
    person: Person, files: dict[str, Path]
) -> None:
    folder = person.home / "mine"
    folder.mkdir()
    (folder / "poem.txt").write_text("Roses")
    person.own(folder)
    done = person.run("sh", str(files["new"]), "--target", str(folder))
    assert done.returncode != 0
    assert "is not empty" in done.stderr
    assert [path.name for path in folder.iterdir()] == ["poem.txt"]


@pytest.mark.parametrize(
    ("tool", "answer", "told"),
    [
        ("getconf", "glibc 2.28", "this system has 2.28"),
        ("getconf", "", "this system has another one"),
        ("uname", "aarch64", "this computer has aarch64"),
    ],
)
def test_a_system_that_cannot_run_it_is_told_why_and_nothing_is_installed(
    person: Person, files: dict[str, Path], tool: str, answer: str, told: str
) -> None:
    folder = Path(tempfile.mkdtemp(prefix="mcpdi-tools-", dir=files["new"].parent))
    folder.chmod(0o755)
    (folder / tool).write_text(f"#!/bin/sh\necho '{answer}'\n")
    (folder / tool).chmod(0o755)
    before = person.files()
    done = person.run("sh", str(files["new"]), PATH=f"{folder}:/usr/bin:/bin")
    assert done.returncode != 0
    assert told in done.stderr
    assert person.files() == before
