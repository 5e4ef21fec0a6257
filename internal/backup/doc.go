// Package backup keeps backups of a database and its media files in a folder:
//
//	redress-backups.json             whose backups they are
//	media/3f/<id>                    files, shared by all backups: a file never changes once it is stored
//	2026-11-22T223000Z/              a backup
//	2026-11-22T223000Z/SHA256SUMS    sums of the three files below, for `sha256sum -c`
//	2026-11-22T223000Z/manifest.json what it is of, in numbers
//	2026-11-22T223000Z/database.…    the database at one moment
//	2026-11-22T223000Z/media.sha256  files of that moment, with their sums, for `sha256sum -c`
//
// A backup gets its name when all of it is durable; before, it is a folder unfinished-… that the next
// one removes. The database is copied before the files, so each row's file is there; those that were
// deleted meanwhile are noted in the manifest.
package backup
