package notify

import (
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/broadcastchannel"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/domain"
)

// due are broadcasts whose time has come and that have not begun.
func due(now time.Time) []predicate.Broadcast {
	return []predicate.Broadcast{
		broadcast.StatusEQ(domain.BroadcastScheduled), broadcast.DeliveryStateEQ(domain.DeliveryPending),
		broadcast.ScheduledAtLTE(now),
	}
}

// atWork are broadcasts that have begun and for which there is something to do here. Those that
// only wait for e-mail are ended by whoever settles their last message: a mail server that is
// away for a day must not crowd out the others.
var atWork = broadcast.And(
	broadcast.StartedAtNotNil(), broadcast.CompletedAtIsNil(),
	broadcast.DeliveryStateIn(domain.DeliveryInProgress, domain.DeliveryPartial, domain.DeliveryCancelled),
	broadcast.Or(
		broadcast.CancelledAtNotNil(), broadcast.AudienceFixed(false), broadcast.Retrying(true),
		broadcast.HasChannelCountersWith(broadcastchannel.ChannelEQ(domain.ChannelInApp), broadcastchannel.PendingGT(0)),
	),
)

// Unread are the notices in the application that somebody has received and not read.
func Unread(recipient uuid.UUID) predicate.Notification {
	return notification.And(
		notification.RecipientID(recipient), notification.ChannelEQ(domain.ChannelInApp),
		notification.ReadAtIsNil(), notification.StateEQ(domain.NotificationSent),
	)
}
