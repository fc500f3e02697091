# make play   install what you need to play and open the page   (PORT=8765, HOST=0.0.0.0 for phones on the network)
# make test   install the rest and check everything
# make quick  the check to run while you work
# make help   the other commands

PYTHON ?= python3
GAME ?= volterra
RUNS ?= 1000000
WEB ?= ON
BIN := .venv/bin
PYTEST := $(BIN)/pytest -q --dist worksteal --durations=20 --durations-min=1
# what covers core/ and games/ whole
MEASURED := tests/core tests/games tests/conformance
QUICK := $(MEASURED) tests/engine tests/arena tests/cli --ignore=tests/cli/test_hostile.py
TYPED := -p tretorri -p tests -p benchmarks -p docs -p examples $(patsubst tools/%.py,-m %,$(wildcard tools/*.py))
PAGE := build/env/bin/python tools/page.py
CLANG_FORMAT := git ls-files '*.hpp' '*.cpp' | xargs $(BIN)/clang-format
CAMPAIGN := $(BIN)/python -m tests.faults.campaign
SERVE := $(BIN)/tretorri serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT))

.PHONY: help play host test install format check check-python check-page tests quick docs pictures screenshots film figures browser services lock audit bench strength sanitize fuzz campaign-load campaign-input campaign-twins campaign-security campaign-fairness campaign-nightly lint-workflows release clean

##@ Play

play: ## install what you need to play, start the server and open the page
	@$(PYTHON) tools/install.py play
	@if [ -t 0 ] || [ -t 1 ] || [ -t 2 ] || [ -n "$(HOST)$(PORT)" ]; then $(SERVE); \
	else echo "No terminal: checking the server and playing a game of bots instead; set PORT to start the server." && \
	$(SERVE) --check && $(BIN)/tretorri play $(GAME); fi # without a terminal, nothing could stop the server

host: ## install what a public server needs, with PostgreSQL and Redis support
	@$(PYTHON) tools/install.py host

##@ Develop

test: install check tests ## install the rest, then check format, lint, types, all tests and coverage

quick: install ## check code and run unit tests, without services or a browser, in one to two minutes
	@$(MAKE) --no-print-directory check-python
	$(PAGE) test
	$(PYTEST) -n 2 --hypothesis-profile=quick -m 'not no_cover' $(QUICK)

check: install
	@$(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),-O) check-python check-page

check-python: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python tools/layers.py
	$(BIN)/mypy $(TYPED)
	$(CLANG_FORMAT) --dry-run -Werror
	$(BIN)/bandit --quiet --recursive --severity-level high src tools

check-page: install lint-workflows
	$(PAGE) check

# Only what covers core/ and games/ is measured: that would slow the other tests down. Many of those
# wait for servers, so one more of them is run than there are cores. A browser needs processes of its own:
# its driver leaves an event loop running.
tests: install browser services
	$(PAGE) test
	$(BIN)/coverage erase
	$(PYTEST) -n 2 --cov --cov-report= -m 'not no_cover' $(MEASURED) README.md docs --pyargs tretorri
	$(BIN)/coverage report --include='*/tretorri/core/*,*/tretorri/games/*' --fail-under=100
	$(PYTEST) -n 2 -m no_cover $(MEASURED)
	$(PYTEST) -n 3 $(MEASURED:%=--ignore=%) --ignore=tests/web tests
	$(PYTEST) -n 2 tests/web

format: install ## format all code
	$(BIN)/ruff format .
	$(PAGE) format
	$(CLANG_FORMAT) -i
	$(BIN)/ruff check --fix .

docs: install ## build the documentation as a site (build/site)
	@$(BIN)/python -m docs.generate.site

install:
	@$(PYTHON) tools/install.py test $(if $(filter OFF,$(WEB)),--no-page)

browser: install
	@$(BIN)/python -m tests.programs browser

services: install
	@$(BIN)/python -m tests.programs services

lint-workflows: install # what GitHub runs is checked by actionlint, which needs no network
	$(PAGE) workflows

clean: ## remove everything that these commands created
	rm -rf .venv build dist web/node_modules web/dist .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage

help: ## list these commands
	@awk -F ':.*## ' '/^##@ / { print "\n" substr($$0, 5) } /^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ Pictures

pictures: install ## redraw the pictures of the rulebooks (docs/pictures, docs/rules)
	$(BIN)/python docs/draw_pictures.py

screenshots: install browser ## take pictures of the page and its boards (docs/page)
	@$(BIN)/python -m docs.studio
	$(BIN)/python -m docs.take_screenshots

film: install browser ## film a few moves on the page (docs/page/film.webp)
	@$(BIN)/python -m docs.studio
	$(BIN)/python -m docs.take_film

##@ Measure

bench: install ## measure speed, compared with python-chess and OpenSpiel (docs/explanation/benchmarks.md)
	$(BIN)/python -m benchmarks.report --report docs/explanation/benchmarks.md

strength: install ## measure the engine's strength in matches and positions (docs/explanation/strength.md)
	$(BIN)/python -m benchmarks.strength --report docs/explanation/strength.md

figures: install browser ## measure the page: weight, first move, drawing, accessibility (docs/page-figures.md)
	$(BIN)/python -m benchmarks.page --report docs/page-figures.md

sanitize: install ## run the native games under the address, undefined behaviour and thread sanitizers
	$(BIN)/python -m tests.native.campaign sanitize

fuzz: install services ## fuzz the native games, RUNS=1000000 times each unless given; needs clang
	$(BIN)/python -m tests.native.campaign fuzz --runs $(RUNS)

campaign-load: install services ## measure load and faults: real servers killed, starved and cut off (docs/explanation/reliability.md)
	$(CAMPAIGN) load

campaign-input: install ## try bad input of every kind (docs/explanation/reliability.md)
	$(CAMPAIGN) input

campaign-twins: install ## compare the rules in Python and C++, run sanitizers (docs/explanation/reliability.md)
	$(CAMPAIGN) twins

campaign-security: install browser ## try attacks: access rights, guessing, floods, requests from other sites (docs/explanation/reliability.md)
	$(CAMPAIGN) security

campaign-fairness: install services browser ## try to take more than a fair share: computing, connections, queues, ids (docs/explanation/reliability.md)
	$(CAMPAIGN) fairness

campaign-nightly: install ## mutation tests: small changes to the code that the tests must detect (docs/explanation/reliability.md)
	$(CAMPAIGN) nightly

##@ Maintain

lock: ## lock the newest versions that pyproject.toml allows, for every Python and system (requirements/)
	@$(PYTHON) -m venv --clear build/lock
	@build/lock/bin/python -m pip install --quiet --upgrade pip packaging uv
	@build/lock/bin/python tools/locks.py

audit: install ## look up known vulnerabilities in all packages; needs the internet
	$(BIN)/python tools/audit.py

release: install ## check, build (dist) and tag the version of src/tretorri/__init__.py; pushes nothing; DRY_RUN=1 only checks
	@$(BIN)/python tools/release.py $(if $(DRY_RUN),--dry-run)
