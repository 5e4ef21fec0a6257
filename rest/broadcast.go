package rest

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/broadcastchannel"
	"github.com/redress/redress/ent/broadcastevent"
	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/domain"
)

type broadcastAnswer struct {
	done
	Broadcast broadcastView `json:"broadcast" doc:"The broadcast."`
}

type broadcastView struct {
	broadcastItemView
	Message  string                 `json:"message" doc:"Text of the message."`
	Channels []enum[domain.Channel] `json:"channels" doc:"Channels it is sent by."`
	Target   target                 `json:"target" doc:"Its audience."`
	Schedule schedule               `json:"schedule" doc:"When it is sent."`
	Delivery delivery               `json:"delivery" doc:"Progress of the delivery, counted in people. recipients = pending + sent + failed + skipped + cancelled."`
	Audit    broadcastAudit         `json:"audit" doc:"Who created and changed it, and its history."`
}

// broadcastSelection is what a broadcastView reads of its row, beside the columns of an item.
var broadcastSelection = model.Selection{
	Columns: append([]string{
		broadcast.FieldMessage, broadcast.FieldChannels, broadcast.FieldTargetLabel, broadcast.FieldTimezone,
		broadcast.FieldCancelledByID, broadcast.FieldCancelReason, broadcast.FieldDeliveryState, broadcast.FieldPending,
		broadcast.FieldSent, broadcast.FieldDelivered, broadcast.FieldRead, broadcast.FieldFailed, broadcast.FieldSkipped,
		broadcast.FieldCancelled, broadcast.FieldStartedAt, broadcast.FieldCompletedAt, broadcast.FieldUpdatedByID,
	}, broadcastItemSelection.Columns...),
	Edges: map[string]model.Selection{
		broadcast.EdgeCreatedBy:   nameSelection,
		broadcast.EdgeUpdatedBy:   nameSelection,
		broadcast.EdgeCancelledBy: nameSelection,
		broadcast.EdgeChannelCounters: {Columns: []string{
			broadcastchannel.FieldChannel, broadcastchannel.FieldRecipients, broadcastchannel.FieldPending, broadcastchannel.FieldSent,
			broadcastchannel.FieldDelivered, broadcastchannel.FieldRead, broadcastchannel.FieldFailed, broadcastchannel.FieldSkipped,
			broadcastchannel.FieldCancelled,
		}},
		broadcast.EdgeEvents: {
			Columns: []string{broadcastevent.FieldAction, broadcastevent.FieldActorID, broadcastevent.FieldNote, broadcastevent.FieldCreatedAt},
			Edges:   map[string]model.Selection{broadcastevent.EdgeActor: nameSelection},
		},
	},
}

type target struct {
	Type           enum[domain.TargetType] `json:"type" doc:"How the audience is chosen."`
	Value          string                  `json:"value" doc:"Role, zone id or group id; empty for all."`
	Label          string                  `json:"label" doc:"Display name of the target, such as the name of the zone or group."`
	RecipientCount int                     `json:"recipient_count" doc:"Number of recipients; 0 until the audience is fixed."`
}

type schedule struct {
	ScheduledAt     timestamp  `json:"scheduled_at" doc:"When it is sent."`
	Timezone        string     `json:"timezone" doc:"Time zone in which it was scheduled."`
	SentAt          *timestamp `json:"sent_at" doc:"When it was sent to its first recipient."`
	CancelledAt     *timestamp `json:"cancelled_at" doc:"When it was cancelled or stopped."`
	CancelledBy     *uuid.UUID `json:"cancelled_by" doc:"Administrator who cancelled it."`
	CancelledByName string     `json:"cancelled_by_name" doc:"The administrator's name; empty when it was not cancelled."`
	CancelReason    string     `json:"cancel_reason" doc:"Reason of the cancellation; empty when none was given."`
}

