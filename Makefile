# Two commands do the job: `make run` and `make test`. Both install what they need into .venv first. `make sweeps` runs
# the exhaustive tests, which continuous integration runs as well.

SHELL := /bin/bash
FITS := import sys, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 15))
# The system's own Python comes first: one compiled on the spot (pyenv) often lacks what makes it a fifth faster.
SYSTEM := /usr/bin
NAMES := python3.11 python3.12 python3.13 python3.14 python3
PYTHON ?= $(shell for p in $(NAMES:%=$(SYSTEM)/%) $(NAMES) python; do \
  $$p -c '$(FITS)' >/dev/null 2>&1 && echo $$p && break; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# uv has in seconds what takes pip the better part of a minute. It looks where pip says that it looks, if that is not the
# usual place; where it gets nothing, pip is asked, and tells why not.
UV := uv==0.13.9
PLACE = $$($(PIP) install $(UV) 2>/dev/null | sed -n 's/^Looking in indexes: \([^,]*\).*/\1/p')
INSTALL = place=$(PLACE); place=$${UV_DEFAULT_INDEX:-$$place}; \
  env $${place:+UV_DEFAULT_INDEX="$$place"} $(BIN)/uv --quiet pip install --python $(BIN)/python -r $(1) 2>/dev/null \
  || $(PIP) --quiet install -r $(1)

.PHONY: run test sweeps words bench load faults kills compiled fuzz lint format clean

run: .venv/.run ## start the site with everything it needs
	@exec $(BIN)/python -m epic_events.launch

test: .venv/.dev ## the checks and tests that every change needs
	@$(BIN)/python -m tools.suite

sweeps: .venv/.dev ## the exhaustive tests: every address for every role on both databases, every page at six widths
	@$(BIN)/python -m tools.suite sweeps

lint: .venv/.dev ## only the checks that run no test
	@$(BIN)/python -m tools.suite lint

words: .venv/.dev ## bring the catalogues of other languages up to the strings of the site; says what is not translated
	@$(BIN)/python -m tools.translations

format: .venv/.dev ## lay out the code as the checks want it
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix . && $(BIN)/djlint --reformat --quiet templates

bench: .venv/.bench ## measurements, as ratios to a peer in the same run
	@$(BIN)/python -m tools.benchmarks

load: .venv/.bench ## the worst minute of an event of 2,000; PLAYERS=100 ROUNDS=2 MINUTES=0.1 RATE=40 is a quick look
	@$(BIN)/python -m tools.load $(if $(PLAYERS),--players $(PLAYERS)) $(if $(ROUNDS),--rounds $(ROUNDS)) \
	  $(if $(MINUTES),--minutes $(MINUTES)) $(if $(RATE),--rate $(RATE)) $(if $(PHONES),--phones $(PHONES)) \
	  $(if $(REPLAYS),--replays $(REPLAYS))

faults: .venv/.dev ## everything a site stands on breaks while people write; ON=sqlite FAULTS="worker web" HOLD=2 LEAD=2 is a quick look
	@$(BIN)/python -m tools.faults $(if $(ON),--on $(ON)) $(if $(FAULTS),--faults $(FAULTS)) $(if $(HOLD),--hold $(HOLD)) \
	  $(if $(LEAD),--lead $(LEAD)) $(if $(RATE),--rate $(RATE)) $(if $(PLAYERS),--players $(PLAYERS))

compiled: .venv/.dev ## the engine's hot modules compiled into var/compiled, held to the interpreted ones
	@$(BIN)/python -m tools.compiled

fuzz: .venv/.dev ## the properties on new examples, random games on every Python there is, hostile records; GAMES=500 RECORDS=100 does less
	@$(BIN)/python -m tools.suite properties
	@$(BIN)/python -m tools.fuzz --games $(or $(GAMES),20000) --records $(or $(RECORDS),1000)

kills: .venv/.dev ## workers killed in the middle of a hundred replays; KILLS=500 SEED=3 does more, otherwise
	@KILLS=$(or $(KILLS),100) SEED=$(or $(SEED),17) $(BIN)/python -m tools.suite kills

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11, 3.12, 3.13 or 3.14 with its venv module is needed, and none was found."; \
	  echo "On Debian the venv module is a package of its own: apt-get install python3-venv"; exit 1; }
	@echo "Making .venv with $$($(PYTHON) --version) ..."
	@$(PYTHON) -m venv .venv

.venv/.run: requirements.txt | .venv/bin/python
	@echo "Installing what the site runs on ..."
	@export UV_COMPILE_BYTECODE=1; $(call INSTALL,requirements.txt)
	@touch $@

.venv/.dev: requirements.txt requirements-dev.txt | .venv/bin/python
	@echo "Installing what the tests need ..."
	@$(call INSTALL,requirements-dev.txt)
	@touch $@ .venv/.run

.venv/.bench: requirements-bench.txt .venv/.dev
	@echo "Installing what is measured against ..."
	@$(call INSTALL,requirements-bench.txt) || echo "Not everything could be installed; what is missing is left out."
	@touch $@

clean:
	rm -rf .venv var .mypy_cache .ruff_cache .pytest_cache .hypothesis
