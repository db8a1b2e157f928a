"""Figures of the forms (tests/forms): what is shown, unchanged, without false errors, where, and how fast.

    packaging/dev.py bench forms [--cases FILE.json] [--tools FOLDER] [--suite FOLDER] [--json]

--cases: any file in the shape of schemastore/cases.json, as corpus C2; --tools: any folder in the shape of
corpus/, as C6; --suite: any folder in the shape of json-schema-test-suite, as C1, C3, C4. Without them the
files beside the repository are taken. Exit code 0: every target is reached, and no case was left out for want
of time.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.forms import report  # noqa: E402
from tests.forms.corpora import CORPORA, Sources, cases_of  # noqa: E402
from tests.forms.measures import measures  # noqa: E402
from tests.forms.runner import Plan, run  # noqa: E402


def _words() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench forms", description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=Path, help="file in the shape of schemastore/cases.json (C2)")
    parser.add_argument("--tools", type=Path, help="folder in the shape of corpus/ (C6)")
    parser.add_argument(
        "--suite", type=Path, help="folder in the shape of json-schema-test-suite (C1, C3, C4)"
    )
    parser.add_argument("--only", default="", help="measures and corpora to run, e.g. FULL,M4,C2 (all)")
    parser.add_argument("--every", type=int, default=1, help="take every nth case only")
    parser.add_argument(
        "--failing", type=int, default=5, metavar="N", help="failing cases to name a figure (5)"
    )
    parser.add_argument(
        "--limit", type=float, default=1500, metavar="S", help="seconds for everything (1500)"
    )
    parser.add_argument("--processes", type=int, default=0, help="how many at once (one a core)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser.parse_args()


def main() -> int:
    """Measure, print, and say by the exit code whether every target is reached."""
    words = _words()
    sources = Sources()
    for name in ("cases", "tools", "suite"):
        given = getattr(words, name)
        if given is not None:
            if not given.exists():
                print(f"{given} is not there", file=sys.stderr)
                return 2
            sources = replace(sources, **{name: given.resolve()})
    only = [word for word in words.only.split(",") if word]
    unknown = [word for word in only if word not in measures() and word not in CORPORA]
    if unknown:
        known = ", ".join([*measures(), *CORPORA])
        print(f"neither measure nor corpus: {', '.join(unknown)}; there are {known}", file=sys.stderr)
        return 2
    plan = Plan(
        sources,
        tuple(word for word in only if word in measures()),
        tuple(word for word in only if word in CORPORA) or tuple(CORPORA),
        max(1, words.every),
        words.limit,
    )
    started = time.monotonic()
    figures = run(plan, words.processes)
    seconds = time.monotonic() - started
    missed = [one for one in figures if not one.is_met]
    counts = {corpus: len(cases_of(corpus, sources)) for corpus in plan.corpora}
    if words.json:
        found = {
            "cases": counts,
            "seconds": round(seconds, 1),
            "figures": report.as_json(figures, words.failing),
        }
        print(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        print("  cases: " + ", ".join(f"{corpus} {count or 'not there'}" for corpus, count in counts.items()))
        for line in report.lines(figures, words.failing):
            print(line)
        print(f"\n  {len(figures) - len(missed)} of {len(figures)} targets reached, in {seconds:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
