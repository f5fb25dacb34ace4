#!/usr/bin/env bash
# Measures speed and memory, and compares each with something that does the same work on this machine: `make bench`.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$PWD/target/bench
mkdir -p "$out"

echo "== FAQ search: the engine, then MiniSearch on the same entries and keystrokes"
rm -rf "$out"/engine-*.json "$out"/entries-*.json "$out"/content-*
cargo bench --locked -q --bench search -- --export "$out"
(cd bench && npm ci --no-audit --no-fund --silent)
node --max-old-space-size=8192 bench/minisearch.mjs "$out"

# The engine is built as it's released.
cargo rustc --locked --release -q -p callguide --bin callguide -- -C target-feature=+crt-static
engine=target/release/callguide

echo
# Prints the p50 and max of $1 runs of lint on the folder $2.
time_lint() {
  for _ in $(seq "$1"); do
    start=$(date +%s%N); "$engine" lint "$2" >/dev/null || true; end=$(date +%s%N)
    echo $(((end - start) / 1000))
  done | sort -n | awk '{ v[NR] = $1 } END { printf "p50 %.1f ms, max %.1f ms\n", v[int((NR + 1) / 2)] / 1e3, v[NR] / 1e3 }'
}

echo "== Lint of the shipped content, whole process (20 runs)"
time_lint 20 content

echo
echo "== Lint of 10,000 entries (3 runs): the limit is 5 s"
find content -mindepth 1 -maxdepth 1 ! -name faq -exec cp -r {} "$out/content-10000/" \;
time_lint 3 "$out/content-10000"

echo
echo "== Lint of the worst known shapes (3 runs each): each run ends, with or without a finding"
rm -rf "$out/hostile"
HOSTILE=$out/hostile cargo test --locked -q --test content readings::bounds:: >/dev/null
for folder in "$out"/hostile/*; do
  printf '%s: ' "$(basename "$folder")"
  time_lint 3 "$folder"
done

echo
echo "== Engine: start to ready, memory, and content responses, next to nginx serving the same bytes as files"
node bench/serve.mjs "$engine" "$out"

echo
echo "== A volunteer while strangers attack: the limit is a p99 of 250 ms"
node bench/attacks.mjs "$engine" "$out"
for proxy in nginx caddy; do
  echo
  if command -v "$proxy" >/dev/null; then
    echo "== The same through $proxy as it ships, with one core kept busy"
    node bench/attacks.mjs "$engine" "$out" --through "$proxy" --core-full
  else
    echo "SKIPPED: $proxy isn't installed, so the attacks through it weren't measured"
  fi
done

echo
echo "== An election week: 1,000 listening volunteers"
node bench/volunteers.mjs "$engine"

echo
echo "== Edit saved → served, and memory after many reloads"
node bench/reload.mjs "$engine"

echo
echo "== The app in a browser, and Lighthouse"
CALLGUIDE_BROWSER="$(./scripts/browser.sh)" node bench/web.mjs "$engine"
