package search

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/redress/redress/ent"
)

// separator separates two texts of one row, so that no term is found across them. Fold
// leaves none in a term.
const separator = "\x1f"

// Fold returns a text in the form in which it is compared: as a reader types it who knows what it says, but has another
// keyboard than whoever wrote it. Case and accents are gone in every alphabet, and so is what nobody sees; letters, digits
// and signs that look or mean the same are one (Alike; Unicode Standard Annex #15, form KC); blanks of any kind and number are
// one, and none at the ends. Folding again changes nothing, and a text of marks alone is empty.
func Fold(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return tidy(strings.ToLower(alike.Replace(text)))
	}
	// Before the letters are taken apart too, which makes a blank and a mark of an accent that stands alone. Marks are looked at
	// apart from their letters (Unicode section 3.13, D145). The library turns upper and lower case of Cherokee round
	// rather than into one.
	text = norm.NFKD.String(alike.Replace(text))
	text = norm.NFKD.String(strings.ToLower(cases.Fold().String(text)))
	return norm.NFC.String(tidy(alike.Replace(text)))
}

// tidy leaves out marks and what nobody sees, writes digits of all scripts as those of ASCII, and blanks once.
func tidy(text string) string {
	var out strings.Builder
	out.Grow(len(text))
	var last rune
	blank := false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			blank = out.Len() > 0
			continue
		case r < utf8.RuneSelf:
		case unicode.In(r, unseen...):
			continue
		case unicode.Is(unicode.Nd, r):
			r = '0' + digit(r)
		case r == longVowel && '0' <= last && last <= '9' && !blank:
			r = '-'
		}
		if blank {
			out.WriteByte(' ')
			blank = false
		}
		out.WriteRune(r)
		last = r
	}
	return out.String()
}

// digit returns the value of a decimal digit. Those of a script stand in their order, from zero.
func digit(r rune) rune {
	for _, one := range unicode.Nd.R16 {
		if rune(one.Lo) <= r && r <= rune(one.Hi) {
			return (r - rune(one.Lo)) % 10
		}
	}
	for _, one := range unicode.Nd.R32 {
		if rune(one.Lo) <= r && r <= rune(one.Hi) {
			return (r - rune(one.Lo)) % 10
		}
	}
	return 0
}

// Refold returns a text that Fold returned in a version before as it returns it now. Texts with a separator are folded each by
// itself.
func Refold(body string) string {
	parts := strings.Split(body, separator)
	for i, part := range parts {
		parts[i] = Fold(part)
	}
	return strings.Join(parts, separator)
}

// Digits returns the digits of a telephone number, of whichever script, without what is written between them. "(0)" behind the code of
// a country is not dialed and left out.
func Digits(telephone string) string {
	telephone = Fold(telephone)
	if strings.HasPrefix(telephone, "+") || strings.HasPrefix(telephone, "00") {
		telephone = strings.Replace(telephone, "(0)", "", 1)
	}
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, telephone)
}

// Telephone returns the digits of a text that is a telephone number, or a part of one, as people type it: with whatever separates
// them, and without the zeros at its beginning, which others write as the code of a country. Letters, and signs of something else than a
// number, separate nothing.
func Telephone(typed string) (digits string, is bool) {
	if strings.ContainsFunc(Fold(typed), func(r rune) bool {
		return unicode.IsLetter(r) || unicode.Is(unicode.Sc, r) || strings.ContainsRune(noTelephone, r)
	}) {
		return "", false
	}
	digits = strings.TrimLeft(Digits(typed), "0")
	return digits, digits != ""
}

// AddressKey returns a number that all spellings of an address have in common, whatever their case, accents, signs and
// blanks; nil for none. It is of 63 bits of a digest: two of a million addresses share one once in twenty million times.
func AddressKey(address string) *int64 {
	words := strings.FieldsFunc(Fold(address), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) })
	if len(words) == 0 {
		return nil
	}
	digest := sha256.Sum256([]byte(strings.Join(words, " ")))
	key := int64(binary.BigEndian.Uint64(digest[:]) >> 1)
	return &key
}

// OfComplaint returns the search text of a complaint.
func OfComplaint(c *ent.Complaint) string {
	return join(c.Reference, c.Title, c.Description, c.Address)
}

// OfTask returns the search text of the tasks of a complaint: what those see of it who do not see the complaint.
func OfTask(c *ent.Complaint) string { return join(c.Reference, c.Title, c.Address) }

// OfPayment returns the search text of a payment.
func OfPayment(p *ent.Payment) string { return join(p.PaymentReference, p.InvoiceNumber) }

// join returns the search text of a row that is found by several texts.
func join(texts ...string) string {
	for i, text := range texts {
		texts[i] = Fold(text)
	}
	return strings.Join(texts, separator)
}
