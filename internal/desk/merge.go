package desk

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

// Merge ends a complaint as part of another one, whose log its reporter follows from then
// on. Administrators. The other one must exist, differ and not be merged itself; what was
// merged into this one follows along.
func (d *Desk) Merge(ctx context.Context, target tx.Target, into uuid.UUID, r Remark) (*ent.Complaint, error) {
	return d.applyTransition(ctx, domain.ActionMerge, target, mergeTransition(ctx, target.ID, into, r))
}

func mergeTransition(ctx context.Context, id, into uuid.UUID, r Remark) transition {
	merge := func(t *txn, m move, c *ent.Complaint, followers []uuid.UUID) error {
		if err := m.required(map[string]string{"reasonCode": r.ReasonCode}); err != nil {
			return err
		}
		if err := t.desk.chosen.CheckReason(m.action, r.ReasonCode); err != nil {
			return err
		}
		other, err := t.Complaint.Query().Where(complaint.ID(into)).Only(ctx)
		switch {
		case ent.IsNotFound(err):
			return fault.Invalid(fault.Input("intoId", "not_found", "there is no such complaint"))
		case err != nil:
			return err
		case other.ID == c.ID:
			return fault.Invalid(fault.Input("intoId", "invalid", "must be another complaint"))
		case other.Status == domain.ComplaintMerged:
			return fault.Invalid(fault.Input("intoId", "merged", "is itself merged into another complaint"))
		}
		// Whoever followed this one follows the other one now.
		if err := t.followOn(ctx, c.ID, into); err != nil {
			return err
		}
		t.duplicatesChanged(into, followers...)
		s := statusChange{action: m.action, to: m.to, remark: r, change: func(u *ent.ComplaintUpdateOne) {
			t.slaClock(m.action, c)(u)
			u.SetDuplicateOfID(into)
		}}
		return t.moveAndEnd(ctx, m, c, s)
	}
	return transition{lock: func(t *txn) (change, error) {
		followers, err := t.lockMerge(ctx, id, into) // what was merged into this one before
		return func(t *txn, m move, c *ent.Complaint) error { return merge(t, m, c, followers) }, err
	}}
}

// lockMerge locks all that a merger touches or relies on, in one order: of two who merge
// complaints into each other the second finds what the first has done. It returns those that were merged
// into the first one before.
func (t *txn) lockMerge(ctx context.Context, id, into uuid.UUID) ([]uuid.UUID, error) {
	ids, err := t.Complaint.Query().
		Where(complaint.Or(complaint.IDIn(id, into), complaint.DuplicateOfID(id)), dbtx.ForUpdate).
		Order(ent.Asc(complaint.FieldID)).IDs(ctx)
	return slices.DeleteFunc(ids, func(one uuid.UUID) bool { return one == id || one == into }), err
}

// followOn makes the complaints that were merged into c follow the one that c is merged into, and keeps
// through which complaint each of them came.
func (t *txn) followOn(ctx context.Context, c, into uuid.UUID) error {
	return t.Complaint.Update().Where(complaint.DuplicateOfID(c)).SetDuplicateOfID(into).
		Modify(func(u *sql.UpdateBuilder) {
			u.Set(complaint.FieldMergedViaID, sql.ExprFunc(func(b *sql.Builder) {
				b.WriteString("COALESCE(").Ident(complaint.FieldMergedViaID).WriteString(", ").Arg(c).WriteString(")")
			}))
		}).
		Exec(ctx)
}

