"""The verdicts of a sweep as others read them."""

from __future__ import annotations

from inspector.core.client.answers import ServerInfo
from inspector.core.fault_injection.faults import FaultVerdict
from inspector.core.fault_injection.report import as_markdown, summary
from inspector.protocol.faults import PRESETS

ONE, OTHER = list(PRESETS)[:2]
VERDICTS = [
    FaultVerdict(ONE, "complied", "It responded\nwith a|b.", (), "must", True),
    FaultVerdict(OTHER, "not complied", "No response.", (), "should", True),
    FaultVerdict(OTHER, "not complied", "It ended.", (), "none", False),
    FaultVerdict(ONE, "no answer", "Silence.", (), "must", True),
    FaultVerdict(ONE, "undecided", "Who knows.", (), "must", True),
]


def test_a_sweep_is_summed_up_in_a_line() -> None:
    assert summary(VERDICTS) == (
        "5 faults: 1 complied, 2 not complied, 1 no answer, 1 undecided; MUST violations: 1"
    )
    assert summary(VERDICTS[:1]) == "1 faults: 1 complied; MUST violations: none"
    assert summary([]) == "0 faults: nothing; MUST violations: none"


def test_a_table_says_the_server_and_a_row_each() -> None:
    info = ServerInfo("demo", "1.2", "", "modern", "2026-07-28", {}, "", "")
    head, blank, said, _, columns, line, *rows = as_markdown(VERDICTS[:3], info, "stdio").splitlines()
    assert (head, blank) == ("**Deliberate faults**: demo 1.2, 2026-07-28, stdio", "")
    assert said == summary(VERDICTS[:3])
    assert (columns, line) == ("| | FaultVerdict | Rule | Fault | What happened |", "|---|---|---|---|---|")
    assert rows == [
        f"| ✓ | complied | MUST | {PRESETS[ONE].title} | It responded with a\\|b. |",
        f"| ✗ | not complied | SHOULD | {PRESETS[OTHER].title} | No response. |",
        f"| ✗ | not complied |  | {PRESETS[OTHER].title} | It ended. |",
    ]
    assert as_markdown([], None, "http").startswith("**Deliberate faults**: http\n\n0 faults: ")
