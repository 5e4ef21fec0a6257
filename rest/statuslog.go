package rest

import (
	"context"
	"net/http"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/domain"
)

type statusLog struct {
	done
	Logs []statusLogEntry `json:"logs" doc:"All status changes of the complaint, oldest first."`
}

type statusLogEntry struct {
	Status    enum[domain.ComplaintStatus] `json:"status" doc:"New status of the complaint."`
	UpdatedBy string                       `json:"updated_by" doc:"Name of the account that changed it; System or Import when none did."`
	Note      string                       `json:"note" doc:"Remark for the reporter; empty when there is none."`
	Timestamp timestamp                    `json:"timestamp" doc:"When it changed."`
}

// statusLogSelection is what a statusLogEntry reads of its row.
var statusLogSelection = model.Selection{
	Columns: []string{statuslog.FieldStatus, statuslog.FieldAgent, statuslog.FieldPublicNote, statuslog.FieldCreatedAt},
	Edges:   map[string]model.Selection{statuslog.EdgeActor: nameSelection},
}

// statusLog serves path 1. In the graph a reporter whose complaint was merged into another one
// follows that one's log too; here it stays somebody else's (docs/product.md, Complaints).
func (a *API) statusLog(r *http.Request) (any, error) {
	in := decode(r)
	id := in.pathID("id")
	if err := in.err(); err != nil {
		return nil, err
	}
	if err := budget.Draw(r.Context(), budget.Read); err != nil {
		return nil, err
	}
	ctx := model.SubmittedByViewer(model.Select[ent.StatusLog](r.Context(), &statusLogSelection))
	rows, err := a.Resolvers.Query().ComplaintStatusLog(ctx, id)
	if err != nil {
		return nil, err
	}
	return viewStatusLog(r.Context(), rows), nil
}

func viewStatusLog(ctx context.Context, rows []*ent.StatusLog) statusLog {
	out := statusLog{done: ok("Status log retrieved.").in(ctx), Logs: make([]statusLogEntry, len(rows))}
	for i, row := range rows {
		out.Logs[i] = statusLogEntry{
			Status:    enumOf(row.Status),
			UpdatedBy: model.ActorName(ctx, row.Edges.Actor, row.Agent),
			Note:      row.PublicNote,
			Timestamp: timestampOf(row.CreatedAt),
		}
	}
	return out
}

// exampleTime returns a time for the examples of the OpenAPI document.
func exampleTime(minutes int) time.Time {
	return time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC).Add(time.Duration(minutes) * time.Minute)
}

func statusLogDoc() operation {
	return operation{
		id: "complaintStatusLog", tag: "Complaints", summary: "Status log of a complaint",
		text:  "Returns the whole status log of one of your own complaints, oldest first.",
		graph: "complaintStatusLog", graphText: "query `complaintStatusLog(complaintId)`",
		params: []param{pathID("id", "The complaint.")},
		responses: []response{{
			status: http.StatusOK, text: "The log.",
			example: statusLog{done: ok("Status log retrieved."), Logs: []statusLogEntry{
				{enumOf(domain.ComplaintSubmitted), "Asha Rao", "", timestampOf(exampleTime(0))},
				{enumOf(domain.ComplaintAssigned), "Maya Lind", "A technician will come on Monday.", timestampOf(exampleTime(42))},
			}},
		}},
	}
}
