package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/fault"
)

// orderKey is a key of an order, as ent generates it.
type orderKey interface {
	Key() (field string, direction entgql.OrderDirection)
}

// keysOf returns the keys of an order, or what is wrong with them.
func keysOf[K orderKey](order []K) ([]model.OrderKey, error) {
	keys := make([]model.OrderKey, len(order))
	for i, o := range order {
		field, direction := o.Key()
		keys[i] = model.OrderKey{Field: field, Desc: direction == entgql.OrderDirectionDesc}
	}
	if problem := model.CheckOrder(keys); problem != nil {
		return nil, fault.Invalid(fault.Input("orderBy", "invalid", "%s", *problem))
	}
	return keys, nil
}

// countable is a query for rows of one type, as ent generates it.
type countable[Q any] interface {
	Offset(rows int) Q
	Limit(rows int) Q
	IDs(ctx context.Context) ([]uuid.UUID, error)
}

// checkOrder returns a fault if the rows that a filter selects are too many for an order that no index
// serves. An order that one serves is not looked at any further.
func checkOrder[Q countable[Q], K orderKey](ctx context.Context, of string, order []K, query Q, filter func(Q) (Q, error)) error {
	keys, err := keysOf(order)
	if err != nil || model.Served(of, keys) {
		return err
	}
	q, err := filter(query)
	if err != nil {
		return err
	}
	beyond, err := q.Offset(model.MaxSorted).Limit(1).IDs(ctx)
	if err == nil && len(beyond) > 0 {
		err = model.TooManyToSort(of, keys)
	}
	return err
}

// orDefault returns the order of a list: the caller's, or the one that it has without.
func orDefault[K any](order []*K, otherwise K) []*K {
	if len(order) == 0 {
		return []*K{&otherwise}
	}
	return order
}
