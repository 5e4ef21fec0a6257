package delivery

import (
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/domain"
)

// due matches broadcasts whose time has come and that have not begun.
func due(now time.Time) []predicate.Broadcast {
	return []predicate.Broadcast{
		broadcast.StatusEQ(domain.BroadcastScheduled), broadcast.DeliveryStateEQ(domain.DeliveryPending),
		broadcast.ScheduledAtLTE(now),
	}
}

// inProgress matches broadcasts that have begun and not ended.
var inProgress = broadcast.And(
	broadcast.StartedAtNotNil(), broadcast.CompletedAtIsNil(),
	broadcast.DeliveryStateIn(domain.DeliveryInProgress, domain.DeliveryPartial, domain.DeliveryCancelled),
)

// needsWork matches those of them for which something is to be done now, other than sending
// e-mail.
var needsWork = broadcast.And(inProgress, broadcast.Or(
	broadcast.CancelledAtNotNil(), broadcast.AudienceFixed(false), broadcast.Retrying(true),
))

// own matches notifications by e-mail about people's own things, as the index of those does.
func own(s *sql.Selector) {
	s.Where(sql.ExprP(s.C(notification.FieldTiming) + " <> '" + string(domain.MailLast) + "'"))
}

// ownDue matches those that are due.
func ownDue(now time.Time) predicate.Notification {
	return notification.And(own, notification.NextTryAtLTE(now),
		notification.Or(notification.RecipientIDNotNil(), notification.AddressKeyNotNil()))
}

// waiting matches those of somebody that wait for a time, and not for an administrator.
func waiting(of predicate.Notification) predicate.Notification {
	return notification.And(own, of, notification.NextTryAtNotNil(), notification.NextTryAtLT(domain.MailHeldUntil))
}

// counted matches the first ones of the messages that somebody was sent since a time, without those that are not counted.
func counted(of predicate.Notification, since time.Time) predicate.Notification {
	return notification.And(own, of, notification.MailIDNotNil(), notification.SentAtGT(since), notification.TimingNEQ(domain.MailAtOnce),
		func(s *sql.Selector) {
			s.Where(sql.ColumnsEQ(s.C(notification.FieldMailID), s.C(notification.FieldID)))
		})
}

// Unread matches the notifications in the application that somebody has received and not read.
func Unread(recipient uuid.UUID) predicate.Notification {
	return notification.And(
		notification.RecipientID(recipient), notification.ChannelEQ(domain.ChannelInApp),
		notification.ReadAtIsNil(), notification.StateEQ(domain.NotificationSent),
	)
}
