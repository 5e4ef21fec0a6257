package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/store/dbtx"
)

// The audit's entries are kept for ever, and whoever knows one password could fill it by signing in. So an account's sign-in has an entry
// of its own unless it comes within a minute of one before; those of the minute have one together, which a job writes once it is over.
const (
	signInSpan = time.Minute
	// maxSignInsAudited is how many sign-ins one entry is of, and maxSignInsNamed how many of them it names.
	maxSignInsAudited = 1000
	maxSignInsNamed   = 20
	// signInAccounts is how many accounts one run of the job looks at.
	signInAccounts = 1000
)

// auditSignIn writes that an account, which the transaction has locked, opened a session, or leaves it to the job.
func auditSignIn(ctx context.Context, t *tx.Tx, account *ent.User, opened *ent.Session) error {
	sys := auth.System(ctx, "see when an account signed in last")
	before, err := t.Session.Query().
		Where(session.UserID(account.ID), session.IDNEQ(opened.ID), session.ByCommand(false), session.CreatedAtGT(t.Now.Add(-signInSpan))).
		Order(ent.Desc(session.FieldID)).First(sys)
	if err != nil && !ent.IsNotFound(err) {
		return err
	}
	if before != nil {
		due := before.CreatedAt.Add(signInSpan)
		if before.AuditDueAt != nil {
			due = *before.AuditDueAt
		}
		if t.Now.Before(due) {
			return t.Session.UpdateOne(opened).SetAuditDueAt(due).Exec(sys)
		}
	}
	return t.Audit(asSignedIn(ctx, account, opened), tx.Record{
		Action: "session.login", SubjectType: "Session", Subject: opened.ID,
		After: tx.Values{"expires_at": opened.ExpiresAt},
	})
}

// signOut ends a session, which the transaction has locked, for the context's viewer, who holds it. Of one whose beginning has no entry yet
// there is none of its end either: the entry of both is one.
func signOut(ctx context.Context, t *tx.Tx, held *ent.Session) error {
	if err := t.Session.UpdateOne(held).SetRevokedAt(t.Now).Exec(auth.System(ctx, "sign out")); err != nil {
		return err
	}
	if held.AuditDueAt != nil {
		return nil
	}
	return t.Audit(ctx, tx.Record{Action: "session.logout", SubjectType: "Session", Subject: held.ID})
}

// auditSignIns writes the entries that have become due, and returns of how many sign-ins.
func (r *Room) auditSignIns(ctx context.Context) (int, error) {
	sys := auth.System(ctx, "audit the sign-ins of a minute")
	var accounts []uuid.UUID
	err := r.Client.Session.Query().
		Where(session.AuditDueAtLTE(r.Now())).
		Unique(true).Limit(signInAccounts).Select(session.FieldUserID).Scan(sys, &accounts)
	if err != nil {
		return 0, err
	}
	audited := 0
	for _, account := range accounts {
		n, err := r.auditSignInsOf(sys, account)
		if audited += n; err != nil {
			return audited, err
		}
	}
	return audited, nil
}

// signInNamed is a sign-in as an entry of several names it.
type signInNamed struct {
	Session uuid.UUID `json:"id"`
	At      time.Time `json:"at"`
	Address string    `json:"address"`
}

// auditSignInsOf writes the entry of an account's sign-ins, and returns of how many. The context is the service's.
func (r *Room) auditSignInsOf(ctx context.Context, account uuid.UUID) (int, error) {
	return tx.In(ctx, r.Runner, func(t *tx.Tx) (int, error) {
		if _, err := t.User.Query().Where(user.ID(account), dbtx.ForUpdate).OnlyID(ctx); err != nil {
			return 0, err
		}
		due, err := t.Session.Query().
			Where(session.UserID(account), session.AuditDueAtLTE(t.Now)).
			Order(ent.Asc(session.FieldID)).Limit(maxSignInsAudited).All(ctx)
		if err != nil || len(due) == 0 {
			return 0, err
		}
		ids, ended, named := make([]uuid.UUID, len(due)), 0, []signInNamed{}
		for i, s := range due {
			ids[i] = s.ID
			if s.RevokedAt != nil {
				ended++
			}
			if len(named) < maxSignInsNamed {
				named = append(named, signInNamed{s.ID, s.CreatedAt, s.Address})
			}
		}
		if err := t.Session.Update().Where(session.IDIn(ids...)).ClearAuditDueAt().Exec(ctx); err != nil {
			return 0, err
		}
		return len(due), t.Audit(ctx, tx.Record{
			Action: "session.logins", SubjectType: "User", Subject: account,
			After: tx.Values{"count": len(due), "ended": ended, "until": due[len(due)-1].CreatedAt, "sessions": named},
		})
	})
}
