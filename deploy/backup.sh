#!/bin/sh
# Usage: backup.sh FOLDER
# Backs up all games into FOLDER, tests the backup by restoring it elsewhere, and then deletes the backups that are
# older than two weeks. A backup of PostgreSQL is not restored: that needs a second database.
set -eu
umask 077
tretorri=$(dirname "$0")/../.venv/bin/tretorri
folder=${1:?the folder for backups}
file=$folder/$(date +%Y-%m-%d-%H%M%S).backup

"$tretorri" backup "$file"
if [ -z "${TRETORRI_DATABASE:-}" ]; then
    spare=$(mktemp -d)
    trap 'rm -rf "$spare"' EXIT
    "$tretorri" restore "$file" --data "$spare"
    "$tretorri" verify --data "$spare"
fi
find "$folder" -name '*.backup' -mtime +14 -delete
