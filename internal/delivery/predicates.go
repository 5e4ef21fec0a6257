package delivery

import (
	"time"

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

// Unread matches the notifications in the application that somebody has received and not read.
func Unread(recipient uuid.UUID) predicate.Notification {
	return notification.And(
		notification.RecipientID(recipient), notification.ChannelEQ(domain.ChannelInApp),
		notification.ReadAtIsNil(), notification.StateEQ(domain.NotificationSent),
	)
}
