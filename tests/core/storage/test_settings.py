"""Settings survive broken files, crashes and newer versions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.core.storage.settings import Settings, describe
from inspector.errors import UsageError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "settings.json"


def test_without_a_file_all_values_are_the_defaults(path: Path) -> None:
    settings = Settings.load(path)
    assert settings.changed() == {}
    assert settings.notes == []
    assert not path.exists()


def test_only_what_differs_is_saved_in_a_stable_order(path: Path) -> None:
    settings = Settings.load(path)
    settings.set("zoom", 120)
    settings.set("theme", "dark")
    settings.set("follow", True)
    settings.save()
    assert path.read_text() == '{\n  "theme": "dark",\n  "zoom": 120\n}\n'


def test_what_was_saved_is_loaded(path: Path) -> None:
    settings = Settings.load(path)
    settings.timeout_s = 2.5
    settings.roots = ["/data"]
    settings.save()
    assert Settings.load(path).changed() == {"timeout_s": 2.5, "roots": ["/data"]}


def test_a_broken_file_is_kept_aside_and_reported(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('{"zoom": 120,,}')
    settings = Settings.load(path)
    [aside] = path.parent.glob("settings.json.broken-*")
    assert aside.read_text() == '{"zoom": 120,,}'
    assert not path.exists()
    [note] = settings.notes
    assert aside.name in note
    assert "line 1, column 14" in note


def test_two_broken_files_in_one_second_are_both_kept(path: Path) -> None:
    path.parent.mkdir()
    for content in ("[1]", "\udcff"):
        path.write_bytes(content.encode("utf-8", "surrogateescape"))
        Settings.load(path)
    assert len(list(path.parent.glob("settings.json.broken-*"))) == 2


def test_keys_and_values_of_a_newer_version_are_kept(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('{"warp": {"factor": 9}, "theme": "contrast", "zoom": 110}')
    settings = Settings.load(path)
    assert (settings.theme, settings.zoom) == ("system", 110)
    assert "theme must be one of" in settings.notes[0]
    settings.set("zoom", 130)
    settings.save()
    assert json.loads(path.read_text()) == {"warp": {"factor": 9}, "theme": "contrast", "zoom": 130}


@pytest.mark.parametrize(("steps", "percent"), [(-4, 75), (-1, 90), (0, 100), (3, 130), (12, 200)])
def test_zoom_in_steps_of_an_earlier_version_becomes_per_cent(path: Path, steps: int, percent: int) -> None:
    path.parent.mkdir()
    path.write_text(json.dumps({"zoom": steps}))
    settings = Settings.load(path)
    assert settings.zoom == percent and settings.notes == []
    settings.save()
    assert json.loads(path.read_text()) == ({} if percent == 100 else {"zoom": percent})
    assert Settings.load(path).zoom == percent


def test_a_value_set_again_replaces_the_one_not_understood(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('{"theme": "contrast"}')
    settings = Settings.load(path)
    settings.set("theme", "light")
    settings.save()
    assert json.loads(path.read_text()) == {"theme": "light"}


@pytest.mark.parametrize(
    ("name", "value"),
    [("zoom", True), ("zoom", 999), ("theme", "pink"), ("timeout_s", "60"), ("roots", [1]), ("nothing", 1)],
)
def test_a_value_that_cannot_be_is_refused_with_its_name(path: Path, name: str, value: object) -> None:
    with pytest.raises(UsageError, match=name):
        Settings.load(path).set(name, value)


def test_a_failed_write_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings.load(path)
    settings.set("zoom", 110)
    settings.save()

    def disk_full(_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", disk_full)
    settings.set("zoom", 120)
    with pytest.raises(OSError, match="No space"):
        settings.save()
    assert json.loads(path.read_text()) == {"zoom": 110}
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


def test_a_link_to_the_persons_dotfiles_stays_a_link(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir()
    real = tmp_path / "dotfiles.json"
    real.write_text("{}")
    try:
        path.symlink_to(real)
    except OSError:
        pytest.skip("no symbolic links here")
    settings = Settings.load(path)
    settings.set("zoom", 110)
    settings.save()
    assert path.is_symlink()
    assert json.loads(real.read_text()) == {"zoom": 110}


def test_every_setting_says_what_it_is() -> None:
    settings = list(describe())
    assert len(settings) > 10
    for setting in settings:
        assert setting.label and setting.help
        assert setting.check(setting.default) == setting.default
        assert getattr(Settings(), setting.name) == setting.default


def test_what_another_program_set_is_taken_over_and_what_was_set_here_stays(path: Path) -> None:
    ours = Settings.load(path)
    ours.set("theme", "dark")
    ours.save()
    theirs = Settings.load(path)
    theirs.set("zoom", 120)
    theirs.set("theme", "light")
    theirs.unknown["later"] = 1
    theirs.save()
    ours.set("follow", False)
    assert ours.refresh() == ["theme", "zoom"]
    assert ours.changed() == {"theme": "light", "zoom": 120, "follow": False}
    assert ours.unknown == {"later": 1}
    assert ours.refresh() == []


def test_settings_of_no_file_have_nothing_to_take_over() -> None:
    assert Settings(theme="dark").refresh() == []


@pytest.mark.parametrize(
    ("settings", "answers", "offered"),
    [
        (Settings(), True, {"roots", "sampling", "elicitation", "extensions"}),
        (Settings(), False, {"extensions"}),
        (Settings(declare_roots=False, declare_tasks=False), True, {"sampling", "elicitation"}),
        (Settings(declare_sampling=False, declare_elicitation=False), True, {"roots", "extensions"}),
    ],
)
def test_servers_are_offered_what_is_chosen_and_can_be_answered(
    settings: Settings, answers: bool, offered: set[str]
) -> None:
    assert set(settings.capabilities(answers)) == offered


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("theme", "blue", "theme must be one of system, light, dark, not 'blue'"),
        ("timeout_s", 0, "timeout_s must be 0.1 to 86400 s, not 0.0"),
        ("zoom", 74, "zoom must be 75 to 200 %, not 74"),
        ("zoom", 201, "zoom must be 75 to 200 %, not 201"),
        ("zoom", 100.0, "zoom must be an integer, not 100.0"),
        ("follow", 1, "follow must be true or false, not 1"),
        ("roots", "a", "roots must be a list, not 'a'"),
        ("roots", ["a", 1], "roots must be a list of strings, not ['a', 1]"),
        ("none", 1, "no setting named 'none'"),
    ],
)
def test_a_value_that_cannot_be_is_refused_in_a_sentence(
    path: Path, name: str, value: object, why: str
) -> None:
    with pytest.raises(UsageError) as caught:
        Settings.load(path).set(name, value)
    assert str(caught.value) == why


def test_the_ends_of_what_is_allowed_are_allowed(path: Path) -> None:
    settings = Settings.load(path)
    for name, value in (("zoom", 75), ("zoom", 200), ("timeout_s", 1), ("era", "2030-01-01")):
        settings.set(name, value)
        assert getattr(settings, name) == value
    assert type(settings.timeout_s) is float
