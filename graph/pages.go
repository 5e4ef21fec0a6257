package graph

import (
	"time"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/fault"
)

// The bounds of a numbered page, PRODUCT section 3.
const (
	defaultPageSize = 20
	maxPageSize     = 100
)

// pageOf reads the number and size of a page: from 1 each, a size above 100 counting as 100.
func pageOf(page, limit *int) (*model.Pagination, error) {
	p := &model.Pagination{Page: 1, Limit: defaultPageSize}
	var bad []fault.Field
	if page != nil {
		p.Page = *page
	}
	if limit != nil {
		p.Limit = min(*limit, maxPageSize)
	}
	if p.Page < 1 {
		bad = append(bad, fault.Field{Field: "page", Code: "out_of_range", Message: "must be 1 or more"})
	}
	if p.Limit < 1 {
		bad = append(bad, fault.Field{Field: "limit", Code: "out_of_range", Message: "must be 1 or more"})
	}
	if len(bad) > 0 {
		return nil, fault.Invalid(bad...)
	}
	return p, nil
}

// fill completes a page's place once the total is known and answers the offset of its first
// row, and whether there is any.
func fill(p *model.Pagination, total int) (offset int, rows bool) {
	p.Total = total
	p.TotalPages = (total + p.Limit - 1) / p.Limit
	p.HasNext = p.Page < p.TotalPages
	p.HasPrevious = p.Page > 1
	if p.Page > p.TotalPages {
		return 0, false
	}
	return (p.Page - 1) * p.Limit, true
}

// days reads two days as the instants between which they lie: both days whole and in UTC, the
// end excluded.
func days(fromName, toName string, from, to *string) (begin, end *time.Time, err error) {
	if from != nil && to != nil && *from > *to {
		return nil, nil, fault.Invalid(fault.Field{
			Field: fromName, Code: "out_of_range", Message: "must not be after " + toName,
		})
	}
	if from != nil {
		t, err := time.Parse(model.DateLayout, *from)
		if err != nil {
			return nil, nil, badDay(fromName)
		}
		begin = &t
	}
	if to != nil {
		t, err := time.Parse(model.DateLayout, *to)
		if err != nil {
			return nil, nil, badDay(toName)
		}
		if t = t.AddDate(0, 0, 1); t.Year() <= 9999 { // nothing is later, and as text 10000 sorts before 2000
			end = &t
		}
	}
	return begin, end, nil
}

func badDay(field string) error {
	return fault.Invalid(fault.Field{Field: field, Code: "invalid", Message: "must be a day such as 2026-11-21"})
}
