package rest

import (
	"net/http"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
)

type statusLog struct {
	done
	Logs []statusLogEntry `json:"logs" doc:"Every move of the complaint, oldest first."`
}

type statusLogEntry struct {
	Status    word[domain.ComplaintStatus] `json:"status" doc:"Status the complaint moved to."`
	UpdatedBy string                       `json:"updated_by" doc:"Name of who moved it; System or Import where no account did."`
	Note      string                       `json:"note" doc:"Remark for the reporter; empty when there is none."`
	Timestamp stamp                        `json:"timestamp" doc:"When."`
}

// statusLogSelection is what a statusLogEntry reads of its row.
var statusLogSelection = model.Selection{
	Columns: []string{statuslog.FieldStatus, statuslog.FieldAgent, statuslog.FieldPublicNote, statuslog.FieldCreatedAt},
	Edges:   map[string]model.Selection{statuslog.EdgeActor: nameSelection},
}

// statusLog serves path 1.
func (a *API) statusLog(r *http.Request) (any, error) {
	in := decode(r)
	id := in.pathID("id")
	if err := in.fault(); err != nil {
		return nil, err
	}
	ctx := model.Select[ent.StatusLog](r.Context(), &statusLogSelection)
	rows, err := a.Resolvers.Query().ComplaintStatusLog(ctx, id)
	if err != nil {
		return nil, err
	}
	return viewStatusLog(rows), nil
}

func viewStatusLog(rows []*ent.StatusLog) statusLog {
	out := statusLog{done: ok("Status log retrieved."), Logs: make([]statusLogEntry, len(rows))}
	for i, row := range rows {
		out.Logs[i] = statusLogEntry{
			Status:    lower(row.Status),
			UpdatedBy: model.ActorName(row.Edges.Actor, row.Agent),
			Note:      row.PublicNote,
			Timestamp: at(row.CreatedAt),
		}
	}
	return out
}

// exampleTime is when the examples of the OpenAPI document happen.
func exampleTime(minutes int) time.Time {
	return time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC).Add(time.Duration(minutes) * time.Minute)
}

func statusLogDoc() operation {
	return operation{
		id: "complaintStatusLog", tag: "Complaints", summary: "Status log of a complaint",
		text:  "The whole log of one of your own complaints, oldest first.",
		graph: "complaintStatusLog", graphText: "query `complaintStatusLog(complaintId)`",
		params: []param{pathID("id", "The complaint.")},
		answers: []answer{{
			status: http.StatusOK, text: "The log.",
			example: statusLog{done: ok("Status log retrieved."), Logs: []statusLogEntry{
				{lower(domain.ComplaintSubmitted), "Asha Rao", "", at(exampleTime(0))},
				{lower(domain.ComplaintAssigned), "Maya Lind", "A technician will come on Monday.", at(exampleTime(42))},
			}},
		}},
	}
}
