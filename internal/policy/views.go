package policy

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/privacy"
	"github.com/redress/redress/ent/savedview"
)

// SavedViewRows: one's own, and those that are shared with one's role; administrators see all that are
// shared, deleted ones included.
func SavedViewRows(s Subject, q *ent.SavedViewQuery) { q.Where(savedViews(s)) }

func savedViews(s Subject) predicate.SavedView {
	shared := savedview.And(savedview.SharedWithEQ(s.Role), savedview.DeletedAtIsNil())
	if s.Admin() {
		shared = savedview.SharedWithNotNil()
	}
	return savedview.Or(savedview.OwnerID(s.ID), shared)
}

// SavedViewWrites lets everybody save views of their own and change them, and administrators share views
// and change what is shared.
func SavedViewWrites() privacy.MutationRule {
	return writes(func(_ context.Context, s Subject, m *ent.SavedViewMutation) error {
		switch {
		case m.Op().Is(ent.OpCreate):
			by, _ := m.OwnerID()
			_, shared := m.SharedWith()
			return allowIf(by == s.ID && (!shared || s.Admin()), nil)
		case m.Op().Is(ent.OpUpdate | ent.OpUpdateOne):
			if _, shared := m.SharedWith(); shared && !s.Admin() {
				return privacy.Skip
			}
			own := savedview.And(savedview.OwnerID(s.ID), savedview.SharedWithIsNil())
			if s.Admin() {
				own = savedViews(s)
			}
			m.Where(own)
			return privacy.Allow
		}
		return privacy.Skip
	})
}
