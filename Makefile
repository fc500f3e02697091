# make play   install everything and open the page   (PORT=8765, HOST=0.0.0.0 for phones in the network)
# make test   install everything and check everything
# make help   the other commands

PYTHON ?= python3
GAME ?= volterra
RUNS ?= 1000000
WEB ?= ON
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PYTEST := $(BIN)/pytest -q -n 2 --dist worksteal
SOURCES := CMakeLists.txt $(shell find src native web tools -type f -not -name '*.pyc' -not -name '*.test.ts' \
  -not -path 'native/tests/*' -not -path 'web/node_modules/*' -not -path 'web/dist/*')
PAGE := $(BIN)/python tools/page.py
CAMPAIGN := $(BIN)/python -m tests.faults.campaign
SERVE := $(BIN)/tretorri serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT))

.PHONY: help play test install format check tests docs pictures screenshots figures browser services lock audit bench strength sanitize fuzz campaign-load campaign-input campaign-twins campaign-security campaign-nightly clean

play: install ## install everything, serve the page and open it where there is a browser
	@if [ -t 0 ] || [ -t 1 ] || [ -t 2 ] || [ -n "$(HOST)$(PORT)" ]; then $(SERVE); \
	else $(SERVE) --check && $(BIN)/tretorri play $(GAME); fi # nobody is there who could stop it

test: install check tests ## install everything, then check format, lint, types, all tests and coverage

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 26

install: .venv/.package

.venv/.tools: requirements/dev.txt requirements/node.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tretorri needs Python 3.11 or newer: make $(MAKECMDGOALS) PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv .venv
	@echo "installing what is listed in requirements/dev.txt ..." >&2
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@$(PYTHON) tools/node.py || $(PIP) install --require-hashes -r requirements/node.txt
	@touch $@

.venv/.package: .venv/.tools pyproject.toml README.md $(SOURCES)
	@echo "installing tretorri ..." >&2
	@$(PIP) install --no-deps --no-build-isolation --force-reinstall --config-settings=cmake.define.TRETORRI_WEB=$(WEB) .
	@touch $@

format: install ## rewrite all code in the one format
	$(BIN)/ruff format .
	$(PAGE) format
	$(BIN)/ruff check --fix .

check: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy tests benchmarks examples/bot.py docs/draw_pictures.py docs/take_screenshots.py tools/audit.py tools/node.py tools/page.py tools/backend.py
	$(BIN)/bandit --quiet --recursive --severity-level high src tools
	$(PAGE) check

tests: install browser services
	$(PAGE) test
	$(BIN)/coverage erase
	$(PYTEST) --cov --cov-report= --ignore=tests/fuzz --ignore=tests/web tests README.md docs --pyargs tretorri
	$(BIN)/coverage report --include='*/tretorri/core/*,*/tretorri/games/*' --fail-under=100
	$(PYTEST) tests/fuzz tests/web # apart: measuring coverage would only slow them down

docs: install ## build the documentation as a site (build/site)
	$(BIN)/zensical build --strict --clean

pictures: install ## draw the pictures of the rulebooks anew (docs/pictures)
	$(BIN)/python docs/draw_pictures.py

screenshots: install browser ## take pictures of the page (docs/page)
	$(BIN)/python -m docs.take_screenshots

figures: install browser ## measure the page: weight, first move, drawing, barriers (docs/page-figures.md)
	$(BIN)/python -m benchmarks.page --report docs/page-figures.md

browser: install
	@$(BIN)/python -m tests.web.chromium

services: install
	@$(BIN)/python -m tests.services.programs

bench: install ## measure speed beside python-chess and OpenSpiel (docs/benchmarks.md)
	$(BIN)/python -m benchmarks.report --report docs/benchmarks.md

strength: install ## show the engine's strength in matches and positions (docs/strength.md)
	$(BIN)/python -m benchmarks.strength --report docs/strength.md

sanitize: install ## run the native games under the address, undefined behaviour and thread sanitizers
	$(BIN)/python -m tests.native.campaign sanitize

fuzz: install ## fuzz the native games, RUNS=10000000 times each; needs clang
	$(BIN)/python -m tests.native.campaign fuzz --runs $(RUNS)

campaign-load: install services ## load and faults: real servers killed, starved and cut off (docs/reliability.md)
	$(CAMPAIGN) load

campaign-input: install ## bad input of every kind (docs/reliability.md)
	$(CAMPAIGN) input

campaign-twins: install ## rules in Python and C++ side by side, sanitizers (docs/reliability.md)
	$(CAMPAIGN) twins

campaign-nightly: install ## small changes to the code that tests must notice (docs/reliability.md)
	$(CAMPAIGN) nightly

campaign-security: install browser ## who may do what, guessing, floods, foreign pages (docs/reliability.md)
	$(CAMPAIGN) security

lock: ## pin the newest versions that pyproject.toml allows (requirements/dev.txt)
	requirements/lock $(PYTHON)

audit: install ## look up known vulnerabilities of all packages; needs the internet
	$(BIN)/python tools/audit.py

clean: ## remove what the commands made
	rm -rf .venv build dist web/node_modules web/dist .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
