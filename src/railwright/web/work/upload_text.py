"""Decodes the text of uploads."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from railwright.say import say
from railwright.web.access.refusals import RefusalError

SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
"""JSON escape of a surrogate, that is, half of a character beyond U+FFFF."""


def read_text(body: bytes) -> str:
    """Decode a body as UTF-8."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RefusalError(say("this is not UTF-8 text (byte {place})", place=str(error.start))) from error


def read_json(text: str) -> Any:
    """Parse JSON. NaN and infinities are refused, since no JSON response could contain them."""
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise RefusalError(say("this is not valid JSON (too deeply nested)")) from error
    except ValueError as error:  # including a number with thousands of digits
        if not isinstance(error, json.JSONDecodeError):
            raise RefusalError(say("this is not valid JSON (a number)")) from error
        raise RefusalError(
            say(
                "this is not valid JSON (line {line}, column {column})",
                line=str(error.lineno), column=str(error.colno),
            )
        ) from error  # fmt: skip
    if SURROGATE.search(text):
        _check_letters(value)
    return value


def _check_letters(value: Any) -> None:
    """Refuse lone surrogates: JSON can escape them, but UTF-8 cannot encode them."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError as error:
        raise RefusalError(say("this is not valid JSON (too deeply nested)")) from error
    except UnicodeEncodeError as error:
        code = f"\\u{ord(error.object[error.start]):04x}"
        raise RefusalError(
            say("a string contains {code}, a lone surrogate, which is not a character", code=code)
        ) from error  # fmt: skip


def _refuse_constant(name: str) -> NoReturn:
    raise RefusalError(say("{number} is not a JSON number", number=name))
