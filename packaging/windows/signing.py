#!/usr/bin/env python3
"""Sign files for Windows where a certificate is configured; without one say so and leave them alone.

    python packaging/windows/signing.py FILE...

WINDOWS_SIGN_COMMAND       any program, {file} stands for the file: for keys in hardware or with a service
WINDOWS_CERTIFICATE        or a .pfx file, with WINDOWS_CERTIFICATE_PASSWORD; signtool or osslsigncode uses it
WINDOWS_TIMESTAMP_URL      who witnesses the time; "" for no timestamp
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

TIMESTAMP = "http://timestamp.digicert.com"
TITLE = "MCP Desktop Inspector"


def is_configured(variables: Mapping[str, str] = os.environ) -> bool:
    """Whether there is something to sign with."""
    return bool(variables.get("WINDOWS_SIGN_COMMAND") or variables.get("WINDOWS_CERTIFICATE"))


def sign(file: Path, variables: Mapping[str, str] = os.environ) -> None:
    """Sign one file in place; subprocess.CalledProcessError when that fails."""
    own = variables.get("WINDOWS_SIGN_COMMAND", "")
    if own:
        words = [word.replace("{file}", str(file)) for word in shlex.split(own, posix=os.name == "posix")]
        subprocess.run(words, check=True)
    elif shutil.which("signtool"):
        _signtool(file, variables)
    else:
        _osslsigncode(file, variables)


def _signtool(file: Path, variables: Mapping[str, str]) -> None:
    stamp = variables.get("WINDOWS_TIMESTAMP_URL", TIMESTAMP)
    words = ["signtool", "sign", "/fd", "SHA256", "/d", TITLE, "/f", variables["WINDOWS_CERTIFICATE"]]
    words += ["/p", variables.get("WINDOWS_CERTIFICATE_PASSWORD", "")]
    words += ["/tr", stamp, "/td", "SHA256"] if stamp else []
    subprocess.run([*words, str(file)], check=True)


def _osslsigncode(file: Path, variables: Mapping[str, str]) -> None:
    """The password goes through a file that only we can read, not through the list of processes."""
    stamp = variables.get("WINDOWS_TIMESTAMP_URL", TIMESTAMP)
    with tempfile.TemporaryDirectory() as folder:
        password, signed = Path(folder) / "password", Path(folder) / "signed"
        password.touch(0o600)
        password.write_text(variables.get("WINDOWS_CERTIFICATE_PASSWORD", ""), encoding="utf-8")
        words = ["osslsigncode", "sign", "-pkcs12", variables["WINDOWS_CERTIFICATE"]]
        words += ["-readpass", str(password), "-h", "sha256", "-n", TITLE, *(["-ts", stamp] if stamp else [])]
        subprocess.run([*words, "-in", str(file), "-out", str(signed)], check=True)
        shutil.copyfile(signed, file)


def main() -> int:
    """The exit code."""
    if not is_configured():
        print("not signed: neither WINDOWS_SIGN_COMMAND nor WINDOWS_CERTIFICATE is set")
        return 0
    try:
        for name in sys.argv[1:]:
            sign(Path(name))
    except (OSError, subprocess.CalledProcessError) as error:
        # without the command: it may hold a password
        print(f"signing failed: {type(error).__name__} {getattr(error, 'returncode', '')}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
