package csvimport

import (
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/csvcell"
	"github.com/redress/redress/internal/domain"
)

// maxAddress is how long an e-mail address may be (RFC 5321 section 4.5.3.1.3).
const maxAddress = 254

// mailbox is the e-mail address in a cell.
type mailbox struct {
	address string
	key     string // the same, folded for the look-up of accounts
	name    string // that stands before it, "" for none
}

// withName matches an address in angle brackets behind a name, with or without the quotes that RFC 5322 section 3.4 wants.
var withName = regexp.MustCompile(`^([^<>]*?)\s*<([^<>\s]+)>$`)

// readMailbox reads a cell with an e-mail address: alone, behind a name, or as a link (RFC 6068).
func readMailbox(cell string) (m mailbox, ok bool) {
	m.address = cell
	if found := withName.FindStringSubmatch(cell); found != nil {
		m.name, m.address = strings.Trim(found[1], `"' `), found[2]
	}
	if scheme := "mailto:"; len(m.address) > len(scheme) && strings.EqualFold(m.address[:len(scheme)], scheme) {
		link, _, _ := strings.Cut(m.address[len(scheme):], "?")
		var err error
		if m.address, err = url.PathUnescape(link); err != nil {
			return m, false
		}
	}
	var err error
	if m.key, err = auth.FoldEmail(m.address); err != nil || len(m.address) > maxAddress {
		return m, false
	}
	if strings.Contains(m.name, "@") { // programs that know no name repeat the address: another one would be a second
		if again, err := auth.FoldEmail(m.name); err != nil || again != m.key {
			return m, false
		}
		m.name = ""
	}
	return m, true
}

// people sets how the reporter is reached.
func (rd *reader) people(d *draft, cells []string) *rejection {
	d.caller = d.cut(ContactName, rd.written(cells, ContactName, tidy), domain.MaxName)
	d.phone = rd.written(cells, ContactPhone, tidy)
	if why := csvcell.Lost(d.phone); why != "" && !rd.FullRefs {
		d.warn(BadValue, ContactPhone, "%s is left out: %s", shown(d.phone), why)
		d.phone = ""
	} else if n := utf8.RuneCountInString(d.phone); n > domain.MaxPhone {
		d.warn(BadValue, ContactPhone, "%s is left out: it is longer than %d characters", shown(d.phone), domain.MaxPhone)
		d.phone = ""
	}
	if address := rd.cell(cells, Reporter); address != "" {
		box, ok := readMailbox(address)
		switch {
		case !ok:
			d.warn(BadReporter, Reporter, "%s is no e-mail address", shown(address))
		case d.caller == "":
			d.caller = d.cut(Reporter, box.name, domain.MaxName)
			fallthrough
		default:
			d.reporter, d.reporterKey = box.address, box.key
		}
	}
	return nil
}
