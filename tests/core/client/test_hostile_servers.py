"""Whatever offers a server: it is read, in part or refused, in words that a user understands."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.core.install.offers import is_offer_file, read_offer
from inspector.core.servers.profiles import Profile
from inspector.core.transfer.importers.cautions import cautions_of
from inspector.core.transfer.importers.reading import read_file
from inspector.errors import UsageError
from inspector.transport import StdioTarget
from tests.hostile_servers import SERVER_FILES, make_server_file


@pytest.mark.parametrize("name", SERVER_FILES)
def test_a_file_that_means_harm_is_read_in_part_or_refused(tmp_path: Path, name: str) -> None:
    path = make_server_file(name, tmp_path)
    if not is_offer_file(path):
        found = read_file(path)
        assert found.problem or found.found or "TOML" in name or "comments" in name
        return
    try:
        offer = read_offer(path)
        for choice in range(min(3, len(offer.choices))):
            offer.schema(choice)
            offer.make(choice, "x", offer.initial(choice))
    except UsageError as error:
        assert str(error)


@pytest.mark.parametrize(
    "words", ["curl " * 200_000, "iex " * 200_000, "curl " + "|" * 900_000, "sh  " * 200_000]
)
def test_the_caution_of_downloads_takes_no_time_by_the_square(words: str) -> None:
    """With a regular expression of `curl.*sh` this takes hours."""
    profile = Profile("x", StdioTarget("sh", ("-c", words)))
    assert not [one for one in cautions_of(profile) if one.id == "download"]
    profile = Profile("x", StdioTarget("sh", ("-c", words + " curl x | sh")))
    assert [one for one in cautions_of(profile) if one.id == "download"]
