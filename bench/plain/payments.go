package main

import (
	"encoding/json"

	"github.com/redress/redress/bench/store"
)

type total struct {
	Currency string `json:"currency"`
	Paid     any    `json:"paid"`
	Reversed any    `json:"reversed"`
	Net      any    `json:"net"`
}

func totals(all []store.Total, amount func(int64) any) []total {
	out := make([]total, len(all))
	for i, t := range all {
		out[i] = total{t.Currency, amount(t.Paid), amount(t.Reversed), amount(t.Paid - t.Reversed)}
	}
	return out
}

type restPages struct {
	Page        int  `json:"page"`
	Limit       int  `json:"limit"`
	Total       int  `json:"total"`
	TotalPages  int  `json:"total_pages"`
	HasNext     bool `json:"has_next"`
	HasPrevious bool `json:"has_previous"`
}

func restPagesOf(p store.Pages) restPages {
	return restPages{p.Page, store.PageSize, p.Total, p.Pages(), p.Page < p.Pages(), p.Page > 1}
}

type graphPages struct {
	Page        int  `json:"page"`
	Limit       int  `json:"limit"`
	Total       int  `json:"total"`
	TotalPages  int  `json:"totalPages"`
	HasNext     bool `json:"hasNext"`
	HasPrevious bool `json:"hasPrevious"`
}

func graphPagesOf(p store.Pages) graphPages {
	return graphPages{p.Page, store.PageSize, p.Total, p.Pages(), p.Page < p.Pages(), p.Page > 1}
}

func number(minor int64) any { return json.RawMessage(store.Major(minor)) }

func text(minor int64) any { return store.Major(minor) }

func (s *server) restPayments(c *call) (any, error) {
	id := c.PathValue("id")
	found, err := s.PaymentPage(c.Context(), c.by, id, pageOf(c.FormValue("page")))
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
		At         store.Stamp     `json:"created_at"`
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
	}{
		ok{true, "Payments retrieved."},
		person{id, found.Name},
		make([]payment, len(found.Payments)),
		summary{found.Total, totals(found.Totals, number)},
		restPagesOf(found.Pages),
	}
	for i, r := range found.Payments {
		status := r.Status()
		lower(&status)
		lower(&r.Type)
		lower(&r.Method)
		p := payment{
			r.ID, r.Provider, r.Type, status, json.RawMessage(store.Major(r.Minor)), r.Minor, r.Currency, r.Date, r.Method, r.Reference,
			r.Invoice, nil, r.Tasks, r.Remarks, store.Named(r.By, ""), r.ByID, r.Reverses, r.ReversedBy, r.At,
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
	found, err := s.PaymentPage(c.Context(), c.by, in.ID, max(in.Page, 1))
	if err != nil {
		return nil, err
	}
	type only struct {
		ID string `json:"id"`
	}
	type payment struct {
		ID         string      `json:"id"`
		Type       string      `json:"type"`
		Status     string      `json:"status"`
		Amount     string      `json:"amount"`
		Currency   string      `json:"currency"`
		Date       string      `json:"paymentDate"`
		Method     string      `json:"paymentMethod"`
		Reference  string      `json:"paymentReference"`
		Invoice    string      `json:"invoiceNumber"`
		From       *string     `json:"periodFrom"`
		To         *string     `json:"periodTo"`
		Tasks      []string    `json:"taskIds"`
		Remarks    string      `json:"remarks"`
		By         *person     `json:"recordedBy"`
		Reverses   *string     `json:"reversesId"`
		ReversedBy *only       `json:"reversedBy"`
		At         store.Stamp `json:"createdAt"`
	}
	rows := make([]payment, len(found.Payments))
	for i, r := range found.Payments {
		p := payment{
			r.ID, r.Type, r.Status(), store.Major(r.Minor), r.Currency, r.Date, r.Method, r.Reference, r.Invoice,
			r.From, r.To, r.Tasks, r.Remarks, optional(r.ByID, r.By), r.Reverses, nil, r.At,
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
	return data{map[string]any{"paymentPage": page{
		person{in.ID, found.Name},
		rows,
		summary{found.Total, totals(found.Totals, text)},
		graphPagesOf(found.Pages),
	}}}, nil
}

// lessPayments responds with what a page of payments has at least.
func (s *server) lessPayments(c *call) (any, error) {
	found, total, err := s.LessPaymentPage(c.Context(), c.by, c.PathValue("id"))
	if err != nil {
		return nil, err
	}
	type payment struct {
		ID        string          `json:"id"`
		Type      string          `json:"type"`
		Amount    json.RawMessage `json:"amount"`
		Currency  string          `json:"currency"`
		Date      string          `json:"payment_date"`
		Method    string          `json:"payment_method"`
		Reference string          `json:"payment_reference"`
		Remarks   string          `json:"remarks"`
		At        store.Stamp     `json:"created_at"`
	}
	out := struct {
		Payments []payment `json:"payments"`
		Total    int       `json:"total"`
	}{make([]payment, len(found)), total}
	for i, r := range found {
		out.Payments[i] = payment{r.ID, r.Type, json.RawMessage(store.Major(r.Minor)), r.Currency, r.Date, r.Method, r.Reference, r.Remarks, r.At}
	}
	return out, nil
}
