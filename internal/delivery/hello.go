package delivery

import (
	"net"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// privateEnds are the last labels of names that mean something within one network only (RFC 6762, RFC 8375, and those that
// routers and clusters give).
var privateEnds = []string{"local", "localdomain", "localhost", "internal", "lan", "home", "corp", "arpa"}

// helloName returns the first of some hosts that is a full name, by which the service greets mail servers (RFC 5321 section
// 4.1.1.1): many refuse the bare name of a machine. It returns "" if there is none.
func helloName(hosts ...string) string {
	for _, host := range hosts {
		name := asciiDomain(strings.TrimSuffix(host, "."))
		labels := strings.Split(name, ".")
		if len(labels) > 1 && net.ParseIP(name) == nil && hostName(name) && !slices.Contains(privateEnds, labels[len(labels)-1]) {
			return name
		}
	}
	return ""
}

// addressLiteral returns the address of this end of a connection, for a service without a name (RFC 5321 section 4.1.3).
func addressLiteral(c net.Conn) string {
	host, _, _ := net.SplitHostPort(c.LocalAddr().String())
	host, _, _ = strings.Cut(host, "%") // the zone of a link
	if strings.Contains(host, ":") {
		return "[IPv6:" + host + "]"
	}
	return "[" + host + "]"
}

// hostOf returns the host of the service's own URL, "" without one.
func hostOf(publicURL string) string {
	u, err := url.Parse(publicURL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// asciiAddress returns an e-mail address with its domain in ASCII (RFC 5890 section 2.3.2.1), which servers without SMTPUTF8
// take too.
func asciiAddress(address string) string {
	at := strings.LastIndexByte(address, '@')
	return address[:at+1] + asciiDomain(address[at+1:])
}

// asciiDomain returns a domain in ASCII, or as it is when it is none.
func asciiDomain(domain string) string {
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		return ascii
	}
	return strings.ToLower(domain)
}
