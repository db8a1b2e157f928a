"""What may be drawn as an icon, decided from the bytes alone.

Source: MCP basic "Icons"; reference section 4.6: PNG and JPEG, WebP and SVG should; magic bytes instead of
the declared type; limits; an SVG never runs scripts. Qt draws SVG without scripts and without HTTP, but it
opens *files* that an <image> or a style sheet names (measured; on Windows a file may be on another computer),
so an SVG that points anywhere outside itself is refused before Qt sees it.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote_to_bytes

from inspector.render.media import picture_size, say_size, sniff
from inspector.translation import translate

__all__ = ["MOST_BYTES", "IconData", "data_uri_bytes", "icon_data"]

MOST_BYTES: Final = 512 * 1024
_MOST_SIDE: Final = 2048  # px
_MOST_USES: Final = 40  # copies of parts in an SVG: two in each of them double what is drawn, level by level
_RASTER: Final = frozenset({"image/png", "image/jpeg", "image/webp"})
_ROOT: Final = re.compile(r"<(?:\w+:)?svg[\s/>]")
_ENCODING: Final = re.compile(r"\bencoding\s*=\s*[\"']([^\"']*)")
_REFERENCE: Final = re.compile(r"(?:\bhref|\bsrc)\s*=\s*([\"'])\s*(.*?)\1", re.DOTALL | re.IGNORECASE)
_CSS: Final = re.compile(r"url\s*\(\s*[\"']?\s*([^)\s\"']*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class IconData:
    """Bytes that may be drawn, or (problem not empty) why they are not. mime: as the bytes say."""

    data: bytes = b""
    mime: str = ""
    width: int = 0
    height: int = 0
    problem: str = ""


def icon_data(data: bytes) -> IconData:
    """Look at the bytes of an icon. Never raises."""
    if len(data) > MOST_BYTES:
        return IconData(problem=translate("Render", "larger than {}").format(say_size(MOST_BYTES)))
    mime = sniff(data)
    if mime in _RASTER:
        width, height = picture_size(data)
        if not 0 < width <= _MOST_SIDE or not 0 < height <= _MOST_SIDE:
            return IconData(
                problem=translate(
                    "Render", "{width} × {height} pixels; at most {most_side} per side are drawn"
                ).format(width=width, height=height, most_side=_MOST_SIDE)
            )
        return IconData(data, mime, width, height)
    if mime or not data:
        return IconData(
            problem=translate("Render", "{}: not PNG, JPEG, WebP or SVG").format(
                mime or translate("Render", "empty")
            )
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return IconData(problem=translate("Render", "not PNG, JPEG, WebP or SVG in UTF-8"))
    if not _ROOT.match(text, _root_place(text)):
        return IconData(problem=translate("Render", "not PNG, JPEG, WebP or SVG"))
    problem = _svg_problem(text)
    return IconData(problem=problem) if problem else IconData(data, "image/svg+xml")


def data_uri_bytes(uri: str) -> bytes | None:
    """The bytes of a `data:` URI (RFC 2397); None when it is none or cannot be decoded."""
    head, comma, body = uri.partition(",")
    if not comma or head[:5].lower() != "data:":
        return None
    raw = unquote_to_bytes(body)
    if not head.lower().endswith(";base64"):
        return raw
    try:
        return b64decode(b"".join(raw.split()), validate=True)
    except (binascii.Error, ValueError):
        return None


def _root_place(text: str) -> int:
    """Where the first element may begin: behind white space, instructions, comments and a document type."""
    place = 1 if text.startswith("\ufeff") else 0
    while True:
        while place < len(text) and text[place].isspace():
            place += 1
        for start, end in (("<?", "?>"), ("<!--", "-->"), ("<!", ">")):
            if text.startswith(start, place):
                found = text.find(end, place + len(start))
                if found < 0:
                    return len(text)
                place = found + len(end)
                break
        else:
            return place


def _svg_problem(text: str) -> str:
    """Why an SVG is not drawn; empty: it stands alone."""
    encoding = _ENCODING.search(text[: text.find("?>")]) if "<?xml" in text[:10] else None
    if encoding and encoding[1].lower() not in ("utf-8", "us-ascii"):
        return translate("Render", "an SVG in {}, not UTF-8").format(encoding[1])
    lowered = text.lower()
    if "<!entity" in lowered:
        return translate("Render", "an SVG that defines entities")
    if re.search(r"<(\w+:)?script\b", lowered):
        return translate("Render", "an SVG with a script")
    if "@import" in lowered:
        return translate("Render", "an SVG with an external style sheet")
    targets = [match[2] for match in _REFERENCE.finditer(text)] + [match[1] for match in _CSS.finditer(text)]
    for target in targets:
        # Not even a data: URI: Qt guesses what is inside, which may be another SVG.
        if target and not target.startswith("#"):
            return translate("Render", "an SVG with an external reference: {}").format(target[:80])
    if len(re.findall(r"<(?:\w+:)?use\b", lowered)) > _MOST_USES:
        return translate("Render", "an SVG that repeats parts more than {} times").format(_MOST_USES)
    return ""
