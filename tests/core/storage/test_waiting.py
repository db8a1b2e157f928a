"""A keychain that waits for its person holds up neither the loop nor the end of the program."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from typing import Any

import pytest

from inspector.core.storage.waiting import waited
from tests.cli.run import ROOT

STARTING = """
lookup = Lookup(secrets=lambda key: threading.Event().wait())
what = startable(Profile("a", StdioTarget("x", env={"T": "${secret:k}"})), lookup)
"""
TOKENS = """
class Locked(MemoryStore):
    def keys(self):
        threading.Event().wait()

what = Credentials(Locked()).of("http://h.example/", AuthSettings(), "h", print).token()
"""
PROGRAM = """
import asyncio, threading
from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.auth.store import Credentials
from inspector.core.servers.profiles import Profile
from inspector.core.storage.secrets import MemoryStore
from inspector.core.servers.starting import startable
from inspector.core.servers.variables import Lookup
from inspector.transport import StdioTarget
{what}
async def main():
    try:
        await asyncio.wait_for(what, 0.05)
    except TimeoutError:
        print("given up")

asyncio.run(main())
"""
# The thread still writes when the program has nothing else to do.
WRITING = """
import asyncio, time
from inspector.core.storage.waiting import waited

def write():
    time.sleep(0.2)
    print("written", flush=True)

async def main():
    asyncio.ensure_future(waited(write))
    await asyncio.sleep(0)

asyncio.run(main())
"""


def ended(program: str) -> str:
    """What it prints; fails when it does not end."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=20, check=True, cwd=ROOT
    )
    return done.stdout.strip()


@pytest.mark.parametrize("what", [STARTING, TOKENS])
def test_program_ends_while_a_keychain_still_asks(what: str) -> None:
    assert ended(PROGRAM.format(what=what)) == "given up"


def test_what_is_being_written_at_the_end_is_written() -> None:
    assert ended(WRITING) == "written"


def test_what_it_returns_or_raises_comes_back(arun: Any) -> None:
    async def run() -> None:
        assert await waited(divmod, 7, 2) == (3, 1)
        with pytest.raises(ZeroDivisionError):
            await waited(divmod, 7, 0)

    arun(run())


def test_answer_after_nobody_waits_is_dropped(arun: Any) -> None:
    async def run() -> None:
        answer = threading.Event()
        wait = asyncio.ensure_future(waited(answer.wait))
        await asyncio.sleep(0)
        wait.cancel()
        answer.set()
        with pytest.raises(asyncio.CancelledError):
            await wait
        assert await waited(answer.wait)

    arun(run())
