"""How long an Esc is waited on: long over SSH, where a slow line cuts the sequences of other keys; else not."""

from __future__ import annotations

import pytest

from terra_tui.commands.screen import FAR_ESCAPE, NEAR_ESCAPE, escape_delay


@pytest.mark.parametrize("name", ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"])
def test_over_ssh_it_is_long(name: str) -> None:
    assert escape_delay({name: "x"}) == FAR_ESCAPE == "500"


def test_on_this_computer_it_is_short() -> None:
    assert escape_delay({"TERM": "xterm"}) == NEAR_ESCAPE
    assert int(NEAR_ESCAPE) <= 100


def test_ones_own_setting_counts() -> None:
    assert escape_delay({"SSH_TTY": "x", "ESCDELAY": "25"}) == "25"
