"""What people bring: text that is read as data and nothing else."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from railwright.web.refusals import RefusalError


def read_text(body: bytes) -> str:
    """The text of a body."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RefusalError(f"this is not UTF-8 text (byte {error.start})") from error


def read_json(text: str) -> Any:
    """The JSON value in a text. Numbers that JSON does not have are refused, since no answer could contain them."""
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise RefusalError("this is not valid JSON (too many brackets inside each other)") from error
    except ValueError as error:  # also a number of thousands of digits
        where = f"line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else "a number"
        raise RefusalError(f"this is not valid JSON ({where})") from error


def _refuse_constant(name: str) -> NoReturn:
    raise RefusalError(f"{name} is not a number of JSON")
