#!/bin/sh
# auto_parts.sh WCXB [STEP]: the instructions that each part of `auto` takes (callgrind), over every
# STEP-th page (10 if not given), and as a share of those of a bare parse; and those of goce_metadata, goce_markdown,
# goce_html, goce_structured and goce_diff, of goce_markdown with the headline (titled), of the README's six functions, of
# the same each by itself, and of goce_page (row). Needs valgrind.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || { echo "usage: $0 WCXB [STEP]" >&2; exit 2; }
cargo build --release --quiet -p goce-tools
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        target/release/goce-tools auto-parts "$1" "$2" "$3" 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
none=$(count "$1" "${2:-10}" none)
bare=$(($(count "$1" "${2:-10}" bare) - none))
awk -v n="$bare" 'BEGIN { printf "%-12s %8.1f million  1.000\n", "bare parse", n / 1e6 }'
before=$none
for part in tree parse page-types features trees decision text; do
    after=$(count "$1" "${2:-10}" "$part")
    awk -v name="$part" -v n=$((after - before)) -v bare="$bare" \
        'BEGIN { printf "%-12s %8.1f million  %.3f\n", name, n / 1e6, n / bare }'
    before=$after
done
awk -v n=$((before - none)) -v bare="$bare" \
    'BEGIN { printf "%-12s %8.1f million  %.3f\n", "all", n / 1e6, n / bare }'
for part in metadata markdown html structured diff titled six six-alone row; do
    awk -v name="$part" -v n=$(($(count "$1" "${2:-10}" "$part") - none)) -v bare="$bare" \
        'BEGIN { printf "%-12s %8.1f million  %.3f\n", name, n / 1e6, n / bare }'
done
