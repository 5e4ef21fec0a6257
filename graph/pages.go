package graph

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/entread"
	"github.com/redress/redress/internal/fault"
)

// pageOf returns the requested page. Its size is limited to model.MaxPageSize.
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
		bad = append(bad, fault.Input("page", "out_of_range", "must be at least 1"))
	}
	if p.Limit < 1 {
		bad = append(bad, fault.Input("limit", "out_of_range", "must be at least 1"))
	}
	if len(bad) > 0 {
		return nil, fault.Invalid(bad...)
	}
	return p, nil
}

// locate completes a page once the total is known. It returns the window of its rows, and reports
// whether there are any.
func locate(p *model.Pagination, total int) (w window, rows bool) {
	p.Total = total
	p.TotalPages = (total + p.Limit - 1) / p.Limit
	p.HasNext = p.Page < p.TotalPages
	p.HasPrevious = p.Page > 1
	if p.Page > p.TotalPages {
		return window{}, false
	}
	before := (p.Page - 1) * p.Limit
	w = window{skip: before, take: min(p.Limit, total-before)}
	if after := total - before - w.take; after < before {
		w.skip, w.reversed = after, true
	}
	return w, true
}

// window is the position of a page's rows. It counts from the nearer end of the list, so that the
// last page costs as much as the first one.
type window struct {
	skip, take int
	reversed   bool // counted from the end, in the opposite order
}

// maxPlainSkip is how many rows are skipped with an OFFSET over all columns. Beyond it the ids of the
// page are selected first, which only needs the index of the order (a deferred join).
const maxPlainSkip = 200

// list is a query for rows of one type, as ent generates it.
type list[Q any, P, O ~func(*sql.Selector)] interface {
	Clone() Q
	Where(of ...P) Q
	Order(by ...O) Q
	Offset(rows int) Q
	Limit(rows int) Q
	IDs(ctx context.Context) ([]uuid.UUID, error)
}

// restrict limits a query to the rows of a window.
func restrict[Q list[Q, P, O], P, O ~func(*sql.Selector)](ctx context.Context, q Q, w window, among func(...uuid.UUID) P, by ...O) (Q, error) {
	if w.skip <= maxPlainSkip {
		return q.Order(by...).Offset(w.skip).Limit(w.take), nil
	}
	ids, err := q.Clone().Order(by...).Offset(w.skip).Limit(w.take).IDs(ctx)
	return q.Where(among(ids...)).Order(by...), err
}

// pageable is a list that can be counted, and read with the fields that are selected.
type pageable[Q, T any, P, O ~func(*sql.Selector)] interface {
	list[Q, P, O]
	CollectFields(ctx context.Context, satisfies ...string) (Q, error)
	Count(ctx context.Context) (int, error)
	All(ctx context.Context) ([]T, error)
	Shaped(shape *entread.Shape) Q
}

// readPage completes a page of rows of a type once the total is known, and returns its rows, which are
// a field of the page. The query has the shape, unless it is nil; the order adds to it.
func readPage[Q pageable[Q, T, P, O], T any, K orderKey, P, O ~func(*sql.Selector)](
	ctx context.Context, p *model.Pagination, total int, q Q, of, field string, order []K, terms func([]K, bool) []O, among func(...uuid.UUID) P,
	shape *entread.Shape,
) ([]T, error) {
	keys, err := keysOf(order)
	if err != nil {
		return nil, err
	}
	if total > model.MaxSorted && !model.Served(of, keys) {
		return nil, model.TooManyToSort(of, keys)
	}
	w, some := locate(p, total)
	if !some {
		return []T{}, nil
	}
	if q, err = restrict(ctx, q, w, among, terms(order, w.reversed)...); err != nil {
		return nil, err
	}
	if q, err = q.CollectFields(withChildField(ctx, field)); err != nil {
		return nil, err
	}
	found, err := q.Shaped(ordered(shape, keys, w)).All(ctx)
	return restoreOrder(w, found), err
}

// ordered adds to a shape, which may be nil, the order in which a window is read. A window whose ids are looked up
// first has none.
func ordered(shape *entread.Shape, keys []model.OrderKey, w window) *entread.Shape {
	if shape == nil || w.skip > maxPlainSkip {
		return nil
	}
	for _, key := range keys {
		shape.Part(key.Field, key.Desc != w.reversed)
	}
	return shape
}

// readList returns a numbered page of the rows of a type that a filter selects, which are a field of the
// page.
func readList[Q pageable[Q, T, P, O], T any, K orderKey, P, O ~func(*sql.Selector)](
	ctx context.Context, page, limit *int, q Q, filter func(Q) (Q, error), of, field string, order []K, terms func([]K, bool) []O, among func(...uuid.UUID) P,
) ([]T, *model.Pagination, error) {
	p, err := pageOf(page, limit)
	if err != nil {
		return nil, nil, err
	}
	if q, err = filter(q); err != nil {
		return nil, nil, err
	}
	total, err := q.Clone().Count(ctx)
	if err != nil {
		return nil, nil, err
	}
	rows, err := readPage(ctx, p, total, q, of, field, order, terms, among, nil)
	return rows, p, err
}

// restoreOrder reverses rows that were read from the end.
func restoreOrder[T any](w window, rows []T) []T {
	if w.reversed {
		slices.Reverse(rows)
	}
	return rows
}

// dayRange returns the times in UTC at which a range of days begins, inclusive, and ends,
// exclusive. Both days belong to the range.
func dayRange(fromName, toName string, from, to *string) (begin, end *time.Time, err error) {
	if from != nil && to != nil && *from > *to {
		return nil, nil, fault.Invalid(fault.Input(fromName, "out_of_range", "must not be after %s", toName))
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
		if t = t.AddDate(0, 0, 1); t.Year() <= 9999 { // without a limit at the end, because as a string 10000 sorts before 2000
			end = &t
		}
	}
	return begin, end, nil
}

func invalidDay(field string) error {
	return fault.Invalid(fault.Input(field, "invalid", "must be a date such as 2026-11-21"))
}
