"""What argparse finds wrong, said by us: it words its errors in English, and differently from Python to Python."""

from __future__ import annotations

import re
from typing import Final

from server.console.say import clipped, say

_SAID: Final = tuple(
    (re.compile(pattern, re.DOTALL), ours)
    for pattern, ours in (
        (r"the following arguments are required: (?P<names>.+)", "{names} is missing."),
        (r"one of the arguments (?P<names>.+) is required", "{names} is missing."),
        (r"unrecognized arguments: (?P<value>.+)", "{value} is not understood."),
        (r"invalid choice: (?P<value>.+) \(choose from (?P<choices>.+)\)", "{value} is none of these: {choices}."),
        (r"expected one argument", "a value is missing after it."),
        (r"expected at (?:most|least) one argument", "it does not have so many values."),
        (r"expected (?P<n>\d+) arguments?", "it does not have so many values."),
        (r"ignored explicit argument (?P<value>.+)", "it takes no value, not {value} either."),
        (r"ambiguous option: (?P<value>.+) could match (?P<choices>.+)", "{value} may mean {choices}."),
        (r"not allowed with argument (?P<value>.+)", "it does not go together with {value}."),
        (r"invalid \S+ value: (?P<value>.+)", "it cannot be {value}."),
    )
)
"""What argparse says, and what it means."""

_COMMAND: Final = re.compile(
    r"argument COMMAND: invalid choice: (?P<value>.+) \(choose from (?P<choices>.+)\)", re.DOTALL
)
_OF_ONE: Final = re.compile(r"argument (?P<name>[^:]+): (?P<rest>.+)", re.DOTALL)
_LONGEST: Final = 200


def sentence(message: str) -> str:
    """Return argparse's `message` in our words; what is not known, and our own types' errors, as they are."""
    command = _COMMAND.fullmatch(message)
    if command is not None:
        template = "There is no command {value}; there are {choices}."
        names = command["choices"].replace("'", "")
        return say(template, value=clipped(command["value"], _LONGEST), choices=clipped(names, _LONGEST))
    found = _OF_ONE.fullmatch(message)
    if found is not None:
        return f"{found['name']}: {sentence(found['rest'])}"
    for pattern, ours in _SAID:
        said = pattern.fullmatch(message)
        if said is not None:
            # Some Pythons put choices between quotes, others do not.
            values = {name: value.replace("'", "") if name == "choices" else value
                      for name, value in said.groupdict().items()}
            return say(ours, **{name: clipped(value, _LONGEST) for name, value in values.items()})
    return message
