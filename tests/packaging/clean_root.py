"""A system with nothing in it but what Debian calls essential: debootstrap's minbase, made once, then copied.

Commands run in it with a process list of their own, so whatever they start ends with them.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TOOLS: Final = ("debootstrap", "unshare", "chroot", "tar", "apt-get")
MAX_AGE_S: Final = 7 * 24 * 3600
"""An older copy is made anew: packages of the mirror change."""

_ENTER: Final = """
mount -t proc proc "$1/proc" && mount --bind /dev "$1/dev" || exit 99
if [ -n "$2" ]; then mkdir -p "$1$2" && mount --bind "$2" "$1$2" || exit 99; fi
root=$1; shift 2; exec chroot "$root" "$@"
"""
_VOLATILE: Final = (
    "dev",
    "proc",
    "sys",
    "run",
    "tmp",
    "home",
    "var/cache",
    "var/log",
    "var/lib/apt",
    "var/lib/dpkg",
)
"""Where a system keeps what it does, not what it is made of."""


class NoRoot(Exception):
    """Why there can be no such system here; a test that needs one skips with it."""


@dataclass(frozen=True)
class CleanRoot:
    """A system in a folder. shared: a folder of this computer that is there under the same path."""

    folder: Path
    shared: Path | None = None

    def run(
        self, *words: str, user: str = "root", environment: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run to the end; AssertionError with what was printed when it fails."""
        command = self._command(words, user, environment or {})
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
        assert done.returncode == 0, (
            f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
        )
        return done

    @contextlib.contextmanager
    def started(
        self, words: Sequence[str], user: str, environment: dict[str, str], log: Path
    ) -> Iterator[subprocess.Popen[bytes]]:
        """Start it and let it write to a log; it is ended in the end."""
        with log.open("ab") as file:
            process = subprocess.Popen(
                self._command(words, user, environment), cwd="/", stdout=file, stderr=file
            )
        try:
            yield process
        finally:
            process.kill()
            process.wait()

    def _command(self, words: Sequence[str], user: str, environment: dict[str, str]) -> list[str]:
        """The command line that runs these words in it, as this user of its own after a fresh login."""
        own = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
            **proxies(),
            **environment,
            "HOME": "/root" if user == "root" else f"/home/{user}",
        }
        variables = ["/usr/bin/env", "-i", *(f"{name}={value}" for name, value in own.items())]
        as_user = ["/usr/sbin/runuser", "-u", user, "--"] if user != "root" else []
        apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        inside = [*as_user, *variables, *words]
        return [*apart, "sh", "-c", _ENTER, "sh", str(self.folder), str(self.shared or ""), *inside]

    def files(self) -> set[str]:
        """Every file, link and folder that the system is made of."""
        found: set[str] = set()
        for folder, names, files in os.walk(self.folder):
            inside = os.path.relpath(folder, self.folder)
            names[:] = [name for name in names if os.path.normpath(f"{inside}/{name}") not in _VOLATILE]
            found.update(os.path.normpath(f"{inside}/{name}") for name in [*names, *files])
        return found

    def packages(self) -> set[str]:
        """Packages that are installed, or of which something is left."""
        return set(
            self.run(
                "dpkg-query", "-W", "-f", "${Package} ${Version} ${db:Status-Abbrev}\n"
            ).stdout.splitlines()
        )

    def apt(self, *words: str) -> str:
        """Let apt do it, without asking and without what is only recommended; what it printed."""
        return self.run("apt-get", "-y", "--no-install-recommends", *words).stdout


def why_none() -> str:
    """One sentence when no such system can be made here, else ""."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "a system of its own can be made by root only"
    if missing := [name for name in TOOLS if shutil.which(name) is None]:
        return f"not installed: {', '.join(missing)}"
    probe = subprocess.run(
        ["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True, text=True, check=False
    )
    return f"no mounts of its own: {probe.stderr.strip()}" if probe.returncode else ""


def make_root(folder: Path, cache: Path) -> CleanRoot:
    """A new system in folder, from the mirror that this computer uses. Raises NoRoot."""
    suite, mirror = _suite_and_mirror()
    archive = cache / f"{suite}.tar"
    folder.mkdir(parents=True)
    if not archive.exists() or time.time() - archive.stat().st_mtime > MAX_AGE_S:
        _bootstrap(suite, mirror, folder)
        cache.mkdir(parents=True, exist_ok=True)
        part = archive.with_suffix(".part")
        subprocess.run(["tar", "-cf", str(part), "--one-file-system", "-C", str(folder), "."], check=True)
        part.rename(archive)
    else:
        subprocess.run(["tar", "-xpf", str(archive), "-C", str(folder)], check=True)
    shutil.copy("/etc/resolv.conf", folder / "etc" / "resolv.conf")
    root = CleanRoot(folder)
    try:
        root.run("apt-get", "update", "-qq")
    except AssertionError as error:
        raise NoRoot(f"the mirror {mirror} does not answer: {error}") from error
    return root


def _bootstrap(suite: str, mirror: str, folder: Path) -> None:
    more = ["--include=ca-certificates"] if mirror.startswith("https:") else []
    command = ["debootstrap", "--variant=minbase", *more, suite, str(folder), mirror]
    done = subprocess.run(
        command, env={**os.environ, **proxies()}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        words = (done.stdout + done.stderr).strip().splitlines()[-1:]
        raise NoRoot(f"debootstrap {suite} from {mirror} failed: {' '.join(words)}")
    # Nobody needs this system after a crash.
    (folder / "etc" / "dpkg" / "dpkg.cfg.d" / "quick").write_text("force-unsafe-io\n")


def _suite_and_mirror() -> tuple[str, str]:
    """The release of this computer, and where it gets its packages from."""
    lines = Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
    suite = next(
        (line.partition("=")[2].strip('"') for line in lines if line.startswith("VERSION_CODENAME=")), ""
    )
    columns = [
        "apt-get",
        "indextargets",
        "--format",
        "$(RELEASE) $(COMPONENT) $(REPO_URI)",
        "Created-By: Packages",
    ]
    listed = subprocess.run(columns, capture_output=True, text=True, check=False).stdout.splitlines()
    for line in listed:
        release, component, place = line.split(" ", 2)
        if (release, component) == (suite, "main"):
            return suite, place
    raise NoRoot(f"apt knows no mirror for {suite or 'this system'}")


def proxies() -> dict[str, str]:
    """The proxies that this run was started with; the tests themselves go without."""
    words = Path("/proc/self/environ").read_bytes().decode("utf-8", "replace").split("\0")
    pairs = (word.partition("=") for word in words)
    return {
        name: value for name, _, value in pairs if name.lower() in ("http_proxy", "https_proxy", "no_proxy")
    }
