"""Programs of the system that the packages for Linux are made and tested with: a desktop, a clean root.

Only root on Debian or Ubuntu installs them; elsewhere the tests that need them skip and name what is missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess

import dev_environment as environment

TOOLS = {
    "Xvfb": "xvfb",
    "appstreamcli": "appstream",
    "dbus-daemon": "dbus-daemon",
    "debootstrap": "debootstrap",
    "desktop-file-validate": "desktop-file-utils",
    "gio": "libglib2.0-bin",
    "import": "imagemagick",
    "makeself": "makeself",
    "man": "man-db",
    "objdump": "binutils",
    "openbox": "openbox",
    "update-mime-database": "shared-mime-info",
    "xdotool": "xdotool",
    "xz": "xz-utils",
    "/usr/libexec/at-spi-bus-launcher": "at-spi2-core",
}
"""Program → Debian package."""


def install() -> None:
    """Install what is missing, once; says what was not possible."""
    programs = {package for tool, package in TOOLS.items() if shutil.which(tool) is None}
    missing = sorted(programs.union(environment.missing_for_windows()))
    if not missing or not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    print(f"Installing to test the packages with: {' '.join(missing)} ...", flush=True)
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    wait = ["-o", "DPkg::Lock::Timeout=300", "-qq"]
    subprocess.run(["apt-get", *wait, "update"], env=variables, check=False)
    command = ["apt-get", *wait, "install", "-y", "--no-install-recommends", *missing]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        words = (done.stderr.strip() or "no words").splitlines()[-1]
        print(f"  not installed ({words}); the tests that need it are skipped")
