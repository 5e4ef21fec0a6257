package graph

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/fault"
)

// pageOf reads the number and size of a page: from 1 each, a size above 100 counting as 100.
func pageOf(page, limit *int) (*model.Pagination, error) {
	p := &model.Pagination{Page: 1, Limit: model.DefaultPageSize}
	var bad []fault.Field
	if page != nil {
		p.Page = *page
	}
	if limit != nil {
		p.Limit = min(*limit, model.MaxPageSize)
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

// locate completes a page's place once the total is known and answers where its rows stand, and
// whether there are any.
func locate(p *model.Pagination, total int) (w window, rows bool) {
	p.Total = total
	p.TotalPages = (total + p.Limit - 1) / p.Limit
	p.HasNext = p.Page < p.TotalPages
	p.HasPrevious = p.Page > 1
	if p.Page > p.TotalPages {
		return window{}, false
	}
	ahead := (p.Page - 1) * p.Limit
	w = window{skip: ahead, take: min(p.Limit, total-ahead)}
	if behind := total - ahead - w.take; behind < ahead {
		w.skip, w.reversed = behind, true
	}
	return w, true
}

// window is where the rows of a page stand. They are counted from the nearer end of the list,
// so that the last page costs what the first one does.
type window struct {
	skip, take int
	reversed   bool // counted from the end, in the opposite order
}

// maxPlainSkip is how many rows are skipped with all their columns. Further in, the rows of the page are
// found by their ids first, which the index of the order holds.
const maxPlainSkip = 200

// direction is the one in which the rows are read.
func (w window) direction(d entgql.OrderDirection) sql.OrderTermOption {
	if w.reversed {
		d = d.Reverse()
	}
	return d.OrderTermOption()
}

// list is a query for rows of one type, as ent makes it.
type list[Q any, P, O ~func(*sql.Selector)] interface {
	Clone() Q
	Where(of ...P) Q
	Order(by ...O) Q
	Offset(rows int) Q
	Limit(rows int) Q
	IDs(ctx context.Context) ([]uuid.UUID, error)
}

// restrict leaves the rows of a window in a query.
func restrict[Q list[Q, P, O], P, O ~func(*sql.Selector)](ctx context.Context, q Q, w window, among func(...uuid.UUID) P, by ...O) (Q, error) {
	if w.skip <= maxPlainSkip {
		return q.Order(by...).Offset(w.skip).Limit(w.take), nil
	}
	ids, err := q.Clone().Order(by...).Offset(w.skip).Limit(w.take).IDs(ctx)
	return q.Where(among(ids...)).Order(by...), err
}

// restoreOrder turns rows that were read from the end.
func restoreOrder[T any](w window, rows []T) []T {
	if w.reversed {
		slices.Reverse(rows)
	}
	return rows
}

// dayRange reads two days as the instants between which they lie: both days whole and in UTC, the
// end excluded.
func dayRange(fromName, toName string, from, to *string) (begin, end *time.Time, err error) {
	if from != nil && to != nil && *from > *to {
		return nil, nil, fault.Invalid(fault.Field{
			Field: fromName, Code: "out_of_range", Message: "must not be after " + toName,
		})
	}
	if from != nil {
		t, err := time.Parse(model.DateLayout, *from)
		if err != nil {
			return nil, nil, invalidDay(fromName)
		}
		begin = &t
	}
	if to != nil {
		t, err := time.Parse(model.DateLayout, *to)
		if err != nil {
			return nil, nil, invalidDay(toName)
		}
		if t = t.AddDate(0, 0, 1); t.Year() <= 9999 { // nothing is later, and as text 10000 sorts before 2000
			end = &t
		}
	}
	return begin, end, nil
}

func invalidDay(field string) error {
	return fault.Invalid(fault.Field{Field: field, Code: "invalid", Message: "must be a day such as 2026-11-21"})
}
