"""What a wheel says that is compiled into it: the lists (CycloneDX) beside its metadata, PEP 770."""

from __future__ import annotations

import json
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any

__all__ = ["crates_of"]

OTHERS = {"openssl": ("OpenSSL", "Apache-2.0", "https://www.openssl.org/")}
"""Libraries in C that such a list names without their licence: name, licence, homepage."""


def crates_of(found: Distribution) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Libraries in Rust, and others, that are inside a distribution; its own crates are none of them."""
    crates: dict[tuple[str, str], dict[str, Any]] = {}
    others = []
    for file in found.files or []:
        if "sboms" not in file.parts or not file.name.endswith(".json"):
            continue
        listed = json.loads(Path(str(found.locate_file(file))).read_text(encoding="utf-8"))
        for component in listed.get("components", []):
            one = _component(component)
            if one["purl"].startswith("pkg:cargo/"):
                crates[one["name"], one["version"]] = one
            elif one["name"] in OTHERS:
                name, licence, homepage = OTHERS[one["name"]]
                others.append({**one, "name": name, "licence": licence, "homepage": homepage})
    return [crates[key] for key in sorted(crates)], others


def _component(component: dict[str, Any]) -> dict[str, Any]:
    licences = [_licence(choice) for choice in component.get("licenses", [])]
    return {
        "name": component["name"],
        "version": component.get("version", ""),
        "licence": " AND ".join(filter(None, licences)),
        "author": component.get("author", ""),
        "purl": component.get("purl", "").split("?")[0],
    }


def _licence(choice: dict[str, Any]) -> str:
    one = choice.get("license", {})
    return str(choice.get("expression") or one.get("id") or one.get("name") or "").replace("  ", " ")
