package ledger

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
)

// Verification is a check of the whole ledger.
type Verification struct {
	Client     *ent.Client
	KeyFile    string
	Checkpoint string // file, or ""
	Now        func() time.Time
	Progress   func(rows, of int64) // unless nil, is called after each thousand rows or so
}

// Verified is what a verification found.
type Verified struct {
	Result

	Since time.Time // when the checkpoint that was there was made; zero where there was none
}

// Run checks all rows. Where all is well and a checkpoint is named, it is made or renewed. It
// changes nothing in the database, and makes no key. An error means that nothing is known about
// the ledger: a missing or another key, a checkpoint that was touched, a database that does not
// answer.
func (v Verification) Run(ctx context.Context) (*Verified, error) {
	ctx = auth.System(ctx, "verify the ledger")
	b, err := loadKey(v.KeyFile, false)
	if err != nil {
		return nil, err
	}
	out := &Verified{}
	w := &checker{key: b.key, client: v.Client, left: math.MaxInt64}
	if v.Checkpoint != "" {
		c, err := readCheckpoint(v.Checkpoint, b.key)
		if err != nil {
			return nil, err
		}
		if c != nil {
			out.Since, w.checkpoint = c.MadeAt, c.Ends
		}
	}
	heads, err := v.Client.ChainHead.Query().All(ctx)
	if err != nil {
		heads = nil // one that can't be read is a fault, which the check finds
	}
	if len(heads) > 0 && !slices.ContainsFunc(heads, func(h *ent.ChainHead) bool { return h.KeyID == b.key.id }) {
		return nil, wrongKey(v.KeyFile)
	}
	if v.Progress != nil {
		var of int64
		for _, h := range heads {
			of += h.Seq
		}
		w.progress = func(rows int64) { v.Progress(rows, of) }
	}
	if out.Fault, err = w.run(ctx); err != nil {
		return nil, err
	}
	out.Rows, out.Complete = w.rows, out.Fault == nil
	if out.Complete && v.Checkpoint != "" {
		made := checkpoint{KeyID: b.key.id, MadeAt: v.Now().UTC().Truncate(time.Millisecond), Ends: w.ends}
		return out, made.write(v.Checkpoint, b.key)
	}
	return out, nil
}