type deliveryCounts struct {
	Recipients int `json:"recipients" doc:"All recipients."`
	Pending    int `json:"pending" doc:"Not sent yet."`
	Sent       int `json:"sent" doc:"Sent."`
	Delivered  int `json:"delivered" doc:"Of those sent: delivered."`
	Read       int `json:"read" doc:"Of those sent: read."`
	Failed     int `json:"failed" doc:"Sending failed."`
	Skipped    int `json:"skipped" doc:"Skipped: opted out, or not reachable by the channel."`
	Cancelled  int `json:"cancelled" doc:"Not sent because the broadcast was stopped."`
}

type delivery struct {
	State enum[domain.DeliveryState] `json:"state" doc:"Overall state of the delivery."`
	deliveryCounts
	ByChannel   []channelDelivery `json:"by_channel" doc:"The same counts for each channel, counted in notifications."`
	StartedAt   *timestamp        `json:"started_at" doc:"When delivery began."`
	CompletedAt *timestamp        `json:"completed_at" doc:"When delivery ended."`
}

type channelDelivery struct {
	Channel enum[domain.Channel] `json:"channel" doc:"The channel."`
	deliveryCounts
}

type broadcastAudit struct {
	CreatedBy     *uuid.UUID       `json:"created_by" doc:"Administrator who created it."`
	CreatedByName string           `json:"created_by_name" doc:"The administrator's name; System when no account did it."`
	CreatedAt     timestamp        `json:"created_at" doc:"When it was created."`
	UpdatedBy     *uuid.UUID       `json:"updated_by" doc:"Administrator who updated it last."`
	UpdatedByName string           `json:"updated_by_name" doc:"The administrator's name; empty when it was never updated."`
	UpdatedAt     timestamp        `json:"updated_at" doc:"When it was last updated."`
	History       []broadcastEvent `json:"history" doc:"All events of the broadcast, oldest first."`
}

type broadcastEvent struct {
	Action          string     `json:"action" doc:"What happened: created, rescheduled, edited, started, completed, cancelled, stopped, held or released."`
	PerformedBy     *uuid.UUID `json:"performed_by" doc:"Account that did it."`
	PerformedByName string     `json:"performed_by_name" doc:"The account's name; System when no account did it."`
	Note            string     `json:"note" doc:"Remark; empty when there is none."`
	Timestamp       timestamp  `json:"timestamp" doc:"When it happened."`
}

// broadcast serves path 4.
func (a *API) broadcast(r *http.Request) (any, error) {
	in := decode(r)
	id := in.pathID("broadcast_id")
	if err := in.err(); err != nil {
		return nil, err
	}
	if err := budget.Draw(r.Context(), budget.Read); err != nil {
		return nil, err
	}
	ctx := model.Select[ent.Broadcast](r.Context(), &broadcastSelection)
	found, err := a.Resolvers.Query().Broadcast(ctx, id)
	if err != nil {
		return nil, err
	}
	view, err := viewBroadcast(r.Context(), a.Resolvers.Broadcast(), found)
	if err != nil {
		return nil, err
	}
	return broadcastAnswer{ok("Broadcast retrieved.").in(r.Context()), view}, nil
}

