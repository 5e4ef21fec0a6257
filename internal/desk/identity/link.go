package identity

import (
	"context"
	"errors"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/link"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/reader"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

const (
	// linkYears is for how many years a link stays good after its complaint has ended.
	linkYears = 1
	// maxNewLinks is how many a complaint gets within an hour: each is an e-mail that goes out at once.
	maxNewLinks = 5
	// actionNewLink is what the audit calls it.
	actionNewLink = "complaint.new_link"
)

// DrawLink makes a link by which the reporter of a complaint follows it, for the contact and the normalized address that it is sent to, and
// returns its token, of which only the hash is stored; "" if the contact has another address by now, or it was denied. Earlier links stay good.
// It is for who writes to the contact, and asks for no right.
func (r *Room) DrawLink(ctx context.Context, of, to uuid.UUID, address string) (string, error) {
	sys := auth.System(ctx, "draw the link of an e-mail")
	return tx.In(sys, r.Runner, func(t *tx.Tx) (string, error) {
		// Whoever gives the contact another address waits for it, and ends the link.
		_, err := t.Contact.Query().Where(contact.ID(to), contact.EmailKey(address), contact.DeniedAtIsNil(), dbtx.ForUpdate).OnlyID(sys)
		if ent.IsNotFound(err) {
			return "", nil
		}
		if err != nil {
			return "", err
		}
		token, hash := auth.NewLinkToken()
		return token, t.Link.Create().SetComplaintID(of).SetContactID(to).SetHash(hash).SetCreatedAt(t.Now).Exec(sys)
	})
}

// SendNewLink ends all links to a complaint and sends its reporter another one. Administrators, and users theirs. It is a not_found if the viewer does
// not see the complaint, a conflict if no e-mail would go there, and rate_limited after maxNewLinks within an hour.
func (r *Room) SendNewLink(ctx context.Context, id uuid.UUID) (*ent.Complaint, error) {
	v, err := auth.Require(ctx)
	if err == nil && v.Role != domain.RoleUser && !v.Admin() {
		err = fault.Denied()
	}
	if err != nil {
		return nil, err
	}
	err = r.Do(ctx, func(t *tx.Tx) error {
		about, err := t.Complaint.Query().Where(complaint.ID(id), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return tx.Missing(err, "complaint")
		}
		sys := auth.System(ctx, "send a new link")
		whose := contact.ComplaintID(id)
		if about.SubmittedByID != nil {
			whose = contact.UserID(*about.SubmittedByID)
		}
		to, err := t.Contact.Query().Where(whose).WithUser().Only(sys)
		if err != nil && !ent.IsNotFound(err) {
			return err
		}
		switch {
		case !r.settings.MailLinks:
			return fault.New(fault.Conflict, "The service sends no e-mail with links.")
		case to != nil && to.Edges.User != nil && (to.Edges.User.State != domain.AccountActive || to.Edges.User.Role != domain.RoleUser):
			return fault.New(fault.Conflict, "The account of the reporter is not that of a reporter any more.")
		}
		if err := notifications.CheckReachable(ctx, t.Ahead, to); err != nil {
			return err
		}
		tooMany := fault.New(fault.RateLimited, "There were %d new links within an hour. Use the latest, or try again later.", maxNewLinks)
		if err := t.CheckHourly(ctx, id, maxNewLinks, tooMany, actionNewLink); err != nil {
			return err
		}
		if err := t.Link.Update().Where(link.ComplaintID(id), link.EndedAtIsNil()).SetEndedAt(t.Now).Exec(sys); err != nil {
			return err
		}
		if err := t.Audit(ctx, tx.Record{Action: actionNewLink, SubjectType: "Complaint", Subject: id}); err != nil {
			return err
		}
		a := notifications.About{Complaint: about, Message: i18n.Verbatim(about.Title)}
		if about.SubmittedByID == nil {
			a.Caller = to
		}
		return r.notifications.Notify(ctx, t, notifications.NewLink, a)
	})
	if err != nil {
		return nil, err
	}
	return r.Client.Complaint.Get(ctx, id)
}

// LinkViewer returns who holds the link with a hash, as the database says at this moment, in one statement. It implements
// auth.Sessions.
func (r *Room) LinkViewer(ctx context.Context, hash []byte) (*auth.Viewer, error) {
	return r.linkViewer(ctx, link.Hash(hash))
}

func (r *Room) linkViewer(ctx context.Context, which predicate.Link) (*auth.Viewer, error) {
	rows, err := r.links(auth.System(ctx, "look the viewer up"), which)
	switch {
	case err != nil:
		return nil, err
	case len(rows) == 0 || !rows[0].alive:
		return nil, auth.InvalidToken(errors.New("there is no such link, or it has ended"))
	}
	return r.use(ctx, rows[0]), nil
}

// linkRow is a link with all that decides whether it is good.
type linkRow struct {
	ID        uuid.UUID               `sql:"id"`
	CreatedAt time.Time               `sql:"created_at"`
	EndedAt   *time.Time              `sql:"ended_at"`
	Complaint uuid.UUID               `sql:"complaint_id"`
	Status    domain.ComplaintStatus  `sql:"status"`
	MovedAt   *time.Time              `sql:"moved_at"`
	UpdatedAt time.Time               `sql:"updated_at"`
	Into      *domain.ComplaintStatus `sql:"into_status"` // of what it was merged into
	IntoMoved *time.Time              `sql:"into_moved_at"`
	IntoLast  *time.Time              `sql:"into_updated_at"`
	Confirmed *time.Time              `sql:"confirmed_at"`
	Known     *int                    `sql:"known"` // set if any contact has confirmed the address
	Denied    *time.Time              `sql:"denied_at"`
	Account   uuid.NullUUID           `sql:"account"`
	Role      *domain.Role            `sql:"role"`
	State     *domain.AccountState    `sql:"state"`
	Language  *string                 `sql:"language"`
}

// good reports whether whoever holds a link may use it: as long as its address is confirmed and the account, if there is one, is a reporter's who may
// sign in, until linkYears after the complaint has ended, or what it was merged into.
func (l linkRow) good(now time.Time) bool {
	confirmed := l.Confirmed != nil || !l.Account.Valid && l.Known != nil // as it is for e-mail
	if l.EndedAt != nil || !confirmed || l.Denied != nil {
		return false
	}
	if l.Account.Valid && (*l.State != domain.AccountActive || *l.Role != domain.RoleUser) {
		return false
	}
	status, since := l.Status, domain.StatusSince(l.MovedAt, l.UpdatedAt)
	if l.Into != nil {
		status, since = *l.Into, domain.StatusSince(l.IntoMoved, *l.IntoLast)
	}
	return slices.Contains(domain.OpenComplaintStatuses, status) || now.Before(since.AddDate(linkYears, 0, 0))
}

// links reads links with what decides whether they are good, in one statement.
func (r *Room) links(ctx context.Context, where ...predicate.Link) ([]entrance, error) {
	var rows []linkRow
	err := r.Client.Link.Query().
		Where(where...).
		Modify(func(s *sql.Selector) {
			about, to := sql.Table(complaint.Table), sql.Table(contact.Table)
			into, account, same := sql.Table(complaint.Table), sql.Table(user.Table), sql.Table(contact.Table).As("same")
			s.Join(about).On(s.C(link.FieldComplaintID), about.C(complaint.FieldID)).
				Join(to).On(s.C(link.FieldContactID), to.C(contact.FieldID)).
				LeftJoin(into).On(about.C(complaint.FieldDuplicateOfID), into.C(complaint.FieldID)).
				LeftJoin(account).On(to.C(contact.FieldUserID), account.C(user.FieldID)).
				Select(s.C(link.FieldID), s.C(link.FieldCreatedAt), s.C(link.FieldEndedAt), s.C(link.FieldComplaintID),
					about.C(complaint.FieldStatus), about.C(complaint.FieldMovedAt), about.C(complaint.FieldUpdatedAt),
					sql.As(into.C(complaint.FieldStatus), "into_status"), sql.As(into.C(complaint.FieldMovedAt), "into_moved_at"),
					sql.As(into.C(complaint.FieldUpdatedAt), "into_updated_at"),
					to.C(contact.FieldConfirmedAt), to.C(contact.FieldDeniedAt),
					sql.As(account.C(user.FieldID), "account"), account.C(user.FieldRole), account.C(user.FieldState)).
				AppendSelectExprAs(reader.Column(account.C(user.FieldID)), "language").
				AppendSelectExprAs(sql.SelectExpr(sql.Raw("1")).From(same).Limit(1).Where(sql.And(
					sql.ColumnsEQ(same.C(contact.FieldEmailKey), to.C(contact.FieldEmailKey)), sql.NotNull(same.C(contact.FieldConfirmedAt)),
				)), "known")
		}).
		Scan(ctx, &rows)
	found, now := make([]entrance, len(rows)), r.Now()
	for i, l := range rows {
		v := auth.Viewer{SessionID: l.ID, Complaint: l.Complaint, Language: reader.Chosen(l.Language, "")}
		if l.Account.Valid {
			v.Reporter = &l.Account.UUID
		}
		found[i] = entrance{l.ID, l.CreatedAt, l.good(now), v}
	}
	return found, err
}

// endLinks ends the links of an account.
func endLinks(ctx context.Context, t *tx.Tx, account uuid.UUID) error {
	return t.Link.Update().Where(link.HasContactWith(contact.UserID(account)), link.EndedAtIsNil()).SetEndedAt(t.Now).
		Exec(auth.System(ctx, "end the links of an account"))
}
