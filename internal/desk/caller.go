package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
)

// NoteCallerLookup records in the audit that the viewer looked up a caller, and which contacts were
// found. What was looked for is personal, so that its digest is recorded. Administrators.
func (d *Desk) NoteCallerLookup(ctx context.Context, text string, contacts []uuid.UUID) error {
	if err := tx.RequireAdmin(ctx); err != nil {
		return err
	}
	viewer := auth.From(ctx).ID
	return d.tx(ctx, func(t *txn) error {
		return t.Audit(ctx, tx.Record{
			Action: "contact.lookup", SubjectType: "Contact", After: tx.Values{"text": tx.Digest(viewer, text), "contacts": contacts},
		})
	})
}
