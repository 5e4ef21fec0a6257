// Package admission decides which requests may work at once. A Limiter lets a bounded number work,
// lets a few more wait for a short time, callers in turn, and refuses the rest at once, so that a
// service with more requests than it has room for still serves as many as it can. A Bound limits
// what waits for its client rather than for the service: bodies on their way in, files on their way
// out. A Lane is a way of its own for what is slow by nature, such as statistics, and does equal
// work once.
//
// Requests have ranks: whoever has a lower one goes first, but never has all turns. Callers of one
// rank take turns.
//
// A request holds its slot only while it works: not while its body arrives, nor while its response
// is written, either of which a client can stretch. It holds one slot at a time: while it waits for
// a Lane or works in it, and while Instead gives it a slot of another Limiter, the one it had is
// for others.
package admission
