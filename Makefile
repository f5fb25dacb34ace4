# The only commands that a person needs to know; CI runs the same ones. `make help` lists them.

# Cargo runs without make's own flags: otherwise it would share make's two jobs instead of using every processor.
CARGO ?= env -u MAKEFLAGS -u MFLAGS cargo
NPM ?= npm
WEB_SOURCES = $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -not -path 'web/test-results/*' 2>/dev/null)
# The tests in a file share a process: one-time setup, such as compiling schemas, takes most of a short test's
# time.
RUST_TESTS = $(CARGO) test --locked --no-fail-fast -q

.PHONY: help run release release-arm image image-arm try-image test check check-engine check-web check-deploy lint fmt clippy rust-test api-test web-test e2e bench soak openapi screenshots clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: web/dist ## Build the web app and the engine, start with the embedded defaults and print the address
	$(CARGO) run --locked -q -- serve

# The C library is in the binary, too, so it runs on any Linux, and in an image that contains nothing else. Only the last
# crate is built differently for that.
STATIC = -p callguide --bin callguide -- -C target-feature=+crt-static

release: web/dist ## The optimized binary with everything compiled in: target/release/callguide
	$(CARGO) rustc --locked --release $(STATIC)

image: release ## The image's contents, as folders (target/image), tested if possible
	./scripts/image.sh target/release/callguide target/image
	CALLGUIDE_IMAGE_FILES=$(CURDIR)/target/image $(RUST_TESTS) --test oidc image::

image-arm: release-arm
	./scripts/image.sh target/aarch64-unknown-linux-gnu/release/callguide target/image

# ARM64 kernels use page sizes from 4 to 64 KiB, and the allocator has to be built for the largest.
release-arm: web/dist ## The same for ARM64, built on this machine: needs Debian's gcc-aarch64-linux-gnu
	rustup target add aarch64-unknown-linux-gnu
	CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc \
		JEMALLOC_SYS_WITH_LG_PAGE=16 \
		$(CARGO) rustc --locked --release --target aarch64-unknown-linux-gnu $(STATIC)

# Like `image`, but with an unoptimized binary in its own folder: the other tests run the one in target/debug.
try-image: web/dist
	CARGO_BUILD_BUILD_DIR=target CARGO_TARGET_DIR=target/static $(CARGO) rustc --locked $(STATIC)
	./scripts/image.sh target/static/debug/callguide target/static/image
	CALLGUIDE_IMAGE_FILES=$(CURDIR)/target/static/image $(RUST_TESTS) --test oidc image::

test: web/dist ## Everything that CI checks
	$(MAKE) -j2 -k -Otarget web-test fmt clippy rust-test api-test lint check-deploy try-image
	$(MAKE) e2e

check: ## The fast part of `make test`, for every save
	$(MAKE) -j2 -k -Otarget check-engine check-web

check-engine:
	$(CARGO) clippy --locked --all-targets -q -- -D warnings
	$(CARGO) test --locked -q --lib --bins
	$(CARGO) run --locked -q -- lint content

check-web: web/node_modules
	cd web && $(NPM) run -s typecheck && $(NPM) run -s lint

fmt:
	$(CARGO) fmt --all --check

clippy: web/dist
	$(CARGO) clippy --locked --all-targets -- -D warnings

rust-test: web/dist
	./scripts/firestore-discovery.sh >/dev/null
	PROPTEST_RNG_SEED=1 $(RUST_TESTS)

api-test: web/dist ## Test a running engine with everything that its OpenAPI document allows
	$(CARGO) build --locked
	./scripts/schemathesis.sh

lint: ## Check content/ as CI does
	$(CARGO) run --locked -q -- lint content

check-deploy: ## Check deploy/ with nginx, Caddy, systemd and Prometheus, whichever are installed
	./scripts/check-deploy.sh

# The build has already checked the types.
web-test: web/dist
	cd web && $(NPM) run -s lint && $(NPM) run -s test

e2e: web/dist ## The end-to-end tests, in a real browser
	$(CARGO) build --locked
	./scripts/browser.sh >/dev/null
	cd web && CALLGUIDE_BROWSER="$$(../scripts/browser.sh)" $(NPM) run -s e2e

bench: web/dist ## Speed and memory, compared with something else on this machine
	./scripts/bench.sh

soak: web/dist ## The long runs: far more of what `make test` does a few times
	./scripts/firestore-discovery.sh >/dev/null
	PROPTEST_CASES=5000 CALLGUIDE_SOAK=100 CALLGUIDE_SOAK_SAVES=1000 $(RUST_TESTS) --release
	cd web && CALLGUIDE_SOAK=100 $(NPM) run -s test

openapi: ## Write the OpenAPI document that the web app's types are generated from
	UPDATE_OPENAPI=1 $(CARGO) test --locked -q --test openapi

screenshots: web/dist ## Every screen at both widths and in both themes, into web/screenshots/; the README's pictures and the touch icon
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
