#!/bin/sh
# Prints how large the program is, and how much memory it takes while nobody asks it for anything:
# a second after it listens, on an empty SQLite database. The memory is told on Linux only.
set -eu
binary=$(realpath "$1")
size=$(wc -c <"$binary" | awk '{printf "%.1f MB", $1 / 1e6}')
if [ ! -r /proc/self/status ]; then
	echo "$1: $size"
	exit
fi
folder=$(mktemp -d)
trap 'kill "$pid" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
env -i PATH="$PATH" "$binary" serve --addr 127.0.0.1:0 >out 2>err &
pid=$!
for _ in $(seq 100); do
	if grep -q listens out; then
		sleep 1
		awk -v size="$size" -v name="$1" '
			/^VmRSS/ { all = $2 } /^RssAnon/ { own = $2 }
			END { printf "%s: %s; idle %.1f MB of memory, of which %.1f its own\n", name, size, all / 1e3, own / 1e3 }' "/proc/$pid/status"
		exit
	fi
	kill -0 "$pid" 2>/dev/null || break
	sleep 0.1
done
cat err >&2
echo "$1: $size; it does not serve" >&2
exit 1
