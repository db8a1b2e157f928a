"""The definition for a public CI service: valid, pinned, and the same steps as here."""

from __future__ import annotations

import re
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.packaging.conftest import PACKAGING


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    loaded = YAML(typ="safe").load((PACKAGING / "ci" / "build-installers.yml").read_text(encoding="utf-8"))
    return dict(loaded["jobs"])


def _words(job: dict[str, Any]) -> str:
    return "\n".join(step.get("run", "") for step in job["steps"])


def test_there_is_a_job_for_every_system(jobs: dict[str, Any]) -> None:
    assert jobs["linux"]["runs-on"] == "ubuntu-22.04"
    assert jobs["windows"]["runs-on"].startswith("windows-")
    matrix = jobs["macos"]["strategy"]["matrix"]["include"]
    assert [one["architecture"] for one in matrix] == ["arm64", "x86_64"]


@pytest.mark.parametrize("name", ["linux", "windows", "macos"])
def test_every_job_builds_tests_and_hands_out_the_same(jobs: dict[str, Any], name: str) -> None:
    words = _words(jobs[name])
    assert "python packaging/dev.py build" in words
    assert "--selftest" in words
    kept = next(step["with"]["path"] for step in jobs[name]["steps"] if "upload" in step.get("uses", ""))
    assert "SHA256SUMS" in kept and "cdx.json" in kept


@pytest.mark.parametrize("name", ["linux", "windows", "macos"])
def test_actions_are_pinned_and_secrets_stay_out_of_commands(jobs: dict[str, Any], name: str) -> None:
    for step in jobs[name]["steps"]:
        if "uses" in step:
            assert re.fullmatch(r"actions/[\w-]+@(v\d+\.\d+\.\d+|[0-9a-f]{40})", step["uses"])
        assert "secrets." not in step.get("run", "")


def test_the_steps_of_the_build_exist_for_every_system(script: Any) -> None:
    build = script("build")
    names = {system: [step.name for step in build.chosen([], system)] for system in build.EVERYWHERE}
    assert names["win32"][-3:] == ["setup", "sbom", "checksums"]
    assert names["darwin"][-3:] == ["dmg", "sbom", "checksums"]
    assert {"deb", "run"} <= set(names["linux"])
