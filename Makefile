# On a machine with Python 3.11 or newer and make, two commands set everything up: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Versions to install: those tested together. For the newest versions: `make clean`, then `make LOCK= test`.
LOCK ?= requirements/lock.txt
PIP := -m pip --quiet --disable-pip-version-check
# A separate environment with the lowest versions that pyproject.toml allows.
LOWEST := .venv-lowest
# To run only some tests: make TESTS=tests/game tests
TESTS ?=
# The tests of a file run in one process, since they share servers, boards and games. Linear algebra uses one thread.
PYTEST = OPENBLAS_NUM_THREADS=1 $(1)/bin/pytest -n 3 --dist loadfile --no-loadscope-reorder --durations 12 $(TESTS)

# The quick tests: all but those marked slow, and but those of servers, commands, processes, studies, whole games, and
# other files that take more than eight seconds.
SLOW := cli mapmaker store studies web workers test_agreement.py test_docs.py test_learning_examples.py \
	compiled/test_kernel_cache.py matches/test_check_player.py $(patsubst %,rl/test_%.py,equality libraries openspiel) \
	$(patsubst %,draw/test_draw_%.py,earth labels layout picture svg) $(patsubst %,game/test_%.py,modes properties view) \
	$(patsubst %,optimum/test_%.py,branch_and_bound connected *networks position_instance) \
	$(patsubst %,players/test_%.py,*_plan advice batch_player conformance express1* express_features honesty mcts* \
	observation player_faults silva thesis*)
QUICK := -m 'not slow' $(patsubst %,--ignore-glob='tests/%',$(SLOW))
# Tests of kernels that are fast enough when nothing is compiled: recorded games, scenarios of the rules and of players.
KERNEL_TESTS ?= $(patsubst %,tests/game/test_%.py,building drawing golden passing scoring setup ticket* view) \
	$(patsubst %,tests/players/test_%.py,evaluation planner_cards planner_following hoard hungry long_route one_step path rule)
COVERED := .coverage-data

# Without bytecode, every process that the tests start would parse all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check quick-tests lint types layers docs tests coverage test-lowest lock compiled browser bench clean

play: $(VENV)/installed ## install into a local environment and open the table in the browser
	$(BIN)/railwright serve --open

test: ## run all checks and tests; compiles while the tools are installed and lint and types are checked
	@$(MAKE) --no-print-directory -j 3 browser compiled lint types layers docs
	$(call PYTEST,$(VENV))

check: ## while working: lint, types, import rules and the quick tests
	@$(MAKE) --no-print-directory -j 3 lint types layers quick-tests

quick-tests: compiled $(VENV)/installed-dev
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -q -n 2 --dist loadfile $(QUICK)

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

layers: $(VENV)/installed-dev
	$(BIN)/lint-imports

docs: $(VENV)/installed-dev ## build the documentation as a site, to be opened at site/index.html; dead links are errors
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build

tests: browser compiled $(VENV)/installed-dev
	$(call PYTEST,$(VENV))

coverage: browser compiled $(VENV)/installed-dev ## measure which lines and branches the tests run; kernels apart, in a run without the compiler
	rm -rf $(COVERED)
	@mkdir $(COVERED)
	@failed=0; \
	COVERAGE_FILE="$(CURDIR)/$(COVERED)/tests" $(subst /bin/pytest,/bin/coverage run -m pytest,$(call PYTEST,$(VENV))) || failed=1; \
	NUMBA_DISABLE_JIT=1 COVERAGE_FILE="$(CURDIR)/$(COVERED)/kernels" \
		$(BIN)/coverage run -m pytest -q -n 3 --dist loadfile $(KERNEL_TESTS) -k 'not whole_legal_games' || failed=1; \
	$(BIN)/python tools/coverage_report.py || failed=1; \
	exit $$failed

test-lowest: browser $(LOWEST)/installed ## run the tests with the lowest versions of all packages
	$(LOWEST)/bin/railwright warmup
	$(call PYTEST,$(LOWEST))

lock: $(VENV)/installed-dev ## lock the newest versions of all packages; then run the tests, and keep the file if they pass
	$(BIN)/python tools/lock.py

compiled: $(VENV)/installed
	$(BIN)/railwright warmup

browser: ## install Debian's chromium if it is missing and we may; without it the tests of the page are skipped
	@command -v chromium >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null \
		|| { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; } \
		|| echo "chromium could not be installed: the tests of the page will be skipped"

bench: $(VENV)/installed ## measure the speed of the engine on this machine
	$(BIN)/railwright bench

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Railwright needs Python 3.11 or newer; try make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml $(LOCK) | $(VENV)/bin/python
	$(BIN)/python $(PIP) install $(LOCK:%=--constraint %) -e .
	@touch $@

# Most modules of the tools are never imported. Those that are get their bytecode then.
$(VENV)/installed-dev: pyproject.toml $(VENV)/installed | $(VENV)/bin/python
	$(BIN)/python $(PIP) install --upgrade 'pip>=25.1'
	$(BIN)/python $(PIP) install --no-compile $(LOCK:%=--constraint %) --group dev
	@touch $@

$(LOWEST)/installed: pyproject.toml tools/lock.py
	$(PYTHON) -m venv --clear $(LOWEST)
	$(LOWEST)/bin/python $(PIP) install --upgrade 'pip>=25.1'
	$(LOWEST)/bin/python tools/lock.py --lowest > $(LOWEST)/lowest.txt
	$(LOWEST)/bin/python $(PIP) install --constraint $(LOWEST)/lowest.txt -e . --group dev
	@touch $@

clean:
	rm -rf $(VENV) $(LOWEST) build dist site .coverage-data .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
