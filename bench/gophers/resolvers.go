package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/graph-gophers/graphql-go"

	"github.com/redress/redress/bench/store"
)

// ComplaintStatusLog resolves the field of this name.
func (r *root) ComplaintStatusLog(ctx context.Context, in struct{ ComplaintID graphql.ID }) ([]*statusLog, error) {
	rows, err := r.reads.StatusLog(ctx, caller(ctx), string(in.ComplaintID))
	return each(rows, statusLogOf), err
}

// each converts the rows of a list.
func each[R, T any](rows []R, of func(R) T) []T {
	out := make([]T, len(rows))
	for i, r := range rows {
		out[i] = of(r)
	}
	return out
}

// PaymentPage resolves the field of this name.
func (r *root) PaymentPage(ctx context.Context, in struct {
	ProviderID *graphql.ID
	Page       int32
},
) (*paymentPage, error) {
	if in.ProviderID == nil {
		return nil, errors.New("providerId is missing")
	}
	found, err := r.reads.PaymentPage(ctx, caller(ctx), string(*in.ProviderID), int(max(in.Page, 1)))
	if err != nil {
		return nil, err
	}
	return &paymentPage{
		Provider: &user{*in.ProviderID, found.Name},
		Payments: each(found.Payments, paymentOf),
		Summary: summary{int32(found.Total), each(found.Totals, func(t store.Total) total {
			return total{t.Currency, text(store.Major(t.Paid)), text(store.Major(t.Reversed)), text(store.Major(t.Paid - t.Reversed))}
		})},
		Pagination: paginationOf(found.Pages),
	}, nil
}

func paymentOf(r store.Payment) *payment {
	p := &payment{
		ID: graphql.ID(r.ID), Type: r.Type, Status: r.Status(), Amount: text(store.Major(r.Minor)), Currency: r.Currency,
		PaymentDate: text(r.Date), PaymentMethod: r.Method, PaymentReference: r.Reference, InvoiceNumber: r.Invoice, Remarks: r.Remarks,
		PeriodFrom: (*text)(r.From), PeriodTo: (*text)(r.To), RecordedBy: someone(r.ByID, r.By),
		TaskIDs:    each(r.Tasks, func(id string) graphql.ID { return graphql.ID(id) }),
		ReversesID: (*graphql.ID)(r.Reverses), CreatedAt: instant(r.At),
	}
	if r.ReversedBy != nil {
		p.ReversedBy = &payment{ID: graphql.ID(*r.ReversedBy)}
	}
	return p
}

// BroadcastPage resolves the field of this name.
func (r *root) BroadcastPage(ctx context.Context, in struct {
	Search *string
	Page   int32
},
) (*broadcastPage, error) {
	search := ""
	if in.Search != nil {
		search = *in.Search
	}
	rows, pages, err := r.reads.BroadcastPage(ctx, caller(ctx), search, int(max(in.Page, 1)))
	return &broadcastPage{each(rows, func(r store.Broadcast) *broadcast {
		return &broadcast{
			graphql.ID(r.ID), r.Title, r.Status, r.Target, r.Value, int32(r.Recipients),
			instant(r.Scheduled), (*instant)(r.Sent), (*instant)(r.Cancelled), someone(r.ByID, r.By), instant(r.Created), instant(r.Updated),
		}
	}), paginationOf(pages)}, err
}

// Task resolves the field of this name.
func (r *root) Task(ctx context.Context, in struct{ ID graphql.ID }) (*task, error) {
	t, err := r.reads.Task(ctx, caller(ctx), string(in.ID))
	if err != nil {
		return nil, err
	}
	return &task{ID: in.ID, Status: t.Status, ComplaintID: graphql.ID(t.Complaint), Complaint: &complaint{Title: t.Title}}, nil
}

// TaskUpdateHistory resolves the field of this name. Of a task that is not the caller's it is empty.
func (r *root) TaskUpdateHistory(ctx context.Context, in struct{ TaskID graphql.ID }) ([]*update, error) {
	rows, err := r.reads.Updates(ctx, caller(ctx), string(in.TaskID), r.links)
	return each(rows, func(r store.Update) *update {
		u := &update{
			graphql.ID(r.ID), r.Type, r.Remarks, small(r.Percent), r.Status, someone(nil, r.Reviewer), (*instant)(r.Reviewed), r.Note,
			someone(&r.ByID, r.By), instant(r.Happened), instant(r.Created),
			connection[*media]{},
		}
		for _, m := range r.Media {
			u.Media.add(&media{
				graphql.ID(m.ID), m.Type, m.URL, m.Thumbnail, m.Name, m.Content, int32(m.Size), m.SHA256,
				small(m.Width), small(m.Height), m.Seconds(), someone(m.ByID, m.By), instant(m.At),
			})
		}
		return u
	}), err
}

