"""The process that checks values: frames in, frames out, until its stdin ends."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

STRING = '{"type":"string"}'


class Worker:
    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "inspector.core.validation.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask(self, **members: Any) -> None:
        body = json.dumps(members).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(len(body).to_bytes(4, "big") + body)
        self.process.stdin.flush()

    def hear(self) -> Any:
        """The next frame; None at the end."""
        assert self.process.stdout is not None
        head = self.process.stdout.read(4)
        return json.loads(self.process.stdout.read(int.from_bytes(head, "big"))) if head else None

    def check(self, text: str, key: int = 1, formats: bool = False, **more: Any) -> list[Any]:
        """The messages of one check."""
        self.ask(key=key, text=text, formats=formats, **more)
        told = self.hear()
        if told == {"valid": False}:
            told = self.hear()
        return [problem[1] for problem in told["problems"]]


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """One that said that it is ready."""
    started = Worker()
    assert started.hear() == {"ready": True}
    yield started
    started.process.communicate()
    assert started.process.returncode == 0


def test_a_schema_is_said_once_and_known_by_its_key(worker: Worker) -> None:
    assert worker.check('"a"', schema=STRING, forget=True) == []
    assert worker.check("5") == ["must be string"]
    assert worker.check('"a"', 2, schema='{"type":"null"}', forget=False) == ["must be null"]
    assert worker.check("5", 1) == ["must be string"], "it was not forgotten"


def test_that_a_value_is_wrong_is_said_before_why(worker: Worker) -> None:
    worker.ask(key=3, text="5", formats=False, schema=STRING, forget=False)
    assert worker.hear() == {"valid": False}
    assert [problem[1] for problem in worker.hear()["problems"]] == ["must be string"]


def test_schemas_are_forgotten_when_that_is_asked(worker: Worker) -> None:
    assert worker.check("5", 1, schema=STRING, forget=False) == ["must be string"]
    assert worker.check("5", 2, schema="true", forget=True) == []
    assert worker.check("5", 1) == [], "an unknown key fits everything"


def test_formats_count_when_that_is_asked(worker: Worker) -> None:
    schema = '{"type":"string","format":"date"}'
    severities = []
    for formats in (False, True):
        worker.ask(key=6, text='"x"', formats=formats, schema=schema, forget=True)
        told = worker.hear()
        told = worker.hear() if told == {"valid": False} else told
        severities.append([problem[4] for problem in told["problems"]])
    assert severities == [["warning"], ["error"]]


def test_half_characters_in_a_schema_are_no_end(worker: Worker) -> None:
    [problem] = worker.check('"a"', 4, schema='{"title":"\ud800"}', forget=False)
    assert problem.startswith("The schema is not JSON")
    assert worker.check("5", 5, schema=STRING, forget=False) == ["must be string"]


@pytest.mark.parametrize("data", [b"", b"\x00\x00", b"\x00\x00\x00\x00"])
def test_it_ends_with_its_stdin(data: bytes) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "inspector.core.validation.worker"],
        input=data,
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0 and done.stderr == b""
    assert done.stdout[4:] == b'{"ready": true}'
