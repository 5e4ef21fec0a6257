// Package bulk writes rows of any number into a database past ent and its policies, all in one
// transaction: with COPY on PostgreSQL, with multi-row INSERTs on SQLite. The demo and seed
// build their rows as ent's structs and write them with it.
package bulk
