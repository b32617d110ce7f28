#!/bin/sh
# A backup of the shop into a folder, read back before it counts; then those older than some days are removed, never the
# last three. From the shop's folder, with its settings:
#   deploy/backup/backup.sh /var/backups/shop 14
# Exit code 0 only when today's backup is whole. Copy the folder to another machine: this script does not.
set -eu

folder=${1:?usage: backup.sh FOLDER [DAYS]}
days=${2:-14}
cd "$(dirname "$0")/../.."
mkdir -p "$folder"

exec 9> "$folder/.lock"
flock -n 9 || { echo "another backup into $folder is running" >&2; exit 1; }

operator() {
  node_modules/.bin/node server/operator/main.ts "$@"
}

rm -f "$folder"/*.part
name="$folder/shop-$(date -u +%Y%m%dT%H%M%SZ).gz"
operator backup "$name.part" > /dev/null
operator verify "$name.part" > /dev/null
mv "$name.part" "$name"

kept=$(ls -1 "$folder"/shop-*.gz | sort | tail -n 3)
find "$folder" -maxdepth 1 -name 'shop-*.gz' -mtime "+$days" | while read -r old; do
  echo "$kept" | grep -qxF "$old" || rm -f "$old"
done
echo "$name"
