"""What the worker is given bounds: time while somebody types and when it is sent, memory, and no network."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from inspector.core.validation.validation import Validator
from inspector.schema.problem import Problem
from tests.core.validation.test_validation import STRING, exponential


def test_while_somebody_types_a_check_ends_soon_and_its_schema_is_left_alone() -> None:
    async def main() -> None:
        validator, schema = Validator(limit_s=2.0), exponential(40)
        assert await validator.check(STRING, '"a"') == []
        (problem,) = await validator.check(schema, '"x"', editing=True)
        assert problem.is_note and "too expensive" in problem.message and "than 0.75 s" in problem.message
        await validator.check(STRING, '"a"')
        worker = validator.pid
        assert await validator.check(schema, '"y"', editing=True) == [problem]
        assert validator.pid == worker  # a check would have cost it its life
        (again,) = await validator.check(schema, '"x"')
        assert again.is_note and "2 s" in again.message  # sending takes all the time there is
        assert len(await validator.check(STRING, "5", editing=True)) == 1
        await validator.close()

    asyncio.run(main())


@pytest.mark.parametrize("by", ["a check in time", "time"])
def test_a_schema_is_no_longer_too_expensive_after(by: str) -> None:
    async def main() -> None:
        validator, schema = Validator(), {"type": "integer"}
        assert await validator.check(schema, "1") == []
        note = Problem("", "too expensive", "limit", "note")
        until = asyncio.get_running_loop().time() + (30 if by == "a check in time" else -1)
        validator._expensive[id(schema)] = (until, note)
        if by == "a check in time":
            assert await validator.check(schema, "1", editing=True) == [note]
            assert await validator.check(schema, "1") == []  # sent: it has all the time, and needs little
        assert await validator.check(schema, "1", editing=True) == []
        await validator.close()

    asyncio.run(main())


def test_a_worker_that_was_killed_is_there_again_before_it_is_asked() -> None:
    async def main() -> None:
        validator = Validator(limit_s=0.3)
        await validator.check(STRING, '"a"')
        first = validator.pid
        await validator.check(exponential(40), '"x"')
        deadline = time.monotonic() + 10
        while validator.pid in (None, first) and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        assert validator.pid not in (None, first)
        await validator.close()

    asyncio.run(main())


def test_a_worker_that_does_not_start_is_told_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        validator = Validator()
        monkeypatch.setattr(sys, "executable", "/nowhere/python")
        (problem,) = await validator.check(STRING, "5")
        assert problem.is_note and "does not start" in problem.message
        monkeypatch.undo()
        assert len(await validator.check(STRING, "5", editing=True)) == 1
        await validator.close()

    asyncio.run(main())


def test_the_worker_forgets_schemas_that_nobody_asks_about_any_more() -> None:
    async def main() -> None:
        validator = Validator()
        for number in range(200):  # two megabytes each: the worker may take 320
            schema = {"description": "x" * 2_000_000, "const": number}
            assert await validator.check(schema, str(number)) == []
        worker = validator.pid
        assert await validator.check(STRING, '"a"') == [] and validator.pid == worker
        await validator.close()

    asyncio.run(main())


def test_closing_while_the_worker_starts_leaves_no_process() -> None:
    async def main() -> None:
        before = set(psutil.Process().children())
        for turns in range(0, 12, 3):
            validator = Validator()
            validator.prepare()
            for _ in range(turns):
                await asyncio.sleep(0)
            await validator.close()
            assert validator.pid is None
        assert set(psutil.Process().children()) == before

    asyncio.run(main())


def test_a_question_that_nobody_waits_for_any_more_is_not_asked() -> None:
    async def main() -> None:
        validator = Validator(limit_s=1.0)
        await validator.check(STRING, '"a"')
        slow = asyncio.ensure_future(validator.check(exponential(40), '"x"'))
        await asyncio.sleep(0)
        dropped = [asyncio.ensure_future(validator.check(exponential(40), '"x"')) for _ in range(20)]
        await asyncio.sleep(0.01)
        for task in dropped:
            task.cancel()
        begun = time.monotonic()
        await slow
        assert await validator.check(STRING, '"a"') == []
        assert time.monotonic() - begun < 15  # a second for each that is asked
        await asyncio.wait(dropped)
        await validator.close()

    asyncio.run(main())


def test_a_wrong_value_is_told_as_wrong_even_if_its_faults_cannot_be_listed() -> None:
    async def main() -> None:
        validator = Validator()
        schema = {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}
        assert await validator.check(schema, "[]") == []
        text = json.dumps(list(range(150_000)))
        (problem, *_) = await validator.check(schema, text, editing=True)
        assert problem.severity == "error"
        assert await validator.check(STRING, '"a"') == []
        await validator.close()

    asyncio.run(main())


def test_the_worker_has_a_limit_of_memory() -> None:
    source = (
        "from inspector.core.memory_limit import limit_memory\n"
        "limit_memory(400 << 20)\n"
        "try:\n    bytearray(600 << 20)\nexcept MemoryError:\n    print('refused')\n"
    )
    if sys.platform == "darwin":
        pytest.skip("macOS does not enforce a limit of address space")
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, timeout=30, check=True
    )
    assert done.stdout.strip() == "refused"


def test_a_schema_that_is_too_large_or_too_deep_is_a_note_and_not_sent() -> None:
    async def main() -> None:
        validator = Validator()
        large = {"description": "x" * 5_000_000}
        (problem,) = await validator.check(large, "1")
        assert problem.is_note and "4 MB" in problem.message and validator.pid is None
        deep: dict[str, Any] = {}
        for _ in range(50_000):
            deep = {"not": deep}
        (problem,) = await validator.check(deep, "1")
        assert problem.is_note
        while deep:  # let it go level by level: Python would recurse
            deep = deep["not"]
        await validator.close()

    asyncio.run(main())


# -- nothing is loaded ---------------------------------------------------------------------------------------


class _Trap:
    """A server on this machine that only counts who connects."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.visitors = 0
        self._thread = threading.Thread(target=self._wait, daemon=True)
        self._thread.start()

    def _wait(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.visitors += 1
            connection.close()

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()


@pytest.fixture
def trap() -> Iterator[_Trap]:
    found = _Trap()
    yield found
    found.close()


def _probes(address: str) -> list[dict[str, Any]]:
    """Nine ways to make a validator load something."""
    return [
        {"$ref": address},
        {"$ref": f"{address}#/a"},
        {"$dynamicRef": f"{address}#a"},
        {"$schema": address},
        {"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveRef": address},
        {"$id": address, "$ref": "other.json"},
        {"$schema": "http://json-schema.org/draft-07/schema#", "$ref": address},
        {"$schema": "http://json-schema.org/draft-04/schema#", "id": address, "$ref": "more.json"},
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$vocabulary": {address: True},
            "$ref": address,
        },
    ]


