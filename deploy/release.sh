#!/bin/sh
# Makes what a release consists of, in the folder dist/:
#
#   redress_VERSION_SYSTEM_MACHINE.tar.gz (.zip for Windows)   program, license, notices, documents, files of deploy
#   redress_VERSION_MACHINE.deb                                Debian packages, for amd64 and arm64
#   redress_VERSION_SYSTEM_MACHINE.cdx.json                    the parts of each program (CycloneDX)
#   SHA256SUMS
#
# The same commit, version and release of Go give the same bytes, in whichever folder and whenever it runs. Needs
# Go, git, GNU tar, gzip and zip.
#
#   deploy/release.sh v1.2.3                    everything
#   deploy/release.sh v1.2.3 linux/amd64 …      some platforms only
set -eu
cd "$(dirname "$0")/.."

PLATFORMS='linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64'

version=${1:?usage: deploy/release.sh VERSION [SYSTEM/MACHINE …]}
shift
case $version in
v[0-9]*.[0-9]*.[0-9]*) ;;
*)
	echo "release.sh: $version is no version such as v1.2.3" >&2
	exit 2
	;;
esac
number=${version#v}

# What it is called elsewhere, before anything is made of it.
heading=$(sed -n 's/^## //p' CHANGELOG.md | head -n 1)
case $heading in
"$number, "[0-9]*) ;;
*)
	echo "release.sh: the first heading of CHANGELOG.md is \"$heading\", not \"$number, YYYY-MM-DD\": name the version and the day there" >&2
	exit 1
	;;
esac
chart=deploy/helm/redress/Chart.yaml
if ! grep -qx "appVersion: $version" "$chart"; then
	awk -v version="$version" '
		/^version: / { split($2, own, "."); $0 = "version: " own[1] "." own[2] + 1 ".0" }
		/^appVersion: / { $0 = "appVersion: " version }
		{ print }' "$chart" >"$chart.new"
	mv "$chart.new" "$chart"
	echo "release.sh: $chart has $(grep '^version:' "$chart") and appVersion: $version now: commit it, tag the commit as $version, and run this again" >&2
	exit 1
fi

# What could differ from one machine to the next.
unset GOAMD64 GOARM64 GOEXPERIMENT GOOS GOARCH CDPATH || true
export CGO_ENABLED=0 GOFLAGS='-trimpath -buildvcs=false -mod=readonly' GOWORK=off LC_ALL=C TZ=UTC
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
umask 022

out=$PWD/dist
rm -rf "$out"
mkdir -p "$out"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

echo "Compiling nfpm and cyclonedx-gomod, once."
tools=$PWD/bin/tools
mkdir -p "$tools"
(cd deploy/tools && GOFLAGS='' go build -o "$tools/" github.com/goreleaser/nfpm/v2/cmd/nfpm github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod)

# compile SYSTEM MACHINE FILE
compile() {
	GOOS=$1 GOARCH=$2 go build -ldflags "-s -w -buildid= -X main.version=$version" -o "$3" ./cmd/redress
}

# At the time of the commit, and owned by nobody in particular.
date_all() { find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +; }

# What this machine can run prints the notices and the completions of all.
compile "$(go env GOHOSTOS)" "$(go env GOHOSTARCH)" "$tmp/redress"
"$tmp/redress" licenses >"$tmp/THIRD_PARTY_NOTICES.txt"
for shell in bash zsh fish; do
	"$tmp/redress" completion "$shell" >"$tmp/completion.$shell"
done
deploy/pages.sh "$version" "$tmp/pages"
date_all "$tmp/pages"
# The program, its API and the release call themselves the same.
[ "$("$tmp/redress" --version | cut -d ' ' -f 2)" = "$version" ]
[ "$("$tmp/redress" openapi | tr -d ' \n' | grep -o '"version":"[^"]*"' | head -n 1)" = "\"version\":\"$version\"" ]

for platform in ${*:-$PLATFORMS}; do
	system=${platform%/*} machine=${platform#*/}
	name=redress_${number}_${system}_$machine
	echo "$name"
	folder=$tmp/$name
	mkdir "$folder"
	program=redress
	[ "$system" != windows ] || program=redress.exe
	compile "$system" "$machine" "$folder/$program"
	cp "$tmp/THIRD_PARTY_NOTICES.txt" "$folder"
	cp -R "$tmp/pages/." "$folder"
	(cd "$folder" && "$tools/cyclonedx-gomod" bin -json -std -noserial -version "$version" -output "$tmp/sbom" "$program" 2>"$tmp/log") || {
		cat "$tmp/log" >&2
		exit 1
	}
	sed "s|\"timestamp\": \"[^\"]*\"|\"timestamp\": \"$(date --date="@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)\"|" "$tmp/sbom" >"$out/$name.cdx.json"
	date_all "$folder"
	if [ "$system" = windows ]; then
		(cd "$tmp" && find "$name" -type f | sort | zip -X -q -9 -@ "$out/$name.zip")
	else
		tar -C "$tmp" --create --sort=name --format=ustar --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner "$name" |
			gzip --best --no-name >"$out/$name.tar.gz"
	fi
	if [ "$system" = linux ]; then
		gzip --best --no-name --stdout "$tmp/THIRD_PARTY_NOTICES.txt" >"$tmp/notices.gz"
		gzip --best --no-name --stdout CHANGELOG.md >"$tmp/NEWS.md.gz"
		sed -f deploy/debian/links.sed "$tmp/pages/README.md" >"$tmp/README.md"
		printf 'redress (%s-1) stable; urgency=medium\n\n  * NEWS.md.gz beside this file says what is new.\n\n -- The Redress authors <redress@example.org>  %s\n' \
			"$number" "$(date --date="@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %H:%M:%S %z')" | gzip --best --no-name >"$tmp/changelog.Debian.gz"
		VERSION=$number MACHINE=$machine PROGRAM=$folder/redress FILES=$tmp \
			"$tools/nfpm" package --config deploy/debian/nfpm.yaml --packager deb --target "$out/redress_${number}_$machine.deb" >/dev/null
	fi
	rm -r "$folder"
done
(cd "$out" && sha256sum ./* | sed 's| \./| |' >"$tmp/SHA256SUMS" && mv "$tmp/SHA256SUMS" .)
cat "$out/SHA256SUMS"
