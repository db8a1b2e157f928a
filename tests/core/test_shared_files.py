"""Several running programs write the same files, and nothing that one of them wrote is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from inspector.core.encrypted_file import EncryptedStore
from inspector.core.saved_servers import Profiles

PROGRAMS: Final = 3
EACH: Final = 20

_BEGIN: Final = """
import sys
from pathlib import Path
folder, me, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
sys.stdout.write("ready\\n"); sys.stdout.flush()
sys.stdin.readline()
"""


def run_together(tmp_path: Path, work: str, count: int = EACH) -> None:
    """So many programs do the work at the same time; `folder`, `me` and `count` are what they have."""
    started = [
        subprocess.Popen(
            [sys.executable, "-c", _BEGIN + work, str(tmp_path), str(number), str(count)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(PROGRAMS)
    ]
    for one in started:
        assert one.stdout is not None and one.stdout.readline() == "ready\n"
    for one in started:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    for one in started:
        one.communicate(timeout=60)
    assert [one.returncode for one in started] == [0] * PROGRAMS


def test_no_server_that_another_program_saves_is_lost(tmp_path: Path) -> None:
    work = """
from inspector.core.profiles import Profile
from inspector.core.saved_servers import Profiles
from inspector.transport import StdioTarget
for number in range(count):
    profiles = Profiles(folder / "servers.json")
    profiles.load()
    profiles.add(Profile(f"{me}-{number}", StdioTarget("true", (), {})))
    profiles.save()
"""
    run_together(tmp_path, work)
    profiles = Profiles(tmp_path / "servers.json")
    assert profiles.load() == []
    wanted = {f"{me}-{number}" for me in range(PROGRAMS) for number in range(EACH)}
    assert wanted - set(profiles.names()) == set()


def test_no_secret_that_another_program_keeps_is_lost(tmp_path: Path) -> None:
    work = """
from inspector.core.encrypted_file import EncryptedStore
store = EncryptedStore(folder / "secrets.encrypted")
store.unlock("open sesame")
for number in range(count):
    store.set(f"{me}-{number}", "value")
"""
    EncryptedStore(tmp_path / "secrets.encrypted").unlock("open sesame")
    run_together(tmp_path, work)
    store = EncryptedStore(tmp_path / "secrets.encrypted")
    store.unlock("open sesame")
    wanted = {f"{me}-{number}" for me in range(PROGRAMS) for number in range(EACH)}
    assert wanted - set(store.keys()) == set()
