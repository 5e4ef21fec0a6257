package broadcasts

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/jobs"
	"github.com/redress/redress/internal/store/dbtx"
)

const (
	tellInterval = time.Minute
	// tellBatch is how many broadcasts are looked at by one statement.
	tellBatch = 200
	// seenThrough is how long after it was written a broadcast that has gone out needs no word: its author is still before it.
	seenThrough = time.Minute
)

// Jobs returns the work that the room does by itself.
func (r *Room) Jobs() []jobs.Job {
	return []jobs.Job{{Name: "tell_authors", Every: tellInterval, Do: r.TellAuthors}}
}

// news is what the author of a broadcast is to be told of it, "" for nothing, and what was told last then; nil for all.
type news struct {
	kind notifications.Kind
	then *domain.AuthorTold
}

// newsOf returns what the author of a broadcast is to be told next.
func newsOf(b *ent.Broadcast) news {
	told := func(what domain.AuthorTold) *domain.AuthorTold { return &what }
	fails := failing(b.Edges.ChannelCounters)
	switch {
	case b.AuthorTold == nil, b.CancelledAt != nil:
		return news{}
	case b.DeliveryState == domain.DeliveryHeld && *b.AuthorTold != domain.AuthorToldHeld:
		return news{notifications.BroadcastHeld, told(domain.AuthorToldHeld)}
	case b.StartedAt == nil, b.Retrying: // what has failed is being queued again
		return news{then: b.AuthorTold}
	case fails && *b.AuthorTold != domain.AuthorToldFailing && b.CompletedAt == nil:
		return news{notifications.BroadcastFailing, told(domain.AuthorToldFailing)}
	case b.CompletedAt == nil:
		return news{then: b.AuthorTold}
	case fails && *b.AuthorTold != domain.AuthorToldFailing:
		return news{kind: notifications.BroadcastFailing}
	case b.CompletedAt.Before(b.CreatedAt.Add(seenThrough)):
		return news{}
	}
	return news{kind: notifications.BroadcastDone}
}

// failing reports whether too much has failed over one of the channels of a broadcast.
func failing(channels []*ent.BroadcastChannel) bool {
	for _, c := range channels {
		if c.Failed*notifications.FailingOneIn > c.Recipients-c.Skipped-c.Cancelled {
			return true
		}
	}
	return false
}

// TellAuthors notifies the authors of broadcasts of what they do not see by themselves: that one is held back, that much of one fails, and that
// one has gone out. It returns how many were told; any number of instances may run it.
func (r *Room) TellAuthors(ctx context.Context) (told int, err error) {
	sys := auth.System(ctx, "tell the authors of broadcasts")
	for after := uuid.Nil; ; {
		some, err := r.Client.Broadcast.Query().
			Where(broadcast.AuthorToldNotNil(), broadcast.IDGT(after), broadcast.DeliveryStateNEQ(domain.DeliveryPending)).
			Order(ent.Asc(broadcast.FieldID)).Limit(tellBatch).WithChannelCounters().All(sys)
		if err != nil {
			return told, err
		}
		for _, b := range some {
			after = b.ID
			if n := newsOf(b); n.kind == "" && n.then != nil {
				continue
			}
			was, err := r.tellAuthor(sys, b.ID)
			if err != nil {
				return told, err
			}
			if was {
				told++
			}
		}
		if len(some) < tellBatch {
			return told, nil
		}
	}
}

// tellAuthor notifies the author of a broadcast of what there is to tell by now, and reports whether that was something.
func (r *Room) tellAuthor(ctx context.Context, id uuid.UUID) (bool, error) {
	return tx.In(ctx, r.Runner, func(t *tx.Tx) (bool, error) {
		b, err := t.Broadcast.Query().Where(broadcast.ID(id), dbtx.ForUpdate).WithChannelCounters().Only(ctx)
		if err != nil || b.AuthorTold == nil { // another instance has been faster
			return false, err
		}
		n := newsOf(b)
		change := t.Broadcast.UpdateOne(b)
		if n.then != nil {
			change.SetAuthorTold(*n.then)
		} else {
			change.ClearAuthorTold()
		}
		if err := change.Exec(ctx); err != nil || n.kind == "" {
			return false, err
		}
		about := notifications.About{Broadcast: b, Message: text.WhyBroadcastHeld}
		if n.kind != notifications.BroadcastHeld {
			about.Message = text.DeliveredTo(b.Sent, b.Recipients, failedRows(b.Edges.ChannelCounters))
		}
		return true, r.notifications.Notify(ctx, t, n.kind, about)
	})
}
