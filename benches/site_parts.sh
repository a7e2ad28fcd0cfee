#!/bin/sh
# site_parts.sh [PAGES]: the instructions that goce_site takes over so many generated pages of 3 kB of one site (2000 if
# not given), and those of `auto` over the same pages (callgrind), which are the reference. Both without PostgreSQL and
# its fetching. "parse" and "blocks" are those of all pages, "site" parses what its value has room for. Needs valgrind.
# TOOLS is another build of goce-tools.
set -eu
cd "$(dirname "$0")/.."
tools=${TOOLS:-target/release/goce-tools}
[ -n "${TOOLS-}" ] || cargo build --release --quiet -p goce-tools
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$tools" site-parts "$1" "$2" 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
pages=${1:-2000}
"$tools" site-parts "$pages" site
none=$(count "$pages" pages)
extract=$(($(count "$pages" extract) - none))
for part in extract parse blocks site; do
    awk -v name="$part" -v n=$(($(count "$pages" "$part") - none)) -v reference="$extract" \
        'BEGIN { printf "%-12s %8.1f million  %.3f of extract, %.2f times as fast\n", name, n / 1e6, n / reference, reference / n }'
done
