package identity

import (
	"bytes"
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
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

// linkYears is for how many years a link stays good after its complaint has ended.
const linkYears = 1

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

// LinkViewer returns who holds the link with a hash, as the database says at this moment, in one statement. It implements
// auth.Sessions.
func (r *Room) LinkViewer(ctx context.Context, hash []byte) (*auth.Viewer, error) {
	return r.linkViewer(ctx, hashOrAny(hash), func(l linkRow) bool { return bytes.Equal(l.Hash, hash) })
}

// linkViewer returns who holds a link that is the one in question, if it is good.
func (r *Room) linkViewer(ctx context.Context, which predicate.Link, is func(linkRow) bool) (*auth.Viewer, error) {
	rows, err := readLinks(auth.System(ctx, "look the viewer up"), r.Client.Link.Query().Where(which))
	if err != nil {
		return nil, err
	}
	if len(rows) > 0 {
		if e := r.byLink(rows[0]); e.alive && is(rows[0]) {
			return r.use(ctx, e), nil
		}
	}
	return nil, auth.InvalidToken(errors.New("there is no such link, or it has ended"))
}

// hashOrAny selects the link with a hash, or another one where there is none: to look an unknown one up takes as long as one that has ended.
func hashOrAny(hash []byte) predicate.Link {
	return func(s *sql.Selector) {
		this, first := sql.Table(link.Table).As("this"), sql.Table(link.Table).As("first")
		one := sql.Select(this.C(link.FieldID)).From(this).Where(sql.EQ(this.C(link.FieldHash), hash))
		other := sql.Select(first.C(link.FieldID)).From(first).OrderBy(first.C(link.FieldID)).Limit(1)
		s.Where(sql.P(func(b *sql.Builder) {
			b.Ident(s.C(link.FieldID)).WriteOp(sql.OpEQ).WriteString("COALESCE").Wrap(func(b *sql.Builder) {
				b.Wrap(func(b *sql.Builder) { b.Join(one) }).Comma().Wrap(func(b *sql.Builder) { b.Join(other) })
			})
		}))
	}
}

// linkRow is a link with all that decides whether it is good.
type linkRow struct {
	ID        uuid.UUID               `sql:"id"`
	Hash      []byte                  `sql:"hash"`
	CreatedAt time.Time               `sql:"created_at"`
	EndedAt   *time.Time              `sql:"ended_at"`
	Complaint uuid.UUID               `sql:"complaint_id"`
	Status    domain.ComplaintStatus  `sql:"status"`
	MovedAt   *time.Time              `sql:"moved_at"`
	UpdatedAt time.Time               `sql:"updated_at"`
	Into      *domain.ComplaintStatus `sql:"into_status"` // of what it was merged into
	IntoMoved *time.Time              `sql:"into_moved_at"`
	IntoLast  *time.Time              `sql:"into_updated_at"`
	Contact   uuid.NullUUID           `sql:"contact_id"` // none: it was handed over
	Confirmed *time.Time              `sql:"confirmed_at"`
	Known     *int                    `sql:"known"` // set if any contact has confirmed the address
	Denied    *time.Time              `sql:"denied_at"`
	Account   uuid.NullUUID           `sql:"account"`
	Role      *domain.Role            `sql:"role"`
	State     *domain.AccountState    `sql:"state"`
	Language  *string                 `sql:"language"`
}

// good reports whether whoever holds a link may use it: as long as the address that it was sent to is confirmed and the account, if there is one, is a
// reporter's who may sign in, until linkYears after the complaint has ended, or what it was merged into.
func (l linkRow) good(now time.Time) bool {
	confirmed := l.Confirmed != nil || !l.Account.Valid && l.Known != nil // as it is for e-mail
	if l.EndedAt != nil || l.Contact.Valid && (!confirmed || l.Denied != nil) {
		return false
	}
	if l.Account.Valid && (*l.State != domain.AccountActive || *l.Role != domain.RoleUser) {
		return false
	}
	status, since := l.Status, domain.StatusSince(l.MovedAt, l.UpdatedAt)
	if l.Into != nil {
		status, since = *l.Into, domain.StatusSince(l.IntoMoved, *l.IntoLast)
	}
	return !linksOver(status, since, now)
}

// linksOver reports whether links have ended by themselves to a complaint that has had its status since some time, or was merged into such a one.
func linksOver(status domain.ComplaintStatus, since, now time.Time) bool {
	return !slices.Contains(domain.OpenComplaintStatuses, status) && !now.Before(since.AddDate(linkYears, 0, 0))
}

// links returns the entrances of links.
func (r *Room) links(ctx context.Context, q *ent.LinkQuery) ([]entrance, error) {
	rows, err := readLinks(ctx, q)
	found := make([]entrance, len(rows))
	for i, l := range rows {
		found[i] = r.byLink(l)
	}
	return found, err
}

// byLink returns the entrance of a link.
func (r *Room) byLink(l linkRow) entrance {
	v := auth.Viewer{SessionID: l.ID, Complaint: l.Complaint, Language: reader.Chosen(l.Language, "")}
	if l.Account.Valid {
		v.Reporter = &l.Account.UUID
	}
	return entrance{l.ID, l.CreatedAt, l.good(r.Now()), v}
}

// readLinks reads links with what decides whether they are good, in one statement.
func readLinks(ctx context.Context, q *ent.LinkQuery) (rows []linkRow, err error) {
	err = q.
		Modify(func(s *sql.Selector) {
			about, to := sql.Table(complaint.Table), sql.Table(contact.Table)
			into, account, same := sql.Table(complaint.Table), sql.Table(user.Table), sql.Table(contact.Table).As("same")
			s.Join(about).On(s.C(link.FieldComplaintID), about.C(complaint.FieldID)).
				LeftJoin(to).On(s.C(link.FieldContactID), to.C(contact.FieldID)).
				LeftJoin(into).On(about.C(complaint.FieldDuplicateOfID), into.C(complaint.FieldID)).
				LeftJoin(account).On(about.C(complaint.FieldSubmittedByID), account.C(user.FieldID)).
				Select(s.C(link.FieldID), s.C(link.FieldHash), s.C(link.FieldCreatedAt), s.C(link.FieldEndedAt), s.C(link.FieldComplaintID), s.C(link.FieldContactID),
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
	return rows, err
}
