#!/bin/sh
# Keeps a mirror of another service fresh. Asks first what changed since the last time, and imports and builds only then.
#
# usage: mirror.sh ADDRESS DATA, such as: mirror.sh https://lag.example /srv/lag
# A server that serves the data folder takes up what is built. LAGRUM names the program.
set -eu
address="${1:?the address of the service}"
data="${2:?the data folder of the mirror}"
lagrum="${LAGRUM:-lagrum}"
state="$data/mirrored-snapshot"

# The snapshot that is about to be mirrored: what is published later is for the next time.
snapshot="$(curl -sS --fail "$address/readyz" | sed -n 's/.*"snapshot":"\([^"]*\)".*/\1/p')"
[ -n "$snapshot" ] || { echo "$address serves no snapshot" >&2; exit 1; }

if [ -f "$state" ]; then
    # A snapshot that the service no longer knows is answered with an error; then everything is compared.
    changes="$(curl -sS --get "$address/api/v1/changes" --data-urlencode "since=$(cat "$state")" -d versions=true -d limit=1)"
    total="$(printf '%s' "$changes" | sed -n 's/.*"total":\([0-9]*\).*/\1/p')"
    if [ "$total" = 0 ]; then
        echo "nothing has changed"
        exit 0
    fi
    echo "${total:-an unknown number of} documents have changed"
fi

"$lagrum" import "$address" --data "$data"
"$lagrum" build --data "$data"
printf '%s\n' "$snapshot" >"$state"
