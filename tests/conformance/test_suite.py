"""The official conformance suite passes with our core as the client: all but the skills extension."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT.parent / "shared" / "conformance-client.sh"
CLIENT = Path(__file__).with_name("client.py")
ASK = Path(__file__).with_name("ask.py")
LIMIT_S = 600.0

APART = "sep-2640-"
"""The skills extension, which we do not declare."""

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not SCRIPT.exists(), reason="the runner of the suite is not beside this checkout"),
    pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not on PATH"),
    pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on PATH"),
]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The command of the client; on Linux its runs are forked off one process, which saves their imports."""
    if not sys.platform.startswith("linux"):
        yield f"'{sys.executable}' '{CLIENT}'"
        return
    place = tmp_path_factory.mktemp("forks") / "socket"
    forks = [sys.executable, "-m", "tests.conformance.forks", str(place)]
    with subprocess.Popen(forks, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        yield f"'{sys.executable}' -I -S '{ASK}' '{place}'"
        process.kill()


def suite(version: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the suite of that version. It installs itself below .cache at its first start."""
    environment = {
        **os.environ,
        "CONFORMANCE_VERSION": version,
        "CONFORMANCE_CACHE": str(ROOT / ".cache" / "conformance"),
        "NODE_COMPILE_CACHE": str(ROOT / ".cache" / "conformance" / "compiled"),  # node starts for every run
        "PYTHONPATH": str(ROOT),
    }
    return subprocess.run(
        ["bash", str(SCRIPT), *words],
        env=environment,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )


def runs(version: str, *options: str) -> list[str]:
    listed = suite(version, *options, "-l")
    if listed.returncode == 2:  # nothing of it is on this machine, and there is no network to get it
        pytest.skip(f"the suite cannot be installed: {listed.stderr.strip()[-200:]}")
    names = [line.strip() for line in listed.stdout.splitlines() if not line.endswith(" runs")]
    return [name for name in names if name and not name.startswith(APART)]


@pytest.mark.parametrize(
    ("version", "options", "least"),
    [
        pytest.param("0.2.0-alpha.12", ("-a",), 65, id="every revision"),
        pytest.param("0.1.16", (), 26, id="the last stable suite"),
    ],
)
def test_official_suite_passes(
    version: str, options: tuple[str, ...], least: int, client: str, tmp_path: Path
) -> None:
    wanted = runs(version, *options)
    assert len(wanted) >= least
    done = suite(version, *options, "-j", "2", "-o", str(tmp_path / "out"), client, *wanted)
    lines = [line for line in done.stdout.splitlines() if line.partition(" ")[0].isupper()]
    assert [line for line in lines if not line.startswith("PASS")] == [], done.stdout + done.stderr
    assert len(lines) == len(wanted)
