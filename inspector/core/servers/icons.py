"""Icons that a server declares: what they are, where they come from, and getting one on the user's word.

Nothing here happens by itself. Source: MCP basic "Icons"; reference section 4.6.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from inspector.render.icon_data import MOST_BYTES, IconData, data_uri_bytes, icon_data
from inspector.translation import translate

__all__ = ["Icon", "best_icon", "icons_of", "load_icon", "same_origin"]

MOST_ICONS: Final = 32  # of one thing; more are not looked at


@dataclass(frozen=True, slots=True)
class Icon:
    """One entry of `icons`. origin: `data`, or `https://host[:port]`; problem: why it is never loaded."""

    src: str
    mime: str = ""
    sizes: tuple[str, ...] = ()
    theme: str = ""
    origin: str = ""
    problem: str = ""

    @property
    def host(self) -> str:
        """Host (and port) an https icon would be fetched from."""
        return self.origin.removeprefix("https://") if self.origin.startswith("https") else ""


def icons_of(item: Any) -> tuple[Icon, ...]:
    """The icons of a tool, resource, template, prompt or implementation, of any shape. Never raises."""
    given = item.get("icons") if isinstance(item, dict) else None
    if not isinstance(given, list):
        return () if given is None else (Icon("", problem=translate("Core", "icons is not a list")),)
    return tuple(_icon(one) for one in given[:MOST_ICONS])


def best_icon(icons: tuple[Icon, ...], dark: bool) -> Icon | None:
    """The one to draw in a list: for this theme if one says so, else the first that can be loaded."""
    usable = [icon for icon in icons if not icon.problem]
    wanted = "dark" if dark else "light"
    return next((icon for icon in usable if icon.theme == wanted), usable[0] if usable else None)


def same_origin(icon: Icon, server_url: str) -> bool:
    """Whether an https icon comes from the server itself. server_url: "" for a process."""
    return bool(server_url) and _origin(server_url) == icon.origin


async def load_icon(icon: Icon) -> IconData:
    """The checked bytes. Only an https icon reaches the network; call it on the user's word alone.

    Failures are words in `problem`.
    """
    if icon.problem:
        return IconData(problem=icon.problem)
    if not icon.host:
        data = data_uri_bytes(icon.src)
        return (
            IconData(problem=translate("Core", "a data: URI that cannot be decoded"))
            if data is None
            else icon_data(data)
        )
    from inspector.transport.icon_fetch import fetch  # httpx is loaded when it is needed

    fetched = await fetch(icon.src, MOST_BYTES)
    return IconData(problem=fetched.problem) if fetched.problem else icon_data(fetched.data)


def _icon(given: Any) -> Icon:
    if not isinstance(given, dict):
        return Icon("", problem=translate("Core", "not an object"))
    src = given.get("src")
    if not isinstance(src, str) or not src:
        return Icon("", problem=translate("Core", "src is missing or not a string"))
    sizes = given.get("sizes")
    listed = sizes if isinstance(sizes, list) else [sizes] if isinstance(sizes, str) else []
    origin, problem = _where(src)
    return Icon(
        src,
        _text(given.get("mimeType")),
        tuple(one for one in listed if isinstance(one, str)),
        _text(given.get("theme")),
        origin,
        problem,
    )


def _where(src: str) -> tuple[str, str]:
    """(origin, problem). "Consumers MUST reject icon URIs that use unsafe schemes"."""
    if src[:5].lower() == "data:":
        return "data", ""
    try:
        parts = urlsplit(src)
        port = parts.port
    except ValueError:
        return "", translate("Core", "src is not a URL")
    if parts.scheme.lower() != "https":
        return "", translate("Core", "only https: and data: are allowed, not {}:").format(
            parts.scheme or translate("Core", "a relative URL")
        )
    if not parts.hostname:
        return "", translate("Core", "src has no host")
    if "@" in parts.netloc:
        return "", translate("Core", "src contains a user name or password")
    return _origin(src), "" if port != 0 else translate("Core", "src is not a URL")


def _origin(url: str) -> str:
    """Scheme, host and port (RFC 6454)."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    port = f":{parts.port}" if parts.port not in (None, 443 if parts.scheme == "https" else 80) else ""
    return f"{parts.scheme.lower()}://{host}{port}"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
