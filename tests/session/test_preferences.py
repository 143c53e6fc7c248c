"""The settings file: read, checked, written; a broken one is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from terra_tui.session.preferences import ConfigError, Preferences, config_path, load, name_or_none, save

ODD = Preferences('a "b" \\c', "ko", "mono", "box", bell=False, title=False, mouse=False)


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "terra" / "config.toml"
    save(path, ODD)
    assert load(path) == ODD
    save(path, Preferences())
    assert load(path) == Preferences()
    assert [file.name for file in path.parent.iterdir()] == ["config.toml"]


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert load(tmp_path / "none.toml") == Preferences()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("theme = [", "config.toml"),
        ('theme = "pink"', "theme must be one of"),
        ("bell = 1", "bell must be true or false"),
        ("name = 5", "name must be a text"),
        ('colour = "x"', "colour is not a setting"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError, match=why) as error:
        load(path)
    assert str(path) in str(error.value)


def test_a_file_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b'name = "\xb9\xce"')
    with pytest.raises(ConfigError, match=r"config\.toml"):
        load(path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "terra").write_text("in the way")
    with pytest.raises(ConfigError, match="terra"):
        save(tmp_path / "terra" / "config.toml", Preferences())


def test_where_it_is() -> None:
    assert config_path({"XDG_CONFIG_HOME": "/x"}) == Path("/x/terra/config.toml")
    assert config_path({"XDG_CONFIG_HOME": "relative"}) == Path.home() / ".config/terra/config.toml"


def test_names() -> None:
    assert name_or_none(" Minji ") == "Minji"
    assert name_or_none("") is None
    assert name_or_none("x" * 17) is None
