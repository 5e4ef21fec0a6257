// Package mediastore joins the media folder and the database. Both carry the same id, so that
// neither is used with another one by mistake; files without a row are moved to a trash, and only
// when it is certain that they are what a crash left; and rows can be verified against the bytes.
//
// The database's half of the identity is a row of the table counters: its id is the store's, its
// value the epoch. An epoch ends when rows or files may have come from a backup. Files of an earlier
// one are left to a person, because the backup may lack their rows.
package mediastore