// Unmerge makes a complaint that was merged into another one stand for itself again, and with it those
// that were merged into it. Administrators. It returns to where it was: on hold if it was, otherwise to
// the queue, because its task was cancelled when it was merged and stays so. The deadline is postponed
// by the time for which it was merged.
func (d *Desk) Unmerge(ctx context.Context, target tx.Target, r Remark) (*ent.Complaint, error) {
	unmerge := func(t *txn, m move, c *ent.Complaint, from *uuid.UUID) error {
		if err := m.required(map[string]string{"reasonCode": r.ReasonCode}); err != nil {
			return err
		}
		if err := d.chosen.CheckReason(m.action, r.ReasonCode); err != nil {
			return err
		}
		if c.DuplicateOfID != nil && (from == nil || *from != *c.DuplicateOfID) {
			return tx.VersionConflict(c.Version) // it was merged, or what it was merged into
		}
		sys := auth.System(ctx, "find where a complaint was merged from")
		last, err := t.StatusLog.Query().
			Where(statuslog.ComplaintID(c.ID), statuslog.StatusNEQ(domain.ComplaintMerged)).
			Order(ent.Desc(statuslog.FieldSeq)).First(sys)
		if err != nil && !ent.IsNotFound(err) { // an import's log may begin with the merger
			return err
		}
		origin, err := t.assignedFrom(sys, c.ID)
		if err != nil {
			return err
		}
		s := statusChange{action: m.action, to: origin, remark: r, change: func(u *ent.ComplaintUpdateOne) {
			u.ClearDuplicateOfID().ClearMergedViaID()
			t.postpone(u, c, c.MovedAt)
		}}
		if last != nil && last.Status == domain.ComplaintOnHold {
			inQueue := s.change
			s.to, s.change = domain.ComplaintOnHold, func(u *ent.ComplaintUpdateOne) {
				inQueue(u)
				u.SetHeldAt(t.Now).SetHeldFrom(origin)
			}
		}
		if from != nil {
			t.duplicatesChanged(*from)
			if err := t.followBack(ctx, c.ID, *from); err != nil {
				return err
			}
		}
		return t.move(ctx, c, s)
	}
	return d.applyTransition(ctx, domain.ActionUnmerge, target, transition{lock: func(t *txn) (change, error) {
		from, err := t.lockUnmerge(ctx, target.ID) // what it is merged into
		return func(t *txn, m move, c *ent.Complaint) error { return unmerge(t, m, c, from) }, err
	}})
}

// lockUnmerge locks all that a merger could touch as well, in the same order, and returns what the
// complaint is merged into, nil for nothing.
func (t *txn) lockUnmerge(ctx context.Context, id uuid.UUID) (*uuid.UUID, error) {
	c, err := t.Complaint.Query().Where(complaint.ID(id)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil // which is reported when it is locked itself
	}
	if err != nil || c.DuplicateOfID == nil {
		return nil, err
	}
	into := *c.DuplicateOfID
	_, err = t.Complaint.Query().
		Where(complaint.Or(complaint.IDIn(id, into), complaint.DuplicateOfID(into)), dbtx.ForUpdate).
		Order(ent.Asc(complaint.FieldID)).IDs(ctx)
	return &into, err
}

// followBack makes the complaints that follow another one through c follow c again.
func (t *txn) followBack(ctx context.Context, c, from uuid.UUID) error {
	rows, err := t.Complaint.Query().Where(complaint.DuplicateOfID(from), complaint.MergedViaIDNotNil()).
		Select(complaint.FieldID, complaint.FieldMergedViaID).All(ctx)
	if err != nil {
		return err
	}
	through := map[uuid.UUID][]uuid.UUID{}
	for _, row := range rows {
		through[*row.MergedViaID] = append(through[*row.MergedViaID], row.ID)
	}
	var back []uuid.UUID
	for next := through[c]; len(next) > 0; next = next[1:] {
		back = append(back, next[0])
		next = append(next, through[next[0]]...)
	}
	const rowsPerUpdate = 1_000
	for ids := range slices.Chunk(back, rowsPerUpdate) {
		if err := t.Complaint.Update().Where(complaint.IDIn(ids...)).SetDuplicateOfID(c).Exec(ctx); err != nil {
			return err
		}
	}
	if len(back) == 0 {
		return nil
	}
	t.duplicatesChanged(c, back...)
	return t.Complaint.Update().Where(complaint.DuplicateOfID(c), complaint.MergedViaID(c)).ClearMergedViaID().Exec(ctx)
}
