package main

import "github.com/redress/redress/bench/store"

type ok struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
}

func (s *server) restStatusLog(c *call) (any, error) {
	rows, err := s.StatusLog(c.Context(), c.by, c.PathValue("id"))
	if err != nil {
		return nil, err
	}
	type entry struct {
		Status    string      `json:"status"`
		UpdatedBy string      `json:"updated_by"`
		Note      string      `json:"note"`
		Timestamp store.Stamp `json:"timestamp"`
	}
	out := struct {
		ok
		Logs []entry `json:"logs"`
	}{ok{true, "Status log retrieved."}, make([]entry, len(rows))}
	for i, r := range rows {
		lower(&r.Status)
		out.Logs[i] = entry{r.Status, r.ActorName, r.PublicNote, r.CreatedAt}
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
	rows, err := s.StatusLog(c.Context(), c.by, in.ID)
	if err != nil {
		return nil, err
	}
	type entry struct {
		Status     string      `json:"status"`
		ActorName  string      `json:"actorName"`
		PublicNote string      `json:"publicNote"`
		CreatedAt  store.Stamp `json:"createdAt"`
	}
	out := make([]entry, len(rows))
	for i, r := range rows {
		out[i] = entry{r.Status, r.ActorName, r.PublicNote, r.CreatedAt}
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
	CreatedAt   store.Stamp       `json:"createdAt"`
	SubmittedBy *person           `json:"submittedBy"`
	StatusLog   list[nestedLog]   `json:"statusLog"`
	Tasks       list[*nestedTask] `json:"tasks"`
}

type nestedLog struct {
	ID         string      `json:"id"`
	Status     string      `json:"status"`
	ActorName  string      `json:"actorName"`
	PublicNote string      `json:"publicNote"`
	CreatedAt  store.Stamp `json:"createdAt"`
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
	OccurredAt store.Stamp      `json:"occurredAt"`
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
	ctx := c.Context()
	out := list[*nestedComplaint]{}
	complaints, tasks, updates := map[string]*nestedComplaint{}, map[string]*nestedTask{}, map[string]*nestedUpdate{}
	var ids, taskIDs, updateIDs []string

	latest, err := s.Latest(ctx, c.by)
	if err != nil {
		return nil, err
	}
	for _, r := range latest {
		n := &nestedComplaint{
			r.ID, r.Reference, r.Title, r.Status, r.CreatedAt, optional(r.ByID, r.By),
			list[nestedLog]{Edges: []node[nestedLog]{}},
			list[*nestedTask]{Edges: []node[*nestedTask]{}},
		}
		complaints[r.ID], ids = n, append(ids, r.ID)
		out.add(n)
	}
	logs, err := s.LastLogs(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, r := range logs {
		complaints[r.Complaint].StatusLog.add(nestedLog{r.ID, r.Status, r.ActorName, r.PublicNote, r.CreatedAt})
	}
	assigned, err := s.Tasks(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, r := range assigned {
		n := &nestedTask{r.ID, r.Status, person{r.SolverID, r.Solver}, list[*nestedUpdate]{Edges: []node[*nestedUpdate]{}}}
		tasks[r.ID], taskIDs = n, append(taskIDs, r.ID)
		complaints[r.Complaint].Tasks.add(n)
	}
	progress, err := s.LastUpdates(ctx, taskIDs)
	if err != nil {
		return nil, err
	}
	for _, r := range progress {
		n := &nestedUpdate{r.ID, r.Type, r.Remarks, r.Status, r.OccurredAt, list[nestedFile]{Edges: []node[nestedFile]{}}}
		updates[r.ID], updateIDs = n, append(updateIDs, r.ID)
		tasks[r.Task].Updates.add(n)
	}
	files, err := s.Files(ctx, updateIDs)
	for _, r := range files {
		updates[r.Update].Media.add(nestedFile{r.ID, r.Name, r.Content, r.Size})
	}
	return data{map[string]any{"complaints": out}}, err
}

// optional returns an account that may be absent.
func optional(id, name *string) *person {
	if id == nil {
		return nil
	}
	return &person{*id, *name}
}

func (s *server) create(c *call) (any, error) {
	in, err := variables[struct {
		Input store.Submission `json:"input"`
	}](c)
	if err != nil {
		return nil, err
	}
	row, err := s.Submit(c.Context(), c.by, in.Input)
	return answer("submitComplaint", row), err
}

func (s *server) hold(c *call) (any, error)   { return s.move(c, "holdComplaint", "hold") }
func (s *server) resume(c *call) (any, error) { return s.move(c, "resumeComplaint", "resume") }

func (s *server) move(c *call, mutation, action string) (any, error) {
	in, err := variables[struct {
		Input struct {
			ID         string `json:"id"`
			ReasonCode string `json:"reasonCode"`
		} `json:"input"`
	}](c)
	if err != nil {
		return nil, err
	}
	row, err := s.Move(c.Context(), c.by, action, in.Input.ID, in.Input.ReasonCode)
	return answer(mutation, row), err
}

func answer(mutation string, row store.Moved) data {
	return data{map[string]any{mutation: map[string]any{"complaint": row}}}
}
