package delivery

import (
	"context"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
)

// word gives a message of notifications about a complaint the words of their templates, and returns the title of each.
func (d *Dispatcher) word(ctx context.Context, m *Message, mail []*ent.Notification, to *ent.Contact) (titles []string, err error) {
	for _, row := range mail {
		title := row.Title
		if template, ok := d.template(row.Kind); ok {
			title = template.Title(row.Watched).In(m.Language)
		}
		titles = append(titles, title)
	}
	last := mail[len(mail)-1]
	template, ok := d.template(last.Kind)
	if !ok || last.ComplaintID == nil {
		return titles, nil
	}
	c, own, err := d.complaintOf(ctx, last, template, to)
	if err != nil {
		return nil, err
	}
	m.Complaint = &About{ID: c.ID, Reference: c.Reference, Reported: own}
	m.Task = last.TaskID
	if !template.Opaque && (own || !template.Reports || last.Watched) {
		m.Complaint.Title = c.Title
	}
	if m.Text == c.Title { // it stands above already
		m.Text = ""
	}
	values := map[text.Placeholder]string{text.Organization: d.from().Name}
	if until := d.reopen(c); until.After(d.now()) {
		zone := d.zone()
		values[text.ReopenUntil] = until.In(zone).Format(time.DateOnly)
	}
	m.After = text.Fill(template.After(own && last.RecipientID != nil, own && last.RecipientID == nil, m.Language), values)
	return titles, nil
}

// complaintOf returns the complaint that a notification is about, as its recipient knows it, and whether they reported it: of a complaint
// that was merged into another one the reporter knows their own.
func (d *Dispatcher) complaintOf(ctx context.Context, row *ent.Notification, template text.Template, to *ent.Contact) (c *ent.Complaint, own bool, err error) {
	sys := auth.System(ctx, "send a message")
	id := *row.ComplaintID
	if template.Reports && !row.Watched {
		q := d.client.Complaint.Query()
		if row.RecipientID != nil {
			q.Where(complaint.Or(complaint.ID(id), complaint.DuplicateOfID(id)), complaint.SubmittedByID(*row.RecipientID))
		} else {
			q.Where(complaint.ID(*to.ComplaintID))
		}
		mine, err := q.Order(ent.Asc(complaint.FieldID)).Limit(mostOwn).All(sys)
		if err != nil {
			return nil, false, err
		}
		for _, one := range mine {
			if one.ID == id {
				return one, true, nil
			}
		}
		if len(mine) > 0 {
			return mine[0], true, nil
		}
	}
	c, err = d.client.Complaint.Query().Where(complaint.ID(id)).Only(sys)
	return c, false, err
}

// mostOwn is among how many of their complaints that are one the reporter's is sought.
const mostOwn = 20
