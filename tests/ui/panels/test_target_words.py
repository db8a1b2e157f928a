"""How a command line reaches the server of a panel."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inspector.core.servers.profiles import Profile, demo_profile
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.panels.target_words import target_words
from tests.ui.panels.offline import Offline

pytestmark = pytest.mark.gui
FAR = Profile("far", HttpTarget("https://example.com/mcp"))


def words(journal: Journal, folder: Path, profile: Profile) -> list[str]:
    made = Offline(journal, folder, profile)
    found = target_words(made.context)
    made.close()
    return found


def test_a_process_is_named_with_its_arguments_at_the_end(
    journal: Journal, tmp_path: Path, qloop: object
) -> None:
    profile = Profile("own", StdioTarget("server", ("--flag", "a b")))
    assert words(journal, tmp_path, profile) == ["--", "server", "--flag", "a b"]
    assert words(journal, tmp_path, demo_profile())[0] == "--"


def test_an_address_is_given_as_an_option(journal: Journal, tmp_path: Path, qloop: object) -> None:
    assert words(journal, tmp_path, FAR) == ["--on", "https://example.com/mcp"]


def test_what_is_declared_of_the_client_comes_first_even_when_it_is_empty(
    journal: Journal, tmp_path: Path, qloop: object
) -> None:
    told = replace(FAR, capabilities={}, client_info={"name": "me"})
    found = words(journal, tmp_path, told)
    assert found == ["--declare", "{}", "--client-info", '{"name":"me"}', "--on", "https://example.com/mcp"]
