package delivery

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/group"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

// Audience returns how many people a broadcast would reach now, in all and over each channel.
// Administrators.
func (d *Dispatcher) Audience(ctx context.Context, target domain.TargetType, value string) (int, []Reachable, error) {
	people, err := audience(ctx, d.client, target, value)
	if err != nil {
		return 0, nil, err
	}
	all, err := d.client.User.Query().Where(people...).Count(ctx)
	if err != nil {
		return 0, nil, err
	}
	reach := []Reachable{{domain.ChannelInApp, all}}
	if d.mail != nil {
		n, err := d.client.User.Query().Where(people...).Where(user.MailBroadcasts(true), user.HasContactWith(contact.EmailNEQ(""))).Count(ctx)
		if err != nil {
			return 0, nil, err
		}
		reach = append(reach, Reachable{domain.ChannelEmail, n})
	}
	return all, reach, nil
}

// audience returns the predicates of the accounts that a target means: active ones, for a zone
// those of its sub-zones too.
func audience(ctx context.Context, db *ent.Client, target domain.TargetType, value string) ([]predicate.User, error) {
	people := []predicate.User{user.StateEQ(domain.AccountActive)}
	switch target {
	case domain.TargetRole:
		return append(people, user.RoleEQ(domain.Role(value))), nil
	case domain.TargetZone:
		id, err := uuid.Parse(value)
		if err != nil {
			return nil, noTarget("zone")
		}
		zones, err := zoneSubtree(ctx, db, id)
		if err != nil {
			return nil, err
		}
		return append(people, user.ZoneIDIn(zones...)), nil
	case domain.TargetGroup:
		id, err := uuid.Parse(value)
		if err != nil {
			return nil, noTarget("group")
		}
		if there, err := db.Group.Query().Where(group.ID(id)).Exist(ctx); err != nil || !there {
			return nil, orNoTarget(err, "group")
		}
		return append(people, user.HasGroupsWith(group.ID(id))), nil
	}
	return people, nil
}

// zoneSubtree returns the ids of a zone and of all zones below it, whose paths have its id.
func zoneSubtree(ctx context.Context, db *ent.Client, root uuid.UUID) ([]uuid.UUID, error) {
	if there, err := db.Zone.Query().Where(zone.ID(root)).Exist(ctx); err != nil || !there {
		return nil, orNoTarget(err, "zone")
	}
	return db.Zone.Query().Where(zone.Or(zone.ID(root), zone.PathContains(root.String()))).IDs(ctx)
}

func orNoTarget(err error, noun string) error {
	if err != nil {
		return err
	}
	return noTarget(noun)
}

func noTarget(noun string) error {
	return fault.Invalid(fault.Input("targetValue", "not_found", "there is no such %s", i18n.T(noun)))
}

// audienceOf returns the audience of a broadcast that goes out. When its target is gone nobody
// is left in it.
func audienceOf(ctx context.Context, tx *ent.Client, b *ent.Broadcast) ([]predicate.User, error) {
	people, err := audience(ctx, tx, b.TargetType, b.TargetValue)
	if fault.Is(err, fault.Validation) {
		return []predicate.User{user.IDIn()}, nil
	}
	return people, err
}

