"""What is signed in a flow: assertions of a client about itself, and proofs of possession (RFC 9449)."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from inspector.core.auth.pkce import base64url
from inspector.errors import UsageError
from inspector.translation import translate

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes

__all__ = [
    "PROOF_ALGORITHMS",
    "ProofKey",
    "client_assertion",
    "decoded_jwt",
]

PROOF_ALGORITHMS: Final = ("ES256", "ES384", "ES512", "RS256", "PS256", "EdDSA")
"""What we can sign proofs with, the preferred first."""
_CURVES: Final = {"ES256": "SECP256R1", "ES384": "SECP384R1", "ES512": "SECP521R1"}
ASSERTION_LIFE_S: Final = 300


def client_assertion(
    private_key: str, algorithm: str, client_id: str, audience: str, now: float, key_id: str = ""
) -> str:
    """A private_key_jwt (RFC 7523 §3) by which a client authenticates to the audience. Raises UsageError.

    private_key: PEM or a JWK as JSON; algorithm "": the one that the key is made for.
    """
    import jwt

    key, own_id = _loaded(private_key)
    claims = {
        "iss": client_id,
        "sub": client_id,
        "aud": audience,
        "iat": int(now),
        "exp": int(now) + ASSERTION_LIFE_S,
        "jti": secrets.token_urlsafe(16),
    }
    identifier = key_id or own_id
    headers = {"kid": identifier} if identifier else None
    try:
        return jwt.encode(claims, key, algorithm or natural_algorithm(key), headers)
    except (jwt.PyJWTError, TypeError, ValueError, NotImplementedError) as error:
        raise UsageError(
            translate("Auth", "the private key cannot sign with {algorithm}: {error}").format(
                algorithm=algorithm or translate("Auth", "its algorithm"), error=error
            )
        ) from None


def _loaded(private_key: str) -> tuple[Any, str]:
    import jwt
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    text = private_key.strip()
    try:
        if text.startswith("{"):
            document = json.loads(text)
            jwk = jwt.PyJWK(document, document.get("alg") or _algorithm_of_jwk(document))
            return jwk.key, str(document.get("kid") or "")
        # one line in a variable or a form: \n is what stands for the line ends there
        return load_pem_private_key(text.replace("\\n", "\n").encode(), None), ""
    except (ValueError, TypeError, jwt.PyJWTError, UnsupportedAlgorithm, KeyError) as error:
        raise UsageError(
            translate("Auth", "the private key cannot be read (PEM or JWK expected): {}").format(error)
        ) from None


def _algorithm_of_jwk(document: dict[str, Any]) -> str | None:
    curves = {"P-256": "ES256", "P-384": "ES384", "P-521": "ES512", "Ed25519": "EdDSA", "Ed448": "EdDSA"}
    return "RS256" if document.get("kty") == "RSA" else curves.get(str(document.get("crv")))


def natural_algorithm(key: PrivateKeyTypes) -> str:
    """The JWS algorithm that a key is made for. Raises UsageError."""
    from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, rsa

    if isinstance(key, rsa.RSAPrivateKey):
        return "RS256"
    if isinstance(key, ed25519.Ed25519PrivateKey | ed448.Ed448PrivateKey):
        return "EdDSA"
    if isinstance(key, ec.EllipticCurvePrivateKey):
        named = {"secp256r1": "ES256", "secp384r1": "ES384", "secp521r1": "ES512"}.get(key.curve.name)
        if named:
            return named
    raise UsageError(translate("Auth", "a private key of this type cannot sign a JWT"))


class ProofKey:
    """A key pair that access tokens are bound to; made for one authorization, kept beside its token."""

    def __init__(self, key: Any, algorithm: str) -> None:
        import jwt

        self.algorithm = algorithm
        self._key = key
        jwk = jwt.get_algorithm_by_name(algorithm).to_jwk(key.public_key(), as_dict=True)
        self._jwk = {name: value for name, value in jwk.items() if name in ("kty", "crv", "x", "y", "n", "e")}

    @classmethod
    def new(cls, algorithms: Sequence[str] = ()) -> ProofKey | None:
        """A new key for one of the algorithms a server knows (none named: ES256); None: we know none."""
        from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

        known = [one for one in PROOF_ALGORITHMS if one in algorithms] if algorithms else ["ES256"]
        if not known:
            return None
        if known[0] in _CURVES:
            return cls(ec.generate_private_key(getattr(ec, _CURVES[known[0]])()), known[0])
        if known[0] == "EdDSA":
            return cls(ed25519.Ed25519PrivateKey.generate(), known[0])
        return cls(rsa.generate_private_key(65537, 2048), known[0])

    @classmethod
    def from_pem(cls, pem: str, algorithm: str) -> ProofKey:
        """The key that `pem()` gave. Raises UsageError."""
        key, _ = _loaded(pem)
        return cls(key, algorithm)

    def pem(self) -> str:
        """The private key, to be kept as a secret."""
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        return str(self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode())

    def thumbprint(self) -> str:
        """The RFC 7638 thumbprint: what `cnf.jkt` of a bound token and `dpop_jkt` say."""
        members = {name: self._jwk[name] for name in sorted(self._jwk)}
        return base64url(hashlib.sha256(json.dumps(members, separators=(",", ":")).encode()).digest())

    def proof(
        self,
        method: str,
        url: str,
        now: float,
        nonce: str = "",
        access_token: str = "",
        body: bytes | None = None,
    ) -> str:
        """A fresh proof for one request. With access_token and body: for an MCP server, digest included."""
        import jwt

        claims: dict[str, Any] = {
            "jti": secrets.token_urlsafe(16),
            "htm": method,
            "htu": url.partition("#")[0].partition("?")[0],
            "iat": int(now),
        }
        if nonce:
            claims["nonce"] = nonce
        if access_token:
            claims["ath"] = base64url(hashlib.sha256(access_token.encode("utf-8")).digest())
        if body is not None:
            digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
            claims["content_digest"] = f"sha-256=:{digest}:"
        return jwt.encode(claims, self._key, self.algorithm, {"typ": "dpop+jwt", "jwk": self._jwk})


def decoded_jwt(text: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Header and claims of a JWT, for looking at: nothing is verified. None: it is none."""
    parts = text.split(".")
    if len(parts) != 3:
        return None
    try:
        header, claims = (
            json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))) for part in parts[:2]
        )
    except (ValueError, RecursionError):
        return None
    return (header, claims) if isinstance(header, dict) and isinstance(claims, dict) else None
