package main

import "github.com/redress/redress/bench/store"

type restMedia struct {
	ID        string      `json:"id"`
	Update    string      `json:"update_id"`
	Task      string      `json:"task_id"`
	Type      string      `json:"media_type"`
	URL       string      `json:"url"`
	Thumbnail *string     `json:"thumbnail_url"`
	Name      string      `json:"file_name"`
	Content   string      `json:"content_type"`
	Size      int64       `json:"size_bytes"`
	SHA256    string      `json:"sha256"`
	Width     *int        `json:"width"`
	Height    *int        `json:"height"`
	Seconds   *float64    `json:"duration_seconds"`
	By        string      `json:"uploaded_by"`
	At        store.Stamp `json:"uploaded_at"`
}

func restMediaOf(m store.Media, task string) restMedia {
	lower(&m.Type)
	return restMedia{
		m.ID, m.Update, task, m.Type, m.URL, m.Thumbnail, m.Name, m.Content, m.Size, m.SHA256, m.Width, m.Height,
		m.Seconds(), store.Named(m.By, ""), m.At,
	}
}

func (s *server) history(c *call, id string) (t store.Task, all []store.Update, err error) {
	if t, err = s.Task(c.Context(), c.by, id); err == nil {
		all, err = s.Updates(c.Context(), c.by, id, s.links)
	}
	return t, all, err
}

func (s *server) restUpdates(c *call) (any, error) {
	t, rows, err := s.history(c, c.PathValue("id"))
	if err != nil {
		return nil, err
	}
	type task struct {
		ID        string `json:"id"`
		Complaint string `json:"complaint_id"`
		Title     string `json:"title"`
		Status    string `json:"status"`
	}
	type review struct {
		By   string      `json:"reviewed_by"`
		At   store.Stamp `json:"reviewed_at"`
		Note string      `json:"note"`
	}
	type update struct {
		ID       string      `json:"id"`
		Task     string      `json:"task_id"`
		Type     string      `json:"update_type"`
		Remarks  string      `json:"remarks"`
		Percent  *int        `json:"percentage_completed"`
		Status   string      `json:"status"`
		Review   *review     `json:"review"`
		By       string      `json:"updated_by"`
		ByID     string      `json:"updated_by_id"`
		Happened store.Stamp `json:"timestamp"`
		Created  store.Stamp `json:"created_at"`
		Media    []restMedia `json:"media"`
	}
	lower(&t.Status)
	out := struct {
		ok
		Task    task     `json:"task"`
		Updates []update `json:"updates"`
	}{ok{true, "Task updates retrieved."}, task{t.ID, t.Complaint, t.Title, t.Status}, make([]update, len(rows))}
	for i, r := range rows {
		lower(&r.Type)
		lower(&r.Status)
		u := update{r.ID, t.ID, r.Type, r.Remarks, r.Percent, r.Status, nil, store.Named(r.By, ""), r.ByID, r.Happened, r.Created, make([]restMedia, len(r.Media))}
		if r.Reviewed != nil {
			u.Review = &review{store.Named(r.Reviewer, ""), *r.Reviewed, r.Note}
		}
		for j, m := range r.Media {
			u.Media[j] = restMediaOf(m, t.ID)
		}
		out.Updates[i] = u
	}
	return out, nil
}

func (s *server) graphUpdates(c *call) (any, error) {
	in, err := variables[byID](c)
	if err != nil {
		return nil, err
	}
	t, rows, err := s.history(c, in.ID)
	if err != nil {
		return nil, err
	}
	type titled struct {
		Title string `json:"title"`
	}
	type task struct {
		ID          string `json:"id"`
		ComplaintID string `json:"complaintId"`
		Complaint   titled `json:"complaint"`
		Status      string `json:"status"`
	}
	type name struct {
		Name string `json:"name"`
	}
	type media struct {
		ID        string      `json:"id"`
		Type      string      `json:"mediaType"`
		URL       string      `json:"url"`
		Thumbnail *string     `json:"thumbnailUrl"`
		Name      string      `json:"fileName"`
		Content   string      `json:"contentType"`
		Size      int64       `json:"sizeBytes"`
		SHA256    string      `json:"sha256"`
		Width     *int        `json:"width"`
		Height    *int        `json:"height"`
		Seconds   *float64    `json:"durationSeconds"`
		By        *name       `json:"uploadedBy"`
		At        store.Stamp `json:"createdAt"`
	}
	type update struct {
		ID         string       `json:"id"`
		Type       string       `json:"type"`
		Remarks    string       `json:"remarks"`
		Percent    *int         `json:"percentageCompleted"`
		Status     string       `json:"status"`
		ReviewedBy *name        `json:"reviewedBy"`
		ReviewedAt *store.Stamp `json:"reviewedAt"`
		Note       string       `json:"reviewNote"`
		Author     person       `json:"author"`
		Happened   store.Stamp  `json:"occurredAt"`
		Created    store.Stamp  `json:"createdAt"`
		Media      list[media]  `json:"media"`
	}
	by := func(n *string) *name {
		if n == nil {
			return nil
		}
		return &name{*n}
	}
	updates := make([]update, len(rows))
	for i, r := range rows {
		updates[i] = update{
			r.ID, r.Type, r.Remarks, r.Percent, r.Status, by(r.Reviewer), r.Reviewed, r.Note,
			person{r.ByID, store.Named(r.By, "")},
			r.Happened, r.Created,
			list[media]{Edges: []node[media]{}},
		}
		for _, m := range r.Media {
			updates[i].Media.add(media{
				m.ID, m.Type, m.URL, m.Thumbnail, m.Name, m.Content, m.Size, m.SHA256, m.Width, m.Height,
				m.Seconds(), by(m.By), m.At,
			})
		}
	}
	return data{struct {
		Task    task     `json:"task"`
		Updates []update `json:"taskUpdateHistory"`
	}{task{t.ID, t.Complaint, titled{t.Title}, t.Status}, updates}}, nil
}
