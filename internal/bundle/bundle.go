// Package bundle marks what the database may be sent in one piece. A deed leaves many rows beside
// the one it is about (its log, its audit entry, notices, events), and each statement is a way to
// the server and back, on some of which others wait for a lock. Package store does what the marks
// allow, on PostgreSQL; on SQLite, where there is no way to go, they mean nothing.
package bundle

import "context"

type (
	writesKey struct{}
	rowKey    struct{}
)

// Writes marks inserts, and updates of exactly one row each, whose outcome nobody looks at: they
// wait for the transaction's next statement without the mark, or for its commit, and go together.
// What fails in one fails there. Reads under the mark go at once and do not see what waits.
//
// What is inserted so may refer only to rows of the same bundle, to rows that the transaction
// holds, and to such as are never deleted: by then it has the end of a chain, and must not wait
// for somebody who waits for that.
func Writes(ctx context.Context) context.Context {
	return context.WithValue(ctx, writesKey{}, true)
}

// OfWrites tells whether the context has the mark of Writes.
func OfWrites(ctx context.Context) bool { return ctx.Value(writesKey{}) != nil }

// Row marks the change of one row which is read afterwards, as ent's UpdateOne does: one statement
// does both. A row that is not there is then missed by the reading.
func Row(ctx context.Context) context.Context {
	return context.WithValue(ctx, rowKey{}, true)
}

// OfRow tells whether the context has the mark of Row.
func OfRow(ctx context.Context) bool { return ctx.Value(rowKey{}) != nil }
