#!/usr/bin/env bash
# Prints the path of Google's discovery document for the Firestore API. The tests check the Firestore
# client and its double against it. It comes with the package google-api-python-client, which is
# fetched once into a virtual environment under target/.
set -euo pipefail
cd "$(dirname "$0")/.."
version=2.202.0
home="$PWD/target/firestore-discovery-$version"
document="$home/firestore.v1.json"

if [ ! -s "$document" ]; then
  mkdir -p target
  if ! command -v python3 >/dev/null; then
    echo "the tests of the Firestore store need python3 with venv and pip: install them with 'sudo apt-get install python3-venv'" >&2
    exit 1
  fi
  # The document is fetched into a folder next to its final location and then moved there, since
  # several tests may run this script at once.
  work=$(mktemp -d "$home.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  python3 -m venv "$work/venv" >&2
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps "google-api-python-client==$version" >&2
  found=$(find "$work/venv" -name firestore.v1.json -path '*discovery_cache*' | head -n 1)
  [ -s "$found" ] || { echo "google-api-python-client $version has no firestore.v1.json" >&2; exit 1; }
  mkdir -p "$home"
  mv "$found" "$document"
fi
echo "$document"
