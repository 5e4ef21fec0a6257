package desk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/idempotencykey"
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

// idempotentRequestOf is the context's idempotent request; nil for a request without a key.
func idempotentRequestOf(ctx context.Context) *IdempotentRequest {
	o, _ := ctx.Value(idempotencyContextKey{}).(*IdempotentRequest)
	return o
}

// inIdempotentTx runs do in a transaction, as tx does. Under a key that was used for this very request
// do is not run, and made becomes what it made then.
func (d *Desk) inIdempotentTx(ctx context.Context, made *uuid.UUID, do func(tx *txn) error) error {
	return d.inIdempotentTxOrFound(ctx, made, new(bool), do)
}

// inIdempotentTxOrFound is inIdempotentTx for what may find its row there already, which a
// repetition reports again.
func (d *Desk) inIdempotentTxOrFound(ctx context.Context, made *uuid.UUID, found *bool, do func(tx *txn) error) error {
	o := idempotentRequestOf(ctx)
	if o == nil {
		return d.tx(ctx, do)
	}
	if err := o.check(); err != nil {
		return err
	}
	digest, err := o.digest(ctx)
	if err != nil {
		return err
	}
	before, attempts := *made, 0
	return d.tx(ctx, func(tx *txn) error {
		attempts++
		*made, *found = before, false
		key, first, err := tx.claimKey(ctx, o, digest)
		if err != nil {
			return err
		}
		if !first && attempts > 1 { // do has left what it made before it was rolled back
			return busy()
		}
		if !first {
			*made, *found = *key.ResultID, key.Found
			return nil
		}
		if err := do(tx); err != nil {
			return err
		}
		return tx.Later.IdempotencyKey.Update().Where(idempotencykey.ID(key.ID)).SetResultID(*made).SetFound(*found).
			Exec(auth.System(ctx, "remember what a key stands for"))
	})
}

// busy is the answer to a request whose repetition was faster than itself.
func busy() error {
	f := fault.New(fault.Unavailable, "The same request is being done at this moment. Please try again in a moment.")
	f.RetryAfter = time.Second
	return f
}

func (o *IdempotentRequest) check() error {
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
	said, err := json.Marshal([]any{auth.From(ctx).ID, o.Operation, members, o.file})
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
func (tx *txn) claimKey(ctx context.Context, o *IdempotentRequest, digest string) (key *ent.IdempotencyKey, first bool, err error) {
	sys := auth.System(ctx, "recognize a repeated request")
	account, fresh := auth.From(ctx).ID, domain.NewID(domain.KindIdempotencyKey)
	made, err := tx.IdempotencyKey.Create().SetID(fresh).
		SetAccountID(account).SetKey(o.Key).SetOperation(o.Operation).SetDigest(digest).
		SetCreatedAt(tx.now).SetExpiresAt(tx.now.Add(domain.IdempotencyKeyRetention)).
		OnConflict(
			sql.ConflictColumns(idempotencykey.FieldAccountID, idempotencykey.FieldKey),
			sql.ResolveWithIgnore(), // which locks the row that is there
		).
		Save(sys)
	if err != nil {
		return nil, false, err
	}
	if made.ID == fresh {
		return &ent.IdempotencyKey{ID: fresh}, true, nil
	}
	key, err = tx.IdempotencyKey.Query().
		Where(idempotencykey.AccountID(account), idempotencykey.Key(o.Key)).Only(sys)
	switch {
	case err != nil:
		return nil, false, err
	case !key.ExpiresAt.After(tx.now): // and not purged yet
		key, err = tx.IdempotencyKey.UpdateOne(key).SetOperation(o.Operation).SetDigest(digest).
			SetCreatedAt(tx.now).SetExpiresAt(tx.now.Add(domain.IdempotencyKeyRetention)).ClearResultID().SetFound(false).Save(sys)
		return key, true, err
	case key.Digest != digest:
		return nil, false, keyMismatch()
	default:
		return key, false, nil
	}
}

// keyUsed reports whether the key of a request is in use, whatever for.
func (d *Desk) keyUsed(ctx context.Context, o *IdempotentRequest) (bool, error) {
	return d.client.IdempotencyKey.Query().
		Where(
			idempotencykey.AccountID(auth.From(ctx).ID), idempotencykey.Key(o.Key),
			idempotencykey.ExpiresAtGT(d.now()),
		).
		Exist(auth.System(ctx, "recognize a repeated request"))
}

func keyMismatch() error {
	f := fault.New(fault.IdempotencyMismatch, "This key was used for another request.")
	f.Fields = []fault.Field{fault.Input("idempotencyKey", "mismatch", "was used for another request")}
	return f
}

// purgeIdempotencyKeys deletes the keys whose day is over and returns how many.
func (d *Desk) purgeIdempotencyKeys(ctx context.Context) (int, error) {
	const batch = 1000
	sys := auth.System(ctx, "purge idempotency keys")
	purged := 0
	for {
		old, err := d.client.IdempotencyKey.Query().
			Where(idempotencykey.ExpiresAtLTE(d.now())).
			Order(ent.Asc(idempotencykey.FieldExpiresAt)).
			Limit(batch).IDs(sys)
		if err != nil || len(old) == 0 {
			return purged, err
		}
		// One that was used anew meanwhile stays.
		n, err := d.client.IdempotencyKey.Delete().
			Where(idempotencykey.IDIn(old...), idempotencykey.ExpiresAtLTE(d.now())).Exec(sys)
		if purged += n; err != nil {
			return purged, err
		}
	}
}
