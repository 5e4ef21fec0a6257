package main

import (
	"database/sql"
)

type broadcastRow struct {
	ID, Title, Status, Target, Value string
	fixed                            bool
	Recipients                       int
	Scheduled, Created, Updated      stamp
	Sent, Cancelled                  *stamp
	ByID, By                         *string
}

func (s *server) broadcastPage(c *call, search string, page int) (all []broadcastRow, p pages, err error) {
	if err := c.must("ADMIN", "SUPER_ADMIN"); err != nil {
		return nil, p, err
	}
	like := pattern(search)
	p.page = page
	if err := s.broadcastCount.QueryRowContext(c.Context(), like).Scan(&p.total); err != nil {
		return nil, p, err
	}
	rows, err := s.broadcasts.QueryContext(c.Context(), like, (page-1)*pageSize)
	err = each(rows, err, func(rows *sql.Rows) error {
		var r broadcastRow
		err := rows.Scan(&r.ID, &r.Title, &r.Status, &r.Target, &r.Value, &r.fixed, &r.Recipients, &r.Scheduled, &r.Sent, &r.Cancelled,
			&r.ByID, &r.By, &r.Created, &r.Updated)
		if !r.fixed {
			r.Recipients = 0
		}
		all = append(all, r)
		return err
	})
	return all, p, err
}

func (s *server) restBroadcasts(c *call) (any, error) {
	rows, p, err := s.broadcastPage(c, c.FormValue("search"), pageOf(c.FormValue("page")))
	if err != nil {
		return nil, err
	}
	type item struct {
		ID         string  `json:"id"`
		Title      string  `json:"title"`
		Status     string  `json:"status"`
		Target     string  `json:"target_type"`
		Value      string  `json:"target_value"`
		Recipients int     `json:"recipient_count"`
		Scheduled  stamp   `json:"scheduled_at"`
		Sent       *stamp  `json:"sent_at"`
		Cancelled  *stamp  `json:"cancelled_at"`
		ByID       *string `json:"created_by"`
		By         string  `json:"created_by_name"`
		Created    stamp   `json:"created_at"`
		Updated    stamp   `json:"updated_at"`
	}
	out := struct {
		ok
		Broadcasts []item    `json:"broadcasts"`
		Pagination restPages `json:"pagination"`
	}{ok{true, "Broadcasts retrieved."}, make([]item, len(rows)), p.rest()}
	for i, r := range rows {
		if r.Target == "ROLE" {
			lower(&r.Value)
		}
		lower(&r.Status)
		lower(&r.Target)
		out.Broadcasts[i] = item{
			r.ID, r.Title, r.Status, r.Target, r.Value, r.Recipients, r.Scheduled, r.Sent, r.Cancelled,
			r.ByID, named(r.By, ""), r.Created, r.Updated,
		}
	}
	return out, nil
}

func (s *server) graphBroadcasts(c *call) (any, error) {
	in, err := variables[struct {
		Search string `json:"search"`
	}](c)
	if err != nil {
		return nil, err
	}
	rows, p, err := s.broadcastPage(c, in.Search, 1)
	if err != nil {
		return nil, err
	}
	type item struct {
		ID         string  `json:"id"`
		Title      string  `json:"title"`
		Status     string  `json:"status"`
		Target     string  `json:"targetType"`
		Value      string  `json:"targetValue"`
		Recipients int     `json:"recipientCount"`
		Scheduled  stamp   `json:"scheduledAt"`
		Sent       *stamp  `json:"sentAt"`
		Cancelled  *stamp  `json:"cancelledAt"`
		By         *person `json:"createdBy"`
		Created    stamp   `json:"createdAt"`
		Updated    stamp   `json:"updatedAt"`
	}
	type page struct {
		Broadcasts []item     `json:"broadcasts"`
		Pagination graphPages `json:"pagination"`
	}
	out := page{make([]item, len(rows)), p.graph()}
	for i, r := range rows {
		out.Broadcasts[i] = item{r.ID, r.Title, r.Status, r.Target, r.Value, r.Recipients, r.Scheduled, r.Sent, r.Cancelled, nil, r.Created, r.Updated}
		if r.By != nil {
			out.Broadcasts[i].By = &person{*r.ByID, *r.By}
		}
	}
	return data{map[string]any{"broadcastPage": out}}, nil
}
