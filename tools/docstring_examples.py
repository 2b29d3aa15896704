"""An extension of Griffe for the reference of the site: examples in docstrings become blocks of code.

In our docstrings an example is a paragraph that begins with ``>>>``. Markdown would read that as a quotation.
"""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^>>>.*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


class DocstringExamples(Extension):
    """Marks the examples in every docstring that Griffe reads."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Change the docstring of an object."""
        if obj.docstring is not None:
            obj.docstring.value = with_code_blocks(obj.docstring.value)


def with_code_blocks(docstring: str) -> str:
    """A docstring with its examples as Markdown blocks of code."""
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", docstring)
