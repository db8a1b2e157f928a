"""The runner of the tests: every file once, and nothing that goes wrong in a process is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def runner(
    script: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> ModuleType:
    module = script("dev_tests")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # the pytests of these tests need none of ours
    return module


def _file(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return name


def test_every_file_is_in_one_group_and_slow_folders_come_first_and_whole(runner: ModuleType) -> None:
    groups = runner.groups_of(ROOT / "tests")
    files = [file for group in groups for file in group]
    assert sorted(files) == sorted(
        path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")
    )
    for number, name in enumerate(runner.SLOW):
        assert all(file.startswith(f"tests/{name}/") for file in groups[number])
    assert max(len(group) for group in groups[len(runner.SLOW) :]) <= runner.SHORT_GROUP


def test_short_folders_come_last_in_larger_groups(runner: ModuleType, tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    for folder, count in (("core", 3), ("lint", 5), ("packaging", 1), ("ui", 2)):
        (tests / folder).mkdir(parents=True)
        for number in range(count):
            (tests / folder / f"test_{number}.py").touch()
    runner.GROUP, runner.SHORT_GROUP = 2, 4
    folders = [[file.split("/")[1] for file in group] for group in runner.groups_of(tests)]
    assert folders == [["packaging"], ["ui"] * 2, ["core"] * 2, ["core"], ["lint"] * 3, ["lint"] * 2]


def test_a_quick_run_is_the_short_folders_and_the_tests_of_changes(
    runner: ModuleType, tmp_path: Path
) -> None:
    tests = tmp_path / "tests"
    for name in ("lint/test_a.py", "ui/test_b.py", "ui/test_c.py", "real/test_d.py", "test_e.py"):
        (tests / name).parent.mkdir(parents=True, exist_ok=True)
        (tests / name).touch()
    changed = ["tests/ui/test_c.py", "tests/lint/test_a.py", "tests/gone/test_f.py"]
    groups, rest = runner.quick_groups_of(tests, changed)
    assert groups == [["tests/ui/test_c.py"], ["tests/lint/test_a.py", "tests/test_e.py"]]
    assert runner.left_out(rest)[1:] == ["       1  files of real", "       1  files of ui"]


def test_a_quick_run_takes_no_more_tests_of_changes_than_it_has_time_for(
    runner: ModuleType, tmp_path: Path
) -> None:
    tests = tmp_path / "tests"
    (tests / "ui").mkdir(parents=True)
    names = [f"tests/ui/test_{number:02}.py" for number in range(50)]
    for name in names:
        (tmp_path / name).touch()
    groups, rest = runner.quick_groups_of(tests, names)
    assert [file for group in groups for file in group] == names[: runner.MOST_CHANGED]
    assert rest == names[runner.MOST_CHANGED :]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name, text in (
        ("inspector/lint/rules.py", ""),
        ("tests/lint/test_rules.py", "from inspector.lint import rules\n"),
        ("tests/lint/test_other.py", ""),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def _git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not on PATH")
def test_changes_are_what_is_not_committed_else_the_last_commit(runner: ModuleType, checkout: Path) -> None:
    _git(checkout, "init")
    _git(checkout, "commit", "--allow-empty", "-m", "first")
    (checkout / "tests/lint/test_other.py").rename(checkout / "other.py")
    _git(checkout, "add", "inspector", "tests")
    _git(checkout, "commit", "-m", "second")
    (checkout / "other.py").rename(checkout / "tests/lint/test_other.py")
    assert runner.tests_of_changes(checkout) == ["tests/lint/test_other.py"]  # git does not know it yet
    _git(checkout, "add", "tests")
    assert runner.tests_of_changes(checkout) == ["tests/lint/test_other.py"]
    (checkout / "inspector/lint/rules.py").write_text("VALUE = 1\n", encoding="utf-8")
    _git(checkout, "commit", "-a", "-m", "third")
    assert runner.tests_of_changes(checkout) == ["tests/lint/test_other.py", "tests/lint/test_rules.py"]
    (checkout / "inspector/lint/rules.py").write_text("VALUE = 2\n", encoding="utf-8")
    assert runner.tests_of_changes(checkout) == ["tests/lint/test_rules.py"]


def test_without_a_checkout_nothing_is_known_to_be_changed(runner: ModuleType, checkout: Path) -> None:
    assert runner.tests_of_changes(checkout) == []


@pytest.mark.parametrize(
    ("words", "tried"),
    [({}, "75 [0, 4, 8]"), ({"MCPDI_ALL_EXAMPLES": "1"}, f"300 {list(range(9))}")],
)
def test_long_property_tests_try_a_quarter_of_their_examples_or_all(
    words: dict[str, str], tried: str
) -> None:
    others = {name: value for name, value in os.environ.items() if name != "MCPDI_ALL_EXAMPLES"}
    code = "from tests.examples import examples, part; print(examples(300), list(part(range(9))))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=ROOT, env={**others, **words}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == tried


def test_outcomes_of_all_groups_are_added_up_in_the_closing_line(
    runner: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = _file(tmp_path, "test_good.py", "def test_a(): pass\ndef test_b(): pass\n")
    skips = "import pytest\ndef test_c(): pytest.skip('why')\n"
    mixed = _file(tmp_path, "test_mixed.py", skips + "def test_d(): assert 1 == 2\n")
    code = runner.run(sys.executable, ["-p", "no:cacheprovider"], [[good], [mixed]], 2)
    output = capsys.readouterr().out
    assert code == 1
    assert "= 2 passed, 1 failed, 1 skipped in " in output.splitlines()[-1]
    assert "FAILED test_mixed.py::test_d" in output
    assert "assert 1 == 2" in output  # what a failed group printed is there


def test_green_groups_are_not_printed_and_the_code_is_zero(
    runner: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = _file(tmp_path, "test_good.py", "def test_a(): print('words')\n")
    assert runner.run(sys.executable, ["-p", "no:cacheprovider"], [[good]], 1) == 0
    output = capsys.readouterr().out
    assert "words" not in output
    assert "= 1 passed in " in output.splitlines()[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no signal to die of")
def test_a_process_that_dies_is_an_error_by_the_name_of_its_files(
    runner: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = _file(tmp_path, "test_good.py", "def test_a(): pass\n")
    dies = _file(tmp_path, "test_dies.py", "import os\ndef test_b(): os.kill(os.getpid(), 9)\n")
    assert runner.run(sys.executable, ["-p", "no:cacheprovider"], [[dies], [good]], 2) == 1
    output = capsys.readouterr().out
    assert "= 1 passed, 1 error in " in output.splitlines()[-1]
    assert "ended with -9 among: test_dies.py" in output


@pytest.mark.skipif(sys.platform == "win32", reason="a process group is killed")
def test_a_process_that_hangs_is_ended(
    runner: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(runner, "SILENCE_S", 3.0)
    hangs = _file(tmp_path, "test_hangs.py", "import time\ndef test_a(): time.sleep(600)\n")
    assert runner.run(sys.executable, ["-p", "no:cacheprovider"], [[hangs]], 1) == 1
    assert "test_hangs.py" in capsys.readouterr().out


def test_an_interrupted_run_ends_its_processes_and_starts_no_more(
    runner: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleeps = _file(tmp_path, "test_sleeps.py", "import time\ndef test_a(): time.sleep(600)\n")
    quick = _file(tmp_path, "test_quick.py", "def test_a(): pass\n")
    started: list[list[str]] = []
    real = runner._run_group

    def run_group(python: str, options: list[str], files: list[str], *more: object) -> object:
        started.append(files)
        return real(python, options, files, *more)

    def told(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "_run_group", run_group)
    monkeypatch.setattr(runner, "_told", told)
    with pytest.raises(KeyboardInterrupt):
        runner.run(sys.executable, ["-p", "no:cacheprovider"], [[quick], [sleeps], *[[sleeps]] * 20], 2)
    assert len(started) < 20


def test_times_are_told_by_package_and_for_the_slowest_tests(runner: ModuleType) -> None:
    result = runner.Result(["tests/ui/test_tabs.py", "tests/test_lock.py"])
    runner.read_report(
        result,
        b'<testsuites><testsuite><testcase classname="tests.ui.test_tabs" name="test_a" time="2.5"/>'
        b'<testcase classname="tests.test_lock" name="test_b" time="0.5"><failure/></testcase>'
        b"</testsuite></testsuites>",
    )
    lines = runner.summary([result], 3.0)
    assert "     2.5  ui" in lines and "     0.5  tests" in lines
    assert lines.index("     2.5  tests/ui/test_tabs.py::test_a") > lines.index("the 10 slowest tests:")
    assert lines[-1] == "==================== 1 passed, 1 failed in 3.00s ===================="
