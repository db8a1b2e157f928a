"""The .deb on a system with nothing else on it: install, start from the menu, use, upgrade, remove."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import pytest
from PySide6.QtGui import QImage

from tests.packaging import pictures
from tests.packaging.by_hand import MESSAGE, Performed, close_window, look, perform_demo
from tests.packaging.clean_root import CleanRoot, NoRoot, make_root, why_none
from tests.packaging.conftest import OLDER, ROOT, TESTED, Packages, say
from tests.packaging.desktop import Desktop, desktop, why_no_desktop
from tests.packaging.desktop_entry import command_of

NAME: Final = "mcp-desktop-inspector"
PERSON: Final = "person"
NOBODY: Final = 65534
"""The user's number: a bus wants to find its user on both sides, and every system knows this one."""

OLD_SERVERS: Final = {"mcpServers": {"notes": {"command": "notes-server", "args": ["--stdio"]}}}
OLD_SETTINGS: Final = {"theme": "dark", "timeout_s": 17.5, "a_choice_of_yore": "kept"}


@dataclass
class Story:
    """What was seen, in the order in which it happened."""

    root: CleanRoot
    seconds: dict[str, float] = field(default_factory=dict)
    verified: str = ""
    unresolved: list[str] = field(default_factory=list)
    demo: Performed | None = None
    ended: list[int] = field(default_factory=list)
    records: list[dict[str, Any]] = field(default_factory=list)
    opened: QImage | None = None
    selftest: str = ""
    purged: set[str] = field(default_factory=set)
    upgraded: QImage | None = None
    versions: list[str] = field(default_factory=list)
    servers: Any = None
    settings: Any = None
    files_left: set[str] = field(default_factory=set)
    packages_left: set[str] = field(default_factory=set)

    @property
    def home(self) -> Path:
        """The user's folder."""
        return self.root.folder / "home" / PERSON

    @property
    def entry(self) -> Path:
        """What the desktop's menu shows."""
        return self.root.folder / "usr" / "share" / "applications" / f"{NAME}.desktop"

    @contextlib.contextmanager
    def chosen(self, desk: Desktop, *files: str) -> Iterator[None]:
        """The user chooses the menu's entry, or opens files with it; in the end the window is closed."""
        root = replace(self.root, shared=desk.folder)
        words = command_of(self.entry, files)
        log = desk.pictures / "deb.log"
        with root.started(words, PERSON, desk.environment, log) as program:
            yield
            close_window(desk)
            self.ended.append(program.wait(30))

    def timed(self, what: str, since: float) -> float:
        """Note how long it took; now."""
        now = time.monotonic()
        self.seconds[what] = round(now - since, 1)
        return now


@pytest.fixture(scope="module")
def story(
    request: pytest.FixtureRequest, built_packages: Packages, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Story]:
    """All of it, once; the tests below look at what was seen."""
    if problem := why_none() or why_no_desktop():
        pytest.skip(problem)
    folder = tmp_path_factory.mktemp("clean")
    clock = time.monotonic()
    try:
        told = Story(make_root(folder / "root", ROOT / ".cache" / "packaging"))
    except NoRoot as problem:
        pytest.skip(str(problem))
    clock = told.timed("clean root", clock)
    files, packages = told.root.files(), told.root.packages()
    told.root.run("useradd", "--non-unique", "--uid", str(NOBODY), "--create-home", PERSON)
    files |= told.root.files()
    _install(told, built_packages.deb)
    clock = told.timed("install", clock)
    with desktop(NOBODY, TESTED / "pictures") as desk:
        _use(told, desk)
        clock = told.timed("use", clock)
        told.root.apt("purge", NAME)
        told.purged = {path for path in told.root.files() if NAME in path or "mcpdi" in path}
        _upgrade(told, desk, built_packages)
        clock = told.timed("upgrade", clock)
    told.root.apt("purge", "--autoremove", NAME)
    told.files_left = told.root.files() - files
    told.packages_left = told.root.packages() - packages
    told.timed("removal", clock)
    times = ", ".join(f"{what} {seconds} s" for what, seconds in told.seconds.items())
    say(request, f".deb: {times}")
    yield told
    shutil.rmtree(folder, ignore_errors=True)


def _install(told: Story, package: Path) -> None:
    shutil.copy(package, told.root.folder / "tmp")
    told.root.apt("install", f"/tmp/{package.name}")
    told.verified = told.root.run("dpkg", "--verify", NAME).stdout
    inside = f"/usr/lib/{NAME}"
    # The program's loader sets this variable for itself.
    libraries = f"find {inside} -name '*.so*' -type f | LD_LIBRARY_PATH={inside}/_internal xargs ldd"
    told.unresolved = [
        line for line in told.root.run("sh", "-c", libraries).stdout.splitlines() if "not found" in line
    ]


