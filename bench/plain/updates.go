package main

import (
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
)

type taskRow struct {
	ID, Complaint, Title, Status string
	updates                      []updateRow
}

type updateRow struct {
	ID, Type, Remarks, Status, Note, ByID string
	By, Reviewer                          *string
	Percent                               *int
	Reviewed                              *stamp
	Happened, Created                     stamp
	media                                 []mediaRow
}

type mediaRow struct {
	ID, Update, Type, Name, Content, SHA256 string
	small                                   bool
	Size                                    int64
	Width, Height                           *int
	Millis                                  *int64
	ByID, By                                *string
	At                                      stamp
	url                                     string
	thumbnail                               *string
}

func (m mediaRow) seconds() *float64 {
	if m.Millis == nil {
		return nil
	}
	s := float64(*m.Millis) / 1000
	return &s
}

func (s *server) history(c *call, id string) (t taskRow, err error) {
	if err := c.must("SOLVER"); err != nil {
		return t, err
	}
	ctx := c.Context()
	t.ID = id
	err = s.task.QueryRowContext(ctx, id, c.by.account.String()).Scan(&t.Complaint, &t.Title, &t.Status)
	if errors.Is(err, sql.ErrNoRows) {
		err = refusal(http.StatusNotFound)
	}
	if err != nil {
		return t, err
	}
	at := map[string]int{}
	rows, err := s.updates.QueryContext(ctx, id)
	err = each(rows, err, func(rows *sql.Rows) error {
		var r updateRow
		err := rows.Scan(&r.ID, &r.Type, &r.Remarks, &r.Percent, &r.Status, &r.Reviewed, &r.Reviewer, &r.Note, &r.ByID, &r.By, &r.Happened, &r.Created)
		at[r.ID] = len(t.updates)
		t.updates = append(t.updates, r)
		return err
	})
	if err != nil {
		return t, err
	}
	now := time.Now()
	rows, err = s.updateMedia.QueryContext(ctx, id)
	err = each(rows, err, func(rows *sql.Rows) error {
		var m mediaRow
		err := rows.Scan(&m.ID, &m.Update, &m.Type, &m.small, &m.Name, &m.Content, &m.Size, &m.SHA256, &m.Width, &m.Height, &m.Millis, &m.ByID, &m.By, &m.At)
		if err != nil {
			return err
		}
		s.sign(c, &m, now)
		u := &t.updates[at[m.Update]]
		u.media = append(u.media, m)
		return nil
	})
	return t, err
}

func (s *server) sign(c *call, m *mediaRow, now time.Time) {
	who := auth.Grantee{Account: c.by.account, Session: c.by.session}
	id := uuid.MustParse(m.ID)
	m.url = blob.Sign(s.links, id, blob.Original, who, now)
	if m.small {
		small := blob.Sign(s.links, id, blob.Thumbnail, who, now)
		m.thumbnail = &small
	}
}

type restMedia struct {
	ID        string   `json:"id"`
	Update    string   `json:"update_id"`
	Task      string   `json:"task_id"`
	Type      string   `json:"media_type"`
	URL       string   `json:"url"`
	Thumbnail *string  `json:"thumbnail_url"`
	Name      string   `json:"file_name"`
	Content   string   `json:"content_type"`
	Size      int64    `json:"size_bytes"`
	SHA256    string   `json:"sha256"`
	Width     *int     `json:"width"`
	Height    *int     `json:"height"`
	Seconds   *float64 `json:"duration_seconds"`
	By        string   `json:"uploaded_by"`
	At        stamp    `json:"uploaded_at"`
}

func (m mediaRow) rest(task string) restMedia {
	lower(&m.Type)
	return restMedia{
		m.ID, m.Update, task, m.Type, m.url, m.thumbnail, m.Name, m.Content, m.Size, m.SHA256, m.Width, m.Height,
		m.seconds(), named(m.By, ""), m.At,
	}
}

func (s *server) restUpdates(c *call) (any, error) {
	t, err := s.history(c, c.PathValue("id"))
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
		By   string `json:"reviewed_by"`
		At   stamp  `json:"reviewed_at"`
		Note string `json:"note"`
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
		Happened stamp       `json:"timestamp"`
		Created  stamp       `json:"created_at"`
		Media    []restMedia `json:"media"`
	}
	lower(&t.Status)
	out := struct {
		ok
		Task    task     `json:"task"`
		Updates []update `json:"updates"`
	}{ok{true, "Task updates retrieved."}, task{t.ID, t.Complaint, t.Title, t.Status}, make([]update, len(t.updates))}
	for i, r := range t.updates {
		lower(&r.Type)
		lower(&r.Status)
		u := update{r.ID, t.ID, r.Type, r.Remarks, r.Percent, r.Status, nil, named(r.By, ""), r.ByID, r.Happened, r.Created, make([]restMedia, len(r.media))}
		if r.Reviewed != nil {
			u.Review = &review{named(r.Reviewer, ""), *r.Reviewed, r.Note}
		}
		for j, m := range r.media {
			u.Media[j] = m.rest(t.ID)
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
	t, err := s.history(c, in.ID)
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
		ID        string   `json:"id"`
		Type      string   `json:"mediaType"`
		URL       string   `json:"url"`
		Thumbnail *string  `json:"thumbnailUrl"`
		Name      string   `json:"fileName"`
		Content   string   `json:"contentType"`
		Size      int64    `json:"sizeBytes"`
		SHA256    string   `json:"sha256"`
		Width     *int     `json:"width"`
		Height    *int     `json:"height"`
		Seconds   *float64 `json:"durationSeconds"`
		By        *name    `json:"uploadedBy"`
		At        stamp    `json:"createdAt"`
	}
	type update struct {
		ID         string      `json:"id"`
		Type       string      `json:"type"`
		Remarks    string      `json:"remarks"`
		Percent    *int        `json:"percentageCompleted"`
		Status     string      `json:"status"`
		ReviewedBy *name       `json:"reviewedBy"`
		ReviewedAt *stamp      `json:"reviewedAt"`
		Note       string      `json:"reviewNote"`
		Author     person      `json:"author"`
		Happened   stamp       `json:"occurredAt"`
		Created    stamp       `json:"createdAt"`
		Media      list[media] `json:"media"`
	}
	optional := func(n *string) *name {
		if n == nil {
			return nil
		}
		return &name{*n}
	}
	updates := make([]update, len(t.updates))
	for i, r := range t.updates {
		updates[i] = update{
			r.ID, r.Type, r.Remarks, r.Percent, r.Status, optional(r.Reviewer), r.Reviewed, r.Note,
			person{r.ByID, named(r.By, "")},
			r.Happened, r.Created,
			list[media]{Edges: []node[media]{}},
		}
		for _, m := range r.media {
			updates[i].Media.add(media{
				m.ID, m.Type, m.url, m.thumbnail, m.Name, m.Content, m.Size, m.SHA256, m.Width, m.Height,
				m.seconds(), optional(m.By), m.At,
			})
		}
	}
	return data{struct {
		Task    task     `json:"task"`
		Updates []update `json:"taskUpdateHistory"`
	}{task{t.ID, t.Complaint, titled{t.Title}, t.Status}, updates}}, nil
}
