package bulk

import (
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/stats"
)

// pathOf returns the path of a parent, which comes before those that lie in it.
func pathOf(paths map[uuid.UUID]string, parent *uuid.UUID) string {
	if parent == nil {
		return ""
	}
	return paths[*parent]
}

// Derive adds what the service writes beside each row: the facts, search text, sort keys and latest reason code of
// a complaint, the paths of zones and categories, the search texts of broadcasts, service providers, contacts and payments, and the
// place and hash of each payment and audit entry in its chain. It adds the complaints to the rollups, which the caller writes once, as
// it writes chains.Days. The rows must not change any more.
func (r *Rows) Derive(chains *ledger.Bulk, rollups stats.Delta) error {
	above := map[uuid.UUID]string{}
	for _, z := range r.Zones {
		z.Path = domain.TreePath(pathOf(above, z.ParentID), z.ID)
		above[z.ID] = z.Path
	}
	for _, c := range r.Categories {
		c.Path = domain.TreePath(pathOf(above, c.ParentID), c.ID)
		above[c.ID] = c.Path
	}
	reasons := map[uuid.UUID]string{} // of the latest moves
	for _, l := range r.StatusLogs {  // each complaint's in their order
		reasons[l.ComplaintID] = l.ReasonCode
	}
	for _, c := range r.Complaints {
		if code := reasons[c.ID]; code != "" {
			c.ReasonCode = &code
		}
		c.PriorityOrder = c.Priority.Order()
		c.DueOrder = domain.NoDeadline
		if c.DueAt != nil {
			c.DueOrder = *c.DueAt
		}
		r.ComplaintFacts = append(r.ComplaintFacts, stats.FactRow(c))
		r.ComplaintTexts = append(r.ComplaintTexts, &ent.ComplaintText{ComplaintID: c.ID, Body: search.OfComplaint(c)})
		r.TaskTexts = append(r.TaskTexts, &ent.TaskText{ComplaintID: c.ID, Body: search.OfTask(c)})
		rollups.Complaint(nil, c)
	}
	for _, b := range r.Broadcasts {
		r.BroadcastTexts = append(r.BroadcastTexts, &ent.BroadcastText{BroadcastID: b.ID, Body: search.Fold(b.Title)})
	}
	for _, p := range r.Providers {
		p.SearchText = search.Fold(p.Name)
	}
	names := make(map[uuid.UUID]string, len(r.Users))
	for _, u := range r.Users {
		names[u.ID] = u.Name
	}
	for _, c := range r.Contacts {
		name := c.Name
		if c.UserID != nil {
			name = names[*c.UserID]
		}
		text, digits := search.OfContact(name, c.Email, c.Phone)
		c.SearchText, c.PhoneDigits = text, &digits
		switch key, err := auth.FoldEmail(c.Email); {
		case c.UserID != nil:
			c.ConfirmedAt = &c.CreatedAt
		case err == nil:
			c.EmailKey = &key
		}
	}
	for _, p := range r.Payments {
		r.PaymentTexts = append(r.PaymentTexts, &ent.PaymentText{PaymentID: p.ID, Body: search.OfPayment(p)})
		chains.Payment(p)
	}
	for _, e := range r.AuditEntries {
		if err := chains.Audit(e); err != nil {
			return err
		}
	}
	return nil
}

// Word sets what a notification says: in English, and as the service keeps it for readers of any language.
func Word(n *ent.Notification, title, message i18n.Text) {
	wording, err := text.WordingOf(title, message)
	if err != nil {
		panic(err) // references and statuses: a mistake in these packages
	}
	n.Title, n.Message, n.Wording = title.String(), message.String(), wording
}
