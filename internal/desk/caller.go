package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
)

// NoteCallerLookup records in the audit that the viewer looked up a caller, and which contacts were
// found. What was looked for is personal, so that its digest is recorded. Administrators.
func (d *Desk) NoteCallerLookup(ctx context.Context, text string, contacts []uuid.UUID) error {
	if err := requireAdmin(ctx); err != nil {
		return err
	}
	viewer := auth.From(ctx).ID
	return d.tx(ctx, func(tx *txn) error {
		return tx.audit(ctx, auditRecord{
			action: "contact.lookup", subjectType: "Contact", after: values{"text": digest(viewer, text), "contacts": contacts},
		})
	})
}
