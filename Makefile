# goce. `make help` lists the targets.
#
# make, make install and make installcheck behave as PostgreSQL's own PGXS: for the
# server of PG_CONFIG, with DESTDIR, and `sudo make install` after `make` needs no Rust.

PG_CONFIG ?= /usr/lib/postgresql/15/bin/pg_config
PGVERSIONS ?= 15 16
VERSIONS ?= 15 16 17 18
VOLUME ?=
CHECKS ?=
WCXB ?=
OUT ?=
TEXTS ?=
OTHERS ?=
EVERY ?= 1
WRITE ?=
ATTACK ?=
CHROMIUM ?= chromium
# Cargo's profile of what is built: `ci` compiles sooner, checks for overflows, and is slower.
PROFILE ?= release

export PATH := $(PATH):$(HOME)/.cargo/bin

pg_config := $(abspath $(shell command -v $(PG_CONFIG)))
ask = $(if $(pg_config),$(shell $(pg_config) --$(1)))
major = $(shell echo '$(call ask,version)' | sed 's/^[^0-9]*\([0-9]*\).*/\1/')
libdir = $(call ask,pkglibdir)
extdir = $(call ask,sharedir)/extension
version = $(shell sed -n 's/^version = "\(.*\)"$$/\1/p;T;q' Cargo.toml)
released = $(lastword $(sort $(wildcard pg_test/upgrade/goce--*.sql)))

# The files to install, below the paths of the server that they are for.
package := target/package/$(PROFILE)$(pg_config)
built := $(or $(CARGO_TARGET_DIR),target)/$(PROFILE:dev=debug)
sources := Cargo.toml Cargo.lock goce.control scripts/schema.rs $(shell find src sql crates/*/src -type f) \
	$(wildcard crates/*/Cargo.toml crates/*/README.md) \
	$(wildcard models/*/*.bin models/*/*.onnx models/*/*.tsv)

.PHONY: all goce install uninstall installcheck help setup demo demo-stop viewer viewer-stop deb test-deb packages \
	release volume dist docs sbom upgrade-script deny test test-citus test-rust lint evaluate evaluate-retrieval compare \
	test-models test-python test-structured test-browser soak attack bench clean distclean

all: $(package)/built ## build the extension for PG_CONFIG

# pgrx reads the headers of exactly this server. Not by cargo-pgrx, which links all that nothing
# calls too: more than half of the library.
$(package)/built: $(sources)
	@scripts/can-build "$(PG_CONFIG)"
	PGRX_PG_CONFIG_PATH=$(pg_config) RUSTC_WRAPPER=$(CURDIR)/scripts/rustc cargo build --profile $(PROFILE) --package goce --features pg$(major)
	rm -rf $(package)
	$(built)/goce-schema $(built)/libgoce.so $(package)$(extdir)
	install -m 644 sql/goce--*--*.sql $(package)$(extdir)
	install -d $(package)$(libdir)
	install -m 755 $(built)/libgoce.so $(package)$(libdir)/goce.so
	touch $@

goce: ## build target/release/goce, the command for those without a server
	scripts/need cc=build-essential
	cargo build --release --package goce-command

install: all ## install it there
	install -d "$(DESTDIR)$(libdir)" "$(DESTDIR)$(extdir)"
	install -m 755 $(package)$(libdir)/goce.so "$(DESTDIR)$(libdir)"
	install -m 644 $(package)$(extdir)/goce* "$(DESTDIR)$(extdir)"

uninstall: ## remove it from there
	rm -f "$(DESTDIR)$(libdir)/goce.so" "$(DESTDIR)$(extdir)/goce.control" \
		"$(DESTDIR)$(extdir)"/goce--*.sql

