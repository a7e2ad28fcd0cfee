#!/bin/sh
# questions.sh WCXB [STEP]: the instructions (callgrind) that several questions to a page take, over every STEP-th page (10
# if not given), and as a share of those of its Markdown alone. Needs valgrind.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || { echo "usage: $0 WCXB [STEP]" >&2; exit 2; }
cargo build --release --quiet -p goce-tools
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        target/release/goce-tools questions "$1" "$2" "$3" 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
none=$(count "$1" "${2:-10}" none)
alone=$(($(count "$1" "${2:-10}" markdown) - none))
for asked in text markdown six six-alone row; do
    awk -v name="$asked" -v n=$(($(count "$1" "${2:-10}" "$asked") - none)) -v alone="$alone" \
        'BEGIN { printf "%-12s %8.1f million  %.3f\n", name, n / 1e6, n / alone }'
done
