#!/bin/sh
# Runs the tests of this folder on a database: run.sh sqlite|postgres ci|all|FILE...
#
# ci is what every change must pass within half an hour, with all other tests: other people's clients on both databases,
# and on SQLite the desk and photos in Chromium, what people do all day, and the page behind a link, in Firefox, a day on a phone and a caller's way in WebKit. Its files
# run two at a time, each with a service and a browser of its own: they wait more than they work. all is every file in
# Chromium, those with a browser in Firefox, the day and the way in WebKit, one at a time, since some of them measure. Files are run in
# BROWSER (chromium, firefox or webkit; by default Chromium).
set -eu
cd "$(dirname "$0")"
database=$1
shift
[ "$database" = postgres ] || unset REDRESS_TEST_POSTGRES_URL

tests() {
	export BROWSER="$1"
	shift
	printf '\n== %s, %s: %s\n' "$BROWSER" "$database" "$*"
	node --test --test-concurrency="$abreast" --test-reporter=spec "$@"
}

abreast=1
[ "$1" != ci ] || abreast=2
clients='graphql.test.mjs rest.test.mjs mail.test.mjs'
# Those that take long begin first.
desk='desk-people.test.mjs desk-queue.test.mjs desk-complaint.test.mjs desk-bell.test.mjs desk-clerk.test.mjs desk-focus.test.mjs
	desk-when.test.mjs desk-start.test.mjs desk-told.test.mjs desk.test.mjs track.test.mjs track-way.test.mjs guest.test.mjs desk-session.test.mjs desk-ways.test.mjs browser.test.mjs'
case "$1-$database" in
ci-sqlite)
	tests chromium $desk media.test.mjs $clients
	tests firefox desk-ways.test.mjs track.test.mjs track-way.test.mjs
	tests webkit desk-day.test.mjs track-way.test.mjs
	;;
ci-postgres)
	tests chromium $clients
	;;
all-*)
	tests chromium $clients examples.test.mjs browser.test.mjs media.test.mjs track*.test.mjs guest.test.mjs desk*.test.mjs
	tests firefox browser.test.mjs track*.test.mjs guest.test.mjs desk*.test.mjs
	tests webkit desk-day.test.mjs track-way.test.mjs
	;;
*)
	tests "${BROWSER:-chromium}" "$@"
	;;
esac
