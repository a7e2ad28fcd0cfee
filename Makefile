# goce. `make help` lists the targets.
#
# make, make install and make installcheck behave as PostgreSQL's own PGXS: for the
# server of PG_CONFIG, with DESTDIR, and `sudo make install` after `make` needs no Rust.

PG_CONFIG ?= /usr/lib/postgresql/15/bin/pg_config
PGVERSIONS ?= 15 16
WCXB ?=
RENDERS ?=
OUT ?=
TEXTS ?=
PYTHON ?= python3
CHROMIUM ?= chromium
TRAIN_GENRE ?= --bfloat16

export PATH := $(CURDIR)/target/tools/bin:$(PATH):$(HOME)/.cargo/bin

pg_config := $(abspath $(shell command -v $(PG_CONFIG)))
ask = $(if $(pg_config),$(shell $(pg_config) --$(1)))
major = $(shell echo '$(call ask,version)' | sed 's/^[^0-9]*\([0-9]*\).*/\1/')
libdir = $(call ask,pkglibdir)
extdir = $(call ask,sharedir)/extension

# The files to install, below the paths of the server that they are for.
package := target/package$(pg_config)
sources := Cargo.toml Cargo.lock goce.control $(shell find src sql -type f) $(wildcard models/*/*.bin models/*/*.onnx)

.PHONY: all goce-warc install uninstall installcheck help setup demo demo-stop test test-rust \
	check-versions evaluate train-genre-markup train-auto train-learnhtml train-web2text fit-sd train-genre \
	test-models test-python test-browser soak bench clean distclean

all: $(package)/built ## build the extension for PG_CONFIG

# PGRX_PG_CONFIG_PATH: pgrx reads the headers of exactly this server, and needs no
# `cargo pgrx init`, which would write to the home directory.
$(package)/built: $(sources)
	@test -n "$(pg_config)" || { echo "no $(PG_CONFIG): name one by PG_CONFIG=, or run make setup"; exit 1; }
	rm -rf $(package)
	PGRX_PG_CONFIG_PATH=$(pg_config) cargo pgrx package --no-default-features \
		--features pg$(major) --pg-config $(pg_config) --out-dir $(package)
	touch $@

goce-warc: ## build target/release/goce-warc, which streams WARC files into COPY
	cargo build --release --bin goce-warc

install: all ## install it there
	install -d "$(DESTDIR)$(libdir)" "$(DESTDIR)$(extdir)"
	install -m 755 $(package)$(libdir)/goce.so "$(DESTDIR)$(libdir)"
	install -m 644 $(package)$(extdir)/goce* "$(DESTDIR)$(extdir)"

uninstall: ## remove it from there
	rm -f "$(DESTDIR)$(libdir)/goce.so" "$(DESTDIR)$(extdir)/goce.control" \
		"$(DESTDIR)$(extdir)"/goce--*.sql

