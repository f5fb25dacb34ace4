# The only commands that a person needs to know; CI calls the same ones. `make help` lists them.

CARGO ?= cargo
NPM ?= npm
WEB_SOURCES = $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -not -path 'web/test-results/*' 2>/dev/null)
# nextest runs tests in processes of their own, which is quicker; cargo's own runner does as well.
NEXTEST := $(shell command -v cargo-nextest 2>/dev/null)
RUST_TESTS = $(if $(NEXTEST),$(CARGO) nextest run --locked --no-fail-fast,$(CARGO) test --locked --no-fail-fast)

.PHONY: help run release test check check-deploy lint fmt clippy rust-test api-test web-test e2e bench soak openapi screenshots clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: web/dist ## Build the web app and the engine, start on the embedded defaults and print the address
	$(CARGO) run --locked -q -- serve

release: web/dist ## The optimised binary with everything compiled in: target/release/callguide
	$(CARGO) build --locked --release

test: fmt clippy rust-test api-test lint check-deploy web-test e2e ## Everything that CI checks

check: ## The fast part of `make test`, for every save
	$(CARGO) clippy --locked --all-targets -q -- -D warnings
	$(CARGO) test --locked -q --lib
	$(CARGO) run --locked -q -- lint content
	cd web && $(NPM) run -s typecheck && $(NPM) run -s lint

fmt:
	$(CARGO) fmt --all --check

clippy: web/dist
	$(CARGO) clippy --locked --all-targets -- -D warnings

rust-test: web/dist
	./scripts/firestore-discovery.sh >/dev/null
	$(RUST_TESTS)

api-test: web/dist ## Ask a running engine whatever its OpenAPI document allows
	$(CARGO) build --locked
	./scripts/schemathesis.sh

lint: ## Check content/ as CI does
	$(CARGO) run --locked -q -- lint content

check-deploy: ## Ask nginx, Caddy, systemd and Prometheus, where they are installed, about what ships in deploy/
	./scripts/check-deploy.sh

web-test: web/node_modules
	cd web && $(NPM) run -s typecheck && $(NPM) run -s lint && $(NPM) run -s test

e2e: web/dist ## The end-to-end tests, in a real browser
	$(CARGO) build --locked
	./scripts/browser.sh >/dev/null
	cd web && CALLGUIDE_BROWSER="$$(../scripts/browser.sh)" $(NPM) run -s e2e

bench: web/dist ## Speed and memory, as ratios against something run side by side
	./scripts/bench.sh

soak: web/dist ## The long counts of what `make test` does a few times
	./scripts/firestore-discovery.sh >/dev/null
	PROPTEST_CASES=5000 CALLGUIDE_SOAK=100 CALLGUIDE_SOAK_SAVES=1000 $(RUST_TESTS) --release

openapi: ## Write the OpenAPI document that the web app's types are made from
	UPDATE_OPENAPI=1 $(CARGO) test --locked -q --test openapi

screenshots: web/dist ## Every screen at both widths and in both themes, into web/screenshots/
	$(CARGO) build --locked
	cd web && CALLGUIDE_BROWSER="$$(../scripts/browser.sh)" $(NPM) run -s screenshots

clean: ## Remove everything that was built
	rm -rf target web/dist web/node_modules web/test-results web/screenshots

web/node_modules: web/package-lock.json
	cd web && $(NPM) ci --no-audit --no-fund
	@touch $@

web/dist: web/node_modules $(WEB_SOURCES)
	cd web && $(NPM) run -s build
	@touch $@
