"""The page of the guide with the rules says what the rules say."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from inspector.core.check.report import rule_table

HELP: Final = Path(__file__).resolve().parents[2] / "resources" / "help"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_page_is_that_of_the_table_of_now(language: str, script: Callable[[str], ModuleType]) -> None:
    written = (HELP / language / "rules.md").read_text("utf-8")
    assert written == script("rules_page").page(language), "run: python3 packaging/dev.py rules"


def test_every_rule_has_a_place_that_a_finding_leads_to() -> None:
    written = (HELP / "en" / "rules.md").read_text("utf-8")
    assert re.findall(r'<a id="([\w-]+)">', written) == [one["id"] for one in rule_table()]
