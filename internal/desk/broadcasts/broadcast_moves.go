package broadcasts

import (
	"context"
	"slices"
	"strings"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

// phase is how far a broadcast has come, from its status and its delivery together.
type phase string

const (
	phaseScheduled phase = "scheduled"
	phaseHeld      phase = "held"
	phaseBeginning phase = "beginning" // its recipients are being listed, nobody was served yet
	phaseGoingOut  phase = "going out"
	phaseSent      phase = "sent"
	phaseCancelled phase = "cancelled"
)

func phaseOf(b *ent.Broadcast) phase {
	switch {
	case b.Status == domain.BroadcastCancelled:
		return phaseCancelled
	case b.Status == domain.BroadcastSent && b.DeliveryState == domain.DeliveryInProgress:
		return phaseGoingOut
	case b.Status == domain.BroadcastSent:
		return phaseSent
	case b.DeliveryState == domain.DeliveryHeld:
		return phaseHeld
	case b.StartedAt != nil:
		return phaseBeginning
	}
	return phaseScheduled
}

// move is a row of the transition table of broadcasts: a verb and from which phases.
// All are the administrators', and none must say anything.
type move struct {
	action domain.Action
	step   string // as the broadcast's history calls it
	note   string // the input that its history takes a remark from; "" for none
	from   []phase
}

// moves is the only place where the moves of a broadcast are defined, but for those
// of the delivery itself (docs/product.md, Broadcasts).
var moves = []move{
	{action: domain.ActionEdit, step: "edited", from: []phase{phaseScheduled, phaseHeld}},
	{action: domain.ActionReschedule, step: "rescheduled", note: "note", from: []phase{phaseScheduled, phaseHeld}},
	{action: domain.ActionRelease, step: "released", from: []phase{phaseHeld}},
	{action: domain.ActionCancel, step: "cancelled", note: "reason", from: []phase{phaseScheduled, phaseHeld, phaseBeginning}},
	{action: domain.ActionStop, step: "stopped", note: "reason", from: []phase{phaseGoingOut}},
	{action: domain.ActionRetryFailed, step: "retried", from: []phase{phaseSent}},
}

func moveOf(action domain.Action) move {
	i := slices.IndexFunc(moves, func(m move) bool { return m.action == action })
	return moves[i]
}

// allowed returns nil when the viewer may do it to the broadcast as it stands now. It is what
// availableActions returns, and what the verb itself asks once it locks the row.
func (m move) allowed(v *auth.Viewer, b *ent.Broadcast, failed int) *fault.Error {
	switch {
	case !v.System() && !v.Admin():
		return fault.Denied()
	case !slices.Contains(m.from, phaseOf(b)):
		return fault.New(fault.InvalidTransition, "A broadcast that is %s can't be changed so; it must be %s.", tx.StatusText(phaseOf(b)), tx.StatusList(m.from))
	case m.action == domain.ActionStop && b.CancelledAt != nil:
		return fault.New(fault.InvalidTransition, "It has been stopped.")
	case m.action == domain.ActionRetryFailed && b.CancelledAt != nil:
		return fault.New(fault.InvalidTransition, "It was stopped, and nothing of it goes out any more.")
	case m.action == domain.ActionRetryFailed && failed == 0:
		return fault.New(fault.InvalidTransition, "Nothing of it has failed.")
	}
	return nil
}

// BroadcastActions returns what the viewer may do with a broadcast now, from the table that the
// verbs themselves ask. Only administrators may anything.
func (r *Room) BroadcastActions(ctx context.Context, b *ent.Broadcast) ([]tx.Available, error) {
	v := auth.From(ctx)
	all := []tx.Available{}
	if v == nil || !v.System() && !v.Admin() {
		return all, nil
	}
	channels, err := b.Edges.ChannelCountersOrErr()
	if ent.IsNotLoaded(err) {
		channels, err = b.QueryChannelCounters().All(ctx)
	}
	if err != nil {
		return nil, err
	}
	for _, m := range moves {
		all = append(all, tx.NewAvailable(m.action, nil, m.allowed(v, b, failedRows(channels))))
	}
	return all, nil
}

func failedRows(channels []*ent.BroadcastChannel) int {
	failed := 0
	for _, c := range channels {
		failed += c.Failed
	}
	return failed
}

// apply does a verb to a broadcast in one transaction: it asks whether the viewer may,
// locks the row, lets do say what changes, and writes the step of its history and the audit.
func (r *Room) apply(
	ctx context.Context, action domain.Action, target tx.Target, note *string,
	do func(t *tx.Tx, b *ent.Broadcast, change *ent.BroadcastUpdateOne) (before, after tx.Values, err error),
) (*ent.Broadcast, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	m := moveOf(action)
	err := r.Do(ctx, func(t *tx.Tx) error {
		b, err := t.Broadcast.Query().Where(broadcast.ID(target.ID), dbtx.ForUpdate).WithChannelCounters().Only(ctx)
		if err != nil {
			return tx.Missing(err, "broadcast")
		}
		if target.Expected != nil && *target.Expected != b.Version {
			return tx.VersionConflict(b.Version)
		}
		if refused := m.allowed(auth.From(ctx), b, failedRows(b.Edges.ChannelCounters)); refused != nil {
			return refused
		}
		if f := tx.CheckText(m.note, note, maxHistoryNote); f != nil {
			return fault.Invalid(*f)
		}
		change := t.Broadcast.UpdateOne(b).SetUpdatedAt(t.Now).SetNillableUpdatedByID(tx.AccountOf(ctx)).AddVersion(1)
		before, after, err := do(t, b, change)
		if err != nil {
			return err
		}
		if err := change.Exec(ctx); err != nil {
			return err
		}
		if err := recordHistory(ctx, t, b, m.step, *note); err != nil {
			return err
		}
		return t.Audit(ctx, tx.Record{
			Action: "broadcast." + strings.ToLower(string(m.action)), SubjectType: "Broadcast", Subject: b.ID,
			Before: before, After: after,
		})
	})
	if err != nil {
		return nil, err
	}
	b, err := r.Client.Broadcast.Get(ctx, target.ID)
	return b, tx.Missing(err, "broadcast")
}

// recordHistory writes a row of a broadcast's history.
func recordHistory(ctx context.Context, t *tx.Tx, b *ent.Broadcast, step, note string) error {
	t.RecordEvent(domain.EventBroadcast, b.ID, b.ID)
	return t.BroadcastEvent.Create().SetBroadcastID(b.ID).SetAction(step).SetNote(note).
		SetNillableActorID(tx.AccountOf(ctx)).SetCreatedAt(t.Now).Exec(auth.System(ctx, "the history of a broadcast"))
}
