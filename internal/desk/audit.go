package desk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// values are columns and what stood or stands in them, as the audit shows them. Personal
// ones go in as digest only, secrets never.
type values map[string]any

// auditRecord is what the audit remembers: what was done to which row, and what changed.
type auditRecord struct {
	action        string    // noun.verb
	subjectType   string    // as the graph names it
	subject       uuid.UUID // zero when there is none
	before, after values
}

// audit records an operation, whose entry is written in its transaction, when that ends. Who did
// it is the viewer of the context, so a verb must not hand on its own System context; without a
// viewer, or for System, it is the service itself.
func (tx *txn) audit(ctx context.Context, did auditRecord) error {
	entry := &ent.AuditEntry{
		Action: did.action, SubjectType: did.subjectType,
		Agent: domain.AgentSystem, Address: auth.Address(ctx), CreatedAt: tx.now,
	}
	if did.subject != uuid.Nil {
		entry.SubjectID = &did.subject
	}
	if v := auth.From(ctx); v != nil && !v.System() {
		entry.ActorID, entry.Agent, entry.Address = &v.ID, domain.AgentAccount, v.Address
	}
	var err error
	if did.before != nil {
		if entry.Before, err = json.Marshal(did.before); err != nil {
			return fmt.Errorf("audit of %s: %w", did.action, err)
		}
	}
	if did.after != nil {
		if entry.After, err = json.Marshal(did.after); err != nil {
			return fmt.Errorf("audit of %s: %w", did.action, err)
		}
	}
	tx.auditEntries = append(tx.auditEntries, entry)
	return nil
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
