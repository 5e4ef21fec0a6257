package identity

import (
	"context"
	"math"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/linkcode"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

const (
	codeLifetime = 24 * time.Hour
	maxCodeTries = 10 // of which the last may be the right one
	// actionRedeem is what the audit calls it that a code was used.
	actionRedeem = "complaint.redeem_code"
)

// LinkCode is what is read out on the telephone for a link.
type LinkCode struct {
	Code      string
	ExpiresAt time.Time
}

// IssueLinkCode makes a code for a link by which the reporter of a complaint follows it, and ends the one before. It is refused as IssueLink is.
func (r *Room) IssueLinkCode(ctx context.Context, id uuid.UUID) (LinkCode, error) {
	return handOver(ctx, r, id, actionLinkCode, func(t *tx.Tx, about *ent.Complaint) (LinkCode, error) {
		code := auth.NewLinkCode()
		err := t.LinkCode.Create().SetComplaintID(id).SetHash(auth.HashLinkCode(r.codeKey, about.Reference, code)).SetCreatedAt(t.Now).
			OnConflict(
				sql.ConflictColumns(linkcode.FieldComplaintID),
				sql.ResolveWith(func(u *sql.UpdateSet) {
					u.SetExcluded(linkcode.FieldHash).SetExcluded(linkcode.FieldCreatedAt).SetNull(linkcode.FieldEndedAt)
				}),
			).
			Exec(auth.System(ctx, "note a code for a link"))
		if err != nil {
			return LinkCode{}, err
		}
		if err := codeTries(about.Reference).forget(auth.System(ctx, "forget the tries of the code before"), t.LoginAttempt, t.Now); err != nil {
			return LinkCode{}, err
		}
		return LinkCode{code, t.Now.Add(codeLifetime)}, t.Audit(ctx, tx.Record{Action: actionLinkCode, SubjectType: "Complaint", Subject: id})
	})
}

// RedeemLinkCode returns the token of a new link to the complaint with a reference for the code that was made for it, once. For everybody. It is a
// validation_error for what is no reference and no code, a not_found for a code that is wrong, was used or has ended, which costs the same, and
// rate_limited after too many tries from the context's network address.
func (r *Room) RedeemLinkCode(ctx context.Context, typedReference, typedCode string) (string, error) {
	var errs tx.FieldErrors
	reference, ok := domain.ParseComplaintReference(domain.Visible(typedReference))
	if !ok {
		errs.Add("reference", "invalid", "must be a reference such as CMP-2026-000123")
	}
	code, ok := auth.TidyLinkCode(domain.Visible(typedCode))
	if !ok {
		errs.Add("code", "invalid", "must be eight letters, without vowels and Y")
	}
	if err := errs.Fault(); err != nil {
		return "", err
	}
	// A wrong code is no error of the transaction, which counts it.
	token, err := tx.In(ctx, r.Runner, func(t *tx.Tx) (string, error) { return r.redeem(ctx, t, reference, code) })
	if err == nil && token == "" {
		err = fault.New(fault.NotFound, "The letters are not right, or have ended: they are good once, for 24 hours. Ask for others.")
	}
	return token, err
}

// redeem tries a code, and returns "" for one that is not good. Tries are counted for each reference that is typed, whether or not there is a code for it,
// or a complaint: neither what is done nor the time that it takes tells where there is one.
func (r *Room) redeem(ctx context.Context, t *tx.Tx, reference, code string) (string, error) {
	sys := auth.System(ctx, "try the code for a link")
	tries := codeTries(reference)
	if _, err := append(codesAt(ctx), tries).count(sys, t.LoginAttempt, t.Now); err != nil {
		return "", err
	}
	tried, _, err := attemptCounters{tries}.counted(sys, t.LoginAttempt, t.Now)
	if err != nil {
		return "", err
	}
	found, err := t.LinkCode.Query().
		Where(
			linkcode.HasComplaintWith(complaint.Reference(reference)), linkcode.Hash(auth.HashLinkCode(r.codeKey, reference, code)),
			linkcode.EndedAtIsNil(), linkcode.CreatedAtGT(t.Now.Add(-codeLifetime)),
		).
		WithComplaint().First(sys)
	if ent.IsNotFound(err) || err == nil && tried[0] > maxCodeTries {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	about := found.Edges.Complaint
	if err := r.checkFollowable(ctx, t, about); err != nil {
		if fault.Is(err, fault.Conflict) { // by now
			err = nil
		}
		return "", err
	}
	if err := t.LinkCode.UpdateOne(found).SetEndedAt(t.Now).Exec(sys); err != nil {
		return "", err
	}
	return handLink(ctx, t, about.ID, actionRedeem)
}

// codesAt counts the codes that are tried from the context's network address.
func codesAt(ctx context.Context) attemptCounters {
	return attemptCounters{{"code-at", auth.Network(ctx), domain.LoginWindow, 1, domain.LoginsPerAddress}}
}

// codeTries counts what is tried for a reference, since the last code was issued: in two spans, since a code is good in both.
func codeTries(reference string) attemptCounter {
	return attemptCounter{"code", reference, codeLifetime, 2, math.MaxInt}
}
