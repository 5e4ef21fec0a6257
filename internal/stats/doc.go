// Package stats aggregates rows, with the rights of a query for them: every aggregate is a query
// of ent whose type's policy narrows it first. Each bucket carries the filter that finds its rows.
//
// The columns that statistics of complaints read are copied to a narrow table, the facts, which
// SaveFacts writes in the transaction of each change: most of a million of these are read at once.
//
// Statistics of all complaints are read from rollups: counters by dimension and value, in the
// table tallies. A transaction that changes a complaint only inserts a delta row, WriteDelta;
// Compact adds delta rows to the counters afterwards, so that no two transactions wait for each
// other, and a reader adds those that are not yet compacted.
//
// Which statistic is read from which of these is the table in sources.go.
package stats
