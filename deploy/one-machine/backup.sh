#!/bin/bash
# Makes one backup that only the holder of the private key can read, and removes those older than 30 days. Run by
# callguide-backup.service with BACKUP_KEY (age1…) in its environment. Restoring: docs/first-hour.md.
set -euo pipefail
folder=${BACKUP_FOLDER:-/var/backups/callguide}
file=$folder/$(date -u +%Y-%m-%dT%H%M%SZ).sqlite.age
plain=$(mktemp -d)
trap 'rm -rf "$plain" "$file.new"' EXIT
# First, so that a wrong key isn't found only when there's a backup to note.
age -r "$BACKUP_KEY" </dev/null >/dev/null
callguide backup "$plain/documents.sqlite"
age -r "$BACKUP_KEY" -o "$file.new" "$plain/documents.sqlite"
mv "$file.new" "$file"
find "$folder" -name '*.sqlite.age' -mtime +30 -delete
