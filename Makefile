# Anabasis: `make run` plays, `make test` proves; each brings what it needs.
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.run-stamp
COMPILED_STAMP := $(VENV)/.compiled-stamp
SOURCES := $(shell find domain projections service clients -name '*.py' -not -path '*/node_modules/*')
DEV_STAMP := $(VENV)/.dev-stamp
BUILD := $(VENV)/build
BUILD_STAMP := $(BUILD)/.stamp
WHEELS := $(VENV)/wheels
BENCH := $(VENV)/bench
BENCH_STAMP := $(BENCH)/.stamp
BOARDGAME_IO := tests/benchmarks/boardgame
BOARDGAME_IO_STAMP := $(BOARDGAME_IO)/node_modules/.stamp
PROMTOOL := $(BIN)/promtool
DEBIAN_CADDY := $(BIN)/caddy-debian
WEB := clients/web
WEB_STAMP := $(WEB)/node_modules/.stamp
PIP := $(BIN)/python -m pip install --disable-pip-version-check --quiet --no-input
WITH_NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
# The tools that build the package are kept apart, as the service needs none of them.
INSTALL = PYTHONPATH="$(CURDIR)/$(BUILD)" $(PIP) --no-deps --no-build-isolation --editable .
# Tests wait for processes and browsers: two at a time leave a sixth of two cores idle, and four
# make waits of browsers twice as long.
IN_PARALLEL := -n 3 --dist worksteal
# Hundreds of processes start in the tests: each would compile all of the code again.
unexport PYTHONDONTWRITEBYTECODE
APT_INSTALL := apt-get install -y -qq --no-install-recommends

.DEFAULT_GOAL := help
.PHONY: help run demo test durations faults access browsers chromium engines systemd lint screenshots bench wheels types format lock clean

help: ## show these targets
	@for group in play test develop; do printf '%s\n' "To $$group"; \
	  sed -n "s/^\([a-z]*\):.*## $$group: /\1|/p" $(MAKEFILE_LIST) | awk -F'|' '{printf "  make %-12s %s\n", $$1, $$2}'; done

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Anabasis needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make run PYTHON=python3.12") if sys.version_info < (3, 11) else None'
	@echo "Making the virtual environment $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(BUILD_STAMP): deploy/requirements-build.lock | $(BIN)/python
	@echo "Fetching the locked tools that build the package: once, some seconds"
	@rm -rf $(BUILD)
	@$(PIP) --require-hashes --target $(BUILD) -r deploy/requirements-build.lock
	@touch $@

$(RUN_STAMP): deploy/requirements.lock pyproject.toml | $(BIN)/python $(BUILD_STAMP)
	@echo "Fetching the locked packages, some 60 MB, and installing them in $(VENV): once, a minute or two"
	@$(PIP) --require-hashes -r deploy/requirements.lock
	@$(INSTALL)
	@touch $@

$(DEV_STAMP): deploy/requirements-dev.lock pyproject.toml | $(BIN)/python
	@echo "Fetching the locked packages for development, some 480 MB, and installing them in $(VENV): once, some minutes"
	@$(PIP) --require-hashes -r deploy/requirements-dev.lock
	@$(INSTALL)
	@touch $@ $(RUN_STAMP)

$(COMPILED_STAMP): $(RUN_STAMP) $(SOURCES)
	@echo "Compiling the code: some seconds"
	@$(BIN)/python -m compileall -q $(SOURCES)
	@touch $@

run: $(COMPILED_STAMP) ## play: start server, service and worker; Ctrl-C stops them
	@exec $(BIN)/anabasis run

demo: $(COMPILED_STAMP) ## play: watch two bots play a whole game over HTTP
	@exec $(BIN)/anabasis demo

test: $(DEV_STAMP) $(WEB_STAMP) $(PROMTOOL) $(DEBIAN_CADDY) chromium engines ## test: every test but the long runs, on a real server and in a real browser
	@$(BIN)/python -m pytest $(IN_PARALLEL)

durations: $(DEV_STAMP) $(WEB_STAMP) $(PROMTOOL) $(DEBIAN_CADDY) chromium engines ## develop: make test, and keep how long each file takes: the longest start first
	@$(BIN)/python -m pytest $(IN_PARALLEL) --keep-durations

