package rest

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/domain"
)

type broadcastList struct {
	done
	Broadcasts []broadcastItemView `json:"broadcasts" doc:"The rows of this page, newest first."`
	Pagination pagination          `json:"pagination" doc:"Position of the page in the list."`
}

type broadcastItemView struct {
	ID             uuid.UUID                    `json:"id" doc:"Its id."`
	Title          string                       `json:"title" doc:"Its title."`
	Status         enum[domain.BroadcastStatus] `json:"status" doc:"Its status."`
	TargetType     enum[domain.TargetType]      `json:"target_type" doc:"How its audience is chosen."`
	TargetValue    string                       `json:"target_value" doc:"Role, zone id or group id; empty for all."`
	RecipientCount int                          `json:"recipient_count" doc:"Number of recipients; 0 until the audience is fixed."`
	ScheduledAt    timestamp                    `json:"scheduled_at" doc:"When it is sent."`
	SentAt         *timestamp                   `json:"sent_at" doc:"When it was sent to its first recipient."`
	CancelledAt    *timestamp                   `json:"cancelled_at" doc:"When it was cancelled or stopped."`
	CreatedBy      *uuid.UUID                   `json:"created_by" doc:"Administrator who created it."`
	CreatedByName  string                       `json:"created_by_name" doc:"The administrator's name; System when no account did it."`
	CreatedAt      timestamp                    `json:"created_at" doc:"When it was created."`
	UpdatedAt      timestamp                    `json:"updated_at" doc:"When it was last updated."`
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
	if err := in.err(); err != nil {
		return nil, err
	}
	if err := budget.Draw(r.Context(), budget.Read); err != nil {
		return nil, err
	}
	ctx := model.Select[ent.Broadcast](r.Context(), &broadcastItemSelection)
	found, err := a.Resolvers.Query().BroadcastPage(ctx, status, target, search, author, from, to, nil, nil, page, limit)
	if err != nil {
		return nil, err
	}
	out := broadcastList{
		done:       ok("Broadcasts retrieved.").in(r.Context()),
		Broadcasts: make([]broadcastItemView, len(found.Broadcasts)),
		Pagination: viewPagination(found.Pagination),
	}
	for i, b := range found.Broadcasts {
		recipients, err := a.Resolvers.Broadcast().RecipientCount(r.Context(), b)
		if err != nil {
			return nil, err
		}
		out.Broadcasts[i] = viewBroadcastItem(r.Context(), b, recipients)
	}
	return out, nil
}

func viewBroadcastItem(ctx context.Context, b *ent.Broadcast, recipients int) broadcastItemView {
	return broadcastItemView{
		ID: b.ID, Title: b.Title, Status: enumOf(b.Status),
		TargetType: enumOf(b.TargetType), TargetValue: viewTarget(b.TargetType, b.TargetValue), RecipientCount: recipients,
		ScheduledAt: timestampOf(b.ScheduledAt), SentAt: timestampOrNil(b.SentAt), CancelledAt: timestampOrNil(b.CancelledAt),
		CreatedBy: b.CreatedByID, CreatedByName: model.ActorName(ctx, b.Edges.CreatedBy, ""),
		CreatedAt: timestampOf(b.CreatedAt), UpdatedAt: timestampOf(b.UpdatedAt),
	}
}

// viewTarget returns the value of a target, a role in lower case as all enumerations are over REST.
func viewTarget(kind domain.TargetType, value string) string {
	if kind == domain.TargetRole {
		return string(enumOf(domain.Role(value)))
	}
	return value
}

func exampleBroadcastItem() broadcastItemView {
	admin, sent := exampleID(1), timestampOf(exampleTime(60))
	return broadcastItemView{
		ID: exampleID(5), Title: "Water supply on Sunday", Status: enumOf(domain.BroadcastSent),
		TargetType: enumOf(domain.TargetZone), TargetValue: exampleID(6).String(), RecipientCount: 57,
		ScheduledAt: timestampOf(exampleTime(60)), SentAt: &sent, CreatedBy: &admin, CreatedByName: "Maya Lind",
		CreatedAt: timestampOf(exampleTime(0)), UpdatedAt: timestampOf(exampleTime(61)),
	}
}

func broadcastsDoc() operation {
	return operation{
		id: "broadcasts", tag: "Broadcasts", summary: "List broadcasts",
		text:  "Returns a numbered page of broadcasts, newest first. " + pageText,
		graph: "broadcastPage", graphText: "query `broadcastPage(status, targetType, search, createdBy, dateFrom, dateTo, page, limit)`",
		params: append([]param{
			query("status", "Returns only broadcasts with this status.", schemaOf[enum[domain.BroadcastStatus]]()),
			query("target_type", "Returns only broadcasts with this type of target.", schemaOf[enum[domain.TargetType]]()),
			query("search", "Returns only broadcasts whose title contains this text. Case is ignored.", schemaOf[string]()),
			query("created_by", "Returns only broadcasts created by this administrator.", schemaOf[uuid.UUID]()),
			query("date_from", "Returns only broadcasts created on or after this day (UTC).", schemaOf[date]()),
			query("date_to", "Returns only broadcasts created on or before this day (UTC).", schemaOf[date]()),
		}, pageParams()...),
		responses: []response{{
			status: http.StatusOK, text: "The page.",
			example: broadcastList{ok("Broadcasts retrieved."), []broadcastItemView{exampleBroadcastItem()}, examplePagination()},
		}},
	}
}
