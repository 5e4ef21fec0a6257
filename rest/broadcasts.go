package rest

import (
	"net/http"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
)

type broadcastList struct {
	done
	Broadcasts []broadcastItemView `json:"broadcasts" doc:"The rows of this page, newest first."`
	Pagination pagination          `json:"pagination" doc:"Where the page stands."`
}

type broadcastItemView struct {
	ID             uuid.UUID                    `json:"id" doc:"Its id."`
	Title          string                       `json:"title" doc:"Its title."`
	Status         word[domain.BroadcastStatus] `json:"status" doc:"Where it stands."`
	TargetType     word[domain.TargetType]      `json:"target_type" doc:"How its audience is chosen."`
	TargetValue    string                       `json:"target_value" doc:"Role, zone id or group id; empty for all."`
	RecipientCount int                          `json:"recipient_count" doc:"How many people it reaches; 0 until the audience is fixed."`
	ScheduledAt    stamp                        `json:"scheduled_at" doc:"When it goes out."`
	SentAt         *stamp                       `json:"sent_at" doc:"When its first recipient was served."`
	CancelledAt    *stamp                       `json:"cancelled_at" doc:"When it was cancelled or stopped."`
	CreatedBy      *uuid.UUID                   `json:"created_by" doc:"Administrator who wrote it."`
	CreatedByName  string                       `json:"created_by_name" doc:"The administrator's name; System where no account did."`
	CreatedAt      stamp                        `json:"created_at" doc:"When it was written."`
	UpdatedAt      stamp                        `json:"updated_at" doc:"When it last changed."`
}

// broadcastItemSelection is what a broadcastItemView reads of its row.
var broadcastItemSelection = model.Selection{
	Columns: []string{
		broadcast.FieldTitle, broadcast.FieldStatus, broadcast.FieldTargetType, broadcast.FieldTargetValue, broadcast.FieldAudienceFixed,
		broadcast.FieldRecipients, broadcast.FieldScheduledAt, broadcast.FieldSentAt, broadcast.FieldCancelledAt,
		broadcast.FieldCreatedByID, broadcast.FieldCreatedAt, broadcast.FieldUpdatedAt,
	},
	Edges: map[string]model.Selection{broadcast.EdgeCreatedBy: nameSelection},
}

// broadcasts serves path 3.
func (a *API) broadcasts(r *http.Request) (any, error) {
	in := decode(r)
	status := oneOf[domain.BroadcastStatus](in, "status")
	target := oneOf[domain.TargetType](in, "target_type")
	search := in.text("search")
	author := in.queryID("created_by")
	from, to := in.dates("date_from", "date_to")
	page, limit := in.page()
	if err := in.fault(); err != nil {
		return nil, err
	}
	ctx := model.Select[ent.Broadcast](r.Context(), &broadcastItemSelection)
	found, err := a.Resolvers.Query().BroadcastPage(ctx, status, target, search, author, from, to, page, limit)
	if err != nil {
		return nil, err
	}
	out := broadcastList{
		done:       ok("Broadcasts retrieved."),
		Broadcasts: make([]broadcastItemView, len(found.Broadcasts)),
		Pagination: viewPagination(found.Pagination),
	}
	for i, b := range found.Broadcasts {
		recipients, err := a.Resolvers.Broadcast().RecipientCount(r.Context(), b)
		if err != nil {
			return nil, err
		}
		out.Broadcasts[i] = viewBroadcastItem(b, recipients)
	}
	return out, nil
}

func viewBroadcastItem(b *ent.Broadcast, recipients int) broadcastItemView {
	return broadcastItemView{
		ID: b.ID, Title: b.Title, Status: lower(b.Status),
		TargetType: lower(b.TargetType), TargetValue: viewTarget(b.TargetType, b.TargetValue), RecipientCount: recipients,
		ScheduledAt: at(b.ScheduledAt), SentAt: maybeAt(b.SentAt), CancelledAt: maybeAt(b.CancelledAt),
		CreatedBy: b.CreatedByID, CreatedByName: model.ActorName(b.Edges.CreatedBy, ""),
		CreatedAt: at(b.CreatedAt), UpdatedAt: at(b.UpdatedAt),
	}
}

// viewTarget prints a role in lower case, as the facade prints every enumeration.
func viewTarget(kind domain.TargetType, value string) string {
	if kind == domain.TargetRole {
		return string(lower(domain.Role(value)))
	}
	return value
}

func exampleBroadcastItem() broadcastItemView {
	admin, sent := exampleID(1), at(exampleTime(60))
	return broadcastItemView{
		ID: exampleID(5), Title: "Water supply on Sunday", Status: lower(domain.BroadcastSent),
		TargetType: lower(domain.TargetZone), TargetValue: exampleID(6).String(), RecipientCount: 57,
		ScheduledAt: at(exampleTime(60)), SentAt: &sent, CreatedBy: &admin, CreatedByName: "Maya Lind",
		CreatedAt: at(exampleTime(0)), UpdatedAt: at(exampleTime(61)),
	}
}

func broadcastsDoc() operation {
	return operation{
		id: "broadcasts", tag: "Broadcasts", summary: "List broadcasts",
		text:  "Broadcasts by numbered pages, newest first.",
		graph: "broadcastPage", graphText: "query `broadcastPage(status, targetType, search, createdBy, dateFrom, dateTo, page, limit)`",
		params: append([]param{
			query("status", "Only of this status.", schemaOf[word[domain.BroadcastStatus]]()),
			query("target_type", "Only with this kind of target.", schemaOf[word[domain.TargetType]]()),
			query("search", "Only with this text in the title, whatever the case.", schemaOf[string]()),
			query("created_by", "Only written by this administrator.", schemaOf[uuid.UUID]()),
			query("date_from", "Only written on this day or later, in UTC.", schemaOf[day]()),
			query("date_to", "Only written on this day or earlier.", schemaOf[day]()),
		}, pageParams()...),
		answers: []answer{{
			status: http.StatusOK, text: "The page.",
			example: broadcastList{ok("Broadcasts retrieved."), []broadcastItemView{exampleBroadcastItem()}, examplePagination()},
		}},
	}
}
