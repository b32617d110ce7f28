#!/bin/sh
# The operator's commands with the settings and secrets of the nodes, as their user. Root runs it, also by sudo:
#   install -m 0755 deploy/systemd/shop-operator.sh /usr/local/sbin/shop-operator
#   shop-operator doctor
#   DATABASE_URL=postgres://… shop-operator ledger prove     with another database, a restored copy for one
# Paths are seen from the shop's folder, and files are read and written by its user.
set -eu
umask 077

folder=$(mktemp -d /run/shop-operator.XXXXXX)
trap 'rm -rf "$folder"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
cp /etc/shop/env "$folder/env"
mkdir "$folder/secrets"
cp /etc/shop/secrets/* "$folder/secrets/"
chown -R shop:shop "$folder"

# secret-key is SECRET_KEY_FILE; a value that was given beforehand wins
for file in "$folder"/secrets/*; do
  name=$(basename "$file" | tr 'a-z-' 'A-Z_')
  printenv "$name" > /dev/null || export "${name}_FILE=$file"
done

cd /srv/shop
export NODE_ENV=production DATA_DIR=/var/lib/shop
setpriv --reuid=shop --regid=shop --init-groups --no-new-privs \
  node_modules/.bin/node --env-file="$folder/env" server/operator/main.ts "$@"
