package delivery

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcastchannel"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/domain"
)

// counters are numbers of recipients by state: recipients is always the sum of pending, sent,
// failed, skipped and cancelled; delivered and read are parts of sent.
type counters struct {
	recipients, pending, sent, delivered, read, failed, skipped, cancelled int
}

func (t *counters) add(n int, state domain.NotificationState, delivered, read bool) {
	t.recipients += n
	switch state {
	case domain.NotificationPending:
		t.pending += n
	case domain.NotificationSent:
		t.sent += n
	case domain.NotificationFailed:
		t.failed += n
	case domain.NotificationSkipped:
		t.skipped += n
	case domain.NotificationCancelled:
		t.cancelled += n
	}
	if delivered {
		t.delivered += n
	}
	if read {
		t.read += n
	}
}

// counterDelta is what a transaction adds to the counters of a broadcast: of people, and of the
// rows of each channel.
type counterDelta struct {
	people   counters
	channels map[domain.Channel]*counters
}

// diff returns how the counters change from rows before to the same rows after. All channels of
// each person must be among them.
func diff(before, after []*ent.Notification) counterDelta {
	c := counterDelta{channels: map[domain.Channel]*counters{}}
	for n, rows := range map[int][]*ent.Notification{-1: before, 1: after} {
		people := map[uuid.UUID][]*ent.Notification{}
		for _, row := range rows {
			if c.channels[row.Channel] == nil {
				c.channels[row.Channel] = &counters{}
			}
			c.channels[row.Channel].add(n, row.State, row.DeliveredAt != nil, row.ReadAt != nil)
			people[*row.RecipientID] = append(people[*row.RecipientID], row)
		}
		for _, theirs := range people {
			c.people.add(n, personState(theirs),
				slices.ContainsFunc(theirs, func(row *ent.Notification) bool { return row.DeliveredAt != nil }),
				slices.ContainsFunc(theirs, func(row *ent.Notification) bool { return row.ReadAt != nil }))
		}
	}
	return c
}

// personState returns the state of a person over all channels: sent if any succeeded, else what
// leaves the most hope.
func personState(rows []*ent.Notification) domain.NotificationState {
	for _, state := range []domain.NotificationState{
		domain.NotificationSent, domain.NotificationPending, domain.NotificationFailed, domain.NotificationCancelled,
	} {
		if slices.ContainsFunc(rows, func(row *ent.Notification) bool { return row.State == state }) {
			return state
		}
	}
	return domain.NotificationSkipped
}

// write adds the changes to the counters of a broadcast that the transaction has locked. The
// update of the broadcast may carry more and is executed here.
func (c counterDelta) write(ctx context.Context, tx *ent.Client, b *ent.Broadcast, u *ent.BroadcastUpdateOne) error {
	for channel, t := range c.channels {
		if *t == (counters{}) {
			continue
		}
		err := tx.BroadcastChannel.Update().
			Where(broadcastchannel.BroadcastID(b.ID), broadcastchannel.ChannelEQ(channel)).
			AddRecipients(t.recipients).AddPending(t.pending).AddSent(t.sent).AddDelivered(t.delivered).
			AddRead(t.read).AddFailed(t.failed).AddSkipped(t.skipped).AddCancelled(t.cancelled).
			Exec(ctx)
		if err != nil {
			return err
		}
	}
	t := c.people
	return u.
		AddRecipients(t.recipients).AddPending(t.pending).AddSent(t.sent).AddDelivered(t.delivered).
		AddRead(t.read).AddFailed(t.failed).AddSkipped(t.skipped).AddCancelled(t.cancelled).
		Exec(ctx)
}

// countChange counts what becomes of rows of a broadcast that the transaction has locked, before they are written: change makes it of each.
func countChange(ctx context.Context, tx *ent.Client, b *ent.Broadcast, rows []*ent.Notification, change func(*ent.Notification)) error {
	before, err := allChannels(ctx, tx, b, rows)
	if err != nil {
		return err
	}
	ids, after := idsOf(rows), make([]*ent.Notification, len(before))
	for i, row := range before {
		next := *row
		if slices.Contains(ids, row.ID) {
			change(&next)
		}
		after[i] = &next
	}
	return diff(before, after).write(ctx, tx, b, tx.Broadcast.UpdateOne(b))
}

// allChannels returns all rows of a broadcast of the people whose rows are given.
func allChannels(ctx context.Context, tx *ent.Client, b *ent.Broadcast, rows []*ent.Notification) ([]*ent.Notification, error) {
	if len(b.Channels) < 2 || len(rows) == 0 {
		return rows, nil
	}
	people := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		people[i] = *row.RecipientID
	}
	return tx.Notification.Query().
		Where(notification.BroadcastID(b.ID), notification.RecipientIDIn(people...)).
		Select(counterColumns...).All(ctx)
}

// counterColumns are the columns that diff reads.
var counterColumns = []string{
	notification.FieldID, notification.FieldRecipientID, notification.FieldChannel, notification.FieldState,
	notification.FieldDeliveredAt, notification.FieldReadAt,
}
