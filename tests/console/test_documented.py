"""Every option of every command stands in the documentation, and none that there is not."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from terra_tui import cli

ROOT = Path(__file__).parents[2]
COMMANDS = ("", "solo", "host", "join", "watch", *cli.PAGES, *cli.RECORDS, *cli.ELSEWHERE)
PAGES = ("README.md", "docs/hosting.md", "docs/ssh.md", "docs/records.md", "docs/bots.md", "docs/commands.md")


def options(command: str) -> set[str]:
    """Return the long options of a command, those that are not for people left out."""
    parser = cli._parser([command] if command else [])
    for action in parser._actions:
        if command and isinstance(action, argparse._SubParsersAction):
            parser = action.choices[command]
    return {
        option for action in parser._actions if action.help != argparse.SUPPRESS
        for option in action.option_strings if option.startswith("--")
    }


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_documented_with_its_command(command: str) -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    title = f"`terra {command}`" if command else "All of them"
    section = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    assert section is not None
    shared = {"--help", "--lang", *(() if command == "" else ("--ascii",))}
    missing = options(command) - (shared if command else set()) - set(re.findall(r"--[a-z-]+", section[1]))
    if command == "host":
        missing -= set(re.findall(r"--[a-z-]+", (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")))
    assert missing == set()


@pytest.mark.parametrize("page", PAGES)
def test_no_page_names_an_option_that_there_is_not(page: str) -> None:
    known = set().union(*map(options, COMMANDS))
    text = (ROOT / page).read_text(encoding="utf-8")
    said = {
        option for line in re.findall(r"\bterra(?: [a-z]+)?(?: [^`\n|]*)?--[^`\n|]*|^\| `--[^|]*", text, re.M)
        for option in re.findall(r"--[a-z][a-z-]*", line)
    }
    assert said - known == set()
