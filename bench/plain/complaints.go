package main

import (
	"database/sql"
	"net/http"
)

type ok struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
}

type logRow struct {
	ID                 string
	Status, By, Public string
	At                 stamp
}

func (s *server) statusLog(c *call, id string) ([]logRow, error) {
	if err := c.must("USER"); err != nil {
		return nil, err
	}
	var all []logRow
	rows, err := s.log.QueryContext(c.Context(), id, c.by.account.String())
	err = each(rows, err, func(rows *sql.Rows) error {
		var r logRow
		var name *string
		var agent string
		err := rows.Scan(&r.ID, &r.Status, &agent, &name, &r.Public, &r.At)
		r.By = named(name, agent)
		all = append(all, r)
		return err
	})
	if err == nil && all == nil {
		err = refusal(http.StatusNotFound)
	}
	return all, err
}

func (s *server) restStatusLog(c *call) (any, error) {
	rows, err := s.statusLog(c, c.PathValue("id"))
	if err != nil {
		return nil, err
	}
	type entry struct {
		Status    string `json:"status"`
		UpdatedBy string `json:"updated_by"`
		Note      string `json:"note"`
		Timestamp stamp  `json:"timestamp"`
	}
	out := struct {
		ok
		Logs []entry `json:"logs"`
	}{ok{true, "Status log retrieved."}, make([]entry, len(rows))}
	for i, r := range rows {
		lower(&r.Status)
		out.Logs[i] = entry{r.Status, r.By, r.Public, r.At}
	}
	return out, nil
}

type byID struct {
	ID   string `json:"id"`
	Page int    `json:"page"`
}

func (s *server) graphStatusLog(c *call) (any, error) {
	in, err := variables[byID](c)
	if err != nil {
		return nil, err
	}
	rows, err := s.statusLog(c, in.ID)
	if err != nil {
		return nil, err
	}
	type entry struct {
		Status     string `json:"status"`
		ActorName  string `json:"actorName"`
		PublicNote string `json:"publicNote"`
		CreatedAt  stamp  `json:"createdAt"`
	}
	out := make([]entry, len(rows))
	for i, r := range rows {
		out[i] = entry{r.Status, r.By, r.Public, r.At}
	}
	return data{map[string]any{"complaintStatusLog": out}}, nil
}

type person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type nestedComplaint struct {
	ID          string            `json:"id"`
	Reference   string            `json:"reference"`
	Title       string            `json:"title"`
	Status      string            `json:"status"`
	CreatedAt   stamp             `json:"createdAt"`
	SubmittedBy *person           `json:"submittedBy"`
	StatusLog   list[nestedLog]   `json:"statusLog"`
	Tasks       list[*nestedTask] `json:"tasks"`
}

type nestedLog struct {
	ID         string `json:"id"`
	Status     string `json:"status"`
	ActorName  string `json:"actorName"`
	PublicNote string `json:"publicNote"`
	CreatedAt  stamp  `json:"createdAt"`
}

type nestedTask struct {
	ID      string              `json:"id"`
	Status  string              `json:"status"`
	Solver  person              `json:"solver"`
	Updates list[*nestedUpdate] `json:"updates"`
}

type nestedUpdate struct {
	ID         string           `json:"id"`
	Type       string           `json:"type"`
	Remarks    string           `json:"remarks"`
	Status     string           `json:"status"`
	OccurredAt stamp            `json:"occurredAt"`
	Media      list[nestedFile] `json:"media"`
}

type nestedFile struct {
	ID          string `json:"id"`
	FileName    string `json:"fileName"`
	ContentType string `json:"contentType"`
	SizeBytes   int64  `json:"sizeBytes"`
}

// graphNested serves the dashboard's query with five statements.
func (s *server) graphNested(c *call) (any, error) {
	if err := c.must("ADMIN", "SUPER_ADMIN"); err != nil {
		return nil, err
	}
	ctx := c.Context()
	out := list[*nestedComplaint]{}
	complaints, tasks, updates := map[string]*nestedComplaint{}, map[string]*nestedTask{}, map[string]*nestedUpdate{}
	var ids, taskIDs, updateIDs []string

	rows, err := s.latest.QueryContext(ctx)
	err = each(rows, err, func(rows *sql.Rows) error {
		r := &nestedComplaint{StatusLog: list[nestedLog]{Edges: []node[nestedLog]{}}, Tasks: list[*nestedTask]{Edges: []node[*nestedTask]{}}}
		var id, name *string
		err := rows.Scan(&r.ID, &r.Reference, &r.Title, &r.Status, &r.CreatedAt, &id, &name)
		if id != nil {
			r.SubmittedBy = &person{*id, *name}
		}
		complaints[r.ID], ids = r, append(ids, r.ID)
		out.add(r)
		return err
	})
	if err != nil {
		return nil, err
	}
	rows, err = s.lastLogs.QueryContext(ctx, s.db.many(ids))
	err = each(rows, err, func(rows *sql.Rows) error {
		var r nestedLog
		var of, agent string
		var name *string
		err := rows.Scan(&of, &r.ID, &r.Status, &agent, &name, &r.PublicNote, &r.CreatedAt)
		r.ActorName = named(name, agent)
		complaints[of].StatusLog.add(r)
		return err
	})
	if err != nil {
		return nil, err
	}
	rows, err = s.tasks.QueryContext(ctx, s.db.many(ids))
	err = each(rows, err, func(rows *sql.Rows) error {
		r := &nestedTask{Updates: list[*nestedUpdate]{Edges: []node[*nestedUpdate]{}}}
		var of string
		err := rows.Scan(&of, &r.ID, &r.Status, &r.Solver.ID, &r.Solver.Name)
		tasks[r.ID], taskIDs = r, append(taskIDs, r.ID)
		complaints[of].Tasks.add(r)
		return err
	})
	if err != nil {
		return nil, err
	}
	rows, err = s.lastUpdates.QueryContext(ctx, s.db.many(taskIDs))
	err = each(rows, err, func(rows *sql.Rows) error {
		r := &nestedUpdate{Media: list[nestedFile]{Edges: []node[nestedFile]{}}}
		var of string
		err := rows.Scan(&of, &r.ID, &r.Type, &r.Remarks, &r.Status, &r.OccurredAt)
		updates[r.ID], updateIDs = r, append(updateIDs, r.ID)
		tasks[of].Updates.add(r)
		return err
	})
	if err != nil {
		return nil, err
	}
	rows, err = s.files.QueryContext(ctx, s.db.many(updateIDs))
	err = each(rows, err, func(rows *sql.Rows) error {
		var r nestedFile
		var of string
		err := rows.Scan(&of, &r.ID, &r.FileName, &r.ContentType, &r.SizeBytes)
		updates[of].Media.add(r)
		return err
	})
	return data{map[string]any{"complaints": out}}, err
}
