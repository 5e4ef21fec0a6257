package policy

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/privacy"
	"github.com/redress/redress/ent/savedview"
	"github.com/redress/redress/internal/auth"
)

// SavedViewRows: one's own, and those that are shared with one's role; administrators see all that are
// shared, deleted ones included.
func SavedViewRows(v *auth.Viewer, q *ent.SavedViewQuery) { q.Where(savedViews(v)) }

func savedViews(v *auth.Viewer) predicate.SavedView {
	shared := savedview.And(savedview.SharedWithEQ(v.Role), savedview.DeletedAtIsNil())
	if v.Admin() {
		shared = savedview.SharedWithNotNil()
	}
	return savedview.Or(savedview.OwnerID(v.ID), shared)
}

// SavedViewWrites lets everybody save views of their own and change them, and administrators share views
// and change what is shared.
func SavedViewWrites() privacy.MutationRule {
	return privacy.SavedViewMutationRuleFunc(func(ctx context.Context, m *ent.SavedViewMutation) error {
		v := auth.From(ctx)
		switch {
		case v == nil:
			return privacy.Skip
		case m.Op().Is(ent.OpCreate):
			by, _ := m.OwnerID()
			_, shared := m.SharedWith()
			return allowIf(by == v.ID && (!shared || v.Admin()), nil)
		case m.Op().Is(ent.OpUpdate | ent.OpUpdateOne):
			if _, shared := m.SharedWith(); shared && !v.Admin() {
				return privacy.Skip
			}
			own := savedview.And(savedview.OwnerID(v.ID), savedview.SharedWithIsNil())
			if v.Admin() {
				own = savedViews(v)
			}
			m.Where(own)
			return privacy.Allow
		}
		return privacy.Skip
	})
}
