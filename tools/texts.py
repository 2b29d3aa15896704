"""Collects the texts of the page and of the server, and keeps the catalogues of other languages complete.

    python tools/texts.py                check the catalogues; exit code 1 if one lacks texts or has unused ones
    python tools/texts.py fr Français    make or complete static/languages/fr.json; what is to be translated is ""

A text is written where it is used, as ``say("...")``, and its English pattern is its key. Texts that are the
same in English but need different translations have a context, which follows the pattern in the key: ``open @ ticket``.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from railwright.say import Parts, Placeholder, parse
from railwright.whole_files import write_whole

SOURCE = Path(__file__).parents[1] / "src" / "railwright"
STATIC = SOURCE / "web" / "static"
LANGUAGES = STATIC / "languages"

_CALL = re.compile(r"(?:(?<![\w.])|(?<=\.\.\.))(?:say|sayNodes|asValue)\(")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`', re.DOTALL)
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_JOINED = re.compile(rf"{_QUOTED.pattern}(?:\s*\+\s*{_QUOTED.pattern})*")
_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
_KIT = "page/kit/say.js"


def collect(source: Path = SOURCE) -> dict[str, str]:
    """Where each text is said first, by its key. A ValueError names a call whose text is not written out."""
    found: dict[str, str] = {}
    for path in sorted(source.rglob("*.py")):
        if path != source / "say.py":
            _add(found, path.relative_to(source).as_posix(), _texts_of_python(path.read_text(encoding="utf-8")))
    static = source / "web" / "static"
    for path in sorted(static.rglob("*.js")):
        if path != static / _KIT:
            _add(found, path.relative_to(static).as_posix(), _texts_of_page(path.read_text(encoding="utf-8")))
    return found


def _add(found: dict[str, str], file: str, texts: Iterator[tuple[int, str | None, str | None]]) -> None:
    for line, pattern, context in texts:
        if pattern is None or context is None:
            raise ValueError(f"{file}, line {line}: write the text out as a string, so that it can be translated")
        parse(pattern)
        found.setdefault(f"{pattern} @ {context}" if context else pattern, f"{file}, line {line}")


def _texts_of_python(text: str) -> Iterator[tuple[int, str | None, str | None]]:
    if "say(" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
            named = {keyword.arg: keyword.value for keyword in node.keywords}
            context = node.args[1] if len(node.args) > 1 else named.get("context")
            yield node.lineno, _constant(node.args[0]), "" if context is None else _constant(context)


def _constant(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _texts_of_page(text: str) -> Iterator[tuple[int, str | None, str | None]]:
    code = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)
    for match in _CALL.finditer(code):
        arguments = _arguments(code, match.end())
        context = _literal(arguments[2]) if len(arguments) > 2 else ""
        yield code.count("\n", 0, match.start()) + 1, _literal(arguments[0]), context


def _arguments(code: str, start: int) -> list[str]:
    """The arguments of a call, from the place after its parenthesis."""
    arguments, depth, at, begin = [], 0, start, start
    while True:
        string = _STRING.match(code, at)
        if string:
            at = string.end()
            continue
        letter = code[at]
        if depth == 0 and letter in ",)":
            arguments.append(code[begin:at].strip())
            begin = at + 1
            if letter == ")":
                return [argument for argument in arguments if argument]
        depth += (letter in "([{") - (letter in ")]}")
        at += 1


def _literal(argument: str) -> str | None:
    """The text of a string in double quotes, or of several that are joined by plus signs."""
    if not _JOINED.fullmatch(argument):
        return None
    return "".join(json.loads(string) for string in _QUOTED.findall(argument))


def problems(catalogue: dict[str, str], texts: dict[str, str]) -> list[str]:
    """What is wrong with the texts of a language."""
    found = [f"no translation for {key!r} ({place})" for key, place in texts.items() if not catalogue.get(key)]
    found += [f"{key!r} is not said anywhere" for key in catalogue if key not in texts]
    for key, translated in catalogue.items():
        pattern = key.rsplit(" @ ", 1)[0]
        try:
            lacking = _names(parse(translated)) ^ _names(parse(pattern)) if translated else set()
        except ValueError as error:
            found.append(f"{key!r}: {error}")
        else:
            found += [f"{key!r}: {{{name}}} is not in both languages" for name in sorted(lacking)]
    return found


def _names(parts: Parts) -> set[str]:
    placeholders = [part for part in parts if isinstance(part, Placeholder)]
    inside = [_names(form) for part in placeholders for form in part.forms.values()]
    return {part.name for part in placeholders}.union(*inside)


def complete(code: str, name: str = "") -> Path:
    """Make or complete a catalogue. A ValueError says what is wrong with the code, or that a name is lacking."""
    if not re.fullmatch("[a-z]{2,3}", code):
        raise ValueError(f"{code!r} is not the code of a language: two or three small letters, such as fr")
    if code == "en":
        raise ValueError("English needs no catalogue: the texts are written in it")
    path = LANGUAGES / f"{code}.json"
    if not name and not path.exists():
        raise ValueError(f"a new language needs its name in that language: python tools/texts.py {code} NAME")
    old = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"language": name, "texts": {}}
    texts = {key: old["texts"].get(key, "") for key in sorted(collect())}
    new = {"language": name or old["language"], "texts": texts}
    write_whole(path, json.dumps(new, ensure_ascii=False, indent=1) + "\n")
    return path


def main() -> None:
    """Check the catalogues, or make one."""
    if len(sys.argv) > 1:
        try:
            path = complete(*sys.argv[1:3])
        except ValueError as error:
            print(f"texts.py: {error}", file=sys.stderr)
            sys.exit(2)
        texts = json.loads(path.read_text(encoding="utf-8"))["texts"]
        print(f"{path.name}: {len(texts)} texts, {sum(not text for text in texts.values())} of them to be translated")
        return
    texts, count = collect(), 0
    for path in sorted(LANGUAGES.glob("*.json")):
        for problem in problems(json.loads(path.read_text(encoding="utf-8"))["texts"], texts):
            print(f"{path.name}: {problem}")
            count += 1
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
