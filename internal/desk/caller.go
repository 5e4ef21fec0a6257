package desk

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/semaphore"

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

// NoteContactsFound is NoteCallerLookup for searches and filters, which a desk repeats with each letter and each change of a
// list: of contacts that the viewer found within the last minute too there is no entry, nor of none.
func (d *Desk) NoteContactsFound(ctx context.Context, text string, contacts []uuid.UUID) error {
	if err := tx.RequireAdmin(ctx); err != nil {
		return err
	}
	if len(contacts) == 0 {
		return nil
	}
	found := d.found.by(auth.From(ctx).ID)
	if err := found.turn.Acquire(ctx, 1); err != nil {
		return err
	}
	defer found.turn.Release(1)
	now := d.Now()
	fresh := slices.DeleteFunc(slices.Clone(contacts), func(id uuid.UUID) bool {
		at, noted := found.noted.Get(id)
		return noted && now.Sub(at) < foundSpan
	})
	if len(fresh) == 0 {
		return nil
	}
	if err := d.NoteCallerLookup(ctx, text, fresh); err != nil {
		return err
	}
	for _, id := range fresh {
		found.noted.Add(id, now)
	}
	return nil
}

const (
	foundSpan     = time.Minute
	foundAccounts = 200   // of which it is known what they found
	foundContacts = 1_000 // of each of them
)

// foundLately knows which contacts the audit says that accounts found lately.
type foundLately struct {
	accounts *lru.Cache[uuid.UUID, *foundBy]
}

// foundBy are the contacts that an account found. Its requests take turns, so that two at once don't write two entries, nor one
// relies on another's that can't be written.
type foundBy struct {
	turn  *semaphore.Weighted
	noted *lru.Cache[uuid.UUID, time.Time] // when each of them was
}

func newFoundLately() *foundLately {
	accounts, _ := lru.New[uuid.UUID, *foundBy](foundAccounts) // no error: there is room
	return &foundLately{accounts}
}

// by returns what an account found.
func (f *foundLately) by(account uuid.UUID) *foundBy {
	if by, known := f.accounts.Get(account); known {
		return by
	}
	noted, _ := lru.New[uuid.UUID, time.Time](foundContacts)
	fresh := &foundBy{semaphore.NewWeighted(1), noted}
	if by, known, _ := f.accounts.PeekOrAdd(account, fresh); known {
		return by
	}
	return fresh
}