faults: $(DEV_STAMP) $(WEB_STAMP) chromium ## test: the long runs: faults, fuzzing, random games
	@$(BIN)/python -m pytest -m long

access: $(DEV_STAMP) $(WEB_STAMP) chromium ## test: axe on every state of the page, in all themes, sizes and languages
	@$(BIN)/python -m pytest -m access $(IN_PARALLEL) -v tests/e2e/web

browsers: $(DEV_STAMP) engines ## test: whole games in Firefox and WebKit, eight tabs in Firefox
	@$(BIN)/python -m pytest -m "" $(IN_PARALLEL) -v tests/e2e/other_browsers

# A page takes less than half the CPU in the headless shell, but a window of tabs needs the full browser.
chromium: $(DEV_STAMP)
	@for each in chromium-headless-shell chromium; do command -v $$each >/dev/null || missing="$$missing $$each"; done; \
	  [ -z "$$missing" ] || ! [ -w /var/lib/dpkg ] || { echo "Installing$$missing from the system's packages (once)"; \
	  { apt-get update -qq; for each in $$missing; do $(APT_INSTALL) $$each; done; } >/dev/null 2>&1; } || true
	@for each in chromium-headless-shell chromium chromium-browser google-chrome; do ! command -v $$each >/dev/null || exit 0; done; \
	  echo "The system has no Chromium: Playwright's own headless shell serves, fetched once"; \
	  $(BIN)/playwright install --no-progress chromium-headless-shell >$(VENV)/playwright.log 2>&1 || \
	  { echo "make test needs Chromium, and Playwright could not fetch its own (why: $(VENV)/playwright.log): install the package chromium-headless-shell or chromium and try again" >&2; exit 1; }

# Each package by itself, as no system has all of them; the tests say what they left out.
engines:
	@for each in firefox-esr:firefox-esr WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb; do \
	  command -v $${each%:*} >/dev/null || missing="$$missing $${each#*:}"; done; \
	  [ -z "$$missing" ] || ! [ -w /var/lib/dpkg ] || { echo "Installing$$missing from the system's packages (once)"; \
	  { apt-get update -qq; for each in $$missing; do $(APT_INSTALL) $$each; done; } >/dev/null 2>&1; } || true

$(WEB_STAMP): $(WEB)/package-lock.json $(WEB)/package.json | $(DEV_STAMP)
	@echo "Fetching the locked packages for checking the page and installing them in $(WEB)/node_modules: once, a minute or two"
	@$(WITH_NODE) $(BIN)/npm ci --prefix $(WEB) --silent
	@touch $@

# If this cannot install the tool, deploy/lint.py names it, with the remedy.
systemd:
	@command -v systemd-analyze >/dev/null || ! command -v apt-get >/dev/null || \
	  { echo "Installing systemd-analyze from the system's packages (once)"; \
	  { apt-get update -qq && $(APT_INSTALL) systemd; } >/dev/null 2>&1; } || true

# Only Prometheus' package has it, and would start a server: so it is unpacked, not installed.
$(PROMTOOL): | $(BIN)/python
	@command -v promtool >/dev/null && ln -sf "$$(command -v promtool)" $@ || ! command -v apt-get >/dev/null || \
	  { echo "Fetching promtool from the system's packages (once)"; rm -rf $(VENV)/prometheus && mkdir $(VENV)/prometheus && \
	  { apt-get update -qq; cd $(VENV)/prometheus && apt-get download -qq prometheus && \
	  dpkg-deb -x prometheus_*.deb . && rm prometheus_*.deb && mv usr/bin/promtool ../bin/; } >/dev/null 2>&1; rm -rf $(VENV)/prometheus; } || true

# Debian's own version, which is older than the locked one; its package would start a server, too.
$(DEBIAN_CADDY): | $(BIN)/python
	@! command -v apt-get >/dev/null || \
	  { echo "Fetching Debian's Caddy from the system's packages (once)"; rm -rf $(VENV)/caddy && mkdir $(VENV)/caddy && \
	  { apt-get update -qq; cd $(VENV)/caddy && apt-get download -qq caddy && \
	  dpkg-deb -x caddy_*.deb . && mv usr/bin/caddy ../bin/caddy-debian; } >/dev/null 2>&1; rm -rf $(VENV)/caddy; } || true

