package ledger

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/internal/auth"
)

// ErrKey begins what is wrong with the key.
var ErrKey = errors.New("the ledger's key")

// Book writes and checks the ledger with its key.
type Book struct {
	key             *key
	payments, audit *shardSet
}

// Open returns the book of a database, with the key in a file, and begins the chains of an empty
// database: then it also makes the key, with its folder, where there is none. It begins the later shards of
// payments in a database that an older version has written. Any number of
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
		if heads, err = b.begin(ctx, client, chains, hasRows); err != nil {
			return nil, err
		}
		if len(heads) == 0 {
			return nil, errors.New("the database holds payments or audit entries, but has lost the heads of the ledger")
		}
	}
	for _, h := range heads {
		if h.KeyID != b.key.id {
			return nil, wrongKey(keyFile)
		}
	}
	if !slices.ContainsFunc(heads, isLater) {
		// Where somebody removed them all, their payments included, a check misses the payments that the audit knows.
		if heads, err = b.begin(ctx, client, paymentChains[1:], hasLaterPayments); err != nil {
			return nil, err
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
	return &Book{key: k, payments: newShardSet(paymentChains), audit: newShardSet(auditChains)}, nil
}

func wrongKey(keyFile string) error {
	return fmt.Errorf("%w %s is not the one that the ledger was begun with: put that one back; it can't be replaced", ErrKey, keyFile)
}

// begin makes the heads of chains, none of which there is, in one statement, unless rows of theirs are written, and
// returns all heads. Of two who begin at once the slower one finds the other's.
func (b *Book) begin(
	ctx context.Context, client *ent.Client, of []chain, written func(context.Context, *ent.Client) (bool, error),
) ([]*ent.ChainHead, error) {
	there, err := written(ctx, client)
	if err != nil {
		return nil, err
	}
	if !there {
		err := client.ChainHead.MapCreateBulk(of, func(c *ent.ChainHeadCreate, i int) {
			c.SetName(of[i].name).SetHash(b.key.origin(of[i].name)).SetKeyID(b.key.id)
		}).Exec(ctx)
		if err != nil && !ent.IsConstraintError(err) {
			return nil, err
		}
	}
	return client.ChainHead.Query().All(ctx) // after the rows: a head comes before its first row
}

func hasRows(ctx context.Context, client *ent.Client) (bool, error) {
	if paid, err := client.Payment.Query().Exist(ctx); paid || err != nil {
		return paid, err
	}
	return client.AuditEntry.Query().Exist(ctx)
}

func hasLaterPayments(ctx context.Context, client *ent.Client) (bool, error) {
	return client.Payment.Query().Where(payment.LaneNEQ(0)).Exist(ctx)
}
