package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
)

type paymentRow struct {
	ID, Provider, Type, Currency, Date, Method, Reference, Invoice, Remarks string
	From, To, ByID, By, Reverses, ReversedBy                                *string
	Minor                                                                   int64
	At                                                                      stamp
	Tasks                                                                   []string
}

func (r paymentRow) status() string {
	if r.ReversedBy != nil {
		return "REVERSED"
	}
	return "PAID"
}

type total struct {
	Currency string `json:"currency"`
	Paid     any    `json:"paid"`
	Reversed any    `json:"reversed"`
	Net      any    `json:"net"`
}

type pages struct{ page, total int }

func (p pages) pages() int { return (p.total + pageSize - 1) / pageSize }

type restPages struct {
	Page        int  `json:"page"`
	Limit       int  `json:"limit"`
	Total       int  `json:"total"`
	TotalPages  int  `json:"total_pages"`
	HasNext     bool `json:"has_next"`
	HasPrevious bool `json:"has_previous"`
}

func (p pages) rest() restPages {
	return restPages{p.page, pageSize, p.total, p.pages(), p.page < p.pages(), p.page > 1}
}

type graphPages struct {
	Page        int  `json:"page"`
	Limit       int  `json:"limit"`
	Total       int  `json:"total"`
	TotalPages  int  `json:"totalPages"`
	HasNext     bool `json:"hasNext"`
	HasPrevious bool `json:"hasPrevious"`
}

func (p pages) graph() graphPages {
	return graphPages{p.page, pageSize, p.total, p.pages(), p.page < p.pages(), p.page > 1}
}

type paymentPage struct {
	name   string
	rows   []paymentRow
	totals []total
	pages  pages
}

// payments reads a page, from the nearer end.
func (s *server) payments(c *call, provider string, page int, amount func(int64) any) (out paymentPage, err error) {
	if err := c.must("ADMIN", "SUPER_ADMIN"); err != nil {
		return out, err
	}
	ctx := c.Context()
	err = s.provider.QueryRowContext(ctx, provider).Scan(&out.name)
	if errors.Is(err, sql.ErrNoRows) {
		err = refusal(http.StatusNotFound)
	}
	if err != nil {
		return out, err
	}
	out.pages.page, out.totals = page, []total{}
	rows, err := s.summary.QueryContext(ctx, provider)
	err = each(rows, err, func(rows *sql.Rows) error {
		var t total
		var n int
		var paid, reversed int64
		err := rows.Scan(&t.Currency, &n, &paid, &reversed)
		t.Paid, t.Reversed, t.Net = amount(paid), amount(reversed), amount(paid-reversed)
		out.totals = append(out.totals, t)
		out.pages.total += n
		return err
	})
	if err != nil || page > out.pages.pages() {
		return out, err
	}
	offset := (page - 1) * pageSize
	limit := min(pageSize, out.pages.total-offset)
	stmt, from := s.newest, s.newestFrom
	if offset > out.pages.total/2 {
		stmt, from, offset = s.oldest, s.oldestFrom, out.pages.total-offset-limit
	}
	args := []any{provider}
	if offset > 0 {
		stmt, args = from, append(args, offset)
	}
	rows, err = stmt.QueryContext(ctx, args...)
	err = each(rows, err, func(rows *sql.Rows) error {
		var r paymentRow
		err := rows.Scan(&r.ID, &r.Provider, &r.Type, &r.Minor, &r.Currency, &r.Date, &r.Method, &r.Reference, &r.Invoice,
			&r.From, &r.To, &r.Remarks, &r.ByID, &r.By, &r.Reverses, &r.ReversedBy, &r.At)
		r.Tasks = []string{}
		out.rows = append(out.rows, r)
		return err
	})
	if err != nil {
		return out, err
	}
	out.rows = out.rows[len(out.rows)-limit:] // the last page has fewer, which are the oldest
	return out, s.cover(ctx, out.rows)
}

func (s *server) cover(ctx context.Context, payments []paymentRow) error {
	ids := make([]string, len(payments))
	for i, r := range payments {
		ids[i] = r.ID
	}
	rows, err := s.covers.QueryContext(ctx, s.db.many(ids))
	return each(rows, err, func(rows *sql.Rows) error {
		var payment, task string
		err := rows.Scan(&payment, &task)
		p := &payments[slices.Index(ids, payment)]
		p.Tasks = append(p.Tasks, task)
		return err
	})
}

func number(minor int64) any { return json.RawMessage(major(minor)) }