// addRecipients creates the rows of the next people in the audience of a broadcast that the
// transaction has locked. In the application the row is the notification, so it is delivered
// with the commit, and the first one makes the broadcast sent; the other channels find theirs
// in the queue. After a stop the rows record who got nothing. Accounts that were created after
// the broadcast began are not in its audience.
func (d *Dispatcher) addRecipients(ctx context.Context, tx *ent.Client, b *ent.Broadcast, now time.Time) error {
	where, err := audienceOf(ctx, tx, b)
	if err != nil {
		return err
	}
	if b.Reached != nil {
		where = append(where, user.IDGT(*b.Reached))
	}
	people, err := tx.User.Query().Where(where...).Where(user.CreatedAtLTE(*b.StartedAt)).
		Order(ent.Asc(user.FieldID)).Limit(batchSize).
		Select(user.FieldID, user.FieldMailBroadcasts).
		WithContact(func(q *ent.ContactQuery) {
			q.Select(contact.FieldUserID, contact.FieldEmail, contact.FieldConfirmedAt, contact.FieldRefusedAt)
		}).
		All(ctx)
	if err != nil {
		return err
	}
	sender, err := senderOf(ctx, tx, b)
	if err != nil {
		return err
	}
	from, err := mailFrom(ctx, tx, b, now)
	if err != nil {
		return err
	}
	rows := make([]*ent.Notification, 0, len(people)*len(b.Channels))
	batch := uuid.New()
	for _, p := range people {
		for _, channel := range b.Channels {
			rows = append(rows, newRecipient(b, p, channel, batch, now, from))
		}
	}
	err = tx.Notification.MapCreateBulk(rows, func(n *ent.NotificationCreate, i int) {
		row := rows[i]
		n.SetBroadcastID(b.ID).SetNillableRecipientID(row.RecipientID).SetChannel(row.Channel).
			SetTitle(b.Title).SetMessage(b.Message).SetSender(sender).SetUrgent(b.Urgent).SetState(row.State).SetLastError(row.LastError).
			SetAttempts(row.Attempts).SetNillableNextTryAt(row.NextTryAt).SetNillableLease(row.Lease).
			SetNillableSentAt(row.SentAt).SetNillableDeliveredAt(row.DeliveredAt).SetCreatedAt(now)
	}).Exec(ctx)
	if err != nil {
		return err
	}
	u := tx.Broadcast.UpdateOne(b).SetAudienceFixed(len(people) < batchSize)
	if len(people) > 0 {
		u.SetReached(people[len(people)-1].ID)
		if err := recordEvent(ctx, tx, b, batch, now); err != nil {
			return err
		}
	}
	if b.Status == domain.BroadcastScheduled && len(people) > 0 {
		u.SetStatus(domain.BroadcastSent).SetSentAt(now).SetUpdatedAt(now).AddVersion(1)
	}
	return diff(nil, rows).write(ctx, tx, b, u)
}

// senderOf returns the name of the administrator whose broadcast it is; "" where no account made it.
func senderOf(ctx context.Context, tx *ent.Client, b *ent.Broadcast) (string, error) {
	if b.CreatedByID == nil {
		return "", nil
	}
	author, err := tx.User.Query().Where(user.ID(*b.CreatedByID)).Select(user.FieldName).Only(ctx)
	if err != nil {
		return "", err
	}
	return author.Name, nil
}

// newRecipient returns the row of a person over one channel, as it is inserted. E-mail goes out from a time on.
func newRecipient(b *ent.Broadcast, p *ent.User, channel domain.Channel, batch uuid.UUID, now, from time.Time) *ent.Notification {
	row := &ent.Notification{RecipientID: &p.ID, Channel: channel}
	why := skipReason(b, p, channel)
	switch {
	case b.CancelledAt != nil:
		row.State = domain.NotificationCancelled
	case why != "":
		row.State, row.LastError = domain.NotificationSkipped, why
	case channel == domain.ChannelInApp:
		row.State, row.Attempts, row.Lease = domain.NotificationSent, 1, &batch
		row.SentAt, row.DeliveredAt = &now, &now
	default:
		row.State, row.NextTryAt = domain.NotificationPending, &from
	}
	return row
}

// skipReason returns why a person is left out of a channel, "" when they are not.
func skipReason(b *ent.Broadcast, p *ent.User, channel domain.Channel) string {
	if channel != domain.ChannelEmail {
		return ""
	}
	if why := mailSkipReason(p, b.Urgent || p.MailBroadcasts, false); why != "" {
		return why
	}
	if p.Edges.Contact.RefusedAt != nil {
		return text.Refused
	}
	return ""
}

// mailSkipReason returns why somebody gets no e-mail, "" when they do. One that asks to confirm the address goes to one that is not.
func mailSkipReason(p *ent.User, wanted, asks bool) string {
	switch {
	case p.Edges.Contact == nil || p.Edges.Contact.Email == "":
		return text.NoAddress
	case !wanted:
		return text.NotWanted
	case !asks && p.Edges.Contact.ConfirmedAt == nil:
		return text.NotConfirmed
	}
	return ""
}
