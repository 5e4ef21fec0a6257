package delivery

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

// attempt is a claimed message of a broadcast, or one without any, that somebody has tried to send.
type attempt struct {
	row     *ent.Notification
	outcome outcome
	settled chan error // that its outcome is recorded, or why not
}

// settling has the attempts that are to be recorded. Each transaction locks the broadcast that it counts: if every sender had its own, the
// others would wait for it in the database, with a connection each. So one sender at a time records what all of them have done meanwhile.
type settling struct {
	recorder sync.Mutex // whose holder records
	mu       sync.Mutex
	attempts []attempt
}

func (s *settling) add(a attempt) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.attempts = append(s.attempts, a)
}

func (s *settling) take() []attempt {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.attempts
	s.attempts = nil
	return all
}

// settle records the outcome of an attempt.
func (d *Dispatcher) settle(ctx context.Context, a attempt) error {
	a.settled = make(chan error, 1)
	d.settling.add(a)
	d.settling.recorder.Lock()
	defer d.settling.recorder.Unlock()
	of := map[uuid.UUID][]attempt{}
	for _, one := range d.settling.take() {
		id := uuid.Nil // of none
		if one.row.BroadcastID != nil {
			id = *one.row.BroadcastID
		}
		of[id] = append(of[id], one)
	}
	for id, attempts := range of {
		err := d.settleAll(ctx, id, attempts)
		for _, one := range attempts {
			one.settled <- err
		}
	}
	return <-a.settled
}

// settleAll records the outcomes of attempts to send messages of a broadcast, except of those whose claim expired, so that somebody else has them.
func (d *Dispatcher) settleAll(ctx context.Context, id uuid.UUID, attempts []attempt) error {
	outcomes, ids, leases := map[uuid.UUID]outcome{}, make([]uuid.UUID, len(attempts)), make([]uuid.UUID, len(attempts))
	for i, a := range attempts {
		outcomes[a.row.ID], ids[i], leases[i] = a.outcome, a.row.ID, *a.row.Lease
	}
	sys := auth.System(ctx, "record the outcome of messages")
	return d.tx(sys, func(tx *ent.Client, now time.Time) error {
		var b *ent.Broadcast
		if id != uuid.Nil {
			var err error
			if b, err = tx.Broadcast.Query().Where(broadcast.ID(id), dbtx.ForUpdate).Only(sys); err != nil {
				return err
			}
		}
		rows, err := tx.Notification.Query().Where(notification.IDIn(ids...), notification.LeaseIn(leases...), dbtx.ForUpdate).All(sys)
		if err != nil || len(rows) == 0 {
			return err
		}
		settle := func(row *ent.Notification) {
			row.State = outcomes[row.ID].state
			if row.State == domain.NotificationPending && b != nil && b.CancelledAt != nil {
				row.State = domain.NotificationCancelled
			}
			if row.Channel == domain.ChannelInApp {
				row.DeliveredAt = &now
			}
		}
		if b != nil {
			if err := countChange(sys, tx, b, rows, settle); err != nil {
				return err
			}
		}
		for _, row := range rows {
			settle(row)
		}
		if err := d.write(sys, tx, rows, outcomes, now); err != nil || b == nil {
			return err
		}
		if err := recordEvent(sys, tx, b, b.ID, now); err != nil {
			return err
		}
		return d.finish(sys, tx, b.ID, now)
	})
}

// write writes the outcomes of rows that are settled: in one statement of those that were sent.
func (d *Dispatcher) write(ctx context.Context, tx *ent.Client, settled []*ent.Notification, outcomes map[uuid.UUID]outcome, now time.Time) error {
	var sent []uuid.UUID
	for _, row := range settled {
		out := outcomes[row.ID]
		if out.state = row.State; out.state == domain.NotificationSent && row.Channel != domain.ChannelInApp {
			sent = append(sent, row.ID)
			continue
		}
		u := d.record(tx.Notification.Update().Where(notification.ID(row.ID)), row.Attempts, out, now)
		if row.DeliveredAt != nil {
			u.SetDeliveredAt(*row.DeliveredAt)
		}
		if err := u.Exec(ctx); err != nil {
			return err
		}
	}
	if len(sent) == 0 {
		return nil
	}
	return d.record(tx.Notification.Update().Where(notification.IDIn(sent...)), 0, outcome{state: domain.NotificationSent}, now).Exec(ctx)
}
