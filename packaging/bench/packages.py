"""What is handed out, as a user meets it: sizes, time to build, to start, memory; and those of the rivals.

Everything is built anew into build/bench (--built FOLDER: what is there is measured instead). A start is from
exec to the first painted window (MCPDI_PAINT_STAMP); cold: the files of the bundle are evicted from the page
cache before. Memory is the proportional size (PSS) of a process with its children, seven seconds idle with
the demo server connected. Under the display that is there, else under an Xvfb of our own, else offscreen.

The rivals are installed from npm into build/rivals (--no-rivals: left out). They are web pages: their start
is from exec to the first answered GET, and a browser comes on top (headless Chromium where there is one).
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
from _measure import ROOT, median, missed, row

PROGRAM = "mcp-desktop-inspector"
RUNS = 7
LIMIT_S = 60.0
IDLE_S = 7.0


@dataclass(frozen=True)
class Rival:
    """An npm package that shows a page. words: its arguments; {port} is replaced."""

    name: str
    package: str
    program: str
    words: tuple[str, ...] = ()


RIVALS = (
    Rival("official Inspector", "@modelcontextprotocol/inspector@2.12.0", "mcp-inspector"),
    Rival("MCPJam", "@mcpjam/inspector@1.0.24", "inspector", ("--port", "{port}")),
)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--built", type=Path, help="measure what is in this folder, build nothing")
    parser.add_argument("--no-rivals", action="store_true", help="our own figures only")
    wanted = parser.parse_args()
    folder = wanted.built.resolve() if wanted.built else build_all()
    if folder is None:
        return 1
    sizes(folder)
    with display() as variables:
        starts(folder / PROGRAM, variables)
        memory(folder / PROGRAM, variables)
    if not wanted.no_rivals:
        for rival in RIVALS:
            measure_rival(rival)
    return int(missed())


# -- ours ------------------------------------------------------------------------------------------------


def build_all() -> Path | None:
    """Build everything; where it is, None when that failed."""
    out = ROOT / "build" / "bench"
    shutil.rmtree(out, ignore_errors=True)
    driver = [sys.executable, str(ROOT / "packaging" / "build.py"), "--out", str(out)]
    subprocess.run([*driver, "--prepare"], check=True)
    started = time.monotonic()
    done = subprocess.run(driver, stdout=subprocess.PIPE, text=True, check=False)
    for name, seconds in re.findall(r"^== (\w+): ok in ([\d.]+) s", done.stdout, re.MULTILINE):
        row(f"build: {name}", float(seconds), "s")
    if done.returncode:
        print("  the build failed; python3 packaging/dev.py build says why")
        return None
    row("build: everything", time.monotonic() - started, "s", 180)
    return out


def sizes(folder: Path) -> None:
    """Bytes of what is handed out, and of what it becomes."""
    row("bundle, unpacked", tree_mb(folder / PROGRAM), "MB", 170)
    for pattern in ("*.deb", "*.run"):
        found = sorted(folder.glob(pattern))
        if not found:
            print(f"  no {pattern} in {folder}")
        for file in found:
            row(file.name, file.stat().st_size / 1e6, "MB", 50)


def starts(bundle: Path, variables: dict[str, str]) -> None:
    """Cold and warm starts, one after the other in turns."""
    cold, warm, used = [], [], []
    with tempfile.TemporaryDirectory() as home:
        for _ in range(RUNS):
            evict(bundle)
            for times in (cold, warm):
                seconds, process = start(bundle, Path(home), variables)
                times.append(seconds)
                clocks = psutil.Process(process.pid).cpu_times()
                used.append(clocks.user + clocks.system)
                end(process)
    row("exec to first painted window, cold", median(cold), "s", 1.5)
    row("exec to first painted window, warm", median(warm), "s", 0.6)
    row("processor time until then", median(used), "s")


def start(
    bundle: Path, home: Path, variables: dict[str, str], *words: str
) -> tuple[float, subprocess.Popen[bytes]]:
    """(seconds to the first paint, the running process)."""
    stamp = home / "stamp"
    stamp.unlink(missing_ok=True)
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8", **variables}
    environment["MCPDI_PAINT_STAMP"] = str(stamp)
    begun = time.monotonic_ns()
    process = subprocess.Popen([str(bundle / PROGRAM), *words], env=environment)
    until(lambda: stamp.exists() and stamp.read_text() != "", "the first painted window", process)
    return (int(stamp.read_text()) - begun) / 1e9, process


def memory(bundle: Path, variables: dict[str, str]) -> None:
    """Of the window, of the demo server and of the worker that checks values."""
    with tempfile.TemporaryDirectory() as home:
        _, process = start(bundle, Path(home), variables, "demo")
        time.sleep(IDLE_S)
        own = psutil.Process(process.pid)
        children = own.children(recursive=True)
        names = {"--validation-worker": "the worker that checks values", "demo-server": "the demo server"}
        row("memory idle (PSS): the window", pss_mb([own]), "MB")
        for child in children:
            name = next((text for word, text in names.items() if word in child.cmdline()), child.name())
            row(f"memory idle (PSS): {name}", pss_mb([child]), "MB")
        row("memory idle (PSS): window and demo server", pss_mb([own, *children]), "MB", 150)
        row("memory idle (RSS): window and demo server", rss_mb([own, *children]), "MB")
        end(process)


# -- the rivals ------------------------------------------------------------------------------------------


def measure_rival(rival: Rival) -> None:
    """Install it, start it, ask for its page."""
    folder = ROOT / "build" / "rivals" / rival.program
    if shutil.which("npm") is None:
        print(f"  {rival.name}: skipped, npm is needed")
        return
    stamp = folder / "installed"
    if not stamp.exists() or stamp.read_text() != rival.package:
        folder.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--silent"]
        if subprocess.run([*command, rival.package], check=False).returncode:
            print(f"  {rival.name}: skipped, {rival.package} cannot be installed")
            return
        stamp.write_text(rival.package)
    row(f"{rival.name}: installed (Node.js and a browser on top)", tree_mb(folder), "MB")
    cold, warm = [], []
    for _ in range(3):
        evict(folder)
        for times in (cold, warm):
            with running(rival, folder) as (seconds, _process, _port):
                times.append(seconds)
    row(f"{rival.name}: exec to its page answering, cold", median(cold), "s")
    row(f"{rival.name}: exec to its page answering, warm", median(warm), "s")
    with running(rival, folder) as (_, process, port):
        time.sleep(IDLE_S)
        row(f"{rival.name}: memory idle (PSS), Node.js", tree_pss_mb(process), "MB")
        with_browser(rival, port)


@contextlib.contextmanager
def running(rival: Rival, folder: Path) -> Iterator[tuple[float, subprocess.Popen[bytes], int]]:
    """(seconds until its page answered, the process, its port)."""
    port = free_port()
    words = [word.format(port=port) for word in rival.words]
    variables = {
        **os.environ,
        "CLIENT_PORT": str(port),
        "MCP_AUTO_OPEN_ENABLED": "false",
        "MCP_INSPECTOR_SECRET_STORE": "memory",
        "BROWSER": "none",
    }
    program = folder / "node_modules" / ".bin" / rival.program
    begun = time.monotonic()
    process = subprocess.Popen(
        [str(program), *words],
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        until(lambda: answers(port), f"the page of {rival.name}", process)
        yield time.monotonic() - begun, process, port
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def with_browser(rival: Rival, port: int) -> None:
    """What the browser adds, that shows the page."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        print("  no Chromium here: the memory of the browser is not measured")
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        words = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
        process = subprocess.Popen(
            [browser, *words, f"http://127.0.0.1:{port}/"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        time.sleep(IDLE_S)
        row(f"{rival.name}: memory idle (PSS), headless Chromium", tree_pss_mb(process), "MB")
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def answers(port: int) -> bool:
    """Whether the page is there; a page that wants a token is."""
    with contextlib.suppress(OSError, ValueError):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).read()
        return True
    return False


# -- measuring -------------------------------------------------------------------------------------------


@contextlib.contextmanager
def display() -> Iterator[dict[str, str]]:
    """The variables under which windows open."""
    if os.environ.get("DISPLAY"):
        yield {"DISPLAY": os.environ["DISPLAY"]}
        return
    if shutil.which("Xvfb") is None:
        print("  no Xvfb here: drawn offscreen")
        yield {"QT_QPA_PLATFORM": "offscreen"}
        return
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with open(read) as number:
            yield {"DISPLAY": f":{number.readline().strip()}"}
    finally:
        server.terminate()
        server.wait()


def until(condition: Callable[[], bool], what: str, process: subprocess.Popen[bytes]) -> None:
    """Wait for it as long as the process lives."""
    deadline = time.monotonic() + LIMIT_S
    while not condition():
        if process.poll() is not None or time.monotonic() > deadline:
            raise SystemExit(f"{what} did not come")
        time.sleep(0.005)


def end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(20)


def evict(folder: Path) -> None:
    """Take the files of a folder out of the page cache, as after a restart of the computer."""
    os.sync()
    for path in files(folder):
        number = os.open(path, os.O_RDONLY)
        os.posix_fadvise(number, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(number)


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]


def tree_mb(folder: Path) -> float:
    return sum(path.stat().st_size for path in files(folder)) / 1e6


def pss_mb(processes: list[psutil.Process]) -> float:
    return sum(process.memory_full_info().pss for process in processes) / 1e6


def rss_mb(processes: list[psutil.Process]) -> float:
    return sum(process.memory_info().rss for process in processes) / 1e6


def tree_pss_mb(process: subprocess.Popen[bytes]) -> float:
    own = psutil.Process(process.pid)
    return pss_mb([own, *own.children(recursive=True)])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    sys.exit(main())
