package tx

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// Values are columns and what stood or stands in them, as the audit shows them. Personal
// ones go in as digest only, secrets never.
type Values map[string]any

// Record is what the audit remembers: what was done to which row, and what changed.
type Record struct {
	Action        string    // noun.verb
	SubjectType   string    // as the graph names it
	Subject       uuid.UUID // zero when there is none
	Before, After Values
}

// Audit records an operation, whose entry is written in its transaction, when that ends. Who did
// it is the viewer of the context, so a verb must not hand on its own System context; without a
// viewer, or for System, it is the runner's agent.
func (t *Tx) Audit(ctx context.Context, did Record) error {
	entry := &ent.AuditEntry{
		Action: did.Action, SubjectType: did.SubjectType,
		Agent: cmp.Or(t.runner.Agent, domain.AgentSystem), Address: auth.Address(ctx), CreatedAt: t.Now,
	}
	if did.Subject != uuid.Nil {
		entry.SubjectID = &did.Subject
	}
	if v := auth.From(ctx); v != nil && !v.System() {
		entry.ActorID, entry.Agent, entry.Address = AccountOf(ctx), AgentOf(v), v.Address
	}
	if v := auth.From(ctx); v.HasLink() {
		did.After = maps.Clone(did.After)
		if did.After == nil {
			did.After = Values{}
		}
		did.After["link_id"] = v.SessionID
	}
	var err error
	if did.Before != nil {
		if entry.Before, err = json.Marshal(did.Before); err != nil {
			return fmt.Errorf("audit of %s: %w", did.Action, err)
		}
	}
	if did.After != nil {
		if entry.After, err = json.Marshal(did.After); err != nil {
			return fmt.Errorf("audit of %s: %w", did.Action, err)
		}
	}
	t.entries = append(t.entries, entry)
	return nil
}

// CheckHourly returns a refusal, which asks to come back in an hour, if some actions were done to a subject so often within one.
func (t *Tx) CheckHourly(ctx context.Context, subject uuid.UUID, most int, refusal *fault.Error, actions ...string) error {
	n, err := t.AuditEntry.Query().
		Where(auditentry.SubjectID(subject), auditentry.ActionIn(actions...), auditentry.CreatedAtGT(t.Now.Add(-time.Hour))).
		Count(auth.System(ctx, "see how often something was done"))
	if err != nil || n < most {
		return err
	}
	refusal.RetryAfter = time.Hour
	return refusal
}

// Digest stands in the audit for a personal value of an account. It shows that the value
// changed, and whoever knows a value can check it, but it does not tell it: the person can
// be erased without touching history. The account's id goes into it, so that the same value
// of two people looks different and no table made beforehand helps; it is no key, because a
// key could be lost, and with it the use of all digests.
func Digest(account uuid.UUID, value string) string {
	if value == "" {
		return ""
	}
	sum := sha256.New()
	_, _ = sum.Write(account[:]) // a hash never fails
	_, _ = sum.Write([]byte(value))
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
}

// AccountOf is the viewer's account; nil for the service itself, and for whoever holds a link.
func AccountOf(ctx context.Context) *uuid.UUID {
	if v := auth.From(ctx); v != nil && !v.System() && !v.HasLink() {
		return &v.ID
	}
	return nil
}

// AgentOf returns on whose behalf a viewer acts.
func AgentOf(v *auth.Viewer) domain.Agent {
	switch {
	case v.System():
		return domain.AgentSystem
	case v.HasLink():
		return domain.AgentLink
	default:
		return domain.AgentAccount
	}
}
