#!/usr/bin/env bash
# Prints the section of CHANGELOG.md for one version: the notes of its release.
#
# usage: scripts/release-notes.sh VERSION < CHANGELOG.md
set -euo pipefail
version=$1
notes=$(awk -v heading="## [$version]" '
  /^## / { ours = index($0, heading) == 1; next }
  /^\[[^]]*\]: / { next }
  ours')
[ -n "${notes//[[:space:]]/}" ] || { echo "CHANGELOG.md has no section for version $version" >&2; exit 1; }
printf '%s\n' "$notes"
