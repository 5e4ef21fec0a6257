#!/bin/sh
# Fetches the vendored scripts and styles of the pages into assets/, compressed as they are
# served. Needs npm. A package whose digest is not the one written here stops the script.
# The files are committed, so that building and running needs neither npm nor a network.
set -eu
cd "$(dirname "$0")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# unpack NAME@VERSION SHA512: leaves the package in $tmp/NAME.
unpack() {
	name=${1%@*}
	archive=$(cd "$tmp" && npm pack --silent "$1")
	echo "$2  $tmp/$archive" | sha512sum --check --quiet
	mkdir "$tmp/$name"
	tar -xzf "$tmp/$archive" -C "$tmp/$name" --strip-components=1
}

# take FILE AS: one file of a package becomes one asset. -n leaves out the time, so that a
# second run writes the same bytes.
take() { gzip -9 -n -c "$tmp/$1" >"assets/$2.gz"; }

unpack graphiql@4.1.2 acd9734080339ba8b62815e655058180bbedd13968c45541d9dd7c6ee92f76cbe312e1431ec2b1e4854ea262f55b5a39596fad139e3e8a81dbd8010acced9c52
unpack react@18.2.0 ff722331d6f62fd41b05d5a25b97b73f6fe7a70301694f661c24825333659f464261b71f4ec19b4c9ad4fe419e99d1f6216981da2a19fb3931b66aba834f5f19
unpack react-dom@18.2.0 e88313ae2526bec8c752336d103b9d65fb83414a165d5c4a1e194419293cd67e18152fabfca97df705e2c25557b4f06d25e9e8cefd8ffa1c43b30f5e03b5e8ea

rm -rf assets
mkdir assets
take graphiql/graphiql.min.js graphiql.js
take graphiql/graphiql.min.css graphiql.css
take react/umd/react.production.min.js react.js
take react-dom/umd/react-dom.production.min.js react-dom.js

# MIT licenses ask to travel with every copy.
for file in graphiql/LICENSE react/LICENSE; do
	printf '== %s ==\n\n' "$file"
	cat "$tmp/$file"
	echo
done >assets/LICENSES.txt