regressed = target/regress/$(major)
pg_regress = $(dir $(call ask,pgxs))../test/regress/pg_regress
regress = $(sort $(basename $(notdir $(wildcard pg_test/sql/*.sql))))

# PostgreSQL 14's pg_regress does not say where the tests are.
installcheck: ## test the installed extension in the running server of PGHOST, PGPORT and PGUSER
	@mkdir -p $(regressed)
	PG_ABS_SRCDIR=$(CURDIR)/pg_test $(pg_regress) --inputdir=$(CURDIR)/pg_test --outputdir=$(CURDIR)/$(regressed) \
		--bindir=$(call ask,bindir) --dbname=contrib_regression --encoding=UTF8 $(regress) \
		|| { cat $(regressed)/regression.diffs; exit 1; }

help:
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile models/Makefile | expand -t 24

setup: ## install what is missing of PostgreSQL 15 with headers, and of what compiles
	@scripts/setup

demo: setup ## set up, build and show the extension in a PostgreSQL tree and a cluster of its own
	@scripts/demo

demo-stop: ## stop that cluster and delete it
	@scripts/cluster stop demo

viewer: setup ## set up all that the web application needs, start it with the demo pages and print its link
	@scripts/viewer

viewer-stop: ## stop its cluster and delete it
	@scripts/cluster stop viewer

deb: setup ## a Debian package for the server of PG_CONFIG, in target/deb
	@PROFILE=$(PROFILE) scripts/deb "$(PG_CONFIG)"

test-deb: setup ## install, use and remove that package in a fresh Debian 12 (root, or user namespaces)
	@package=$$(PROFILE=$(PROFILE) scripts/deb "$(PG_CONFIG)") && scripts/test-deb "$$package"

packages: setup ## what a release consists of, in target/packages: packages and .tar.gz for VERSIONS, goce the command, and checksums
	@PROFILE=$(PROFILE) scripts/packages $(VERSIONS)

release: ## release the version of Cargo.toml, as RELEASE.md says (scripts/release --dry-run: a copy of it)
	@scripts/release

volume: setup ## its files alone, for PG_CONFIG, in VOLUME=directory
	@test -n "$(VOLUME)" || { echo 'usage: make volume VOLUME=directory [PG_CONFIG=path]'; exit 2; }
	@PROFILE=$(PROFILE) scripts/volume "$(PG_CONFIG)" "$(VOLUME)"

dist: ## the last commit's sources as PGXN wants them, in target/dist
	@scripts/dist

docs: setup ## the documentation as a site that opens without a server, target/docs/index.html
	@scripts/docs

sbom: ## print what goce.so for PG_CONFIG contains, in CycloneDX
	@scripts/sbom $(major)

upgrade-script: all ## write the script that upgrades from the last release, from both scripts of CREATE EXTENSION
	scripts/upgrade-script $(released) $(package)$(extdir)/goce--$(version).sql sql/goce--$(released:pg_test/upgrade/goce--%.sql=%)--$(version).sql

deny: ## licences, sources and known faults of all crates, by cargo-deny (CHECKS=bans: one of its checks)
	@command -v cargo-deny >/dev/null || { echo 'make deny needs cargo-deny: cargo install --locked cargo-deny'; exit 1; }
	cargo deny --locked --workspace --features pg15 check $(CHECKS)

test: export PROFILE = ci
test: setup ## all tests: Rust, then server and documentation for each of PGVERSIONS, then the viewer
	@scripts/test-rust
	@scripts/test-servers $(PGVERSIONS)
	@scripts/test-viewer

test-citus: setup ## tables that Citus distributes, if the server of PG_CONFIG has Citus
	@PROFILE=ci scripts/test-citus "$(PG_CONFIG)"

test-rust: ## the tests that need no PostgreSQL
	@scripts/test-rust

lint: setup ## clippy over everything, and types for each version of PostgreSQL from 14 to 18
	@scripts/lint

evaluate: setup ## the paper's tables over WCXB=directory; OUT=directory gets the texts, TEXTS= has others to score
	@test -n "$(WCXB)" || { echo 'usage: make evaluate WCXB=directory [OUT=directory] [TEXTS=directory]'; exit 2; }
	@OUT="$(OUT)" TEXTS="$(TEXTS)" scripts/evaluate "$(WCXB)"

evaluate-retrieval: setup ## what each method does to search over WCXB=directory; TEXTS=directory has others to search
	@test -n "$(WCXB)" || { echo 'usage: make evaluate-retrieval WCXB=directory [TEXTS=directory]'; exit 2; }
	@TEXTS="$(TEXTS)" scripts/evaluate "$(WCXB)" sql/evaluate-retrieval.sql

compare: setup ## goce beside other extractors over WCXB=directory (EVERY=n, OTHERS=, OUT=, TEXTS=; WRITE=1 into the documentation)
	@test -n "$(WCXB)" || { echo 'usage: make compare WCXB=directory [OTHERS=directory] [EVERY=n] [OUT=directory] [TEXTS=directory]'; exit 2; }
	@EVERY="$(EVERY)" OTHERS="$(OTHERS)" OUT="$(OUT)" TEXTS="$(TEXTS)" WRITE="$(WRITE)" scripts/compare "$(PG_CONFIG)" "$(WCXB)"

# models/Makefile has them. Paths are below the directory of this file.
train-% folds-% fit-% fuse-% degraded-%:
	@$(MAKE) --no-print-directory -f models/Makefile $@

test-models:
	@$(MAKE) --no-print-directory -f models/Makefile $@

test-python: ## the tests of the training programs that take seconds, numpy fetched
	@scripts/test-python

test-structured: ## goce_structured beside other readers of JSON-LD and microdata, which are fetched
	@scripts/test-structured

test-browser: ## test highlighted pages and the viewer in a browser, Chromium fetched (CHROMIUM= names another)
	@CHROMIUM="$(CHROMIUM)" PG_CONFIG="$(PG_CONFIG)" scripts/test-browser

soak: setup ## all functions in four backends with cancels, for MINUTES=30, over the pages of PAGES=directory too if given
	@scripts/soak $(or $(MINUTES),30) $(PAGES)

attack: setup ## every function with every hostile page: memory, time, cancels (ATTACK='--shapes emoji --every 7'; long)
	@scripts/attack $(ATTACK)

bench: ## benchmarks, over the pages of WCXB=directory if given
	WCXB="$(WCXB)" cargo bench -p goce-tools

clean: ## delete what was built
	rm -rf target/debug target/release target/ci target/package target/regress

distclean: ## delete all that make made, running throwaway clusters too
	@set -e; run=$$(scripts/run-dir); \
	for home in "$$run"/*/bindir; do \
		[ ! -e "$$home" ] || scripts/cluster stop "$$(basename "$$(dirname "$$home")")"; \
	done; \
	rm -rf "$$run" target
