#!/bin/bash
# doubling.sh [BYTES [FUNCTION...]]: what twice the bytes of a hostile page cost, in instructions by callgrind, shape by
# shape; the making of the page and the start of the program are taken off. 2 is linear.
# BYTES is 50000 unless it is given; all functions unless some are named. Prints the ratios above 2.3 and the highest.
set -euo pipefail
cd "$(dirname "$0")/.."

bytes=${1:-50000}
shift || true
program=(target/release/goce-tools hostile-call)
cargo build --quiet --release -p goce-tools
functions=("$@")
if [ ${#functions[@]} = 0 ]; then mapfile -t functions < <("${program[@]}" | sed -n 's/^function\t//p'); fi
mapfile -t shapes < <("${program[@]}" | sed -n 's/^shape\t//p')

instructions() { # FUNCTION SHAPE BYTES
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "${program[@]}" "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : //p'
}
highest=0
for function in "${functions[@]}"; do
    start=$(instructions "$function" 'plain text' 10)
    for shape in "${shapes[@]}"; do
        once=$(instructions "$function" "$shape" "$bytes")
        twice=$(instructions "$function" "$shape" $((2 * bytes)))
        ratio=$(awk -v a="$((once - start))" -v b="$((twice - start))" 'BEGIN { printf "%.2f", b / a }')
        if awk -v r="$ratio" 'BEGIN { exit !(r > 2.3) }'; then
            echo "$function, $shape: $ratio (from $((once / 1000000)) million)"
        fi
        highest=$(awk -v h="$highest" -v r="$ratio" 'BEGIN { print (r > h ? r : h) }')
    done
    echo "$function: highest so far $highest"
done
