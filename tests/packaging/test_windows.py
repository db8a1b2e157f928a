"""The installer for Windows, as far as Linux can prove it: made, signed, run under Wine with a stand-in."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from inspector import __version__
from tests.packaging.conftest import ROOT

Script = Callable[[str], ModuleType]
WINE = shutil.which("wine64") or next(iter(Path("/usr/lib/wine").glob("wine64")), "")
LIMIT_S = 180
SIGN_COMMAND = "WINDOWS_SIGN_COMMAND"

pytestmark = pytest.mark.skipif(
    shutil.which("makensis") is None, reason="there is no makensis (Debian: nsis)"
)


@pytest.fixture(autouse=True)
def no_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (SIGN_COMMAND, "WINDOWS_CERTIFICATE", "WINDOWS_CERTIFICATE_PASSWORD"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def payload(tmp_path: Path) -> Path:
    """A folder with the shape of a bundle."""
    folder = tmp_path / "bundle"
    for name in ("mcpdi.exe", "mcp-desktop-inspector.exe", "_internal/base.dll", "licences/LICENSE.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"a stand-in, not a program\n")
    return folder


def _make(script: Script, payload: Path, out: Path, **more: Any) -> Path:
    build = script("build_environment").Build.here(ROOT, out.parent)
    return Path(script("windows.installer").make(build, payload, out, **more))


def test_the_installer_is_made_and_carries_the_version(
    prepared: Path, script: Script, payload: Path, tmp_path: Path
) -> None:
    setup = _make(script, payload, tmp_path / "inspector-setup.exe")
    data = setup.read_bytes()
    assert data.startswith(b"MZ")
    assert __version__.encode("utf-16-le") in data


def test_the_same_bundle_gives_the_same_installer(
    prepared: Path, script: Script, payload: Path, tmp_path: Path
) -> None:
    first = _make(script, payload, tmp_path / "one-setup.exe")
    second = _make(script, payload, tmp_path / "two-setup.exe")
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize(
    ("version", "numbers"), [("0.1.0", "0.1.0.0"), ("1.2rc1", "1.2.0.0"), ("2", "2.0.0.0")]
)
def test_windows_gets_its_version_of_four_numbers(script: Script, version: str, numbers: str) -> None:
    assert script("windows.installer").numbers(version) == numbers


def test_with_a_certificate_the_installer_is_signed(
    prepared: Path, script: Script, payload: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("osslsigncode") is None:
        pytest.skip("there is no osslsigncode")
    authority = _certificate(tmp_path)
    monkeypatch.setenv("WINDOWS_CERTIFICATE", str(tmp_path / "own.pfx"))
    monkeypatch.setenv("WINDOWS_CERTIFICATE_PASSWORD", "a pass word")
    monkeypatch.setenv("WINDOWS_TIMESTAMP_URL", "")
    setup = _make(script, payload, tmp_path / "inspector-setup.exe")
    words = ["osslsigncode", "verify", "-CAfile", str(authority), "-in", str(setup)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert "Signature verification: ok" in done.stdout, done.stdout + done.stderr


def test_a_failed_signature_ends_the_build(
    prepared: Path, script: Script, payload: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SIGN_COMMAND, "false {file}")
    with pytest.raises(script("build_environment").BuildError):
        _make(script, payload, tmp_path / "inspector-setup.exe")


def _certificate(folder: Path) -> Path:
    """Make own.pfx, for signing programs; returns the certificate that a checker must trust."""
    key = rsa.generate_private_key(65537, 2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "A test of the installer")])
    now = datetime.now(UTC)
    usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CODE_SIGNING])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(now - timedelta(days=1))
    builder = builder.not_valid_after(now + timedelta(days=1)).add_extension(usage, critical=False)
    made = builder.sign(key, hashes.SHA256())
    lock = serialization.BestAvailableEncryption(b"a pass word")
    (folder / "own.pfx").write_bytes(pkcs12.serialize_key_and_certificates(b"own", key, made, None, lock))
    (folder / "own.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    return folder / "own.pem"


def test_installing_upgrading_and_removing_leaves_only_what_is_the_persons(
    prepared: Path, script: Script, payload: Path, tmp_path: Path
) -> None:
    if not WINE:
        pytest.skip("there is no wine64 (Debian: wine64)")
    # this Wine runs programs of 64 bits only; what is shipped is built of the same script for both
    setup = _make(script, payload, tmp_path / "inspector-setup.exe", TARGET="amd64-unicode")
    home = tmp_path / "wine" / "drive_c" / "users" / "tester" / "AppData"
    program = home / "Local" / "Programs" / "McpDesktopInspector"
    menu = (
        home / "Roaming" / "Microsoft" / "Windows" / "Start Menu" / "Programs" / "MCP Desktop Inspector.lnk"
    )
    _wine(tmp_path, "wineboot", "-i")
    settings = home / "Local" / "mcp-desktop-inspector" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text("{}", encoding="utf-8")

    _wine(tmp_path, str(setup), "/S")
    assert (program / "_internal" / "base.dll").exists() and menu.exists()
    assert "[Software\\\\Classes\\\\.mcptrace]" in _registry(tmp_path)

    (program / "_internal" / "old.dll").write_text("of an older version", encoding="utf-8")
    _wine(tmp_path, str(setup), "/S")
    assert not (program / "_internal" / "old.dll").exists()
    assert (program / "_internal" / "base.dll").exists()

    _wine(tmp_path, str(program / "uninstall.exe"), "/S", f"_?={_windows(program)}")
    left = [path.name for path in program.rglob("*")] if program.exists() else []
    assert left == ["uninstall.exe"]  # it cannot delete itself where it is told to run in place (_?=)
    assert not menu.exists() and settings.exists()
    assert "McpDesktopInspector" not in _registry(tmp_path)


def _windows(path: Path) -> str:
    return "C:" + str(path).partition("drive_c")[2].replace("/", "\\")


def _wine(folder: Path, *words: str) -> None:
    """Run a program of Windows in a world of its own, without touching the user's desktop."""
    own = {
        **{name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")},
        "HOME": str(folder),
        "USER": "tester",
        "WINEPREFIX": str(folder / "wine"),
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "winemenubuilder.exe=d;mscoree=d;mshtml=d",
    }
    done = subprocess.run([str(WINE), *words], env=own, capture_output=True, check=False, timeout=LIMIT_S)
    subprocess.run([str(Path(WINE).parent / "wineserver"), "-w"], env=own, check=False, timeout=LIMIT_S)
    assert done.returncode == 0, words


def _registry(folder: Path) -> str:
    return (folder / "wine" / "user.reg").read_text(encoding="utf-8", errors="replace")
