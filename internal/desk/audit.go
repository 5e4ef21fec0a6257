package desk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// values are columns and what stood or stands in them, as the audit shows them. Personal
// ones go in as digest only, secrets never.
type values map[string]any

// deed is what the audit remembers: what was done to which row, and what changed.
type deed struct {
	action        string // noun.verb
	subjectType   string // as the graph names it
	subject       uuid.UUID
	before, after values
}

// audit writes the entry of a deed, in its transaction. Who did it is the viewer of the
// context, so a verb must not hand on its own System context; without a viewer, or for
// System, it is the service itself.
func (tx *txn) audit(ctx context.Context, did deed) error {
	entry := tx.AuditEntry.Create().
		SetAction(did.action).
		SetSubjectType(did.subjectType).
		SetSubjectID(did.subject).
		SetAddress(auth.Address(ctx)).
		SetAgent(domain.AgentSystem).
		SetCreatedAt(tx.now)
	if v := auth.From(ctx); v != nil && !v.System() {
		entry.SetActorID(v.ID).SetAgent(domain.AgentAccount).SetAddress(v.Address)
	}
	if did.before != nil {
		before, err := json.Marshal(did.before)
		if err != nil {
			return fmt.Errorf("audit of %s: %w", did.action, err)
		}
		entry.SetBefore(before)
	}
	if did.after != nil {
		after, err := json.Marshal(did.after)
		if err != nil {
			return fmt.Errorf("audit of %s: %w", did.action, err)
		}
		entry.SetAfter(after)
	}
	return entry.Exec(auth.System(ctx, "audit"))
}

// digest stands in the audit for a personal value of an account. It shows that the value
// changed, and whoever knows a value can check it, but it does not tell it: the person can
// be erased without touching history. The account's id goes into it, so that the same value
// of two people looks different and no table made beforehand helps; it is no key, because a
// key could be lost, and with it the use of all digests.
func digest(account uuid.UUID, value string) string {
	if value == "" {
		return ""
	}
	sum := sha256.New()
	_, _ = sum.Write(account[:]) // a hash never fails
	_, _ = sum.Write([]byte(value))
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
}
