"""The official JSON Schema of a revision, as the reference folder holds it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

__all__ = ["Book"]


class Book:
    """The definitions of one revision."""

    def __init__(self, folder: Path, revision: str) -> None:
        schema = json.loads((folder / "spec-schema" / revision / "schema.json").read_text("utf-8"))
        self._key = "$defs" if "$defs" in schema else "definitions"
        self.names = set(schema[self._key])
        self._schema = {key: schema[key] for key in ("$schema", self._key)}
        self._validator = cache(self._make)

    def _make(self, name: str) -> Any:
        schema = {**self._schema, "$ref": f"#/{self._key}/{name}"}
        if self._key == "definitions":  # draft-07 ignores what stands beside $ref
            schema = {**self._schema, "allOf": [{"$ref": f"#/definitions/{name}"}]}
        return jsonschema_rs.validator_for(schema, offline=True)

    def check(self, name: str, value: Any) -> None:
        """Fail with the first mistake."""
        for error in self._validator(name).iter_errors(value):
            pytest.fail(f"{name}: {error.message} at {error.instance_path}\n{json.dumps(value)[:2000]}")

    def request(self, method: str) -> str:
        """The definition of the request or notification of that method; empty: this revision has none."""
        for name in self.names:
            properties = self._schema[self._key][name].get("properties", {})
            if properties.get("method", {}).get("const") == method:
                return str(name)
        return ""
