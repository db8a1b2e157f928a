"""Signing in from the command line: only when told to, kept where the settings say, and never shown."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.cli import credentials
from inspector.core.servers.profiles import Profile
from inspector.core.storage.settings import Settings
from inspector.errors import SecretsUnavailable
from inspector.transport import HttpTarget, StdioTarget
from inspector.transport.environment import PASSPHRASE
from tests.cli.run import LIMIT_S, ROOT, mcpdi
from tests.core.guarded_server import Guarded, guarded

# The "browser": notes what it was started with, and follows the page to its end.
BROWSER = """
import json, os, sys, urllib.request
with open(os.environ["SEEN"], "a") as file:
    file.write(json.dumps([sys.argv, dict(os.environ)]) + "\\n")
urllib.request.build_opener(urllib.request.ProxyHandler({})).open(sys.argv[1]).read()
"""
# Goes on until it is told to end, without holding the output of who started it.
STAYING = """
import pathlib, time
os.closerange(0, 3)
seen = pathlib.Path(os.environ["SEEN"])
for _ in range(2000):
    if seen.with_suffix(".close").exists():
        seen.with_suffix(".closed").touch()
        break
    time.sleep(0.005)
"""


@dataclass
class Done:
    """How a command line ended."""

    code: int
    out: str
    err: str


Mcpdi = Callable[..., Awaitable[Done]]
Use = Callable[[Guarded, Mcpdi], Awaitable[None]]


@dataclass
class Desk:
    """A folder of settings and a browser of its own."""

    folder: Path

    def run(self, use: Use) -> Guarded:
        """Use mcpdi(*words) beside a guarded server."""

        async def main() -> Guarded:
            async with guarded() as server:
                server.needs = {}
                await use(server, self._mcpdi)
                return server

        return asyncio.run(main())

    def settings(self, **values: str) -> None:
        (self.folder / "settings.json").write_text(json.dumps(values))

    @property
    def opened(self) -> list[str]:
        """Lines that the browser wrote."""
        seen = self.folder / "seen"
        return seen.read_text().splitlines() if seen.exists() else []

    async def _mcpdi(self, *words: str, **environment: str) -> Done:
        script = self.folder / "browser.py"
        script.write_text(BROWSER)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "inspector",
            *words,
            cwd=ROOT,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={
                **os.environ,
                "MCPDI_CONFIG_DIR": str(self.folder),
                "BROWSER": f"{sys.executable} {script} %s",
                "SEEN": str(self.folder / "seen"),
                **environment,
            },
        )
        try:
            async with asyncio.timeout(LIMIT_S):
                out, err = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.communicate()
        return Done(process.returncode or 0, out.decode(), err.decode())


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_without_the_option_no_browser_opens_and_the_person_is_told(desk: Desk) -> None:
    async def use(server: Guarded, mcpdi: Mcpdi) -> None:
        done = await mcpdi("list", "tools", "--on", server.url)
        assert done.code == 3
        assert "--sign-in" in done.err

    server = desk.run(use)
    assert desk.opened == []
    assert set(server.seen) == {"server/discover"}


def test_with_the_option_the_browser_opens_and_the_verb_does_its_work(desk: Desk) -> None:
    async def use(server: Guarded, mcpdi: Mcpdi) -> None:
        done = await mcpdi("list", "tools", "--on", server.url, "--sign-in", "--json")
        assert (done.code, json.loads(done.out)) == (0, {"tools": []})
        assert json.loads(done.err.splitlines()[0])["sign_in"].startswith(f"{server.origin}/authorize?")

    desk.run(use)
    assert len(desk.opened) == 1


def test_browser_that_stays_open_holds_nobody_up(desk: Desk) -> None:
    async def use(server: Guarded, mcpdi: Mcpdi) -> None:
        script = desk.folder / "staying.py"
        script.write_text(BROWSER + STAYING)
        done = await mcpdi("ping", "--on", server.url, "--sign-in", BROWSER=f"{sys.executable} {script} %s")
        assert done.code == 0, done.err
        assert not (desk.folder / "seen.closed").exists()
        (desk.folder / "seen.close").touch()
        async with asyncio.timeout(10):
            while not (desk.folder / "seen.closed").exists():
                await asyncio.sleep(0.01)

    desk.run(use)


def test_without_a_screen_the_page_is_only_printed(desk: Desk) -> None:
    async def use(server: Guarded, mcpdi: Mcpdi) -> None:
        signing = asyncio.create_task(
            mcpdi("ping", "--on", server.url, "--sign-in", BROWSER="", DISPLAY="", WAYLAND_DISPLAY="")
        )
        async with asyncio.timeout(20):
            while "register" not in server.seen:
                await asyncio.sleep(0.01)
        signing.cancel()
        await asyncio.wait([signing])

    desk.run(use)
    assert desk.opened == []


def test_no_secret_is_in_the_output_the_session_file_or_what_processes_are_started_with(desk: Desk) -> None:
    async def use(server: Guarded, mcpdi: Mcpdi) -> None:
        trace = desk.folder / "t.mcptrace"
        done = await mcpdi("list", "tools", "--on", server.url, "--sign-in", "--trace", str(trace))
        assert done.code == 0, done.err
        kept = [path.read_bytes().decode("utf-8", "replace") for path in desk.folder.iterdir()]
        everything = "\n".join([done.out, done.err, *kept])
        assert "code_verifier" in everything
        assert len(server.secrets()) >= 4
        assert [secret for secret in server.secrets() if secret in everything] == []
        shown = await mcpdi("show", str(trace))
        assert "Token request: POST" in shown.out
        assert "grant_type=authorization_code" in shown.out

    desk.run(use)


def test_token_is_kept_for_the_next_command_line_until_signing_out(desk: Desk) -> None:
    desk.settings(secrets="encrypted")
    words = {"MCPDI_PASSPHRASE": "open sesame"}

    async def use(server: Guarded, mcpdi: Mcpdi) -> None:
        assert (await mcpdi("ping", "--on", server.url, "--sign-in", **words)).code == 0
        assert (await mcpdi("ping", "--on", server.url, **words)).code == 0
        status = await mcpdi("auth", **words)
        assert server.url in status.out
        assert "scopes: user" in status.out
        assert "expires in 59 min" in status.out
        assert "renewable" in status.out
        [kept] = json.loads((await mcpdi("auth", "--json", **words)).out)["tokens"]
        assert (kept["server"], kept["issuer"]) == (server.url, server.origin)
        out = await mcpdi("auth", "sign-out", "--on", server.url, **words)
        assert "Revoked" in out.err
        assert (server.tokens, server.refresh_tokens) == ({}, set())
        assert "no saved tokens" in (await mcpdi("auth", **words)).err
        assert (await mcpdi("ping", "--on", server.url, **words)).code == 3
        for path in desk.folder.iterdir():
            assert not [secret for secret in server.secrets() if secret.encode() in path.read_bytes()]

    desk.run(use)
    assert len(desk.opened) == 1


@pytest.mark.parametrize("which", ["issuer", "all"])
def test_signing_out_of_an_issuer_or_of_everything(desk: Desk, which: str) -> None:
    desk.settings(secrets="encrypted")
    words = {"MCPDI_PASSPHRASE": "open sesame"}

    async def use(server: Guarded, mcpdi: Mcpdi) -> None:
        assert (await mcpdi("ping", "--on", server.url, "--sign-in", **words)).code == 0
        what = ("--issuer", server.origin) if which == "issuer" else ("--all",)
        done = await mcpdi("auth", "sign-out", *what, "--json", **words)
        assert json.loads(done.err)["state"] == "ok"
        assert server.tokens == {}
        assert json.loads((await mcpdi("auth", "--json", **words)).out) == {"tokens": []}

    desk.run(use)


def test_locked_place_for_secrets_without_a_passphrase_is_said(desk: Desk) -> None:
    desk.settings(secrets="encrypted")

    async def use(server: Guarded, mcpdi: Mcpdi) -> None:
        done = await mcpdi(
            "ping", "--on", server.url, "--sign-in", "--trace", str(desk.folder / "t.mcptrace")
        )
        assert done.code == 0, done.err  # the connection has its token all the same
        assert "MCPDI_PASSPHRASE" in (await mcpdi("show", str(desk.folder / "t.mcptrace"))).out

    desk.run(use)


def test_steps_are_shown_up_to_where_something_would_be_changed(desk: Desk) -> None:
    async def use(server: Guarded, mcpdi: Mcpdi) -> None:
        done = await mcpdi("auth", "steps", "--on", server.url)
        assert done.code == 3
        assert "✓ Protected resource metadata" in done.out
        assert "✓ Requested scopes" in done.out
        assert "· Authorization request" in done.out

    server = desk.run(use)
    assert "register" not in server.seen
    assert desk.opened == []


def test_steps_with_the_option_go_to_the_end(desk: Desk) -> None:
    async def use(server: Guarded, mcpdi: Mcpdi) -> None:
        done = await mcpdi("auth", "steps", "--on", server.url, "--sign-in", "--json")
        steps = {step["id"]: step for step in json.loads(done.out)["steps"]}
        assert done.code == 0
        assert {step["state"] for step in steps.values()} == {"ok"}
        assert steps["token"]["requests"] == [f"POST {server.origin}/token → 200 OK"]
        assert not [secret for secret in server.secrets() if secret in done.out]

    desk.run(use)


def test_server_that_asks_for_nothing_has_no_steps(desk: Desk) -> None:
    async def use(server: Guarded, mcpdi: Mcpdi) -> None:
        server.closed = {"nothing"}
        done = await mcpdi("auth", "steps", "--on", server.url)
        assert (done.code, done.out) == (0, "")
        assert "no steps needed" in done.err

    desk.run(use)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("auth", "sign-out"), "--on SERVER, --issuer URL or --all"),
        (("auth", "sign-out", "--all", "--on", "http://h/mcp"), "--on SERVER"),
        (("auth", "--all"), "--issuer and --all are only for sign-out"),
        (("auth", "sign-out", "--on", "demo"), "“demo” is a command"),
        (("auth", "steps", "--on", "demo"), "“demo” is a command"),
        (("auth", "fly"), "'fly' is not one of"),
    ],
)
def test_what_cannot_be_used_is_said(words: tuple[str, ...], says: str) -> None:
    done = mcpdi(*words)
    assert done.returncode == 2
    assert says in done.stderr


def test_each_entry_of_one_url_is_signed_in_by_itself(desk: Desk) -> None:
    async def use(server: Guarded, mcpdi: Mcpdi) -> None:
        desk.settings(secrets="encrypted")
        words = {"MCPDI_PASSPHRASE": "horse"}
        servers = {name: {"url": server.url} for name in ("mine", "theirs")}
        (desk.folder / "servers.json").write_text(json.dumps({"mcpServers": servers}))
        assert (await mcpdi("ping", "--on", "mine", "--sign-in", **words)).code == 0
        assert (await mcpdi("ping", "--on", "mine", **words)).code == 0
        assert (await mcpdi("ping", "--on", "theirs", **words)).code == 3
        assert (await mcpdi("ping", "--on", server.url, **words)).code == 3
        status = await mcpdi("auth", **words)
        assert "for “mine”" in status.out and "theirs" not in status.out
        assert "no saved tokens" in (await mcpdi("auth", "--on", "theirs", **words)).err
        assert "there was no saved token" in (await mcpdi("auth", "sign-out", "--on", "theirs", **words)).err
        assert (await mcpdi("ping", "--on", "mine", **words)).code == 0
        out = await mcpdi("auth", "sign-out", "--on", server.url, **words)  # every entry of that URL
        assert "evoked" in out.out + out.err
        assert (await mcpdi("ping", "--on", "mine", **words)).code == 3

    desk.run(use)


@pytest.mark.parametrize(
    ("system", "variables", "url", "has"),
    [
        ("linux", {"DISPLAY": ":0"}, "https://h/", True),
        ("linux", {"WAYLAND_DISPLAY": "w"}, "HTTP://h/", True),
        ("linux", {"BROWSER": "b"}, "https://h/", True),
        ("linux", {"DISPLAY": ""}, "https://h/", False),
        ("darwin", {}, "https://h/", True),
        ("win32", {}, "https://h/", True),
        ("win32", {}, "file:///x", False),
        ("linux", {"DISPLAY": ":0"}, "javascript:x", False),
    ],
)
def test_a_page_is_opened_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, system: str, variables: dict[str, str], url: str, has: bool
) -> None:
    monkeypatch.setattr(credentials.sys, "platform", system)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    for name, text in variables.items():
        monkeypatch.setenv(name, text)
    assert credentials._has_browser(url) is has


@pytest.mark.parametrize(
    ("given", "typed", "is_new", "terminal", "opened"),
    [
        ("env", [], True, False, "env"),
        ("env", [], False, True, "env"),
        ("", ["one"], False, True, "one"),
        ("", ["one", "one"], True, True, "one"),
        ("", ["one", "two"], True, True, "the passphrases do not match; nothing was saved"),
        ("", [], False, False, f"x.json is locked: set {PASSPHRASE}"),
        ("", [""], False, True, f"x.json is locked: set {PASSPHRASE}"),
    ],
)
def test_secrets_are_opened_with_the_passphrase_of_the_environment_or_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, given: str, typed: list[str], is_new: bool, terminal: bool, opened: str
) -> None:
    asked: list[str] = []
    passphrases: list[str] = []

    def getpass(words: str, _stream: Any) -> str:
        asked.append(words)
        return typed[len(asked) - 1]

    monkeypatch.setattr("getpass.getpass", getpass)
    monkeypatch.setattr(credentials, "is_terminal", lambda _stream: terminal)
    monkeypatch.setenv(PASSPHRASE, given)
    store: Any = SimpleNamespace(is_new=is_new, path=Path("x.json"), unlock=passphrases.append)
    try:
        credentials._unlock(store)
    except SecretsUnavailable as error:
        assert str(error).startswith(opened) and not passphrases
    else:
        assert passphrases == [opened]
    assert len(asked) == len(typed)
    assert asked[:1] == (
        ["New passphrase for secrets: " if is_new else "Passphrase for secrets: "] if typed else []
    )


@pytest.mark.parametrize(
    ("profile", "wanted"),
    [
        (Profile("x", StdioTarget("run", ("a",))), False),
        (Profile("x", StdioTarget("run", ("${secret:a}",))), True),
        (Profile("x", HttpTarget("http://h/")), True),
    ],
)
def test_only_a_server_that_needs_secrets_gets_a_place_for_them(
    monkeypatch: pytest.MonkeyPatch, profile: Profile, wanted: bool
) -> None:
    kept: Any = object()
    monkeypatch.setattr(credentials, "kept_credentials", lambda settings: kept)
    assert credentials.credentials_for(profile, Settings()) is (kept if wanted else None)
