package ledger

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"sync/atomic"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
)

// shards is how many chains audit entries have. Fewer would leave rows without a chain, so it
// only ever grows, with a head for each new shard.
const shards = 16

// ErrKey begins what is wrong with the key.
var ErrKey = errors.New("the ledger's key")

// Book writes and checks the ledger with its key.
type Book struct {
	key       *key
	nextShard atomic.Uint32 // whose shard is next
	shards    [shards]shard
}

// Open returns the book of a database, with the key in a file, and begins the chains of an empty
// database: then it also makes the key, with its folder, where there is none. Any number of
// instances may do it at once. An error is a sentence for the operator: a key that is missing,
// weak, readable by others or not the one that the ledger was begun with.
func Open(ctx context.Context, client *ent.Client, keyFile string) (*Book, error) {
	ctx = auth.System(ctx, "open the ledger")
	heads, err := client.ChainHead.Query().All(ctx)
	if err != nil {
		return nil, err
	}
	b, err := loadKey(keyFile, len(heads) == 0)
	if err != nil {
		return nil, err
	}
	if len(heads) == 0 {
		if heads, err = b.createHeads(ctx, client); err != nil {
			return nil, err
		}
	}
	for _, h := range heads {
		if h.KeyID != b.key.id {
			return nil, wrongKey(keyFile)
		}
	}
	if len(heads) < len(chains) {
		return nil, errors.New("the database has lost heads of the ledger: run redress verify-ledger")
	}
	return b, nil
}

// loadKey reads the key, and makes it where it is missing and may be made.
func loadKey(keyFile string, begin bool) (*Book, error) {
	k, err := readKey(keyFile)
	switch {
	case errors.Is(err, fs.ErrNotExist) && begin:
		k, err = createKey(keyFile)
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w %s is missing: put back the one that the ledger was begun with; "+
			"nothing can be written or checked without it", ErrKey, keyFile)
	}
	if err != nil {
		return nil, fmt.Errorf("%w %s: %w", ErrKey, keyFile, err)
	}
	b := &Book{key: k}
	b.nextShard.Store(rand.Uint32()) // so that instances start on different shards
	return b, nil
}

func wrongKey(keyFile string) error {
	return fmt.Errorf("%w %s is not the one that the ledger was begun with: put that one back; it can't be replaced", ErrKey, keyFile)
}

// createHeads makes the heads of a database whose ledger is empty. Of two who begin at once the
// slower one finds the other's.
func (b *Book) createHeads(ctx context.Context, client *ent.Client) ([]*ent.ChainHead, error) {
	written, err := hasRows(ctx, client)
	if err != nil {
		return nil, err
	}
	if !written {
		err := client.ChainHead.MapCreateBulk(chains, func(c *ent.ChainHeadCreate, i int) {
			c.SetName(chains[i].name).SetHash(b.key.origin(chains[i].name)).SetKeyID(b.key.id)
		}).Exec(ctx)
		if err != nil && !ent.IsConstraintError(err) {
			return nil, err
		}
	}
	heads, err := client.ChainHead.Query().All(ctx) // after the rows: a head comes before its first row
	if err == nil && len(heads) == 0 {
		err = errors.New("the database holds payments or audit entries, but has lost the heads of the ledger")
	}
	return heads, err
}

func hasRows(ctx context.Context, client *ent.Client) (bool, error) {
	if paid, err := client.Payment.Query().Exist(ctx); paid || err != nil {
		return paid, err
	}
	return client.AuditEntry.Query().Exist(ctx)
}
