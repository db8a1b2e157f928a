"""The TLS handshake: what was agreed on, the chain of certificates, and what is wrong with it in words."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from inspector.core.doctor.network import Endpoint, opened
from inspector.translation import translate

if TYPE_CHECKING:
    from cryptography import x509

__all__ = ["Certificate", "Handshake", "doubts_about", "shake_hands", "trusted_part"]

_MOST_CERTIFICATES: Final = 12
_MOST_NAMES: Final = 12
_SOON: Final = datetime.timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Certificate:
    """One of the chain. names: the hosts it is for. pem: the whole."""

    subject: str
    issuer: str
    not_before: datetime.datetime
    not_after: datetime.datetime
    names: tuple[str, ...]
    self_signed: bool
    authority: bool
    fingerprint: str
    pem: str

    def as_text(self, number: int) -> str:
        """Its facts on a few lines."""
        names = ", ".join(self.names[:_MOST_NAMES]) + (" …" if len(self.names) > _MOST_NAMES else "")
        unnamed = translate("Doctor", "(no subject)")
        lines = [
            f"{number}. {self.subject or unnamed}",
            translate("Doctor", "   issued by itself")
            if self.self_signed
            else translate("Doctor", "   issued by {}").format(
                self.issuer or translate("Doctor", "(no issuer)")
            ),
            translate("Doctor", "   valid {not_before} to {not_after} UTC").format(
                not_before=_minute(self.not_before), not_after=_minute(self.not_after)
            ),
            translate("Doctor", "   for {}").format(names) if names else "",
            f"   SHA-256 {self.fingerprint}",
        ]
        return "\n".join(filter(None, lines))


@dataclass(frozen=True, slots=True)
class Handshake:
    """error: why the connection as it is set up fails, None when it works. version: as TLSv1.3."""

    chain: tuple[Certificate, ...]
    version: str
    cipher: str
    error: OSError | None = None


async def shake_hands(endpoint: Endpoint, proxy: str, context: ssl.SSLContext) -> Handshake:
    """As the connection does it; when that fails, once more without checks, to see the certificates.

    Nothing but the handshake is sent on the unchecked connection. Raises OSError for what is no TLS at all.
    """
    try:
        return await _shaken(endpoint, proxy, context, None)
    except (OSError, TimeoutError) as error:
        refused = error
    if not isinstance(refused, ssl.SSLCertVerificationError):
        raise refused
    try:
        return await _shaken(endpoint, proxy, _unchecked(), refused)
    except (OSError, TimeoutError):
        return Handshake((), "", "", refused)


def _unchecked() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def _shaken(
    endpoint: Endpoint, proxy: str, context: ssl.SSLContext, error: OSError | None
) -> Handshake:
    async with opened(endpoint, proxy, context) as (_, writer):
        tls: Any = writer.get_extra_info("ssl_object")
        cipher = tls.cipher()
        chain = tuple(_certificate(data) for data in _chain(tls)[:_MOST_CERTIFICATES])
        return Handshake(chain, tls.version() or "", cipher[0] if cipher else "", error)


def _chain(tls: Any) -> list[bytes]:
    """What the server sent, as DER. Public from Python 3.13 on; before, the same function is inside."""
    asked = getattr(tls, "get_unverified_chain", None)
    if asked is not None:
        return list(asked())
    inner = getattr(getattr(tls, "_sslobj", None), "get_unverified_chain", None)
    if inner is not None:
        return [ssl.PEM_cert_to_DER_cert(one.public_bytes()) for one in inner() or ()]
    leaf = tls.getpeercert(binary_form=True)
    return [leaf] if leaf else []


def _certificate(data: bytes) -> Certificate:
    from cryptography import x509

    pem = ssl.DER_cert_to_PEM_cert(data)
    try:
        return _read(x509.load_der_x509_certificate(data), pem)
    except (ValueError, TypeError, x509.InvalidVersion, x509.UnsupportedGeneralNameType) as error:
        never = datetime.datetime.fromtimestamp(0, datetime.UTC)
        return Certificate(
            translate("Doctor", "unreadable: {}").format(error), "", never, never, (), False, False, "", pem
        )


def _read(certificate: x509.Certificate, pem: str) -> Certificate:
    from cryptography.hazmat.primitives import hashes

    return Certificate(
        certificate.subject.rfc4514_string(),
        certificate.issuer.rfc4514_string(),
        certificate.not_valid_before_utc,
        certificate.not_valid_after_utc,
        _names(certificate),
        certificate.subject == certificate.issuer,
        _is_authority(certificate),
        certificate.fingerprint(hashes.SHA256()).hex().upper(),
        pem,
    )


def _names(certificate: x509.Certificate) -> tuple[str, ...]:
    from cryptography import x509

    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (x509.ExtensionNotFound, x509.DuplicateExtension):
        return ()
    hosts = found.get_values_for_type(x509.DNSName)
    return (*hosts, *(str(one) for one in found.get_values_for_type(x509.IPAddress)))


def _is_authority(certificate: x509.Certificate) -> bool:
    from cryptography import x509

    try:
        return bool(certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca)
    except (x509.ExtensionNotFound, x509.DuplicateExtension):
        return False


def doubts_about(chain: tuple[Certificate, ...], host: str, now: datetime.datetime) -> list[str]:
    """What is wrong or soon will be with the certificates themselves, whoever is trusted."""
    if not chain:
        return [translate("Doctor", "The server sent no certificate.")]
    leaf, doubts = chain[0], []
    if not _is_for(leaf.names, host):
        named = ", ".join(leaf.names[:_MOST_NAMES])
        doubt = translate("Doctor", "Not valid for {}: it contains no host at all.").format(host)
        if named:
            doubt = translate("Doctor", "Not valid for {host}, only for {named}.").format(
                host=host, named=named
            )
        doubts.append(doubt)
    for number, one in enumerate(chain, 1):
        if now > one.not_after:
            days = (now - one.not_after).days
            doubt = translate("Doctor", "Certificate {number} of the chain expired {days} days ago.").format(
                number=number, days=days
            )
            doubts.append(
                translate("Doctor", "It expired {} days ago.").format(days) if number == 1 else doubt
            )
        elif now < one.not_before:
            doubt = translate(
                "Doctor", "Certificate {number} of the chain is not valid before {not_before} UTC."
            ).format(number=number, not_before=_minute(one.not_before))
            if number == 1:
                doubt = translate("Doctor", "It is not valid before {} UTC.").format(_minute(one.not_before))
            doubts.append(doubt)
        elif number == 1 and one.not_after - now < _SOON:
            doubts.append(translate("Doctor", "It expires in {} days.").format((one.not_after - now).days))
    return doubts


def _minute(at: datetime.datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}"


def _is_for(names: tuple[str, ...], host: str) -> bool:
    """As RFC 6125 compares: a star stands for one label, the first."""
    try:
        return str(ipaddress.ip_address(host)) in names
    except ValueError:
        pass
    wanted = host.lower().rstrip(".")
    return any(
        name.lower() == wanted or (name.startswith("*.") and wanted.partition(".")[2] == name[2:].lower())
        for name in names
    )


def trusted_part(chain: tuple[Certificate, ...]) -> Certificate | None:
    """Which of the chain a user would trust: the one that leads no further, at its end."""
    return chain[-1] if chain else None
