package rest

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/domain"
)

type updateList struct {
	done
	Task    taskView     `json:"task" doc:"The task."`
	Updates []updateView `json:"updates" doc:"All updates, oldest first by when they happened."`
}

type taskView struct {
	ID          uuid.UUID               `json:"id" doc:"Its id."`
	ComplaintID uuid.UUID               `json:"complaint_id" doc:"Complaint of the task."`
	Title       string                  `json:"title" doc:"Title of that complaint."`
	Status      enum[domain.TaskStatus] `json:"status" doc:"Its status."`
}

// taskSelection is what a taskView reads of its row.
var taskSelection = model.Selection{
	Columns: []string{worktask.FieldComplaintID, worktask.FieldStatus},
	Edges:   map[string]model.Selection{worktask.EdgeComplaint: {Columns: []string{complaint.FieldTitle}}},
}

type updateView struct {
	ID                  uuid.UUID                 `json:"id" doc:"Its id."`
	TaskID              uuid.UUID                 `json:"task_id" doc:"Its task."`
	UpdateType          enum[domain.UpdateType]   `json:"update_type" doc:"Progress report or completion."`
	Remarks             string                    `json:"remarks" doc:"Remarks; empty when there are none."`
	PercentageCompleted *int                      `json:"percentage_completed" bounds:"0,100" doc:"How much of the work is done, from 0 to 100."`
	Status              enum[domain.ReviewStatus] `json:"status" doc:"Status of the review."`
	Review              *review                   `json:"review" doc:"The review; null before there is one."`
	UpdatedBy           string                    `json:"updated_by" doc:"Name of the solver who posted it."`
	UpdatedByID         uuid.UUID                 `json:"updated_by_id" doc:"Account of the solver."`
	Timestamp           timestamp                 `json:"timestamp" doc:"When it happened, according to the solver."`
	CreatedAt           timestamp                 `json:"created_at" doc:"When the service received it."`
	Media               []mediaView               `json:"media" doc:"Photos and videos of the update."`
}

type review struct {
	ReviewedBy string    `json:"reviewed_by" doc:"Name of the administrator who reviewed it."`
	ReviewedAt timestamp `json:"reviewed_at" doc:"When it was reviewed."`
	Note       string    `json:"note" doc:"Remark; empty when there is none."`
}

// updateSelection is what an updateView reads of its row.
var updateSelection = model.Selection{
	Columns: []string{
		taskupdate.FieldTaskID, taskupdate.FieldType, taskupdate.FieldRemarks, taskupdate.FieldPercentageCompleted,
		taskupdate.FieldStatus, taskupdate.FieldReviewedAt, taskupdate.FieldReviewNote, taskupdate.FieldAuthorID,
		taskupdate.FieldOccurredAt, taskupdate.FieldCreatedAt,
	},
	Edges: map[string]model.Selection{
		taskupdate.EdgeAuthor:     nameSelection,
		taskupdate.EdgeReviewedBy: nameSelection,
		taskupdate.EdgeMedia:      mediaSelection,
	},
}

// updates serves path 5.
func (a *API) updates(r *http.Request) (any, error) {
	in := decode(r)
	id := in.pathID("id")
	if err := in.err(); err != nil {
		return nil, err
	}
	if err := budget.Draw(r.Context(), budget.Read); err != nil {
		return nil, err
	}
	ctx := model.Select[ent.WorkTask](r.Context(), &taskSelection)
	ctx = model.Select[ent.TaskUpdate](ctx, &updateSelection)
	found, err := a.Resolvers.Query().Task(ctx, id)
	if err != nil {
		return nil, err
	}
	rows, err := a.Resolvers.Query().TaskUpdateHistory(ctx, id)
	if err != nil {
		return nil, err
	}
	out := updateList{done: ok("Task updates retrieved.").in(r.Context()), Task: viewTask(found), Updates: make([]updateView, len(rows))}
	for i, row := range rows {
		if out.Updates[i], err = a.viewUpdate(r.Context(), row); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func viewTask(t *ent.WorkTask) taskView {
	out := taskView{ID: t.ID, ComplaintID: t.ComplaintID, Status: enumOf(t.Status)}
	if c := t.Edges.Complaint; c != nil {
		out.Title = c.Title
	}
	return out
}

func (a *API) viewUpdate(ctx context.Context, u *ent.TaskUpdate) (updateView, error) {
	out := updateView{
		ID: u.ID, TaskID: u.TaskID, UpdateType: enumOf(u.Type), Remarks: u.Remarks,
		PercentageCompleted: u.PercentageCompleted, Status: enumOf(u.Status),
		UpdatedBy: model.ActorName(ctx, u.Edges.Author, ""), UpdatedByID: u.AuthorID,
		Timestamp: timestampOf(u.OccurredAt), CreatedAt: timestampOf(u.CreatedAt), Media: make([]mediaView, len(u.Edges.Media)),
	}
	if u.ReviewedAt != nil {
		out.Review = &review{model.ActorName(ctx, u.Edges.ReviewedBy, ""), timestampOf(*u.ReviewedAt), u.ReviewNote}
	}
	for i, m := range u.Edges.Media {
		var err error
		if out.Media[i], err = viewMedia(ctx, a.Resolvers.Media(), m, u); err != nil {
			return updateView{}, err
		}
	}
	return out, nil
}

func (l updateList) signatures() (all []string) {
	for _, u := range l.Updates {
		for _, m := range u.Media {
			all = append(all, m.signatures()...)
		}
	}
	return all
}

func updatesDoc() operation {
	share := 40
	return operation{
		id: "taskUpdates", tag: "Tasks", summary: "Update history of a task",
		text:  "Returns all updates of one of your own tasks, oldest first by when they happened.",
		graph: "taskUpdateHistory", graphText: "query `taskUpdateHistory(taskId)`, with `task(id)` for the task",
		params: []param{pathID("id", "The task.")},
		responses: []response{{
			status: http.StatusOK, text: "The history.",
			example: updateList{
				ok("Task updates retrieved."),
				taskView{exampleID(4), exampleID(7), "Street light out", enumOf(domain.TaskInProgress)},
				[]updateView{{
					ID: exampleID(8), TaskID: exampleID(4), UpdateType: enumOf(domain.UpdateProgress), Remarks: "Cable laid.",
					PercentageCompleted: &share, Status: enumOf(domain.ReviewSubmitted), UpdatedBy: "Ravi Sen", UpdatedByID: exampleID(9),
					Timestamp: timestampOf(exampleTime(0)), CreatedAt: timestampOf(exampleTime(1)), Media: []mediaView{exampleMedia()},
				}},
			},
		}},
	}
}
