"""Write the constraints files that installations use.

    python tools/lock.py            requirements/lock.txt: the newest versions of all packages, for the Pythons below
    python tools/lock.py --add      the same for new packages only: what is locked stays as it is
    python tools/lock.py --lowest   the lowest versions that pyproject.toml allows, to standard output

Each is a constraints file for pip. Packages are looked up only in the public index, whatever this machine is configured
to use. Versions have no hashes, since the files of a package differ between systems.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements" / "lock.txt"
PYTHONS = ("3.11", "3.12", "3.13")
INDEX = "https://pypi.org/simple"
HEAD = """\
# The versions that the tests are run with, made by `make lock`. What only other systems than Linux need is left open.
"""


TRAINING = "train"
"""The extra that is left out: it names the exact version of torch, which is too large to install for every test."""


def requirements() -> list[str]:
    """The requirements in pyproject.toml: to run, for the extras but one, and for development."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = data["project"]
    extras = [listed for extra, listed in project["optional-dependencies"].items() if extra != TRAINING]
    lists = [project["dependencies"], *extras, *data["dependency-groups"].values()]
    named = (requirement for one in lists for requirement in one if isinstance(requirement, str))  # or another group
    return list(dict.fromkeys(named))


def lowest(wanted: Iterable[str]) -> Iterator[str]:
    """The lowest version that each requirement allows."""
    for requirement in wanted:
        found = re.fullmatch(r"([\w.-]+)>=([\w.]+)", requirement)
        if found is None:
            sys.exit(f"pyproject.toml: {requirement!r} must have the form NAME>=VERSION")
        yield f"{found[1]}=={found[2]}"


def locked(python: str) -> list[str]:
    """The versions in the lock file for a Python version."""
    found = (line.partition(" ; ") for line in LOCK.read_text(encoding="utf-8").splitlines() if line[0] != "#")
    return [version for version, _, conditions in found if not conditions or f'"{python}"' in conditions]


def resolve(wanted: Iterable[str], python: str, *, kept: Iterable[str] = ()) -> dict[str, str]:
    """The newest compatible versions of these packages and their dependencies for a Python version."""
    with tempfile.TemporaryDirectory() as folder:
        report, constraints = Path(folder) / "report.json", Path(folder) / "kept.txt"
        constraints.write_text("\n".join(kept), encoding="utf-8")
        command = [
            sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed",
            "--index-url", INDEX, "--only-binary", ":all:", "--python-version", python, "--target", folder,
            "--report", str(report), "--constraint", str(constraints), *wanted,
        ]  # fmt: skip
        subprocess.run(command, check=True, env={**_without_settings(os.environ), "PIP_CONFIG_FILE": os.devnull})
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    return {package["metadata"]["name"].lower().replace("_", "-"): package["metadata"]["version"] for package in found}


def _without_settings(variables: Mapping[str, str]) -> dict[str, str]:
    """The environment variables without pip's settings, except those that do not affect the result."""
    kept = {"PIP_CERT", "PIP_DEFAULT_TIMEOUT", "PIP_PROXY"}
    return {name: value for name, value in variables.items() if not name.startswith("PIP_") or name in kept}


def lines(versions: dict[str, dict[str, str]]) -> Iterator[str]:
    """The lines of a lock file, from the versions of all packages for each Python version."""
    for name in sorted({name for found in versions.values() for name in found}):
        by_version: dict[str, list[str]] = {}
        for python, found in versions.items():
            if name in found:
                by_version.setdefault(found[name], []).append(python)
        for version, pythons in by_version.items():
            conditions = " or ".join(f'python_version == "{python}"' for python in pythons)
            yield f"{name}=={version}" + (f" ; {conditions}" if len(by_version) > 1 else "")


def main() -> None:
    """Write the lock file, or print the lowest versions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--add", action="store_true", help="lock new packages only")
    what.add_argument("--lowest", action="store_true", help="print the lowest versions, and write nothing")
    options = parser.parse_args()
    if options.lowest:
        print("\n".join(lowest(requirements())))
        return
    versions = {
        python: resolve(requirements(), python, kept=locked(python) if options.add else ()) for python in PYTHONS
    }
    LOCK.parent.mkdir(exist_ok=True)
    LOCK.write_text(HEAD + "".join(f"{line}\n" for line in lines(versions)), encoding="utf-8")
    print(f"{LOCK.relative_to(ROOT)}: {len(list(lines(versions)))} versions")


if __name__ == "__main__":
    main()
