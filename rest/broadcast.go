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
	"github.com/redress/redress/internal/domain"
)

type broadcastAnswer struct {
	done
	Broadcast broadcastView `json:"broadcast" doc:"The broadcast."`
}

type broadcastView struct {
	broadcastItemView
	Message  string                 `json:"message" doc:"Text of the notice."`
	Channels []word[domain.Channel] `json:"channels" doc:"Ways it goes out."`
	Target   target                 `json:"target" doc:"Whom it is for."`
	Schedule schedule               `json:"schedule" doc:"When it goes out."`
	Delivery delivery               `json:"delivery" doc:"How far it has gone out, counted in people. recipients = pending + sent + failed + skipped + cancelled."`
	Audit    broadcastAudit         `json:"audit" doc:"Who did what with it."`
}

// broadcastSelection is what a broadcastView reads of its row, beside what is read of every item.
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
	Type           word[domain.TargetType] `json:"type" doc:"How the audience is chosen."`
	Value          string                  `json:"value" doc:"Role, zone id or group id; empty for all."`
	Label          string                  `json:"label" doc:"The same for people: a zone's or group's name."`
	RecipientCount int                     `json:"recipient_count" doc:"How many people; 0 until the audience is fixed."`
}

type schedule struct {
	ScheduledAt     stamp      `json:"scheduled_at" doc:"When it goes out."`
	Timezone        string     `json:"timezone" doc:"Time zone in which people planned it."`
	SentAt          *stamp     `json:"sent_at" doc:"When its first recipient was served."`
	CancelledAt     *stamp     `json:"cancelled_at" doc:"When it was cancelled or stopped."`
	CancelledBy     *uuid.UUID `json:"cancelled_by" doc:"Administrator who cancelled it."`
	CancelledByName string     `json:"cancelled_by_name" doc:"The administrator's name; empty when it was not cancelled."`
	CancelReason    string     `json:"cancel_reason" doc:"Why; empty when no reason was given."`
}

type tally struct {
	Recipients int `json:"recipients" doc:"In all."`
	Pending    int `json:"pending" doc:"Still to be served."`
	Sent       int `json:"sent" doc:"Served."`
	Delivered  int `json:"delivered" doc:"Of those sent: arrived."`
	Read       int `json:"read" doc:"Of those sent: read."`
	Failed     int `json:"failed" doc:"Could not be reached."`
	Skipped    int `json:"skipped" doc:"Left out: opted out, or no such channel."`
	Cancelled  int `json:"cancelled" doc:"Not served because it was stopped."`
}

type delivery struct {
	State word[domain.DeliveryState] `json:"state" doc:"In a word."`
	tally
	ByChannel   []channelDelivery `json:"by_channel" doc:"The same for each channel, counted in rows."`
	StartedAt   *stamp            `json:"started_at" doc:"When delivery began."`
	CompletedAt *stamp            `json:"completed_at" doc:"When delivery ended."`
}

type channelDelivery struct {
	Channel word[domain.Channel] `json:"channel" doc:"The channel."`
	tally
}

type broadcastAudit struct {
	CreatedBy     *uuid.UUID       `json:"created_by" doc:"Administrator who wrote it."`
	CreatedByName string           `json:"created_by_name" doc:"The administrator's name; System where no account did."`
	CreatedAt     stamp            `json:"created_at" doc:"When it was written."`
	UpdatedBy     *uuid.UUID       `json:"updated_by" doc:"Administrator who changed it last."`
	UpdatedByName string           `json:"updated_by_name" doc:"The administrator's name; empty when nobody did."`
	UpdatedAt     stamp            `json:"updated_at" doc:"When it last changed."`
	History       []broadcastEvent `json:"history" doc:"Every step of its life, oldest first."`
}

type broadcastEvent struct {
	Action          string     `json:"action" doc:"created, rescheduled, edited, started, completed, cancelled, stopped, held or released."`
	PerformedBy     *uuid.UUID `json:"performed_by" doc:"Account that took the step."`
	PerformedByName string     `json:"performed_by_name" doc:"The account's name; System where no account did."`
	Note            string     `json:"note" doc:"Remark; empty when there is none."`
	Timestamp       stamp      `json:"timestamp" doc:"When."`
}

