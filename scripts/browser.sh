#!/usr/bin/env bash
# Prints the path of a browser for the end-to-end tests: one that's installed, or else the one that Playwright fetches,
# or else one from the system's package manager if that doesn't need a prompt. If none is available, it prints one line
# that says how to install one.
set -euo pipefail
cd "$(dirname "$0")/../web"

found() {
  if [ -n "${CALLGUIDE_BROWSER:-}" ]; then echo "$CALLGUIDE_BROWSER"; return 0; fi
  local name
  # Headless shell first: without a window to draw, a test takes half the time.
  for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" && return 0
  done
  local mac="/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
  if [ -x "$mac" ]; then echo "$mac"; return 0; fi
  local own
  own=$(node -p 'require("@playwright/test").chromium.executablePath()' 2>/dev/null) || return 1
  [ -x "$own" ] && echo "$own"
}

found && exit 0
timeout 300 npx --no-install playwright install chromium >&2 || true
found && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  { apt-get update -qq && export DEBIAN_FRONTEND=noninteractive && apt-get install -y -qq --no-install-recommends chromium-headless-shell ||
    apt-get install -y -qq --no-install-recommends chromium; } >&2 || true
  found && exit 0
fi
echo "no browser for the end-to-end tests: install one with 'sudo apt-get install chromium', or set CALLGUIDE_BROWSER to the path of one" >&2
exit 1
