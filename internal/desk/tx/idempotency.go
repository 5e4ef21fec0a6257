package tx

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/idempotencykey"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// IdempotentRequest is a request under a key that its caller drew, so that it can be sent again when its
// answer was lost.
type IdempotentRequest struct {
	Key       string
	Operation string   // the mutation's name
	Input     any      // what it is given, as JSON; its member idempotencyKey does not count
	file      []string // what tells the file of an upload
}

type idempotencyContextKey struct{}

// WithIdempotencyKey lets the verb that is called with the context do its work a single time:
// every verb that makes something asks for it. The same request again under the key writes
// nothing and returns the row of the first time as it stands now, whatever the verb itself would
// say by then; only the right to it is asked anew. Another request under the key is
// idempotency_mismatch. A key is its account's own, and good for a day; what fails uses none.
func WithIdempotencyKey(ctx context.Context, o IdempotentRequest) context.Context {
	return context.WithValue(ctx, idempotencyContextKey{}, &o)
}

// IdempotentRequestOf is the context's idempotent request; nil for a request without a key.
func IdempotentRequestOf(ctx context.Context) *IdempotentRequest {
	o, _ := ctx.Value(idempotencyContextKey{}).(*IdempotentRequest)
	return o
}

// Made is the row that a request stands for.
type Made[T any] struct {
	ID    uuid.UUID
	Found bool // it was there already
	Row   T    // as the transaction left it, or the zero value
}

// Once is In for what makes a row. Under a key that was used for this very request do is not run, and the result is the id
// of what was made then, and whether it was found.
func Once[T any](ctx context.Context, r *Runner, do func(t *Tx) (Made[T], error)) (Made[T], error) {
	o := IdempotentRequestOf(ctx)
	if o == nil {
		return In(ctx, r, do)
	}
	if err := o.Check(); err != nil {
		return Made[T]{}, err
	}
	digest, err := o.digest(ctx)
	if err != nil {
		return Made[T]{}, err
	}
	return In(ctx, r, func(t *Tx) (made Made[T], err error) {
		key, first, err := t.claimKey(ctx, o, digest)
		if err != nil {
			return made, err
		}
		if !first {
			return Made[T]{ID: *key.ResultID, Found: key.Found}, nil
		}
		if made, err = do(t); err != nil {
			return made, err
		}
		return made, t.Later.IdempotencyKey.Update().Where(idempotencykey.ID(key.ID)).SetResultID(made.ID).SetFound(made.Found).
			Exec(auth.System(ctx, "remember what a key stands for"))
	})
}

// Make is Once for what is read again after the commit.
func (r *Runner) Make(ctx context.Context, do func(t *Tx) (uuid.UUID, error)) (uuid.UUID, error) {
	made, err := Once(ctx, r, func(t *Tx) (Made[struct{}], error) {
		id, err := do(t)
		return Made[struct{}]{ID: id}, err
	})
	return made.ID, err
}

// WithFile returns the request for a file, which is told by what is given.
func (o IdempotentRequest) WithFile(toldBy ...string) IdempotentRequest {
	o.file = toldBy
	return o
}

// Check returns what is wrong with the key.
func (o *IdempotentRequest) Check() error {
	invisible := func(r rune) bool { return r <= ' ' || r > '~' }
	switch {
	case o.Key == "", strings.ContainsFunc(o.Key, invisible):
		return fault.Invalid(fault.Input("idempotencyKey", "invalid", "must be visible ASCII characters"))
	case len(o.Key) > domain.MaxIdempotencyKey:
		return fault.Invalid(fault.Input("idempotencyKey", "too_long", "must be at most %d characters", domain.MaxIdempotencyKey))
	}
	return nil
}

// digest returns what distinguishes one request from another. The input itself is not kept, and
// the account goes in, as with the digests of the audit.
func (o *IdempotentRequest) digest(ctx context.Context) (string, error) {
	input, err := json.Marshal(o.Input)
	if err != nil {
		return "", err
	}
	var members map[string]json.RawMessage // spelled in the order of their names
	if err := json.Unmarshal(input, &members); err != nil {
		return "", err
	}
	delete(members, "idempotencyKey")
	said, err := json.Marshal([]any{auth.From(ctx).Key(), o.Operation, members, o.file})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(said)
	return hex.EncodeToString(sum[:]), nil
}

