// Package ledger chains payments and audit entries, so that it can be checked afterwards whether
// they are as the service wrote them.
//
// Each row holds its place in a chain and a hash, made with a key that is not in the database, of
// its columns, its place and the hash before it. Whoever can write to the database but has no key
// can't change, remove, insert or reorder a row unseen. Where a chain ends is in its head;
// whoever also moves the head back cuts off the end unseen, unless a checkpoint kept elsewhere
// remembers it.
//
// Payments are one chain, so those who record them wait for each other: docs/decisions.md has what
// more chains would give. Audit entries are sixteen, so that those who write at once rarely wait
// for each other: a head is locked until its transaction ends, which is why a chain has no gaps.
// A transaction takes one of them, and takes it last: after the rows that it is about, and after
// the head of payments.
package ledger
