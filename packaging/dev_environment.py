"""The virtual environment in .venv, and the system libraries that Qt needs. Standard library only."""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
WINDOWS = sys.platform == "win32"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
LOCKS = {"run": "requirements.txt", "dev": "requirements-dev.txt"}
APART = "-I"
"""For every Python we start: no module of the folder where the user stands is one of ours."""
OLDEST_GLIBC = (2, 34)  # of the PySide6 wheels

# Library → Debian package. Measured on a fresh Debian 12; Qt cannot start without the first group.
OFFSCREEN = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libbrotlidec.so.1": "libbrotli1",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
}
X11 = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
"""What a window needs. A bundle takes most of it along, so it is made and tested where all of it is."""
ESSENTIAL = ("libglib2.0-0", "libegl1", "libgl1", "libdbus-1-3", "libfontconfig1", "libxkbcommon0")


def call(command: list[str], *, cwd: Path | None = None, **variables: str) -> int:
    """Run a command with our terminal and these variables on top; its exit code."""
    process = subprocess.Popen(command, cwd=cwd, env={**os.environ, **variables})
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # it got the same Ctrl+C and decides how to end


def why_no_window() -> str:
    """One sentence when no window that a user sees can open here, else ""."""
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if platform in ("offscreen", "minimal"):
        return f"QT_QPA_PLATFORM is {platform}, so nobody would see the window."
    sys.path.insert(0, str(ROOT))
    from inspector.ui.widgets.display import why_no_window as why  # needs nothing that is not in Python

    return why()


def tool(name: str) -> str:
    """A program of the environment."""
    for ending in ("", ".exe", ".cmd"):
        if (BIN / (name + ending)).exists():
            return str(BIN / (name + ending))
    return str(BIN / name)


def prepare(kind: str) -> str:
    """Make or update .venv for "run" or "dev"; returns its python. Does nothing when it is up to date."""
    import translations

    python = _environment(kind)
    _write_launchers(python)
    if translations.compile_all([]):
        print("The program will speak English: its other languages could not be compiled.", file=sys.stderr)
    return python


def _environment(kind: str) -> str:
    python = BIN / ("python.exe" if WINDOWS else "python")
    wanted = _fingerprint(kind)
    if python.exists() and wanted in (_stamp(VENV / ".lock-run"), _stamp(VENV / ".lock-dev")):
        return str(python)
    if python.exists() and kind == "run" and _stamp(VENV / ".lock-dev") == _fingerprint("dev"):
        return str(python)  # the larger set is there
    _check_glibc()
    if not python.exists() or not _works(python):
        _make_venv()
    lock = ROOT / "packaging" / LOCKS[kind]
    print(f"Installing what packaging/{lock.name} names into .venv (once; some 300 MB) ...", flush=True)
    command = [
        str(python),
        APART,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-r",
        str(lock),
    ]
    if call(command):
        raise SystemExit(
            "\nThe packages could not be installed; pip's words are above. Without a network, or behind a "
            "proxy, set PIP_INDEX_URL or HTTPS_PROXY and run this again."
        )
    _add_ourselves(python)
    (VENV / f".lock-{kind}").write_text(wanted, encoding="utf-8")
    return str(python)


def _fingerprint(kind: str) -> str:
    digest = hashlib.sha256(str(ROOT).encode() + sys.version.encode())
    for name in LOCKS.values() if kind == "dev" else [LOCKS[kind]]:
        digest.update((ROOT / "packaging" / name).read_bytes())
    return f"{kind} {digest.hexdigest()}"


