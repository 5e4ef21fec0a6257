package auth

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
)

// ParseProxies reads a list of networks or single addresses, separated by commas, as
// REDRESS_TRUSTED_PROXIES gives it. An empty list is none.
func ParseProxies(list string) ([]netip.Prefix, error) {
	var proxies []netip.Prefix
	for item := range strings.SplitSeq(list, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		if a, err := netip.ParseAddr(item); err == nil && a.Zone() == "" {
			a = a.Unmap()
			proxies = append(proxies, netip.PrefixFrom(a, a.BitLen()))
			continue
		}
		p, err := netip.ParsePrefix(item)
		if err != nil || p.Addr().Is4In6() {
			return nil, fmt.Errorf("%q is neither a network nor an address", item)
		}
		if p = p.Masked(); p.Bits() < widestPrefix(p.Addr()) {
			return nil, fmt.Errorf("%q covers clients too, who could then claim any address: name the proxies' own network, of /%d or narrower",
				item, widestPrefix(p.Addr()))
		}
		proxies = append(proxies, p)
	}
	return proxies, nil
}

// widestPrefix returns how many bits a network of proxies must have at least. Nobody's proxies fill a
// wider one, and a list that covers the whole Internet would need more entries than anybody writes.
func widestPrefix(a netip.Addr) int {
	const ipv4, ipv6, ipv6Private = 8, 16, 7
	switch {
	case a.Is4():
		return ipv4
	case a.IsPrivate(), a.IsLinkLocalUnicast():
		return ipv6Private
	default:
		return ipv6
	}
}

// ClientAddress returns the function that reports from which address a request comes: the
// peer's, unless the peer is a trusted proxy. Then it is the rightmost address of
// X-Forwarded-For that is not a trusted proxy's, because whatever is further left was
// written by somebody who is not trusted. A peer without an IP address came over a socket in the
// file system, which lets in nobody but a proxy; without X-Forwarded-For its address is empty.
func ClientAddress(trusted []netip.Prefix) func(*http.Request) string {
	trusts := func(a netip.Addr) bool {
		for _, p := range trusted {
			if p.Contains(a) {
				return true
			}
		}
		return false
	}
	return func(r *http.Request) string {
		client, _ := parseHop(r.RemoteAddr)
		hops := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
		for hops != "" && (!client.IsValid() || trusts(client)) {
			comma := strings.LastIndexByte(hops, ',')
			hop, ok := parseHop(strings.TrimSpace(hops[comma+1:]))
			if !ok {
				break // the last trusted hop is taken for the client
			}
			client, hops = hop, hops[:max(comma, 0)]
		}
		if !client.IsValid() {
			return ""
		}
		return client.String()
	}
}

// parseHop reads an address with or without a port. Zones are dropped and IPv4 in IPv6
// becomes IPv4: one client, one address.
func parseHop(s string) (netip.Addr, bool) {
	a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(s, "["), "]"))
	if err != nil {
		ap, err := netip.ParseAddrPort(s)
		if err != nil {
			return netip.Addr{}, false
		}
		a = ap.Addr()
	}
	return a.WithZone("").Unmap(), true
}
