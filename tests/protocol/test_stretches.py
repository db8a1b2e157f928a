"""What the time of a call went to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.protocol.records import Exchange

MOMENTS = st.integers(0, 50)


def stretches(end: int, **moments: int) -> list[tuple[str, int, int]]:
    times = {f"{name}_ns": moment for name, moment in moments.items()}
    return Exchange(1, 1, "out", "ping", **times).stretches(end)  # type: ignore[arg-type]


def test_every_moment_ends_one_stretch_and_begins_the_next() -> None:
    assert stretches(90, started=10, connect=20, tls=30, sent=40, written=50, first=70) == [
        ("queued", 10, 20),
        ("connect", 20, 30),
        ("tls", 30, 40),
        ("send", 40, 50),
        ("wait", 50, 70),
        ("receive", 70, 90),
    ]


def test_a_call_over_a_pipe_waits_from_when_it_was_sent() -> None:
    assert stretches(90, started=10, sent=10, first=10) == [("wait", 10, 10), ("receive", 10, 90)]


def test_a_call_whose_connection_never_came_spent_its_time_connecting() -> None:
    assert stretches(90, started=10, connect=20) == [("queued", 10, 20), ("connect", 20, 90)]
    assert stretches(90, started=10, connect=20, tls=30)[-1] == ("tls", 30, 90)


@given(st.integers(1, 50), MOMENTS, MOMENTS, MOMENTS, MOMENTS, MOMENTS, st.integers(1, 50))
def test_whatever_a_file_says_the_stretches_follow_one_another_up_to_the_end(
    started: int, connect: int, tls: int, sent: int, written: int, first: int, length: int
) -> None:
    end = started + length
    found = stretches(end, started=started, connect=connect, tls=tls, sent=sent, written=written, first=first)
    assert [start for _, start, _ in found] == [started, *(stop for _, _, stop in found[:-1])]
    assert found[-1][2] == end
    assert all(start <= stop for _, start, stop in found)
