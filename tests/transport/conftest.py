"""What several tests of the transports need."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for 127.0.0.1, signed by itself, with its key in one file."""
    folder = tmp_path_factory.mktemp("tls")
    both = folder / "both.pem"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *names]
    try:
        subprocess.run(
            [*command, "-keyout", both, "-out", folder / "cert.pem"], check=True, capture_output=True
        )
    except FileNotFoundError:
        pytest.skip("openssl is not installed")
    both.write_bytes(both.read_bytes() + (folder / "cert.pem").read_bytes())
    return both
