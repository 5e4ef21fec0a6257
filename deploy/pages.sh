#!/bin/sh
# Copies what a release has beside its program into a folder: the documents, and the files of deploy that they name. A link
# to what stays in the repository becomes an address there, of the release's version.
#
#   deploy/pages.sh v1.2.3 FOLDER
set -eu
version=${1:?usage: deploy/pages.sh VERSION FOLDER}
mkdir -p "${2:?usage: deploy/pages.sh VERSION FOLDER}"
folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."

mkdir -p "$folder/docs/desk" "$folder/deploy/prometheus" "$folder/deploy/grafana"
cp LICENSE README.md CHANGELOG.md "$folder"
cp docs/*.md "$folder/docs"
cp docs/desk/*.webp "$folder/docs/desk"
cp deploy/nginx.conf deploy/redress.env deploy/redress.service deploy/redress.sysusers \
	deploy/redress-backup.service deploy/redress-backup.timer "$folder/deploy"
cp deploy/prometheus/alerts.yml "$folder/deploy/prometheus"
cp deploy/grafana/redress.json "$folder/deploy/grafana"

home=https://github.com/redress/redress/blob/$version
cd "$folder"
for page in *.md docs/*.md; do
	from=$(dirname "$page")
	sed -n 's/](/\n](/gp' "$page" | sed -n 's/^](\([^)#:]\{1,\}\)[)#].*/\1/p' | sort -u | while read -r target; do
		[ ! -e "$from/$target" ] || continue
		path=$target
		[ "$from" = . ] || path=$from/$target
		case $path in
		docs/../*) path=${path#docs/../} ;;
		esac
		escaped=$(printf '%s' "$target" | sed 's/[.[\*^$|]/\\&/g')
		sed -i "s|](${escaped}\([)#]\)|](${home}/${path%/}\1|g" "$page"
	done
done
