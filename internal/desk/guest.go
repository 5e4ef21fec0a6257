package desk

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"entgo.io/ent/dialect/sql/sqlgraph"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/link"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/proofofwork"
)

// Guests is what it takes to let people report complaints without an account.
type Guests struct {
	Proofs *proofofwork.Proofs
	Key    []byte // that the tokens of their links are derived from

	// Count counts in a transaction that a complaint comes from the context's network address. It returns rate_limited when the hour's or
	// the day's are used up.
	Count func(context.Context, *tx.Tx) error
}

// GuestReceipt is what somebody gets who has reported a complaint without an account.
type GuestReceipt struct {
	Complaint uuid.UUID
	Reference string
	Token     string // of the link by which they follow it
}

// GuestChallenge returns some work, which is good for one report. It asks for no right.
func (d *Desk) GuestChallenge() (proofofwork.Challenge, error) { return d.guests.Proofs.Challenge() }

// SubmitGuestReport takes in a complaint of whoever is not signed in and has done some work, and makes a link by which they follow it. It is
// permission_denied where the service takes no such reports, rate_limited after too many from one network, and idempotency_mismatch if the work was
// done for another report. The same report with the same work is answered the same: the complaint's id is that of the work, and the token is derived
// from both, so that nothing is kept but what is kept anyway. The proof is the solution of a challenge.
func (d *Desk) SubmitGuestReport(ctx context.Context, in Submission, proof string) (*GuestReceipt, error) {
	switch {
	case auth.From(ctx) != nil:
		return nil, fault.Denied()
	case !d.chosen.TakesGuestReports():
		return nil, fault.New(fault.PermissionDenied, "The service takes no reports without an account.")
	}
	said, err := json.Marshal(in) // before the check tidies it
	if err != nil {
		return nil, err
	}
	solved, err := in.checkGuest(d.guests.Proofs, proof)
	if err != nil {
		return nil, err
	}
	id := domain.IDOf(domain.KindComplaint, solved.MadeAt, uuid.UUID(solved.Digest[:16]))
	token, hash := auth.DeriveLinkToken(d.guests.Key, slices.Concat(id[:], said))
	submit := func() (taken guestReport, err error) {
		err = d.withNumber(ctx, func(ahead *number) (used bool, err error) {
			taken, err = tx.In(ctx, d.Runner, joined(d, func(t *txn) (guestReport, error) { return t.submitGuestReport(ctx, id, in, hash, ahead) }))
			return taken.fresh, err
		})
		return taken, err
	}
	taken, err := submit()
	if sqlgraph.IsUniqueConstraintError(err) { // another one of two at once was first
		taken, err = submit()
	}
	if err != nil {
		return nil, err
	}
	return &GuestReceipt{id, taken.reference, token}, nil
}

// checkGuest returns the challenge that was solved for a complaint, or a validation fault that lists every invalid input.
func (in *Submission) checkGuest(proofs *proofofwork.Proofs, proof string) (proofofwork.Solution, error) {
	errs := append(in.checkWhat(), in.Contact.check()...)
	solved, err := proofs.Check(proof)
	switch {
	case errors.Is(err, proofofwork.ErrExpired):
		errs.Add("proof", "expired", "is older than an hour")
	case err != nil:
		errs.Add("proof", "invalid", "must be the solution of a challenge of the service")
	}
	return solved, errs.Fault()
}

// guestReport is a complaint that was taken in, now or when its work was used before.
type guestReport struct {
	reference string
	fresh     bool
}

// submitGuestReport writes a complaint with the link to it, and what belongs to it as done by that link. If the complaint is there already, it says
// whether it is the same one.
func (t *txn) submitGuestReport(ctx context.Context, id uuid.UUID, in Submission, hash []byte, ahead *number) (guestReport, error) {
	sys := auth.System(ctx, "take in a complaint of somebody without an account")
	was, err := t.Complaint.Query().Where(complaint.ID(id)).Only(sys)
	switch {
	case err == nil:
		return guestReport{reference: was.Reference}, t.checkSameReport(sys, id, hash)
	case !ent.IsNotFound(err):
		return guestReport{}, err
	}
	if err := t.desk.guests.Count(ctx, t.Tx); err != nil {
		return guestReport{}, err
	}
	c, err := t.insertComplaint(sys, id, in, ahead)
	if err != nil {
		return guestReport{}, err
	}
	l, err := t.Later.Link.Create().SetComplaintID(id).SetHash(hash).SetCreatedAt(t.Now).Save(sys)
	if err != nil {
		return guestReport{}, err
	}
	holder := auth.With(ctx, &auth.Viewer{SessionID: l.ID, Complaint: id, Address: auth.Address(ctx)})
	return guestReport{c.Reference, true}, t.writeSideRows(holder, c, in.Contact)
}

// checkSameReport returns idempotency_mismatch unless the link with a hash leads to a complaint: then another one was reported with the same work.
func (t *txn) checkSameReport(sys context.Context, id uuid.UUID, hash []byte) error {
	same, err := t.Link.Query().Where(link.ComplaintID(id), link.Hash(hash)).Exist(sys)
	if err != nil || same {
		return err
	}
	f := fault.New(fault.IdempotencyMismatch, "This proof was used for another report.")
	f.Fields = []fault.Field{fault.Input("proof", "mismatch", "was used for another report")}
	return f
}
