"""An offer is known by its name or text, fetched as it was meant, and shown again as it was saved."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from inspector.core.install.bundles.offer import BundleOffer
from inspector.core.install.offer_protocol import Made
from inspector.core.install.offers import (
    Download,
    download_of,
    is_offer_file,
    offer_again,
    offered_by,
    read_offer,
    read_offer_text,
    settled,
)
from inspector.core.install.registry_entry import RegistryOffer
from inspector.core.servers.profiles import Profile
from inspector.core.storage.secrets import MemoryStore
from inspector.errors import UsageError
from inspector.transport import HttpTarget, StdioTarget
from tests.core.install.bundles.packing import pack

SUM = "ab" * 32
ENTRY: dict[str, Any] = {
    "name": "io.x/notes",
    "packages": [
        {"registryType": "mcpb", "identifier": "https://h.example/a.mcpb", "version": "1", "fileSha256": SUM,
         "transport": {"type": "stdio"}},
        {"registryType": "npm", "identifier": "notes", "version": "1", "transport": {"type": "stdio"}},
    ],
    "remotes": [{"type": "streamable-http", "url": "https://h.example/mcp"}],
}  # fmt: skip
TEXT = json.dumps(ENTRY)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [("a.mcpb", True), ("A.DXT", True), ("Server.json", True), ("server.json5", False), ("a.json", False)],
)
def test_an_offer_is_known_by_its_name(name: str, is_one: bool) -> None:
    assert is_offer_file(Path("folder", name)) is is_one


def test_only_a_bundle_is_fetched() -> None:
    offer = RegistryOffer(ENTRY)
    kinds = {offer.choices[place]: download_of(offer, place) for place in range(3)}
    assert list(kinds.values()).count(None) == 2
    assert Download("https://h.example/a.mcpb", SUM) in kinds.values()
    assert download_of(offer, -1) is None


def test_a_bundle_is_not_fetched_again(tmp_path: Path) -> None:
    assert download_of(read_offer(pack(tmp_path / "a.mcpb")), 0) is None


def test_what_was_fetched_must_be_what_was_meant(tmp_path: Path) -> None:
    offer = read_offer(pack(tmp_path / "a.mcpb"))
    assert isinstance(offer, BundleOffer)
    found = offer.bundle.sha256
    Download("u", found).require(offer)
    wrong = {
        SUM: f"this is not the file in the registry: its SHA-256 is {found}, expected {SUM}",
        "": "the registry entry has no SHA-256, so the file cannot be verified",
    }
    for expected, said in wrong.items():
        with pytest.raises(UsageError) as caught:
            Download("u", expected).require(offer)
        assert str(caught.value) == said
    with pytest.raises(UsageError, match="the file is not a bundle"):
        Download("u", found).require(RegistryOffer(ENTRY))


def test_a_pasted_path_or_entry_is_an_offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = pack(tmp_path / "a.mcpb")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    for text in (str(path), f' "{path}" ', f"file://{path}", "~/a.mcpb"):
        assert offered_by(text) == path
    assert offered_by(f"\n{TEXT} ") == TEXT


@pytest.mark.parametrize(
    "text",
    [
        "none.mcpb",
        "npx -y server",
        "~nobody-of-this-name/a.mcpb",
        "x" * 5000 + "/a.mcpb",
        '{"mcpServers": {}}',
        '{"packages": ',
        '{"packages": "' + "x" * (256 << 10) + '"}',
    ],
)
def test_another_text_is_none(text: str) -> None:
    assert offered_by(text) is None


def test_a_file_is_read_as_what_it_is(tmp_path: Path) -> None:
    assert isinstance(read_offer(pack(tmp_path / "a.DXT")), BundleOffer)
    path = tmp_path / "server.json"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    assert isinstance(read_offer(path), RegistryOffer)


def test_a_file_that_is_none_says_why(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="server\\.json cannot be read: No such file or directory"):
        read_offer(tmp_path / "server.json")
    with pytest.raises(UsageError, match="is not a file"):
        read_offer(tmp_path)
    large = tmp_path / "server.json"
    large.write_text(TEXT + " " * ((2 << 20) - len(TEXT)))
    assert isinstance(read_offer(large), RegistryOffer)
    large.write_text(TEXT + " " * ((2 << 20) - len(TEXT) + 1))
    with pytest.raises(UsageError, match=r"larger than 2 MB: not a server\.json"):
        read_offer(large)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.mcpb")
        with pytest.raises(UsageError, match=r"pipe\.mcpb is not a file"):
            read_offer(tmp_path / "pipe.mcpb")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{\n "a" 1}', "This is not JSON: line 2, column 6: expected a colon after the key."),
        ("[" * 100_000, "The JSON is nested too deeply."),
        ("[" + "1" * 5000 + "]", "The JSON cannot be read: "),
    ],
)
def test_a_text_that_is_no_json_says_where(text: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_offer_text(text)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("kept", "choice", "values"),
    [
        ({"server": ENTRY, "choice": 2, "values": {"a": 1}}, 2, {"a": 1}),
        ({"server": ENTRY, "choice": 0, "values": [1]}, 0, {}),
        ({"server": ENTRY, "choice": 3}, 0, {}),
        ({"server": ENTRY, "choice": -1}, 0, {}),
        ({"server": ENTRY, "choice": "2"}, 0, {}),
    ],
)
def test_a_saved_server_shows_the_form_that_it_was_made_of(
    kept: dict[str, Any], choice: int, values: dict[str, Any]
) -> None:
    found = offer_again(Profile("n", StdioTarget("x"), bundle=kept))
    assert found is not None
    assert isinstance(found[0], RegistryOffer) and found[1:] == (choice, values)


def test_a_server_of_a_bundle_shows_its_bundle(tmp_path: Path) -> None:
    offer = read_offer(pack(tmp_path / "a.mcpb"))
    made = offer.make(0, "notes", {})
    found = offer_again(made.profile)
    assert found is not None and isinstance(found[0], BundleOffer)
    assert found[0].bundle.sha256 == made.profile.bundle["sha256"] and found[1:] == (0, {})
    assert offer_again(Profile("n", StdioTarget("x"))) is None


def settle(key: str, store: MemoryStore, others: list[Profile], *, new: bool) -> Profile:
    target = StdioTarget("x", (), {"K": f"${{secret:{key}}}"})
    return settled(Made(Profile("n", target), {key: "mine"}, (), ()), others, store, new=new)


@pytest.mark.parametrize("new", [False, True])
def test_secrets_of_a_saved_server_get_no_place_of_another(new: bool) -> None:
    store = MemoryStore()
    other = Profile("o", HttpTarget("https://h", {"A": "${secret:server/N/K}"}))
    store.set("server/N/K", "theirs")
    target = settle("server/n/K", store, [other], new=new).target
    assert isinstance(target, StdioTarget)
    [place] = set(store.keys()) - {"server/N/K"}
    assert new or place == "server/n/K 2"
    assert target.env == {"K": f"${{secret:{place}}}"}
    assert (store.get(place), store.get("server/N/K")) == ("mine", "theirs")


def test_a_server_that_is_there_keeps_the_places_of_its_secrets() -> None:
    store = MemoryStore()
    store.set("server/n/K", "before")
    settle("server/n/K", store, [], new=False)
    assert store.keys() == ["server/n/K"] and store.get("server/n/K") == "mine"
