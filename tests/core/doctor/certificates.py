"""Certificates made for one test: self-signed, of an own authority, expired, for another host."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

DAY = datetime.timedelta(days=1)


@dataclass(frozen=True)
class Made:
    """A certificate with its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def pem(self) -> str:
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode()


def make(
    name: str = "localhost",
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1"),
    days: tuple[int, int] = (-1, 30),
    issuer: Made | None = None,
    authority: bool = False,
) -> Made:
    """days: valid from and until, counted from today. issuer None: self-signed."""
    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.datetime.now(datetime.UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    signer = issuer.certificate.subject if issuer else subject
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(signer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + days[0] * DAY)
        .not_valid_after(now + days[1] * DAY)
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    )
    if hosts:
        names = x509.SubjectAlternativeName([_general(host) for host in hosts])
        builder = builder.add_extension(names, critical=False)
    return Made(builder.sign(issuer.key if issuer else key, hashes.SHA256()), key)


def _general(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def context(folder: Path, *chain: Made) -> ssl.SSLContext:
    """What a server needs to present that chain; the first is its own."""
    file, key = folder / "chain.pem", folder / "key.pem"
    file.write_text("".join(one.pem for one in chain))
    encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    key.write_bytes(chain[0].key.private_bytes(encoding, form, serialization.NoEncryption()))
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(file, key)
    return made
