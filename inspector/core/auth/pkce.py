"""PKCE (RFC 7636) with S256, and the other texts of a flow that must not be guessed."""

from __future__ import annotations

import base64
import hashlib
import secrets

__all__ = ["base64url", "challenge_of", "new_state", "new_verifier"]


def base64url(data: bytes) -> str:
    """Base64 for URLs, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def new_verifier() -> str:
    """A code verifier of 64 characters."""
    return secrets.token_urlsafe(48)


def new_state() -> str:
    """A state that binds the callback to its request."""
    return secrets.token_urlsafe(32)


def challenge_of(verifier: str) -> str:
    """The S256 code challenge of a verifier."""
    return base64url(hashlib.sha256(verifier.encode("ascii")).digest())