def _placed(probe: dict[str, Any]) -> list[dict[str, Any]]:
    """At the root, in a property, in a definition that is used, in a branch."""
    head = {"$schema": probe["$schema"]} if "$schema" in probe else {}
    return [
        probe,
        {**head, "properties": {"a": probe}},
        {**head, "properties": {"a": {"$ref": "#/$defs/d"}}, "$defs": {"d": probe}},
        {**head, "anyOf": [{"type": "string"}, probe]},
    ]


def test_no_probe_makes_the_worker_connect_anywhere(trap: _Trap) -> None:
    async def main() -> None:
        validator = Validator()
        for probe in _probes(f"http://127.0.0.1:{trap.port}/x.json"):
            for schema in _placed(probe):
                for problem in await validator.check(schema, '{"a": 1}'):
                    assert problem.keyword != "limit"
        assert validator.pid is not None
        assert psutil.Process(validator.pid).net_connections() == []
        await validator.close()

    asyncio.run(main())
    assert trap.visitors == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in the file system")
def test_no_probe_makes_the_worker_read_a_file(tmp_path: Path) -> None:
    """A pipe that nobody writes to: who opens it waits, and is noticed."""
    pipe = tmp_path / "schema.json"
    os.mkfifo(pipe)

    async def main() -> None:
        validator = Validator()
        for probe in _probes(pipe.as_uri()):
            for schema in _placed(probe):
                for problem in await validator.check(schema, '{"a": 1}'):
                    assert problem.keyword != "limit"
        await validator.close()

    asyncio.run(main())
