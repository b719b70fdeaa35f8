# The front door. Everything real is in CMake (CMakePresets.json); these targets set up, build and run it.
.PHONY: all demo test sanitize bench reproduce screenshots fuzz format clean help
.DEFAULT_GOAL := all

# Where ccache is installed, what was compiled before for such a processor is not compiled again, in another folder neither.
ifneq ($(shell command -v ccache),)
export CMAKE_CXX_COMPILER_LAUNCHER = ccache
export CCACHE_BASEDIR = $(CURDIR)
export CCACHE_NOHASHDIR = 1
export CCACHE_SLOPPINESS = pch_defines,time_macros
export CCACHE_NAMESPACE = abut-$(firstword $(shell grep -m 1 ^flags /proc/cpuinfo | cksum))
endif

all: ## build the program: build/release/abut
	@tools/setup build viewer
	cmake --preset release -DABUT_TESTS=OFF
	cmake --build --preset release

demo: ## build, then find out where two skirts and a body cut each other, and take them apart
	@tools/setup build viewer
	@tools/demo

test: ## build and run all tests
	@tools/setup build viewer test browser
	cmake --preset release -DABUT_TESTS=ON
	cmake --build --preset release
	ctest --preset release --parallel 2

sanitize: ## run the tests under AddressSanitizer, UndefinedBehaviorSanitizer and ThreadSanitizer
	@tools/setup build viewer test
	for preset in asan tsan; do \
	  cmake --preset $$preset && cmake --build --preset $$preset && ctest --preset $$preset --parallel 2 || exit 1; \
	done

bench: ## measure beside the installed peers
	@tools/setup build bench
	cmake --preset bench -DABUT_TESTS=OFF
	cmake --build --preset bench
	build/release/abut-bench --json build/bench.json
	build/release/abut-bench untangle --output docs/untangling_results.md
	build/release/abut-bench nest --output docs/nesting_results.md

reproduce: ## repeat the papers' experiments and write docs/reproduction.md with its figures (minutes)
	@tools/setup build
	cmake --preset reproduce -DABUT_TESTS=OFF
	cmake --build --preset reproduce
	build/release/abut-reproduce --output docs

screenshots: all ## make the pictures of the viewer in README and docs
	@tools/setup browser
	tools/screenshots

fuzz: ## feed the readers random files, a bounded time each (SECONDS=30)
	@tools/setup build fuzz
	tools/fuzz $(SECONDS)

format: ## format all C++ sources
	@tools/setup format
	git ls-files '*.cpp' '*.h' | xargs clang-format -i

clean: ## remove what was built
	rm -rf build out web/node_modules

help: ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12