// broadcast serves path 4.
func (a *API) broadcast(r *http.Request) (any, error) {
	in := decode(r)
	id := in.pathID("broadcast_id")
	if err := in.fault(); err != nil {
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
	return broadcastAnswer{ok("Broadcast retrieved."), view}, nil
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
		broadcastItemView: viewBroadcastItem(b, audience.RecipientCount),
		Message:           b.Message,
		Channels:          make([]word[domain.Channel], len(b.Channels)),
		Target: target{
			lower(audience.Type), viewTarget(audience.Type, audience.Value), audience.Label, audience.RecipientCount,
		},
		Schedule: schedule{
			ScheduledAt: at(b.ScheduledAt), Timezone: b.Timezone, SentAt: maybeAt(b.SentAt), CancelledAt: maybeAt(b.CancelledAt),
			CancelledBy: b.CancelledByID, CancelReason: b.CancelReason,
		},
		Delivery: viewDelivery(progress),
		Audit: broadcastAudit{
			CreatedBy: b.CreatedByID, CreatedByName: model.ActorName(b.Edges.CreatedBy, ""), CreatedAt: at(b.CreatedAt),
			UpdatedBy: b.UpdatedByID, UpdatedAt: at(b.UpdatedAt), History: make([]broadcastEvent, len(steps)),
		},
	}
	if b.CancelledAt != nil {
		out.Schedule.CancelledByName = model.ActorName(b.Edges.CancelledBy, "")
	}
	if b.UpdatedByID != nil {
		out.Audit.UpdatedByName = model.ActorName(b.Edges.UpdatedBy, "")
	}
	for i, c := range b.Channels {
		out.Channels[i] = lower(c)
	}
	for i, s := range steps {
		out.Audit.History[i] = broadcastEvent{s.Action, s.ActorID, model.ActorName(s.Edges.Actor, ""), s.Note, at(s.CreatedAt)}
	}
	return out, nil
}

func viewDelivery(d *model.BroadcastDelivery) delivery {
	out := delivery{
		State:     lower(d.State),
		tally:     tally{d.Recipients, d.Pending, d.Sent, d.Delivered, d.Read, d.Failed, d.Skipped, d.Cancelled},
		ByChannel: make([]channelDelivery, len(d.ByChannel)),
		StartedAt: maybeAt(d.StartedAt), CompletedAt: maybeAt(d.CompletedAt),
	}
	for i, c := range d.ByChannel {
		out.ByChannel[i] = channelDelivery{
			lower(c.Channel),
			tally{c.Recipients, c.Pending, c.Sent, c.Delivered, c.Read, c.Failed, c.Skipped, c.Cancelled},
		}
	}
	return out
}

func broadcastDoc() operation {
	item := exampleBroadcastItem()
	counts := tally{Recipients: 57, Sent: 56, Delivered: 56, Read: 12, Failed: 1}
	return operation{
		id: "broadcast", tag: "Broadcasts", summary: "One broadcast in full",
		text:  "Message, audience, delivery, schedule and history.",
		graph: "broadcast", graphText: "query `broadcast(id)`",
		params: []param{pathID("broadcast_id", "The broadcast.")},
		answers: []answer{{
			status: http.StatusOK, text: "The broadcast.",
			example: broadcastAnswer{ok("Broadcast retrieved."), broadcastView{
				broadcastItemView: item, Message: "There is no water from 8 to 12.",
				Channels: []word[domain.Channel]{lower(domain.ChannelInApp)},
				Target:   target{item.TargetType, item.TargetValue, "Ward 4", 57},
				Schedule: schedule{ScheduledAt: item.ScheduledAt, Timezone: "Asia/Kolkata", SentAt: item.SentAt},
				Delivery: delivery{
					State: lower(domain.DeliveryPartial), tally: counts, StartedAt: item.SentAt,
					ByChannel: []channelDelivery{{lower(domain.ChannelInApp), counts}},
				},
				Audit: broadcastAudit{
					CreatedBy: item.CreatedBy, CreatedByName: item.CreatedByName, CreatedAt: item.CreatedAt, UpdatedAt: item.UpdatedAt,
					History: []broadcastEvent{{"created", item.CreatedBy, item.CreatedByName, "", item.CreatedAt}},
				},
			}},
		}},
	}
}