func small(n *int) *int32 {
	if n == nil {
		return nil
	}
	s := int32(*n)
	return &s
}

// The limits that the statements have.
const (
	latest      = 50
	lastLogs    = 3
	lastUpdates = 2
)

// Complaints resolves the field of this name: the newest 50, with the lists below them that the
// operation selects, which are loaded for all rows at once.
func (r *root) Complaints(ctx context.Context, in struct {
	First   *int32
	OrderBy *[]struct{ Field, Direction string }
},
) (*connection[*complaint], error) {
	if in.First == nil || *in.First != latest || in.OrderBy == nil || (*in.OrderBy)[0].Direction != "DESC" {
		return nil, errors.New("complaints are the newest 50 here")
	}
	rows, err := r.reads.Latest(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	out, of, ids := &connection[*complaint]{}, map[string]*complaint{}, make([]string, len(rows))
	for i, row := range rows {
		c := &complaint{
			ID: graphql.ID(row.ID), Reference: row.Reference, Title: row.Title, Status: row.Status,
			CreatedAt: instant(row.CreatedAt), SubmittedBy: someone(row.ByID, row.By),
		}
		ids[i], of[row.ID] = row.ID, c
		out.add(c)
	}
	if graphql.HasSelectedField(ctx, "edges.node.statusLog") {
		if err := last(ctx, "edges.node.statusLog", lastLogs); err != nil {
			return nil, err
		}
		logs, err := r.reads.LastLogs(ctx, ids)
		if err != nil {
			return nil, err
		}
		for _, l := range logs {
			of[l.Complaint].statusLog.add(statusLogOf(l))
		}
	}
	if graphql.HasSelectedField(ctx, "edges.node.tasks") {
		if err := r.loadTasks(ctx, of, ids); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r *root) loadTasks(ctx context.Context, complaints map[string]*complaint, ids []string) error {
	rows, err := r.reads.Tasks(ctx, ids)
	if err != nil {
		return err
	}
	of, taskIDs := map[string]*task{}, make([]string, len(rows))
	for i, row := range rows {
		t := &task{ID: graphql.ID(row.ID), Status: row.Status, Solver: &user{graphql.ID(row.SolverID), row.Solver}}
		taskIDs[i], of[row.ID] = row.ID, t
		complaints[row.Complaint].Tasks.add(t)
	}
	const updates = "edges.node.tasks.edges.node.updates"
	if !graphql.HasSelectedField(ctx, updates) {
		return nil
	}
	if err := last(ctx, updates, lastUpdates); err != nil {
		return err
	}
	progress, err := r.reads.LastUpdates(ctx, taskIDs)
	if err != nil {
		return err
	}
	ofUpdate, updateIDs := map[string]*update{}, make([]string, len(progress))
	for i, row := range progress {
		u := &update{ID: graphql.ID(row.ID), Type: row.Type, Remarks: row.Remarks, Status: row.Status, OccurredAt: instant(row.OccurredAt)}
		updateIDs[i], ofUpdate[row.ID] = row.ID, u
		of[row.Task].updates.add(u)
	}
	if !graphql.HasSelectedField(ctx, updates+".edges.node.media") {
		return nil
	}
	files, err := r.reads.Files(ctx, updateIDs)
	for _, f := range files {
		ofUpdate[f.Update].Media.add(&media{ID: graphql.ID(f.ID), FileName: f.Name, ContentType: f.Content, SizeBytes: int32(f.Size)})
	}
	return err
}

// last refuses a limit that the statement does not have.
func last(ctx context.Context, path string, rows int32) error {
	var in struct{ Last int32 }
	_, err := graphql.DecodeSelectedFieldArgs(ctx, path, &in)
	if err == nil && in.Last != rows {
		err = fmt.Errorf("%s are the last %d here", path, rows)
	}
	return err
}

// SubmitComplaint resolves the field of this name.
func (r *root) SubmitComplaint(ctx context.Context, in struct {
	Input struct {
		Title, Description, Address string
		CategoryID, ZoneID          graphql.ID
	}
},
) (*struct{ Complaint *complaint }, error) {
	c, err := r.writes.Submit(ctx, caller(ctx), store.Submission{
		Title: in.Input.Title, Description: in.Input.Description, Address: in.Input.Address,
		CategoryID: string(in.Input.CategoryID), ZoneID: string(in.Input.ZoneID),
	})
	if err != nil {
		return nil, err
	}
	return &struct{ Complaint *complaint }{&complaint{
		ID: graphql.ID(c.ID), Reference: c.Reference, Status: c.Status, Priority: c.Priority, DueAt: (*instant)(c.DueAt),
		CreatedAt: instant(*c.CreatedAt), Version: int32(c.Version),
	}}, nil
}
