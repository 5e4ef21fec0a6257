package stats

import (
	"context"
	"errors"
	"fmt"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/store/hint"
)

const (
	// MaxViews is how many filters are counted at once.
	MaxViews = 20
	// maxCounted is up to how many complaints a filter is counted exactly.
	maxCounted = 100_000
	maxKey     = 200 // characters
	thousand   = 1_000
)

// CountedView is the number of complaints that a filter selects.
type CountedView struct {
	Key   string
	Count int
	More  bool
	Label string
}

// CountedViewInput is a filter whose complaints are counted.
type CountedViewInput struct {
	Key   string
	Where *ent.ComplaintWhereInput
}

// CountViews counts the complaints that each of some filters selects and that the viewer may see, by one
// statement. It reads no more of each than it tells.
func CountViews(ctx context.Context, client *ent.Client, views []*CountedViewInput) ([]*CountedView, error) {
	if len(views) == 0 || len(views) > MaxViews {
		return nil, invalid("views", "out_of_range", "must have 1 to %d filters", MaxViews)
	}
	conditions := make([]predicate.Complaint, len(views))
	for i, v := range views {
		if len([]rune(v.Key)) > maxKey {
			return nil, invalid(fmt.Sprintf("views.%d.key", i), "too_long", "must be at most %d characters", maxKey)
		}
		if v.Where == nil {
			continue
		}
		var err error
		if conditions[i], err = v.Where.P(); err != nil && !errors.Is(err, entgql.ErrNoCondition) {
			return nil, entgql.Within(entgql.Within(err, "where"), "views", i)
		}
	}
	var rows []struct{ View, N int }
	err := client.Complaint.Query().Aggregate(func(s *sql.Selector) string {
		d := sql.Dialect(s.Dialect())
		var all *sql.Selector
		for i, condition := range conditions {
			narrowed := *s // not its Clone, as in keys.aggregate
			if condition != nil {
				condition(&narrowed)
			}
			copied := narrowed // conditions ask narrowed for columns, which has no alias
			each := &copied
			each.Select().AppendSelectExprAs(sql.Raw("1"), "one").Limit(maxCounted + 1)
			counted := d.Select().From(each.As("chosen"))
			counted.AppendSelectExprAs(sql.Raw(fmt.Sprint(i)), "view").AppendSelectAs("COUNT(*)", "n")
			if all == nil {
				all = counted
			} else {
				all.UnionAll(counted)
			}
		}
		*s = *d.Select("*").From(all.As("views"))
		return "*"
	}).Scan(hint.Unprepared(ctx), &rows)
	if err != nil {
		return nil, err
	}
	out := make([]*CountedView, len(views))
	for _, r := range rows {
		hint.Aggregated(ctx, int64(r.N))
		v := &CountedView{Key: views[r.View].Key, Count: min(r.N, maxCounted), More: r.N > maxCounted}
		v.Label = fmt.Sprint(v.Count)
		if v.Count >= thousand {
			v.Label = fmt.Sprintf("%d,%03d", v.Count/thousand, v.Count%thousand)
		}
		if v.More {
			v.Label += "+"
		}
		out[r.View] = v
	}
	return out, nil
}
