"""Secrets in a keychain that nobody here wrote: GNOME's, on a message bus of its own, with nobody to ask."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.run import mcpdi
from tests.cli.verbs.test_auth import Desk, Mcpdi
from tests.core.guarded_server import Guarded

pytestmark = pytest.mark.real

SECRET = "s3cret-of-the-keychain"
SHOWS = """
import json, os, sys
start = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}}
start["serverInfo"] = {"name": "shows", "version": "1"}
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    answer = {"jsonrpc": "2.0", "id": asked["id"]}
    if asked["method"] == "server/discover":
        answer["error"] = {"code": -32601, "message": "no"}
    elif asked["method"] == "initialize":
        answer["result"] = start
    else:
        answer["result"] = {"content": [{"type": "text", "text": os.environ["TOKEN"]}], "tools": []}
    print(json.dumps(answer), flush=True)
"""
BUS = """<busconfig>
  <type>session</type>
  <listen>unix:dir={}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
"""A bus that starts nothing: who asks before the keychain is there would get another one, which is locked."""
COLLECTION = "/org/freedesktop/secrets/collection/login"


@dataclass
class Keychain:
    """One that is unlocked, and our folder."""

    folder: Path

    def lock(self) -> None:
        """As a user does who goes away."""
        import secretstorage

        bus = secretstorage.dbus_init()
        secretstorage.Collection(bus, COLLECTION).lock()
        bus.close()

    def entries(self) -> dict[str, str]:
        """What is really in it, by our keys."""
        import secretstorage

        bus = secretstorage.dbus_init()
        items = list(secretstorage.Collection(bus, COLLECTION).get_all_items())
        found = {item.get_attributes()["username"]: item.get_secret().decode() for item in items}
        bus.close()
        return found

    def bring(self, name: str = "shows") -> subprocess.CompletedProcess[str]:
        """Import a server with a secret."""
        entry = {"command": sys.executable, "args": ["-c", SHOWS, name], "env": {"TOKEN": SECRET}}
        file = self.folder / "of-another.json"
        file.write_text(json.dumps({"mcpServers": {name: entry}}))
        return mcpdi("import-servers", str(file), "--add-all")


@pytest.fixture
def keychain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Keychain]:
    for program in ("dbus-daemon", "gnome-keyring-daemon"):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    folders = {"XDG_DATA_HOME": "data", "XDG_RUNTIME_DIR": "run", "MCPDI_CONFIG_DIR": "ours"}
    for name, folder in folders.items():
        (tmp_path / folder).mkdir(mode=0o700)
        monkeypatch.setenv(name, str(tmp_path / folder))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "GNOME_KEYRING_CONTROL"):
        monkeypatch.delenv(name, raising=False)  # who would be asked has no screen: they refuse
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.SecretService.Keyring")
    configured = tmp_path / "bus.conf"
    configured.write_text(BUS.format(tmp_path))
    bus = subprocess.Popen(
        ["dbus-daemon", f"--config-file={configured}", "--nofork", "--print-address=1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert bus.stdout is not None
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.stdout.readline().strip())
    daemon = subprocess.Popen(
        ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert daemon.stdin is not None
    daemon.stdin.write(b"passphrase")
    daemon.stdin.close()
    try:
        _wait_for(daemon)
        yield Keychain(tmp_path)
    finally:
        for process in (daemon, bus):
            process.terminate()
            process.wait(10)
        bus.stdout.close()


def _wait_for(daemon: subprocess.Popen[bytes]) -> None:
    """Return when the keychain is there, unlocked."""
    import secretstorage

    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if daemon.poll() is not None:
            pytest.skip(f"gnome-keyring-daemon does not run here (it ended with {daemon.returncode})")
        bus = secretstorage.dbus_init()
        try:
            if secretstorage.check_service_availability(bus):
                if not secretstorage.Collection(bus, COLLECTION).is_locked():
                    return
        except secretstorage.SecretStorageException:
            pass  # the collection is made after the service
        finally:
            bus.close()
        time.sleep(0.02)
    pytest.fail("the keychain does not come")


def test_secret_of_an_imported_server_is_in_the_keychain_alone(keychain: Keychain) -> None:
    assert keychain.bring().returncode == 0
    assert keychain.entries() == {"server/shows/TOKEN": SECRET}
    texts = [path.read_text() for path in (keychain.folder / "ours").iterdir()]
    assert any("${secret:server/shows/TOKEN}" in text for text in texts)
    assert SECRET not in "".join(texts)
    done = mcpdi("call", "any", "--on", "shows")
    assert done.stdout.strip() == SECRET, done.stderr


def test_locked_keychain_that_nobody_unlocks_is_said_and_nothing_is_left(keychain: Keychain) -> None:
    keychain.bring()
    keychain.lock()
    done = mcpdi("call", "any", "--on", "shows")
    assert done.returncode == 4 and "unlock it, or choose another secret store" in done.stderr
    done = keychain.bring("another")
    assert done.returncode == 1 and "another was not added" in done.stderr
    listed = (keychain.folder / "ours" / "keychain.json").read_text()
    assert re.findall('server/[^"]+', listed) == ["server/shows/TOKEN"]


def test_token_is_there_until_signing_out(keychain: Keychain) -> None:
    desk = Desk(keychain.folder / "ours")

    async def use(server: Guarded, run: Mcpdi) -> None:
        url = f"{server.origin}/mcp"
        done = await run("list", "tools", "--on", url, "--sign-in")
        assert done.code == 0, done.err
        assert sorted(key.split("/")[1] for key in keychain.entries()) == ["client", "token"]
        assert (await run("list", "tools", "--on", url)).code == 0
        assert len(desk.opened) == 1
        assert (await run("auth", "sign-out", "--all")).code == 0
        assert keychain.entries() == {}

    desk.run(use)
