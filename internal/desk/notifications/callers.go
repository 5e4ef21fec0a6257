package notifications

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// callers returns where a notification goes by e-mail to reporters without an account: those who are told, and those who are asked
// to confirm their address instead. Nobody is told twice: not of two complaints of one caller, nor beside an account with the
// same address.
func (r *Room) callers(ctx context.Context, client *ent.Client, who recipients, a About, accounts []recipient) (told, asked []destination, err error) {
	rows, err := who.callersOf(ctx, client, a)
	if err != nil || len(rows) == 0 {
		return nil, nil, err
	}
	seen := map[string]bool{}
	for _, p := range accounts {
		if p.Key != nil && p.ConfirmedAt != nil { // who registered with somebody else's address is told nothing there
			seen[*p.Key] = true
		}
	}
	var to []destination
	known := knownAddresses{}
	for _, c := range rows {
		key, err := auth.FoldEmail(c.Email)
		if err != nil || seen[key] { // an imported one may be no address
			continue
		}
		seen[key] = true
		to = append(to, destination{contact: &c.ID, channel: domain.ChannelEmail, key: key, language: r.chosen.Language()})
		known[key] = knownAddress{Known: knownBy(c)}
	}
	err = known.read(ctx, client, a.Caller == nil) // a new contact says itself what its address is
	for _, d := range to {
		switch k := known[d.key]; {
		case k.Unsubscribed, k.Refused, k.Confirmed && a.Stranger:
		case k.Confirmed:
			told = append(told, d)
		case !k.asked:
			asked = append(asked, d)
		}
	}
	return told, asked, err
}

// callersOf returns the contacts with an e-mail address of reporters without an account, the complaint's own one first.
func (who recipients) callersOf(ctx context.Context, client *ent.Client, a About) ([]*ent.Contact, error) {
	if who.callers == nil {
		return nil, nil
	}
	if a.Caller != nil {
		return []*ent.Contact{a.Caller}, nil // one without an address is skipped as one that is none
	}
	where := who.callers(a)
	if where == nil {
		return nil, nil
	}
	rows, err := client.Contact.Query().Where(where, contact.EmailNEQ(""), contact.DeniedAtIsNil()).Order(ent.Asc(contact.FieldID)).
		Select(contact.FieldComplaintID, contact.FieldEmail, contact.FieldConfirmedAt, contact.FieldUnsubscribedAt, contact.FieldRefusedAt).
		All(auth.System(ctx, "notify people about their own things"))
	if v := auth.From(ctx); v.HasLink() { // the caller has done it
		rows = slices.DeleteFunc(rows, func(c *ent.Contact) bool { return *c.ComplaintID == v.Complaint })
	}
	own := func(c *ent.Contact) int {
		if *c.ComplaintID == a.Complaint.ID {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(rows, func(a, b *ent.Contact) int { return cmp.Compare(own(a), own(b)) })
	return rows, err
}

// knownAddress is what is known of an e-mail address, whichever contacts have it.
type knownAddress struct {
	Known
	asked bool // whether the message that asks to confirm it was written
}

// knownAddresses is what is known of addresses, by their normalized form.
type knownAddresses map[string]knownAddress

// read adds to what the contacts themselves say, if it is to ask them, what other contacts say of their addresses, and whether those that
// nobody has confirmed were asked.
func (known knownAddresses) read(ctx context.Context, client *ent.Client, others bool) error {
	for keys := range slices.Chunk(slices.Sorted(maps.Keys(known)), rowsPerStatement) {
		if others {
			said, err := readKnown(ctx, client, keys...)
			if err != nil {
				return err
			}
			for key, o := range said {
				k := known[key]
				k.Known = k.with(o)
				known[key] = k
			}
		}
		keys = slices.DeleteFunc(keys, func(key string) bool { return known[key].Known != Known{} })
		if len(keys) == 0 {
			continue
		}
		asked, err := client.Notification.Query().Where(notification.AddressKeyIn(keys...), notification.Kind(string(ConfirmAddress))).
			Select(notification.FieldAddressKey).Strings(auth.System(ctx, "notify people about their own things"))
		if err != nil {
			return err
		}
		for _, key := range asked {
			k := known[key]
			k.asked = true
			known[key] = k
		}
	}
	return nil
}

// readKnown reads what is known of addresses, by whichever contact.
func readKnown(ctx context.Context, client *ent.Client, keys ...string) (map[string]Known, error) {
	var rows []struct {
		Key          string `sql:"email_key"`
		Confirmed    int    `sql:"confirmed"`
		Unsubscribed int    `sql:"unsubscribed"`
		Refused      int    `sql:"refused"`
	}
	err := client.Contact.Query().Where(contact.EmailKeyIn(keys...)).Modify(func(s *sql.Selector) {
		key := s.C(contact.FieldEmailKey)
		count := func(column, as string) string { return sql.As(sql.Count(s.C(column)), as) }
		s.Select(key, count(contact.FieldConfirmedAt, "confirmed"), count(contact.FieldUnsubscribedAt, "unsubscribed"), count(contact.FieldRefusedAt, "refused")).
			GroupBy(key)
	}).Scan(auth.System(ctx, "see whether an address was confirmed"), &rows)
	known := map[string]Known{}
	for _, row := range rows {
		known[row.Key] = Known{row.Confirmed > 0, row.Unsubscribed > 0, row.Refused > 0}
	}
	return known, err
}
