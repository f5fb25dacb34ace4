#!/bin/bash
# Makes one backup that only the holder of the private key can read, and removes those older than 30 days. Run by
# callguide-backup.service with BACKUP_KEY (age1…) in its environment. To restore one, see docs/first-hour.md.
set -euo pipefail
folder=${BACKUP_FOLDER:-/var/backups/callguide}
file=$folder/$(date -u +%Y-%m-%dT%H%M%SZ).sqlite.age
note=$CALLGUIDE_DATA/last-backup
plain=$(mktemp -d)
# `callguide backup` records that a backup was made, but this one doesn't count until it's encrypted.
[ ! -e "$note" ] || cp -p "$note" "$plain/noted"
trap '[ -e "$file" ] || mv "$plain/noted" "$note" 2>/dev/null || rm -f "$note"; rm -rf "$plain" "$file.new"' EXIT
# Check the key first, so that nothing is copied if it's wrong.
age -r "$BACKUP_KEY" </dev/null >/dev/null || {
  echo "BACKUP_KEY in /etc/callguide/backup.env has to be a public key that age-keygen printed: age1 and everything after it." >&2
  exit 1
}
callguide backup "$plain/documents.sqlite"
age -r "$BACKUP_KEY" -o "$file.new" "$plain/documents.sqlite"
mv "$file.new" "$file"
find "$folder" -name '*.sqlite.age' -mtime +30 -delete
