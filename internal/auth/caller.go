package auth

import (
	"context"
	"net/netip"
)

// Caller returns for whom the context's request counts where callers share something: the account
// or the link of its viewer, and before there is one the client's network address. A token whose session nobody
// has looked up counts for no account, or strangers could use up what belongs to their victim.
func Caller(ctx context.Context) string {
	switch v := From(ctx); {
	case v.HasLink():
		return "link " + v.SessionID.String()
	case v != nil:
		return "account " + v.ID.String()
	}
	return "address " + Network(ctx)
}

// Network returns the client's network address, as NetworkOf does.
func Network(ctx context.Context) string { return NetworkOf(Address(ctx)) }

// NetworkOf returns a network address, and of an IPv6 address the /64: whoever has one of these has
// them all.
func NetworkOf(address string) string {
	const bits = 64
	a, err := netip.ParseAddr(address)
	if err != nil || !a.Is6() {
		return address
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return address
	}
	return p.String()
}