func text(minor int64) any { return major(minor) }

func (s *server) restPayments(c *call) (any, error) {
	id := c.PathValue("id")
	found, err := s.payments(c, id, pageOf(c.FormValue("page")), number)
	if err != nil {
		return nil, err
	}
	type period struct {
		From *string `json:"from"`
		To   *string `json:"to"`
	}
	type payment struct {
		ID         string          `json:"id"`
		Provider   string          `json:"provider_id"`
		Type       string          `json:"type"`
		Status     string          `json:"status"`
		Amount     json.RawMessage `json:"amount"`
		Minor      int64           `json:"amount_minor"`
		Currency   string          `json:"currency"`
		Date       string          `json:"payment_date"`
		Method     string          `json:"payment_method"`
		Reference  string          `json:"payment_reference"`
		Invoice    string          `json:"invoice_number"`
		Period     *period         `json:"period"`
		Tasks      []string        `json:"task_ids"`
		Remarks    string          `json:"remarks"`
		By         string          `json:"recorded_by"`
		ByID       *string         `json:"recorded_by_id"`
		Reverses   *string         `json:"reverses_payment_id"`
		ReversedBy *string         `json:"reversed_by_payment_id"`
		At         stamp           `json:"created_at"`
	}
	type summary struct {
		Count  int     `json:"count"`
		Totals []total `json:"totals"`
	}
	out := struct {
		ok
		Provider   person    `json:"provider"`
		Payments   []payment `json:"payments"`
		Summary    summary   `json:"summary"`
		Pagination restPages `json:"pagination"`
	}{ok{true, "Payments retrieved."}, person{id, found.name}, make([]payment, len(found.rows)), summary{found.pages.total, found.totals}, found.pages.rest()}
	for i, r := range found.rows {
		status := r.status()
		lower(&status)
		lower(&r.Type)
		lower(&r.Method)
		p := payment{
			r.ID, r.Provider, r.Type, status, json.RawMessage(major(r.Minor)), r.Minor, r.Currency, r.Date, r.Method, r.Reference,
			r.Invoice, nil, r.Tasks, r.Remarks, named(r.By, ""), r.ByID, r.Reverses, r.ReversedBy, r.At,
		}
		if r.From != nil || r.To != nil {
			p.Period = &period{r.From, r.To}
		}
		out.Payments[i] = p
	}
	return out, nil
}

func (s *server) graphPayments(c *call) (any, error) {
	in, err := variables[byID](c)
	if err != nil {
		return nil, err
	}
	found, err := s.payments(c, in.ID, max(in.Page, 1), text)
	if err != nil {
		return nil, err
	}
	type only struct {
		ID string `json:"id"`
	}
	type payment struct {
		ID         string   `json:"id"`
		Type       string   `json:"type"`
		Status     string   `json:"status"`
		Amount     string   `json:"amount"`
		Currency   string   `json:"currency"`
		Date       string   `json:"paymentDate"`
		Method     string   `json:"paymentMethod"`
		Reference  string   `json:"paymentReference"`
		Invoice    string   `json:"invoiceNumber"`
		From       *string  `json:"periodFrom"`
		To         *string  `json:"periodTo"`
		Tasks      []string `json:"taskIds"`
		Remarks    string   `json:"remarks"`
		By         *person  `json:"recordedBy"`
		Reverses   *string  `json:"reversesId"`
		ReversedBy *only    `json:"reversedBy"`
		At         stamp    `json:"createdAt"`
	}
	rows := make([]payment, len(found.rows))
	for i, r := range found.rows {
		p := payment{
			r.ID, r.Type, r.status(), major(r.Minor), r.Currency, r.Date, r.Method, r.Reference, r.Invoice,
			r.From, r.To, r.Tasks, r.Remarks, nil, r.Reverses, nil, r.At,
		}
		if r.By != nil {
			p.By = &person{*r.ByID, *r.By}
		}
		if r.ReversedBy != nil {
			p.ReversedBy = &only{*r.ReversedBy}
		}
		rows[i] = p
	}
	type summary struct {
		Count  int     `json:"count"`
		Totals []total `json:"totals"`
	}
	type page struct {
		Provider   person     `json:"provider"`
		Payments   []payment  `json:"payments"`
		Summary    summary    `json:"summary"`
		Pagination graphPages `json:"pagination"`
	}
	return data{map[string]any{"paymentPage": page{person{in.ID, found.name}, rows, summary{found.pages.total, found.totals}, found.pages.graph()}}}, nil
}
