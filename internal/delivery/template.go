package delivery

import (
	"context"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// word gives the message of some notifications its words: of what one complaint brought those of the last.
func (d *Dispatcher) word(ctx context.Context, m *Message, mail []*ent.Notification, to *ent.Contact) error {
	last := mail[len(mail)-1]
	m.Title, m.Text = d.title(last, m.Language), said(last)
	if len(mail) > 1 {
		digest := mail[0].Timing == domain.MailDigest
		m.Text, m.Parts = "", d.parts(mail, digest, m.Language)
		if digest {
			m.Text = text.WhyDigest(MaxMails).In(m.Language)
		}
		if digest || last.ComplaintID == nil {
			m.Title = text.Digest(len(mail)).In(m.Language)
			return nil
		}
	}
	words, ok := d.words(last.Kind, m.Language)
	if !ok || last.ComplaintID == nil {
		return nil
	}
	c, own, err := d.complaintOf(ctx, last, words, to)
	if err != nil {
		return err
	}
	m.Complaint, m.Task = &text.About{ID: c.ID, Reference: c.Reference}, last.TaskID
	reader := domain.MailReaderOther
	if own {
		m.Reported = &c.ID
		if reader = domain.MailReaderAccount; last.RecipientID == nil {
			reader = domain.MailReaderCaller
		}
	}
	if !words.Opaque && (own || !words.Reports || last.Watched) {
		m.Complaint.Title = c.Title
	}
	if m.Text == c.Title { // it stands above already
		m.Text = ""
	}
	m.After = words.After(reader, text.Values(d.from(), *m.Complaint, d.reopen(c).In(d.zone()), d.now()))
	return nil
}

// title returns what a notification tells of: in the words of its template, or else in those that it has in the application.
func (d *Dispatcher) title(row *ent.Notification, in i18n.Language) string {
	if words, ok := d.words(row.Kind, in); ok {
		return words.Subject(row.Watched, text.Values(d.from(), text.About{}, time.Time{}, d.now()))
	}
	return row.Title
}

// parts returns what each of several notifications says; in a digest, which is of many complaints, as they stand in the application.
func (d *Dispatcher) parts(mail []*ent.Notification, digest bool, in i18n.Language) []text.Part {
	parts := make([]text.Part, len(mail))
	for i, row := range mail {
		if digest {
			parts[i] = text.Part{Title: row.Title, Text: text.Excerpt(said(row))}
		} else {
			parts[i] = text.Part{Title: d.title(row, in), Text: said(row)}
		}
	}
	return parts
}

// complaintOf returns the complaint that a notification is about, as its recipient knows it, and whether they reported it: of a complaint
// that was merged into another one the reporter knows their own.
func (d *Dispatcher) complaintOf(ctx context.Context, row *ent.Notification, words text.Words, to *ent.Contact) (c *ent.Complaint, own bool, err error) {
	sys := auth.System(ctx, "send a message")
	c, err = d.client.Complaint.Query().Where(complaint.ID(*row.ComplaintID)).Only(sys)
	if err != nil || !words.Reports || row.Watched {
		return c, false, err
	}
	theirs := d.client.Complaint.Query()
	switch {
	case row.RecipientID == nil && *to.ComplaintID == c.ID, row.RecipientID != nil && domain.Same(c.SubmittedByID, row.RecipientID):
		return c, true, nil
	case row.RecipientID == nil:
		theirs.Where(complaint.ID(*to.ComplaintID))
	default:
		theirs.Where(complaint.DuplicateOfID(c.ID), complaint.SubmittedByID(*row.RecipientID))
	}
	mine, err := theirs.Order(ent.Asc(complaint.FieldID)).First(sys)
	if ent.IsNotFound(err) { // it is no duplicate any more
		return c, false, nil
	}
	return mine, err == nil, err
}
