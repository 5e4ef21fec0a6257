// Package demo loads a small, lively city into an empty database, so that whoever tries the
// service finds every status, role and target at once, with dates near today.
//
// The stories, people and ledgers stand in tables of plain text. A story tells a complaint's
// life as steps; playing them writes the rows that the same deeds would have written, so
// that logs, tasks, deadlines and notices agree without being spelled out.
package demo