// claimKey returns the row of a key, which it makes when there is none, and whether this is its
// first use: then the transaction must say what was made. Of many who come at once with a new key
// all but one wait here until that one's transaction has ended, so it comes before every other
// lock.
func (t *Tx) claimKey(ctx context.Context, o *IdempotentRequest, digest string) (key *ent.IdempotencyKey, first bool, err error) {
	sys := auth.System(ctx, "recognize a repeated request")
	v, fresh := auth.From(ctx), domain.NewID(domain.KindIdempotencyKey)
	create, whose := t.IdempotencyKey.Create().SetAccountID(v.ID), idempotencykey.FieldAccountID
	if v.HasLink() {
		create, whose = t.IdempotencyKey.Create().SetLinkID(v.SessionID), idempotencykey.FieldLinkID
	}
	made, err := create.SetID(fresh).SetKey(o.Key).SetOperation(o.Operation).SetDigest(digest).
		SetCreatedAt(t.Now).SetExpiresAt(t.Now.Add(domain.IdempotencyKeyRetention)).
		OnConflict(
			sql.ConflictColumns(whose, idempotencykey.FieldKey),
			sql.ResolveWithIgnore(), // which locks the row that is there
		).
		Save(sys)
	if err != nil {
		return nil, false, err
	}
	if made.ID == fresh {
		return &ent.IdempotencyKey{ID: fresh}, true, nil
	}
	key, err = t.IdempotencyKey.Query().
		Where(chosenBy(v), idempotencykey.Key(o.Key)).Only(sys)
	switch {
	case err != nil:
		return nil, false, err
	case !key.ExpiresAt.After(t.Now): // and not purged yet
		key, err = t.IdempotencyKey.UpdateOne(key).SetOperation(o.Operation).SetDigest(digest).
			SetCreatedAt(t.Now).SetExpiresAt(t.Now.Add(domain.IdempotencyKeyRetention)).ClearResultID().SetFound(false).Save(sys)
		return key, true, err
	case key.Digest != digest:
		return nil, false, keyMismatch()
	default:
		return key, false, nil
	}
}

// chosenBy finds the keys that a viewer has chosen.
func chosenBy(v *auth.Viewer) predicate.IdempotencyKey {
	if v.HasLink() {
		return idempotencykey.LinkID(v.SessionID)
	}
	return idempotencykey.AccountID(v.ID)
}

// KeyUsed reports whether the key of a request is in use, whatever for.
func (r *Runner) KeyUsed(ctx context.Context, o *IdempotentRequest) (bool, error) {
	return r.Client.IdempotencyKey.Query().
		Where(
			chosenBy(auth.From(ctx)), idempotencykey.Key(o.Key),
			idempotencykey.ExpiresAtGT(r.Now()),
		).
		Exist(auth.System(ctx, "recognize a repeated request"))
}

func keyMismatch() error {
	f := fault.New(fault.IdempotencyMismatch, "This key was used for another request.")
	f.Fields = []fault.Field{fault.Input("idempotencyKey", "mismatch", "was used for another request")}
	return f
}

// PurgeIdempotencyKeys deletes the keys whose day is over and returns how many.
func (r *Runner) PurgeIdempotencyKeys(ctx context.Context) (int, error) {
	sys := auth.System(ctx, "purge idempotency keys")
	return Purge(
		func(limit int) ([]uuid.UUID, error) {
			return r.Client.IdempotencyKey.Query().Where(idempotencykey.ExpiresAtLTE(r.Now())).
				Order(ent.Asc(idempotencykey.FieldExpiresAt)).Limit(limit).IDs(sys)
		},
		func(old []uuid.UUID) (int, error) { // one that was used anew meanwhile stays
			return r.Client.IdempotencyKey.Delete().Where(idempotencykey.IDIn(old...), idempotencykey.ExpiresAtLTE(r.Now())).Exec(sys)
		},
	)
}