lint: $(DEV_STAMP) $(WEB_STAMP) systemd $(PROMTOOL) ## develop: ruff, mypy, import-linter; the page's types and ESLint; the API's document; deploy/
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(WITH_NODE) $(BIN)/npm run --prefix $(WEB) --silent check
	@$(BIN)/anabasis openapi > $(VENV)/openapi.json
	@$(BIN)/python deploy/client_types.py --check < $(VENV)/openapi.json
	@$(WITH_NODE) REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true \
	  $(WEB)/node_modules/.bin/redocly lint --config deploy/redocly.yaml --format stylish $(VENV)/openapi.json 2>$(VENV)/redocly.log || \
	  { cat $(VENV)/redocly.log >&2; exit 1; }
	@$(WITH_NODE) $(WEB)/node_modules/.bin/spectral lint --quiet --ruleset deploy/spectral.yaml --fail-severity hint $(VENV)/openapi.json
	@$(BIN)/python deploy/lint.py

screenshots: $(DEV_STAMP) chromium ## develop: pictures of the page, to be looked at, in tests/e2e/web/pictures
	@$(BIN)/python -m tests.e2e.web.screenshots
	@exec $(BIN)/python -m tests.e2e.web.screenshots --sizes

$(BENCH_STAMP): deploy/requirements-bench.lock | $(BIN)/python
	@echo "Installing what make bench measures against (once)"
	@$(BIN)/python -m venv $(BENCH)
	@$(BENCH)/bin/python -m pip install --disable-pip-version-check --quiet --no-input --require-hashes -r deploy/requirements-bench.lock
	@touch $@

$(BOARDGAME_IO_STAMP): $(BOARDGAME_IO)/package-lock.json $(BOARDGAME_IO)/package.json | $(DEV_STAMP)
	@echo "Installing boardgame.io, which make bench measures against (once)"
	@$(WITH_NODE) $(BIN)/npm ci --prefix $(BOARDGAME_IO) --silent
	@touch $@

bench: $(DEV_STAMP) $(BENCH_STAMP) $(BOARDGAME_IO_STAMP) chromium ## test: medians and ratios, side by side; some of it: make bench PARTS="moves memory"
	@exec $(BIN)/python -m tests.benchmarks $(PARTS)

# Two wheels, offline: the tools are those of the lock file.
wheels: $(RUN_STAMP) ## develop: build the wheels of the service and of the client, in .venv/wheels
	@rm -rf $(WHEELS)
	@for each in . clients/python; do PYTHONPATH="$(CURDIR)/$(BUILD)" $(BIN)/python -m pip wheel --disable-pip-version-check --quiet --no-input \
	  --no-index --no-deps --no-build-isolation --wheel-dir $(WHEELS) ./$$each || exit 1; done
	@ls $(WHEELS)/*.whl

types: $(DEV_STAMP) ## develop: make the client's types of answers anew, from the API's document
	@$(BIN)/anabasis openapi | $(BIN)/python deploy/client_types.py

format: $(DEV_STAMP) ## develop: format the code
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

lock: $(DEV_STAMP) ## develop: refresh the lock files from pyproject.toml
	@$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q --upgrade --extra planner pyproject.toml -o deploy/requirements.lock
	@$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q --upgrade --group build -c deploy/requirements.lock -o deploy/requirements-build.lock
	@$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q --upgrade --extra planner --extra tracing -c deploy/requirements.lock pyproject.toml -o deploy/requirements-tracing.lock
	@$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q --upgrade --extra planner --extra s3 -c deploy/requirements.lock pyproject.toml -o deploy/requirements-s3.lock
	@$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q --upgrade --group build --extra tracing --extra dev -c deploy/requirements-tracing.lock -c deploy/requirements-build.lock pyproject.toml -o deploy/requirements-dev.lock
	@$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q --upgrade --group bench -o deploy/requirements-bench.lock

# Only names in this folder, none of which holds games; of a symbolic link only the link goes.
clean: ## play: remove the virtual environment and caches; games under var/ stay
	@rm -rf $(VENV) $(WEB)/node_modules $(BOARDGAME_IO)/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
