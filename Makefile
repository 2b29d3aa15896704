# Two commands set everything up on a machine that has Python 3.11 or newer and make: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A file's tests stay together, since they share servers, boards and games; linear algebra leaves the cores to them.
PYTEST := OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder --durations 12

.PHONY: play test lint types layers tests compiled browser bench clean

play: $(VENV)/installed ## install into a local environment and open the table in the browser
	$(BIN)/railwright serve --open

test: $(VENV)/installed-dev ## everything that must hold; compiles while lint and types are checked
	@$(MAKE) --no-print-directory -j 3 browser compiled lint types layers
	$(PYTEST)

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

layers: $(VENV)/installed-dev
	$(BIN)/lint-imports

tests: browser compiled
	$(PYTEST)

compiled: $(VENV)/installed-dev
	$(BIN)/railwright warmup

browser: ## Debian's chromium, if it is missing and we may install it; without it the tests of the page say so
	@command -v chromium >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null \
		|| { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; } \
		|| echo "chromium could not be installed: the tests of the page will be skipped"

bench: $(VENV)/installed ## speed of the engine on this machine
	$(BIN)/railwright bench

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Railwright needs Python 3.11 or newer; try make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/installed-dev: pyproject.toml $(VENV)/installed | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
