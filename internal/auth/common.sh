#!/bin/sh
# Fetches the list of passwords that are guessed first: of the fifty thousand most common ones (from
# zxcvbn-ts, MIT, by their rank) those that have the length that we ask for, and the first 3,000 of any
# length, which with digits behind them have it too. Needs npm.
# A package whose digest is not the one written here stops the script. The result is committed,
# so that building needs neither npm nor a network.
set -eu
cd "$(dirname "$0")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

archive=$(cd "$tmp" && npm pack --silent @zxcvbn-ts/language-common@4.1.3)
echo "8366e0e2c9269491bd689a82fe75b3899ce062949efdfdeb29e1a86eb91d1623ab7d9545aaacd4802e815105ae5f9e12b9af63d09c71b7ed5b7f87ff31a9752a  $tmp/$archive" | sha512sum --check --quiet
tar -xzf "$tmp/$archive" -C "$tmp" --strip-components=1

# In small letters, since case is folded before the list is asked. -n leaves out the time, so
# that a second run writes the same bytes.
node -p 'const all = JSON.parse(fs.readFileSync(process.argv[1])).map(w => String(w).toLowerCase());
	[...new Set(all.filter((w, rank) => [...w].length >= 10 || rank < 3000))].sort().join("\n")' "$tmp/src/passwords.json" |
	gzip -9 -n -c >common.txt.gz

# The MIT license asks to travel with every copy.
cp "$tmp/LICENSE.txt" common-LICENSE.txt
