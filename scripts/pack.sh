#!/usr/bin/env bash
# Packs a release's archive: the binary, the files that an operator copies, and the pages that explain them. It also
# writes the name of the release's image where compose looks for it.
#
# usage: scripts/pack.sh BINARY NAME IMAGE FOLDER
set -euo pipefail
binary=$1 name=$2 image=$3 folder=$4
here=$(dirname "$0")/..

mkdir -p "$folder/$name"
install -m 0755 "$binary" "$folder/$name/callguide"
cp -r "$here"/{LICENSE,README.md,CHANGELOG.md,CONTRIBUTING.md,deploy,docs} "$here/engine/crates/search/src/text/english/known.LICENSE" "$folder/$name/"
echo "CALLGUIDE_IMAGE=$image" >"$folder/$name/deploy/docker/.env"
tar -C "$folder" --owner=0 --group=0 -czf "$folder/$name.tar.gz" "$name"
rm -r "${folder:?}/$name"