pg_regress = $(dir $(call ask,pgxs))../test/regress/pg_regress
regress := $(sort $(basename $(notdir $(wildcard pg_test/sql/*.sql))))

installcheck: ## test the installed extension in the running server of PGHOST, PGPORT and PGUSER
	@mkdir -p target/regress
	$(pg_regress) --inputdir=$(CURDIR)/pg_test --outputdir=$(CURDIR)/target/regress \
		--bindir=$(call ask,bindir) --dbname=contrib_regression --encoding=UTF8 $(regress) \
		|| { cat target/regress/regression.diffs; exit 1; }

help:
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 24

setup: ## install what is missing: PostgreSQL 15 with headers, cargo-pgrx
	@scripts/setup

demo: setup ## set up, build, install and show the extension in a cluster of its own
	@scripts/demo

demo-stop: ## stop that cluster and delete it
	@scripts/cluster stop demo

test: setup test-rust ## all tests: Rust, then server and documentation for each of PGVERSIONS
	@set -e; for version in $(PGVERSIONS); do scripts/test-postgres $$version; done

test-rust: ## the tests that need no PostgreSQL
	cargo test

check-versions: ## type-check for the versions of PostgreSQL whose headers are not here
	@scripts/check-versions 13 14 17 18

evaluate: setup ## the paper's tables over WCXB=directory; OUT=directory gets the texts, TEXTS= has others to score
	@test -n "$(WCXB)" || { echo 'usage: make evaluate WCXB=directory [OUT=directory] [TEXTS=directory]'; exit 2; }
	@OUT="$(OUT)" TEXTS="$(TEXTS)" scripts/evaluate "$(WCXB)"

# Features are read by the library itself; after training it is built again, with the new
# weights, and has to predict what the trainer does.
genre_markup = target/genre-markup
train-genre-markup: ## train the genre classifiers on WCXB=directory (PYTHON= has the requirements)
	@test -n "$(WCXB)" || { echo 'usage: make train-genre-markup WCXB=directory'; exit 2; }
	cargo run --release --example genre-features -- "$(WCXB)" $(genre_markup)
	$(PYTHON) models/genre-markup/train.py --repeats 3 \
		--predictions $(genre_markup)/out-of-fold.tsv $(genre_markup)
	cargo run --release --example genre-features -- "$(WCXB)" $(genre_markup)
	$(PYTHON) models/genre-markup/train.py --check $(genre_markup)

# Features, labels and decisions are the library's own; only trees are fitted elsewhere.
train-auto: train-genre-markup ## train the learned method on WCXB=directory, and report on it
	cargo build --release --example auto-features
	$(PYTHON) models/auto/train.py "$(WCXB)" $(genre_markup) target/release/examples/auto-features
	$(PYTHON) models/auto/report.py "$(WCXB)" $(genre_markup)/auto/extracted.jsonl

fit-sd: ## learn the thresholds of the SD algorithm on WCXB=directory, and report on it
	@test -n "$(WCXB)" || { echo 'usage: make fit-sd WCXB=directory'; exit 2; }
	mkdir -p target/sd
	$(PYTHON) models/folds.py "$(WCXB)" >target/sd/folds.tsv
	cargo run --release --example sd-fit -- "$(WCXB)" target/sd

# The library trains itself: the same code as goce_train.
learnhtml = target/learnhtml
train-learnhtml: ## train learnhtml on WCXB=directory, and report on it (PYTHON= has the requirements)
	@test -n "$(WCXB)" || { echo 'usage: make train-learnhtml WCXB=directory'; exit 2; }
	mkdir -p $(learnhtml)
	$(PYTHON) models/folds.py "$(WCXB)" >$(learnhtml)/folds.tsv
	cargo build --release --example learnhtml
	target/release/examples/learnhtml train "$(WCXB)" models/learnhtml/learnhtml.bin
	target/release/examples/learnhtml folds "$(WCXB)" $(learnhtml)/folds.tsv $(learnhtml)
	target/release/examples/learnhtml table "$(WCXB)" $(learnhtml)/folds.tsv

# Features are the library's own; networks are fitted elsewhere. Fold by fold it goes on where it was stopped:
# delete target/web2text to begin anew.
train-web2text: ## train Web2Text's networks on WCXB=directory, and report on them
	@test -n "$(WCXB)" || { echo 'usage: make train-web2text WCXB=directory'; exit 2; }
	cargo build --release --example web2text-features
	$(PYTHON) models/web2text/train.py "$(WCXB)" target/web2text target/release/examples/web2text-features

# Screenshots are cropped and resized by the library itself. It goes on where it was stopped: delete
# target/genre to begin anew.
train-genre: train-genre-markup ## train the network for screenshots on WCXB=directory and RENDERS=directory
	@test -n "$(RENDERS)" || { echo 'usage: make train-genre WCXB=directory RENDERS=directory'; exit 2; }
	cargo build --release --example genre-pixels
	$(PYTHON) models/genre/train.py --renders "$(RENDERS)" --markup $(genre_markup) \
		--out target/genre/networks $(TRAIN_GENRE)

# Programs of different models have the same names: each in a process of its own.
test-models: ## test the training programs (PYTHON= has models/requirements.txt)
	cargo build --release --example genre-pixels
	set -e; for tests in models/test_forest.py models/auto models/genre models/web2text; do \
		$(PYTHON) -B -m pytest -q -p no:cacheprovider $$tests; \
	done

test-python: ## the tests of the training programs that take seconds, numpy fetched
	@scripts/test-python

test-browser: ## test highlighted pages in a browser (PYTHON= has Pillow and pytest; CHROMIUM=)
	cargo build --release --example highlight
	CHROMIUM=$(CHROMIUM) $(PYTHON) -B -m pytest -q -p no:cacheprovider tests/browser

soak: setup ## all functions in four backends with cancels, for MINUTES=30, over the pages of PAGES=directory too if given
	@scripts/soak $(or $(MINUTES),30) $(PAGES)

bench: ## benchmarks, over the pages of WCXB=directory if given
	WCXB="$(WCXB)" cargo bench

clean: ## delete what was built
	rm -rf target/debug target/release target/package target/regress target/check-versions

distclean: ## delete all that make made, running throwaway clusters too
	@set -e; run=$$(scripts/run-dir); \
	for home in "$$run"/*/bindir; do \
		[ ! -e "$$home" ] || scripts/cluster stop "$$(basename "$$(dirname "$$home")")"; \
	done; \
	rm -rf "$$run" target
