# Workings. `make` lists the targets; README.md says what they are for.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PRECIOUS: build/c/%.o build/asan/%.o build/nopie/%.o build/wasm/%.o

# ---- Tools -------------------------------------------------------------------------------------------------------
# Debian's emcc wants to be told where Debian's node modules are, when Node itself comes from elsewhere.
# Looked up when a recipe runs, since setup may just have installed it.
export NODE_PATH = $(shell [ -d /usr/share/nodejs ] && echo /usr/share/nodejs)
CC ?= cc
EMCC ?= emcc
NPX := npx --no-install
PORT ?= 8080

# ---- Sources -----------------------------------------------------------------------------------------------------
CORE := $(wildcard wasm/src/core/*.c wasm/src/models/*.c)
CLI := $(wildcard wasm/cli/*.c)
HEADERS := $(wildcard wasm/include/*.h wasm/src/core/*.h wasm/cli/*.h) wasm/src/registry.def
UNITS := $(patsubst tests/c/test_%.c,%,$(wildcard tests/c/test_*.c))
CASES := $(wildcard tests/cases/*.json)
SITE_SOURCES := $(shell find web content -type f 2>/dev/null) vite.config.ts vite.build.config.ts package-lock.json

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wdouble-promotion -Wswitch-enum -Wstrict-prototypes -Werror
CFLAGS_CORE := -std=c11 -ffp-contract=off $(WARNINGS) -Iwasm/include -Iwasm/src/core
SANITIZE := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

EXPORTS := _wk_plan,_wk_run,_wk_model_count,_wk_model_at,_wk_registry_hash,_wk_self_check,_wk_parse_number,_wk_scan_table,_wk_read_table
# An overflowing stack must trap, not overwrite data: the stack stands first. 3.1.6 calls its size TOTAL_STACK.
STACK = $(shell $(EMCC) --version 2>/dev/null | head -1 | grep -qE ' (3\.1\.([0-9]|1[0-9]|2[0-6])|[12]\.)' && echo TOTAL_STACK || echo STACK_SIZE)
LDFLAGS_WASM = --no-entry -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -s$(STACK)=262144 \
	-sEXPORTED_FUNCTIONS=$(EXPORTS) -Wl,--stack-first -Wl,--export=__heap_base

.PHONY: help setup setup-test setup-engines setup-lint setup-fuzz build core run dev test test-c test-web e2e engines \
	fuzz bench lint lint-c lint-web format dist clean

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# ---- What must be there --------------------------------------------------------------------------------------------
setup: node_modules/.package-lock.json ## install what building needs (Debian packages, npm packages from the lock file)
	@.ci/need emcc:emscripten musl-gcc:musl-tools

setup-test: setup
	@.ci/need /usr/include/cmocka.h:libcmocka-dev browser:chromium

setup-engines: setup-test
	@.ci/need firefox:firefox-esr webkit:webkit2gtk-driver Xvfb:xvfb mathfont:fonts-dejavu-extra

setup-lint: setup
	@.ci/need clang:clang clang-tidy:clang-tidy clang-format:clang-format

setup-fuzz:
	@.ci/need clang:clang /usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.fuzzer-x86_64.a:libclang-rt-14-dev

node_modules/.package-lock.json: package.json package-lock.json
	@.ci/need node:nodejs npm:npm
	npm ci
	@touch $@

# ---- The core ----------------------------------------------------------------------------------------------------
core: build/workings build/workings.wasm build/registry/index.json

# musl's libm is the one Emscripten links, so results agree bit for bit; with another libc they agree to 1e-9.
build/workings: $(CORE) $(CLI) $(HEADERS) | setup
	@mkdir -p build
	@echo "CC $@"
	@if command -v musl-gcc >/dev/null; then \
		musl-gcc -static -O2 $(CFLAGS_CORE) -DWORKINGS_LIBM='"musl"' $(CORE) $(CLI) -o $@ -lm; \
	else \
		$(CC) -O2 $(CFLAGS_CORE) $(CORE) $(CLI) -o $@ -lm; \
	fi

build/registry.json: build/workings
	build/workings describe > $@

build/registry/index.json: build/registry.json web/build/registry.mjs
	node web/build/registry.mjs build/registry.json build/registry

# Loops over rows are compiled for speed, everything else for size: the WASM is part of every lab's first load. The level
# at the link stays -O2, since -Oz would link another libm.
FAST := core/medcouple core/moments core/quantile core/sort core/table core/table_read core/number core/decimal core/plan \
	models/batch_size models/kv_cache

build/wasm/%.o: wasm/src/%.c $(HEADERS) build/registry.json
	@mkdir -p $(@D)
	@$(EMCC) $(if $(filter $*,$(FAST)),-O2,-Os) $(CFLAGS_CORE) -DWK_NO_TEXT \
		-DWK_REGISTRY_HASH=$$(node -p 'JSON.parse(fs.readFileSync("build/registry.json")).hash')u -c $< -o $@

build/workings.wasm: $(CORE:wasm/src/%.c=build/wasm/%.o)
	@echo "EMCC $@"
	@$(EMCC) -O2 $^ -o $@ $(LDFLAGS_WASM)

# ---- The site ----------------------------------------------------------------------------------------------------
build: dist/index.html ## build the core and the site into dist/

dist/index.html: build/workings build/workings.wasm build/registry/index.json $(SITE_SOURCES)
	$(NPX) vite build --logLevel warn
	$(NPX) vite build --config vite.build.config.ts --logLevel warn
	node build/site/pages.js

run: build ## build, then serve the site and print its address (PORT=8080)
	node web/build/serve.mjs dist $(PORT)

dev: core ## serve the site and rebuild it when a source changes
	node web/build/dev.mjs $(PORT)

# ---- Tests -------------------------------------------------------------------------------------------------------
test: setup-engines test-c test-web e2e engines ## install what is missing, run every test

test-c: core build/asan/workings $(UNITS:%=build/c/test_%) $(UNITS:%=build/asan/test_%) ## C units (also under sanitizers) and reference cases
	@for unit in $(UNITS); do build/c/test_$$unit; done
	@for unit in $(UNITS); do build/asan/test_$$unit; done
	build/workings cases $(CASES)
	build/asan/workings cases $(CASES)

test-web: build ## Vitest: page core, content pipeline, cases on the WASM
	$(NPX) vitest run

e2e: build ## the built site in a real browser
	$(NPX) vitest run --config vitest.e2e.config.ts

engines: setup-engines build ## the built site in Chromium, Firefox and WebKit
	$(NPX) vitest run --config vitest.engines.config.ts

build/c/%.o: wasm/src/%.c $(HEADERS)
	@mkdir -p $(@D)
	@$(CC) -O2 $(CFLAGS_CORE) -c $< -o $@

build/asan/%.o: wasm/src/%.c $(HEADERS)
	@mkdir -p $(@D)
	@$(CC) $(SANITIZE) $(CFLAGS_CORE) -c $< -o $@

build/c/test_%: tests/c/test_%.c $(CORE:wasm/src/%.c=build/c/%.o) | setup-test
	@echo "CC $@"
	@$(CC) -O2 $(CFLAGS_CORE) $< $(CORE:wasm/src/%.c=build/c/%.o) -o $@ -lcmocka -lm

build/asan/test_%: tests/c/test_%.c $(CORE:wasm/src/%.c=build/asan/%.o) | setup-test
	@echo "CC $@"
	@$(CC) $(SANITIZE) $(CFLAGS_CORE) $< $(CORE:wasm/src/%.c=build/asan/%.o) -o $@ -lcmocka -lm

build/asan/workings: $(CLI) $(CORE:wasm/src/%.c=build/asan/%.o)
	@echo "CC $@"
	@$(CC) $(SANITIZE) $(CFLAGS_CORE) $(CLI) $(CORE:wasm/src/%.c=build/asan/%.o) -o $@ -lm

# ---- Instruments -------------------------------------------------------------------------------------------------
FUZZ_TARGETS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c))
FUZZ_SECONDS ?= 60

fuzz: $(FUZZ_TARGETS:%=build/fuzz/%) ## libFuzzer on parsers and models, FUZZ_SECONDS=60 a target
	for target in $(FUZZ_TARGETS); do \
		mkdir -p build/fuzz/corpus/$$target; \
		build/fuzz/$$target -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 build/fuzz/corpus/$$target; \
	done

build/fuzz/%: tests/fuzz/%.c $(wildcard tests/fuzz/*.h) $(CORE) $(HEADERS) | setup-fuzz
	@mkdir -p $(@D)
	clang -O1 -g -fsanitize=fuzzer,address,undefined $(CFLAGS_CORE) $< $(CORE) -o $@ -lm

bench: build build/bench/core ## what each page weighs, how fast the core is (compared with its native build)
	node tests/bench/weights.mjs
	node tests/bench/core.mjs

build/bench/core: tests/bench/core.c $(CORE) $(HEADERS)
	@mkdir -p $(@D)
	@$(CC) -O3 $(CFLAGS_CORE) $< $(CORE) -o $@ -lm

lint: lint-c lint-web ## formatting, static analysis, types, dependency direction, what the core may not do

lint-c: setup-lint build/workings.wasm $(CORE:wasm/src/%.c=build/nopie/%.o)
	clang-format --dry-run -Werror $(CORE) $(CLI) $(wildcard tests/c/*.c tests/fuzz/*.[ch]) $(filter %.h,$(HEADERS))
	clang -fsyntax-only $(CFLAGS_CORE) $(CORE) $(CLI)
	clang-tidy --quiet --warnings-as-errors='*' $(CORE) $(CLI) -- $(CFLAGS_CORE)
	.ci/check-core $(CORE:wasm/src/%.c=build/nopie/%.o)
	node web/build/check-wasm.mjs build/workings.wasm

lint-web: node_modules/.package-lock.json core
	$(NPX) tsc
	$(NPX) eslint .
	$(NPX) prettier --check --log-level warn web tests content '*.ts' '*.json' '*.js'

# Without position independence const tables of pointers stay in .rodata, where check-core wants them.
build/nopie/%.o: wasm/src/%.c $(HEADERS)
	@mkdir -p $(@D)
	@$(CC) -O2 -fno-pie $(CFLAGS_CORE) -c $< -o $@

format: setup-lint ## format all sources
	clang-format -i $(CORE) $(CLI) $(wildcard tests/c/*.c tests/fuzz/*.[ch]) $(filter %.h,$(HEADERS))
	$(NPX) prettier --write --log-level warn web tests content '*.ts' '*.json' '*.js'

dist: build ## the site as one archive, dist.tar.gz in build/
	tar -czf build/dist.tar.gz -C dist .

clean: ## remove build/ and dist/
	rm -rf build dist
