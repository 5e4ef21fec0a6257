// Package demo loads a small, lively city into an empty database, so that whoever tries the
// service finds every status, role and target at once, with dates near today.
//
// The stories, people and settlements are tables. A story is a complaint's history as steps;
// playing them adds the rows that the same operations would have written, so that logs, tasks,
// deadlines and notifications agree without being listed.
package demo
