"""What people bring: text that is read as data and nothing else."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from railwright.web.access.refusals import RefusalError

SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
"""How JSON writes half of a letter beyond the first 65,536."""


def read_text(body: bytes) -> str:
    """The text of a body."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RefusalError(f"this is not UTF-8 text (byte {error.start})") from error


def read_json(text: str) -> Any:
    """The JSON value in a text. Numbers that JSON does not have are refused, since no answer could contain them."""
    try:
        found = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise RefusalError("this is not valid JSON (too many brackets inside each other)") from error
    except ValueError as error:  # also a number of thousands of digits
        where = f"line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else "a number"
        raise RefusalError(f"this is not valid JSON ({where})") from error
    if SURROGATE.search(text):
        _check_letters(found)
    return found


def _check_letters(value: Any) -> None:
    """Refuse half a letter: JSON can say it, but no text can contain it."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError as error:
        raise RefusalError("this is not valid JSON (too many brackets inside each other)") from error
    except UnicodeEncodeError as error:
        code = f"\\u{ord(error.object[error.start]):04x}"
        raise RefusalError(f"a text contains {code}, which is half of a letter") from error


def _refuse_constant(name: str) -> NoReturn:
    raise RefusalError(f"{name} is not a number of JSON")