def _use(told: Story, desk: Desktop) -> None:
    with told.chosen(desk):
        told.demo = perform_demo(desk, "deb", NAME)
    kept = told.home / ".local" / "state" / NAME / "sessions" / "kept"
    session = told.home / "session.mcptrace"
    shutil.copy(next(kept.glob("*.mcptrace")), session)
    session.chmod(0o644)
    inside = f"/home/{PERSON}/{session.name}"
    shown = told.root.run("mcpdi", "show", inside, "--json", user=PERSON).stdout
    told.records = [json.loads(line) for line in shown.splitlines()]
    with told.chosen(desk, inside):
        told.opened = look(desk, "timeline", "Timeline", "deb-opened")
    told.selftest = (
        replace(told.root, shared=desk.folder)
        .run(NAME, "--selftest", user=PERSON, environment=desk.environment)
        .stdout
    )


def _upgrade(told: Story, desk: Desktop, packages: Packages) -> None:
    shutil.copy(packages.older_deb, told.root.folder / "tmp")
    told.root.apt("install", f"/tmp/{packages.older_deb.name}")
    told.versions.append(told.root.run("dpkg-query", "-W", "-f", "${Version}", NAME).stdout)
    settings = told.home / ".config" / NAME
    settings.mkdir(parents=True, exist_ok=True)
    for file, value in (("servers.json", OLD_SERVERS), ("settings.json", OLD_SETTINGS)):
        (settings / file).write_text(json.dumps(value), encoding="utf-8")
    told.root.run("chown", "-R", PERSON, f"/home/{PERSON}")
    told.root.apt("install", f"/tmp/{packages.deb.name}")
    told.versions.append(told.root.run("dpkg-query", "-W", "-f", "${Version}", NAME).stdout)
    with told.chosen(desk):
        told.upgraded = look(desk, "server_list", "notes", "deb-upgraded")
    told.servers = json.loads((settings / "servers.json").read_text(encoding="utf-8"))
    told.settings = json.loads((settings / "settings.json").read_text(encoding="utf-8"))


def test_no_field_of_the_package_is_empty(built_packages: Packages) -> None:
    command = ["dpkg-deb", "--field", str(built_packages.deb)]
    fields = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert f"Package: {NAME}" in fields
    assert [line for line in fields if line.endswith((":", ": "))] == []


def test_every_installed_file_is_as_it_was_packed(story: Story) -> None:
    assert story.verified == ""


def test_the_packages_it_depends_on_bring_every_library(story: Story) -> None:
    assert story.unresolved == []


def test_the_demo_is_done_with_the_mouse_and_the_answer_is_on_the_screen(story: Story) -> None:
    seen = story.demo
    assert seen is not None
    left, top, width, _ = seen.result.place
    first_line = (left, top, width, 24)
    answer = pictures.inked_width(seen.after, first_line)
    letters = len(f"Echo: {MESSAGE}")
    assert 5 * letters < answer < 11 * letters  # as wide as that text is in any usual font
    assert pictures.changed(seen.before, seen.after, seen.result.place) > 200
    assert pictures.ink(seen.after, (left, top + 24, width, 48)) == 0  # and nothing more


def test_the_call_is_in_the_timeline_on_the_screen(story: Story) -> None:
    seen = story.demo
    assert seen is not None
    left, top, width, height = seen.timeline.place
    rows = (left, top + 30, width // 2, height - 30)  # below the head: of the user's calls it is the only one
    assert pictures.ink(seen.before, rows) < pictures.ink(seen.after, rows)
    assert pictures.changed(seen.before, seen.after, rows) > 50


def test_the_picture_shows_a_whole_window(story: Story) -> None:
    seen = story.demo
    assert seen is not None
    assert len(set(pictures.pixels(seen.after))) > 100
    assert pictures.background(seen.after).lightness() > 200  # a light theme, not a black screen
    assert (
        pictures.background(seen.before, seen.run.place).lightness() < 160
    )  # the button to press stands out


def test_the_call_is_in_the_session_that_was_kept(story: Story) -> None:
    assert any(MESSAGE in json.dumps(record) for record in story.records)


def test_a_double_click_on_a_session_opens_it(story: Story) -> None:
    assert story.opened is not None
    assert len(set(pictures.pixels(story.opened))) > 100


def test_the_window_belongs_to_its_menu_entry(story: Story) -> None:
    assert story.demo is not None
    assert story.demo.has_class


def test_closing_the_window_ends_the_program_well(story: Story) -> None:
    assert story.ended == [0, 0, 0]


def test_the_installed_program_finds_nothing_wrong_with_itself(story: Story) -> None:
    assert story.selftest
    assert "FAIL" not in story.selftest


def test_an_upgrade_keeps_servers_and_settings(story: Story, built_packages: Packages) -> None:
    assert story.versions == [OLDER, built_packages.version]
    assert story.servers == OLD_SERVERS
    assert {key: story.settings[key] for key in OLD_SETTINGS} == OLD_SETTINGS
    assert story.upgraded is not None
    assert pictures.background(story.upgraded).lightness() < 80  # the dark theme that was chosen


def test_purging_leaves_no_file_of_the_program(story: Story) -> None:
    assert story.purged == set()


def test_in_the_end_the_system_is_as_it_was(story: Story) -> None:
    assert story.files_left == set()
    assert story.packages_left == set()


def test_the_persons_files_stay(story: Story) -> None:
    assert (story.home / "session.mcptrace").exists()
    assert (story.home / ".config" / NAME / "servers.json").exists()
