// Package stats answers with numbers rather than rows, with the same rights: every aggregate
// is a query of ent whose type's policy narrows it first. Each bucket carries the filter that
// finds its rows.
//
// What they count of a complaint stands in a narrow row, its facts, which Keep writes beside
// each deed: most of a million of these are read at once.
//
// The overview of all complaints is read from tallies, which change in the transaction of
// each deed. A deed only adds a row that says what changed; Fold adds such rows to the counts
// afterwards, so that no two deeds wait for each other, and a reader adds those that are left.
package stats
