// Package ledger chains payments and audit entries, so that it can be checked afterwards whether
// they are as the service wrote them.
//
// Each row holds its position in a chain and a hash, made with a key that is not in the database, of
// its columns, its position and the hash before it. Whoever can write to the database but has no key
// can't change, remove, insert or reorder a row unseen. Where a chain ends is in its head;
// whoever also moves the head back cuts off the end unseen, unless a checkpoint kept elsewhere
// remembers it.
//
// Payments and audit entries have sixteen chains each, the shards, so that those who write at once rarely wait
// for each other: a head is locked until its transaction ends, which is why a chain has no gaps.
// A transaction takes one of each at most, and takes them last: after the rows that it is about, payments
// before audit entries.
//
// A payment and the entry that says who recorded it are committed together, mostly to shards of different
// numbers. A check looks for the payments of all entries, so that whoever cuts payments with their head
// must cut the entries with theirs as well.
package ledger
