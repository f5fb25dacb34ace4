#!/usr/bin/env bash
# Assembles the image's files for the binary's processor: FOLDER/amd64 or FOLDER/arm64, each with `root` (owned by root in
# the image) and `own` (owned by the user that the engine runs as). deploy/docker/Dockerfile copies exactly that.
#
# usage: scripts/image.sh BINARY FOLDER
set -euo pipefail
binary=$1
here=$(dirname "$0")/..

case $(LC_ALL=C readelf -h "$binary" | sed -n 's/.*Machine: *//p') in
  *X86-64) arch=amd64 ;;
  AArch64) arch=arm64 ;;
  *) echo "$binary is for a processor that has no image" >&2 && exit 1 ;;
esac
if readelf -lW "$binary" | grep INTERP >/dev/null; then
  echo "$binary needs libraries that aren't in the image: build it with make release" >&2
  exit 1
fi

folder=$2/$arch
rm -rf "${folder:?}"
install -D -m 0755 "$binary" "$folder/root/usr/local/bin/callguide"
# The CA certificates are needed to reach a sign-in provider or Firestore over https.
install -D -m 0644 /etc/ssl/certs/ca-certificates.crt "$folder/root/etc/ssl/certs/ca-certificates.crt"
install -d "$folder/root/usr/share/doc/callguide" "$folder/root/content"
install -m 0644 "$here/LICENSE" "$here/engine/crates/search/src/text/english/known.LICENSE" "$folder/root/usr/share/doc/callguide"
install -d -m 0700 "$folder/own/data" "$folder/own/backups"
