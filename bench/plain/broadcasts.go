package main

import "github.com/redress/redress/bench/store"

func (s *server) restBroadcasts(c *call) (any, error) {
	rows, p, err := s.BroadcastPage(c.Context(), c.by, c.FormValue("search"), pageOf(c.FormValue("page")))
	if err != nil {
		return nil, err
	}
	type item struct {
		ID         string       `json:"id"`
		Title      string       `json:"title"`
		Status     string       `json:"status"`
		Target     string       `json:"target_type"`
		Value      string       `json:"target_value"`
		Recipients int          `json:"recipient_count"`
		Scheduled  store.Stamp  `json:"scheduled_at"`
		Sent       *store.Stamp `json:"sent_at"`
		Cancelled  *store.Stamp `json:"cancelled_at"`
		ByID       *string      `json:"created_by"`
		By         string       `json:"created_by_name"`
		Created    store.Stamp  `json:"created_at"`
		Updated    store.Stamp  `json:"updated_at"`
	}
	out := struct {
		ok
		Broadcasts []item    `json:"broadcasts"`
		Pagination restPages `json:"pagination"`
	}{ok{true, "Broadcasts retrieved."}, make([]item, len(rows)), restPagesOf(p)}
	for i, r := range rows {
		if r.Target == "ROLE" {
			lower(&r.Value)
		}
		lower(&r.Status)
		lower(&r.Target)
		out.Broadcasts[i] = item{
			r.ID, r.Title, r.Status, r.Target, r.Value, r.Recipients, r.Scheduled, r.Sent, r.Cancelled,
			r.ByID, store.Named(r.By, ""), r.Created, r.Updated,
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
	rows, p, err := s.BroadcastPage(c.Context(), c.by, in.Search, 1)
	if err != nil {
		return nil, err
	}
	type item struct {
		ID         string       `json:"id"`
		Title      string       `json:"title"`
		Status     string       `json:"status"`
		Target     string       `json:"targetType"`
		Value      string       `json:"targetValue"`
		Recipients int          `json:"recipientCount"`
		Scheduled  store.Stamp  `json:"scheduledAt"`
		Sent       *store.Stamp `json:"sentAt"`
		Cancelled  *store.Stamp `json:"cancelledAt"`
		By         *person      `json:"createdBy"`
		Created    store.Stamp  `json:"createdAt"`
		Updated    store.Stamp  `json:"updatedAt"`
	}
	type page struct {
		Broadcasts []item     `json:"broadcasts"`
		Pagination graphPages `json:"pagination"`
	}
	out := page{make([]item, len(rows)), graphPagesOf(p)}
	for i, r := range rows {
		out.Broadcasts[i] = item{
			r.ID, r.Title, r.Status, r.Target, r.Value, r.Recipients, r.Scheduled, r.Sent, r.Cancelled,
			optional(r.ByID, r.By), r.Created, r.Updated,
		}
	}
	return data{map[string]any{"broadcastPage": out}}, nil
}
