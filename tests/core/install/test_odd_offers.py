"""Whatever stands anywhere in a manifest or a `server.json`: it is read, or refused in words."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.core.install.bundles.bundle import Bundle, localized
from inspector.core.install.bundles.manifest import read_manifest
from inspector.core.install.bundles.offer import BundleOffer
from inspector.core.install.offer_protocol import Offer
from inspector.core.install.registry_entry import RegistryOffer
from inspector.errors import UsageError

ODD: tuple[Any, ...] = (None, 0, 1.5, True, "", "{x}", "${", [], {}, [[]], [{}], [None], {"name": []})

MANIFEST: dict[str, Any] = {
    "manifest_version": "0.3",
    "name": "n",
    "version": "1",
    "author": {"name": "a", "url": "u"},
    "server": {
        "type": "python",
        "entry_point": "main.py",
        "mcp_config": {
            "command": "python",
            "args": ["${__dirname}/main.py", "${user_config.a}"],
            "env": {"B": "${user_config.b}"},
            "platform_overrides": {"linux": {"args": ["x"]}},
        },
    },
    "tools": [{"name": "t", "description": "d"}],
    "compatibility": {"platforms": ["linux"], "runtimes": {"python": ">=3"}},
    "localization": {"resources": "r/${locale}.json", "default_locale": "en"},
    "user_config": {
        "a": {"type": "directory", "title": "A", "multiple": True, "default": ["${HOME}"]},
        "b": {"type": "number", "title": "B", "min": 1, "max": 2, "default": 1},
    },
}

ENTRY: dict[str, Any] = {
    "name": "a/b",
    "version": "1",
    "packages": [
        {
            "registryType": "oci",
            "identifier": "i",
            "version": "1",
            "transport": {"type": "sse", "url": "http://h:{port}/{x}", "headers": [{"name": "H"}]},
            "runtimeArguments": [{"type": "named", "name": "-e", "value": "A={v}", "variables": {"v": {}}}],
            "packageArguments": [
                {"type": "named", "name": "--port", "format": "number", "default": "8", "isRepeated": True}
            ],
            "environmentVariables": [{"name": "K", "choices": ["1"], "isSecret": True}],
        }
    ],
    "remotes": [{"type": "sse", "url": "https://{t}.x", "variables": {"t": {"value": "1"}}}],
}


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _places(item, (*path, key))


def _with(value: Any, path: tuple[Any, ...], odd: Any) -> Any:
    if not path:
        return odd
    changed = copy.deepcopy(value)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = odd
    return changed


def _use(offer: Offer) -> None:
    for choice in range(len(offer.choices)):
        schema = offer.schema(choice)
        json.dumps(schema)
        for values in (offer.initial(choice), {}, *(dict.fromkeys(schema["properties"], odd) for odd in ODD)):
            try:
                made = offer.make(choice, "name", values)
            except UsageError as error:
                assert str(error)
            else:
                json.dumps(made.profile.bundle)


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_nothing_in_an_entry_of_the_registry_is_tripped_over(odd: Any) -> None:
    for path in _places(ENTRY):
        try:
            offer = RegistryOffer(_with(ENTRY, path, odd))
        except UsageError as error:
            assert str(error)
        else:
            _use(offer)


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_nothing_in_a_manifest_is_tripped_over(odd: Any, tmp_path: Path) -> None:
    for path in _places(MANIFEST):
        data = json.dumps(_with(MANIFEST, path, odd)).encode()
        manifest, problems = read_manifest(data)
        if manifest is None:
            assert problems
            continue
        names = frozenset({"main.py", "server/lib/x.py"})
        bundle = Bundle(tmp_path / "a.mcpb", "a" * 64, 1, 1, names, localized(manifest, data))
        _use(BundleOffer(bundle, tmp_path))