def _stamp(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError:
        return ""


def _works(python: Path) -> bool:
    """False when the environment belongs to a Python that has moved or changed its version."""
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    code = f"import sys, pip; sys.exit(sys.version_info[:2] != ({version.replace('.', ',')}))"
    try:
        return (
            subprocess.run([str(python), APART, "-c", code], capture_output=True, check=False).returncode == 0
        )
    except OSError:
        return False


def _make_venv() -> None:
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        # Debian ships Python without what makes virtual environments.
        _install_or_say([package], "This Python cannot make a virtual environment: ensurepip is missing.")
    print("Making the virtual environment .venv ...", flush=True)
    subprocess.run([sys.executable, APART, "-m", "venv", "--clear", str(VENV)], check=True)


def _add_ourselves(python: Path) -> None:
    """Make `import inspector` work from every folder, without building a wheel.

    A path file, not PYTHONPATH: that would leak into the servers that the program starts.
    """
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    output = subprocess.run([str(python), APART, "-c", code], check=True, stdout=subprocess.PIPE, text=True)
    (Path(output.stdout.strip()) / "mcpdi.pth").write_text(f"{ROOT}\n", encoding="utf-8")


def _write_launchers(python: str) -> None:
    """`mcpdi` and the window beside the Python of .venv, also of one that an earlier version made."""
    if WINDOWS:
        ending, text = ".cmd", f'@"{python}" {APART} -m inspector %*\r\n'
    else:
        ending, text = "", f'#!/bin/sh\nexec {shlex.quote(python)} {APART} -m inspector "$@"\n'
    for name in ("mcpdi", "mcp-desktop-inspector"):
        script = BIN / (name + ending)
        if not script.exists() or script.read_bytes() != text.encode():
            script.write_bytes(text.encode())
            script.chmod(0o755)


# -- what Qt needs of the system -----------------------------------------------------------------------


def require_qt(python: str, *, window: bool) -> None:
    """Make sure that Qt can start: name what is missing, or install it as root on Debian. Linux only."""
    if not sys.platform.startswith("linux"):
        return
    stamp = VENV / f".qt-{'window' if window else 'offscreen'}"
    wanted = _stamp(VENV / ".lock-dev") + _stamp(VENV / ".lock-run")
    if wanted and _stamp(stamp) == wanted:
        return
    for _ in range(5):  # without ldd one missing library hides the next
        missing, words = _missing(python, window)
        if not words:
            stamp.write_text(wanted, encoding="utf-8")
            return
        packages = sorted({{**OFFSCREEN, **X11}.get(name, "") for name in missing} - {""})
        _install_or_say(packages or list(ESSENTIAL), f"Qt cannot start: {words}")
    raise SystemExit(f"Qt still cannot start: {words}")


def _missing(python: str, window: bool) -> tuple[list[str], str]:
    """Libraries that are not there, and what was said; ([], "") when Qt can start.

    The loader names one missing library at a time, so ldd is asked for all of them first.
    """
    missing = sorted({name for library in _qt_libraries(python, window) for name in _not_found(library)})
    if missing:
        return missing, f"missing {', '.join(missing)}"
    done = subprocess.run(
        [python, APART, "-c", "import PySide6.QtWidgets, PySide6.QtSvg"],
        capture_output=True,
        text=True,
        check=False,
    )
    if not done.returncode:
        return [], ""
    words = (done.stderr.strip().splitlines() or ["no words"])[-1]
    return [words.split("ImportError: ")[-1].split(":")[0].strip()], words


def _qt_libraries(python: str, window: bool) -> list[Path]:
    """What of Qt is loaded: its modules and the plugins that draw."""
    code = "import importlib.util as u; print(u.find_spec('PySide6').submodule_search_locations[0])"
    done = subprocess.run([python, APART, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode:
        return []
    root = Path(done.stdout.strip()) / "Qt"
    plugins = ["offscreen", *(["xcb"] if window and os.environ.get("DISPLAY") else [])]
    modules = [root / "lib" / f"libQt6{name}.so.6" for name in ("Core", "Gui", "Widgets", "Svg", "DBus")]
    return [*modules, *(root / "plugins" / "platforms" / f"libq{name}.so" for name in plugins)]


def _not_found(library: Path) -> list[str]:
    if not shutil.which("ldd") or not library.exists():
        return []
    done = subprocess.run(["ldd", str(library)], capture_output=True, text=True, check=False)
    return [line.split()[0] for line in done.stdout.splitlines() if "not found" in line]


def missing_for_windows() -> list[str]:
    """Debian packages of the libraries of X11 that cannot be loaded here. Linux only."""
    if not sys.platform.startswith("linux"):
        return []
    return sorted({package for library, package in X11.items() if not _loads(library)})


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _install_or_say(packages: list[str], why: str) -> None:
    """As root on Debian install the packages, else say the exact command and stop."""
    print(why, flush=True)
    if not shutil.which("apt-get"):
        raise SystemExit(
            "Install the packages of your system that hold these libraries; on Debian and Ubuntu they are: "
            + " ".join(packages)
        )
    command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        raise SystemExit(
            f"Install it with this command, then run this again:\n\n    sudo {' '.join(command)}\n"
        )
    print(f"Installing: {' '.join(command)}", flush=True)
    subprocess.run(["apt-get", "update", "-qq"], check=False)
    subprocess.run(command, check=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})


def _check_glibc() -> None:
    name, version = platform.libc_ver()
    parts = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    if sys.platform.startswith("linux") and (name != "glibc" or parts < OLDEST_GLIBC):
        found = f"{name} {version}".strip() or "another C library"
        raise SystemExit(
            f"Qt needs glibc 2.34 or newer (Debian 12, Ubuntu 22.04, RHEL 9); this system has {found}."
        )
