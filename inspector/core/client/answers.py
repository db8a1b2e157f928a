"""What a client hands to its callers: the server that answered, and the answers to calls."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from inspector.protocol.era.modern import META
from inspector.protocol.era.negotiation import NegotiationResult
from inspector.protocol.jsonrpc import decode
from inspector.protocol.wire import Headers

__all__ = ["NO_EXTRAS", "Answer", "Extras", "ServerInfo", "server_info"]


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """The server. decided: "era decided because ..."; implementation: its own words, as they came."""

    name: str
    version: str
    title: str
    era: str
    revision: str
    capabilities: dict[str, Any]
    instructions: str
    decided: str
    supported: tuple[str, ...] = ()
    implementation: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Extras:
    """What one request carries beside its params: `_meta` members and HTTP headers that win over ours."""

    meta: dict[str, Any] = field(default_factory=dict)
    headers: Headers = ()


NO_EXTRAS: Final = Extras()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a call. Exactly one of result and error holds JSON text.

    rounds: requests it took (MRTR). from_cache: an earlier answer, served again without a request.
    """

    exchange: int
    record: int
    result: bytes = b""
    error: bytes = b""
    rounds: int = 1
    from_cache: bool = False

    @property
    def value(self) -> Any:
        """The result (or the error) decoded; see `decode` for what Python cannot hold."""
        return decode(self.result or self.error)

    @property
    def is_error(self) -> bool:
        """The tool says that it failed."""
        if b'"isError"' not in self.result:
            return False
        value = self.value
        return isinstance(value, dict) and value.get("isError") is True

    @property
    def wants_input(self) -> bool:
        """A modern server asks for input before it goes on, and got none."""
        if b"input_required" not in self.result:
            return False
        value = self.value
        return isinstance(value, dict) and value.get("resultType") == "input_required"


def server_info(verdict: NegotiationResult, name: str) -> ServerInfo:
    """What the answer to the handshake says. name: shown for a server that gives itself none."""
    result = verdict.result
    meta = result.get("_meta")
    given = result.get("serverInfo") or (meta.get(META + "serverInfo") if isinstance(meta, dict) else None)
    server = given if isinstance(given, dict) else {}
    capabilities = result.get("capabilities")
    supported = result.get("supportedVersions")
    instructions = result.get("instructions")
    return ServerInfo(
        name=str(server.get("name", "")),
        version=str(server.get("version", "")),
        title=str(server.get("title") or server.get("name") or name),
        era=verdict.era,
        revision=verdict.revision,
        capabilities=capabilities if isinstance(capabilities, dict) else {},
        instructions=instructions if isinstance(instructions, str) else "",
        decided=verdict.reason,
        supported=tuple(str(one) for one in supported) if isinstance(supported, list) else (),
        implementation=server,
    )
