package notifications

import (
	"context"
	"slices"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// MoveMail is the e-mail that the reporter of a complaint would get of an action by the viewer.
type MoveMail struct {
	Kind     Kind
	Reader   domain.MailReader
	Language i18n.Language
	Author   string // named in it; "" for nobody
}

// MailOfMove returns the e-mail that the reporter of a complaint would get if the viewer gave it another status by an action and nothing followed, as
// things stand now; nil for none. The right to know is the caller's to check.
func (r *Room) MailOfMove(ctx context.Context, action domain.Action, c *ent.Complaint) (*MoveMail, error) {
	i := slices.IndexFunc(table, func(row rule) bool {
		return slices.Contains(row.moves, action) && row.to[0].area == AreaReports && slices.Contains(row.ways, domain.ChannelEmail)
	})
	if i < 0 || !r.mail {
		return nil, nil
	}
	to, err := r.toReporter(ctx, table[i], c)
	if err != nil || len(to) == 0 {
		return nil, err
	}
	m := &MoveMail{Kind: table[i].kind, Reader: domain.MailReaderCaller, Language: to[0].language}
	if to[0].account != nil {
		m.Reader = domain.MailReaderAccount
	}
	if r.signed(ctx, table[i]) {
		m.Author, err = nameOf(ctx, r.runner.Client, auth.From(ctx).ID)
	}
	return m, err
}

// toReporter returns where the reporter of a complaint is told by e-mail.
func (r *Room) toReporter(ctx context.Context, rule rule, c *ent.Complaint) ([]destination, error) {
	who, client := rule.to[0], r.runner.Client
	if c.SubmittedByID != nil {
		people, err := read(ctx, client, user.ID(*c.SubmittedByID), nil, c, who.follow, true)
		to, _ := r.accounts(rule.kind, people, who, "", byEmail, actorOf(ctx))
		return to, err
	}
	caller, err := client.Contact.Query().Where(contact.ComplaintID(c.ID)).Only(auth.System(ctx, "see whether a reporter gets e-mail"))
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	to, _, err := r.callers(ctx, client, who, About{Complaint: c, Caller: caller}, nil)
	return to, err
}