func viewBroadcast(ctx context.Context, derived generated.BroadcastResolver, b *ent.Broadcast) (out broadcastView, err error) {
	audience, err := derived.Target(ctx, b)
	if err != nil {
		return out, err
	}
	progress, err := derived.Delivery(ctx, b)
	if err != nil {
		return out, err
	}
	steps, err := derived.History(ctx, b)
	if err != nil {
		return out, err
	}
	out = broadcastView{
		broadcastItemView: viewBroadcastItem(ctx, b, audience.RecipientCount),
		Message:           b.Message,
		Channels:          make([]enum[domain.Channel], len(b.Channels)),
		Target: target{
			enumOf(audience.Type), viewTarget(audience.Type, audience.Value), audience.Label, audience.RecipientCount,
		},
		Schedule: schedule{
			ScheduledAt: timestampOf(b.ScheduledAt), Timezone: b.Timezone, SentAt: timestampOrNil(b.SentAt), CancelledAt: timestampOrNil(b.CancelledAt),
			CancelledBy: b.CancelledByID, CancelReason: b.CancelReason,
		},
		Delivery: viewDelivery(progress),
		Audit: broadcastAudit{
			CreatedBy: b.CreatedByID, CreatedByName: model.ActorName(ctx, b.Edges.CreatedBy, ""), CreatedAt: timestampOf(b.CreatedAt),
			UpdatedBy: b.UpdatedByID, UpdatedAt: timestampOf(b.UpdatedAt), History: make([]broadcastEvent, len(steps)),
		},
	}
	if b.CancelledAt != nil {
		out.Schedule.CancelledByName = model.ActorName(ctx, b.Edges.CancelledBy, "")
	}
	if b.UpdatedByID != nil {
		out.Audit.UpdatedByName = model.ActorName(ctx, b.Edges.UpdatedBy, "")
	}
	for i, c := range b.Channels {
		out.Channels[i] = enumOf(c)
	}
	for i, s := range steps {
		out.Audit.History[i] = broadcastEvent{s.Action, s.ActorID, model.ActorName(ctx, s.Edges.Actor, ""), s.Note, timestampOf(s.CreatedAt)}
	}
	return out, nil
}

func viewDelivery(d *model.BroadcastDelivery) delivery {
	out := delivery{
		State:          enumOf(d.State),
		deliveryCounts: deliveryCounts{d.Recipients, d.Pending, d.Sent, d.Delivered, d.Read, d.Failed, d.Skipped, d.Cancelled},
		ByChannel:      make([]channelDelivery, len(d.ByChannel)),
		StartedAt:      timestampOrNil(d.StartedAt), CompletedAt: timestampOrNil(d.CompletedAt),
	}
	for i, c := range d.ByChannel {
		out.ByChannel[i] = channelDelivery{
			enumOf(c.Channel),
			deliveryCounts{c.Recipients, c.Pending, c.Sent, c.Delivered, c.Read, c.Failed, c.Skipped, c.Cancelled},
		}
	}
	return out
}

func broadcastDoc() operation {
	item := exampleBroadcastItem()
	counts := deliveryCounts{Recipients: 57, Sent: 56, Delivered: 56, Read: 12, Failed: 1}
	return operation{
		id: "broadcast", tag: "Broadcasts", summary: "Get a broadcast",
		text:  "Returns a broadcast with its message, audience, delivery, schedule and history.",
		graph: "broadcast", graphText: "query `broadcast(id)`",
		params: []param{pathID("broadcast_id", "The broadcast.")},
		responses: []response{{
			status: http.StatusOK, text: "The broadcast.",
			example: broadcastAnswer{ok("Broadcast retrieved."), broadcastView{
				broadcastItemView: item, Message: "There is no water from 8 to 12.",
				Channels: []enum[domain.Channel]{enumOf(domain.ChannelInApp)},
				Target:   target{item.TargetType, item.TargetValue, "Ward 4", 57},
				Schedule: schedule{ScheduledAt: item.ScheduledAt, Timezone: "Asia/Kolkata", SentAt: item.SentAt},
				Delivery: delivery{
					State: enumOf(domain.DeliveryPartial), deliveryCounts: counts, StartedAt: item.SentAt,
					ByChannel: []channelDelivery{{enumOf(domain.ChannelInApp), counts}},
				},
				Audit: broadcastAudit{
					CreatedBy: item.CreatedBy, CreatedByName: item.CreatedByName, CreatedAt: item.CreatedAt, UpdatedAt: item.UpdatedAt,
					History: []broadcastEvent{{"created", item.CreatedBy, item.CreatedByName, "", item.CreatedAt}},
				},
			}},
		}},
	}
}
