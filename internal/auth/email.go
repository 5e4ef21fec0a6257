package auth

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

const (
	maxEmail = 254 // bytes (RFC 5321 section 4.5.3.1.3, less its two brackets)
	maxLocal = 64  // bytes before the @ (RFC 5321 section 4.5.3.1.1)
)

var domainNames = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(true), idna.VerifyDNSLength(true))

// FoldEmail converts an e-mail address to the canonical form under which its account is found:
// no surrounding blanks, no letters that nobody sees (domain.Visible), letter case and Unicode forms folded, the domain in ASCII
// (docs/product.md, Data: one account per address). The form is itself a usable address,
// and folding it again changes nothing. Anything but a bare address is a validation fault on the
// field email.
func FoldEmail(address string) (string, error) {
	folded, ok := foldEmail(address)
	if !ok {
		return "", NoAddress()
	}
	return folded, nil
}

// NoAddress returns the fault of a text that is no e-mail address.
func NoAddress() error {
	return fault.Invalid(fault.Input("email", "invalid", "must be an e-mail address"))
}

// TidyEmail returns an e-mail address as people read it: without the blanks around it, and without letters that nobody sees.
func TidyEmail(address string) string { return strings.TrimSpace(domain.Visible(address)) }

func foldEmail(address string) (string, bool) {
	address = TidyEmail(address)
	if len(address) > 4*maxEmail || !utf8.ValidString(address) || strings.ContainsFunc(address, invisible) {
		return "", false
	}
	// Folding can undo a normal form: normalize on both sides of it (Unicode section 3.13, D146).
	address = norm.NFKC.String(cases.Fold().String(norm.NFKC.String(address)))
	at := strings.LastIndexByte(address, '@')
	if at < 1 || at > maxLocal {
		return "", false
	}
	host, err := domainNames.ToASCII(address[at+1:])
	if err != nil {
		return "", false
	}
	address = address[:at+1] + host
	// A name, a comment or a quoted part would be dropped by the parser and leave another text.
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Address != address || len(address) > maxEmail {
		return "", false
	}
	return address, true
}

// invisible reports whether a character would make two addresses look like one.
func invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.IsSpace(r)
}
