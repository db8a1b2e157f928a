"""The signature that may stand behind a bundle's ZIP data. It is read, not verified.

    ZIP │ MCPB_SIG_V1 │ length, 4 bytes little-endian │ PKCS#7, DER │ MCPB_SIG_END
Source: github.com/anthropics/mcpb, src/node/sign.ts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, Final

__all__ = ["Signature", "read_signature"]

_HEADER: Final = b"MCPB_SIG_V1"
_FOOTER: Final = b"MCPB_SIG_END"
_TAIL_BYTES: Final = 128 << 10


@dataclass(frozen=True, slots=True)
class Signature:
    """signer: common name in the first certificate, "" when it cannot be read. Nobody vouches for it here."""

    signer: str = ""
    issuer: str = ""

    @property
    def self_signed(self) -> bool:
        """The signer vouches for nobody but itself."""
        return bool(self.signer) and self.signer == self.issuer


def read_signature(file: IO[bytes]) -> Signature | None:
    """What the last bytes of an open file say; None: there is no signature."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _TAIL_BYTES))
    tail = file.read(_TAIL_BYTES)
    end = tail.rfind(_FOOTER)
    start = tail.rfind(_HEADER, 0, end) if end >= 0 else -1
    if start < 0:
        return None
    place = start + len(_HEADER)
    length = int.from_bytes(tail[place : place + 4], "little")
    return _names(tail[place + 4 : min(place + 4 + length, end)])


def _names(data: bytes) -> Signature:
    """cryptography is imported here: few bundles are signed, and it costs the start of the program."""
    import warnings

    from cryptography.hazmat.primitives.serialization import pkcs7
    from cryptography.x509.oid import NameOID

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the reference tool writes BER, and is told so
            certificates = pkcs7.load_der_pkcs7_certificates(data)
        first = certificates[0]
        names = [part.get_attributes_for_oid(NameOID.COMMON_NAME) for part in (first.subject, first.issuer)]
        signer, issuer = (str(found[0].value) if found else "" for found in names)
    except Exception:  # noqa: BLE001  # any bytes may stand here, and the parser raises what it likes
        return Signature()
    return Signature(signer, issuer)
