"""What the frozen program needs of the system: read from its files, named as packages of Debian."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from build_environment import BuildError

PACKAGES = {
    "ld-linux-aarch64.so.1": "libc6",
    "ld-linux-x86-64.so.2": "libc6",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libbrotlidec.so.1": "libbrotli1",
    "libbz2.so.1.0": "libbz2-1.0",
    "libc.so.6": "libc6",
    "libcom_err.so.2": "libcom-err2",
    "libcrypt.so.1": "libcrypt1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libdl.so.2": "libc6",
    "libdrm.so.2": "libdrm2",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libk5crypto.so.3": "libk5crypto3",
    "libkrb5.so.3": "libkrb5-3",
    "liblzma.so.5": "liblzma5",
    "libm.so.6": "libc6",
    "libpthread.so.0": "libc6",
    "libresolv.so.2": "libc6",
    "librt.so.1": "libc6",
    "libstdc++.so.6": "libstdc++6",
    "libutil.so.1": "libc6",
    "libuuid.so.1": "libuuid1",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
"""Library → package. By hand: dpkg-shlibdeps would demand the versions of the computer that builds.

The package of a later release that was renamed (libglib2.0-0t64) provides the old name.
"""

_NEEDED = re.compile(r"^\s+NEEDED\s+(\S+)", re.MULTILINE)
_GLIBC = re.compile(r"\bGLIBC_(\d+)\.(\d+)")


@dataclass(frozen=True)
class SystemNeeds:
    """libraries: soname → package, of what is not in the bundle; glibc: the oldest that has every symbol."""

    libraries: dict[str, str]
    glibc: tuple[int, int]

    @property
    def packages(self) -> list[str]:
        """What Debian has to install first, libc6 with its version."""
        oldest = f"libc6 (>= {self.glibc[0]}.{self.glibc[1]})"
        return [oldest, *sorted(set(self.libraries.values()) - {"libc6"})]


def system_needs(bundle: Path) -> SystemNeeds:
    """Read every program and library of the bundle. BuildError for a library that PACKAGES does not know."""
    printed = object_headers(bundle)
    own = {path.name for path in bundle.rglob("*")}
    needed = set(_NEEDED.findall(printed)) - own
    if unknown := sorted(needed - set(PACKAGES)):
        raise BuildError(f"the bundle needs {', '.join(unknown)}; linux/system_libraries.py names no package")
    symbols = [(int(major), int(minor)) for major, minor in _GLIBC.findall(printed)]
    return SystemNeeds({name: PACKAGES[name] for name in sorted(needed)}, max(symbols, default=(2, 34)))


def object_headers(bundle: Path) -> str:
    """What objdump tells of every program and library of the bundle."""
    command = ["objdump", "-p", *map(str, sorted(_programs(bundle)))]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError as error:
        raise BuildError("objdump cannot be started; it is in Debian's package binutils") from error


def _programs(bundle: Path) -> Iterator[Path]:
    for path in bundle.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path
