package notifications

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/notificationlevel"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/reader"
	"github.com/redress/redress/internal/desk/tx"
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
	m := &MoveMail{Kind: table[i].kind, Reader: domain.MailReaderAccount, Language: r.chosen.Language()}
	goes, err := false, error(nil)
	if c.SubmittedByID == nil {
		m.Reader = domain.MailReaderCaller
		goes, err = r.reachesCaller(ctx, c.ID)
	} else {
		goes, err = r.reachesReporter(ctx, m, *c.SubmittedByID, c.ID)
	}
	if err != nil || !goes {
		return nil, err
	}
	if r.signed(ctx, table[i]) {
		sys := auth.System(ctx, "name who writes to a reporter")
		m.Author, err = r.runner.Client.User.Query().Where(user.ID(auth.From(ctx).ID)).Select(user.FieldName).String(sys)
	}
	return m, err
}

// reachesCaller reports whether e-mail goes to the reporter without an account.
func (r *Room) reachesCaller(ctx context.Context, id uuid.UUID) (bool, error) {
	c, err := r.runner.Client.Contact.Query().Where(contact.ComplaintID(id)).Only(auth.System(ctx, "see whether a reporter gets e-mail"))
	if ent.IsNotFound(err) {
		return false, nil
	}
	return err == nil && c.Email != "" && c.DeniedAt == nil && knownBy(c) == Known{Confirmed: true}, err
}

// reachesReporter reports whether e-mail of a kind about a complaint goes to its reporter, whose language it notes.
func (r *Room) reachesReporter(ctx context.Context, m *MoveMail, account, about uuid.UUID) (bool, error) {
	sys := auth.System(ctx, "see whether a reporter gets e-mail")
	p, err := r.runner.Client.User.Query().Where(user.ID(account)).WithContact().Only(sys)
	me := tx.AccountOf(ctx)
	switch {
	case err != nil:
		return false, err
	case p.State != domain.AccountActive, me != nil && *me == account, p.Edges.Contact == nil:
		return false, nil
	}
	muted, err := r.runner.Client.NotificationLevel.Query().
		Where(notificationlevel.ComplaintID(about), notificationlevel.UserID(account), notificationlevel.LevelEQ(domain.LevelMuted)).Exist(sys)
	if err != nil || muted {
		return false, err
	}
	if m.Language, err = reader.Language(ctx, r.runner.Client, account, m.Language); err != nil {
		return false, err
	}
	to := p.Edges.Contact
	told, _ := r.account(m.Kind, recipient{
		ID: p.ID, Role: p.Role, MailOwn: p.MailOwn, Switches: setSwitches{p.Switches}, Email: &to.Email,
		Key: to.EmailKey, ConfirmedAt: to.ConfirmedAt, DeniedAt: to.DeniedAt, RefusedAt: to.RefusedAt,
	}, byEmail)
	return len(told) > 0, nil
}
