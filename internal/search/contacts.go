package search

import (
	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/store/hint"
)

// OfContact returns the search text of a contact, that of an account with the account's name, and the digits of its telephone
// number. Both are in the contact's own row, so that what becomes of the contact becomes of them.
func OfContact(name, email, phone string) (text, digits string) {
	return join(name, email, phone), Digits(phone)
}

// OfContactRow is OfContact of a row that was read with its account.
func OfContactRow(c *ent.Contact) (text, digits string) {
	name := c.Name
	if c.Edges.User != nil {
		name = c.Edges.User.Name
	}
	return OfContact(name, c.Email, c.Phone)
}

// Contacts finds contacts by a part of their name, of the name of their account, of their e-mail address or of their telephone
// number, of which the digits are enough.
func Contacts(text string) predicate.Contact {
	var found predicate.Contact = part(contact.FieldSearchText, containing(Fold(text)))
	if digits, is := Telephone(text); is {
		found = contact.Or(found, telephones(digits))
	}
	return hint.Pattern(found)
}

// Names finds contacts by a part of their name alone.
func Names(text string) predicate.Contact {
	return hint.Pattern(part(contact.FieldSearchText, containing(Fold(text))+separator+"%"+separator+"%"))
}

// Addresses finds contacts by a part of their e-mail address alone.
func Addresses(text string) predicate.Contact {
	return hint.Pattern(part(contact.FieldSearchText, "%"+separator+containing(Fold(text))+separator+"%"))
}

// Telephones finds contacts by a part of their telephone number alone: by its digits, unless it has letters.
func Telephones(text string) predicate.Contact {
	if digits, is := Telephone(text); is {
		return hint.Pattern(telephones(digits))
	}
	return hint.Pattern(part(contact.FieldSearchText, "%"+separator+"%"+separator+containing(Fold(text))))
}

// telephones finds contacts whose number has some digits one after the other.
func telephones(digits string) predicate.Contact {
	return contact.And(contact.PhoneDigitsNotNil(), part(contact.FieldPhoneDigits, containing(digits)))
}

// Users finds accounts by what Contacts finds their contacts by.
func Users(text string) predicate.User {
	return hint.Pattern(user.Or(
		user.HasContactWith(Contacts(text)),
		user.And(user.NameContainsFold(text), user.Not(user.HasContact())), // an account that came without
	))
}

// Providers finds service providers by a part of their name.
func Providers(text string) predicate.ServiceProvider {
	return hint.Pattern(part(serviceprovider.FieldSearchText, containing(Fold(text))))
}

// part returns the condition that a column matches a pattern.
func part(column, pattern string) func(*sql.Selector) {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.WriteString(s.C(column)).WriteString(" LIKE ").Arg(pattern).WriteString(` ESCAPE '\'`)
		}))
	}
}
