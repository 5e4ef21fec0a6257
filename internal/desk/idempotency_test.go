package desk_test

import (
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/testenv/roomtest"
)

// Of two requests that come fifty times each under one key, all at once, one is done and
// answered fifty times; the other one is told that the key is in use.
func TestOneKeyTwoRequests(t *testing.T) {
	each(t, func(p *fixture) {
		p.AddAccount("user@example.com", domain.RoleUser)
		ctx := p.At("192.0.2.1", p.SignIn("user@example.com").Access)
		var mu sync.Mutex
		made := map[uuid.UUID]int{}
		errs := roomtest.Parallel(100, func(i int) error {
			in := desk.Submission{Title: []string{"Lamp", "Bench"}[i%2], Source: domain.SourceWeb}
			ctx := tx.WithIdempotencyKey(ctx, tx.IdempotentRequest{Key: "k", Operation: "submit", Input: in})
			c, err := p.Submit(ctx, in)
			if err == nil {
				mu.Lock()
				made[c.ID]++
				mu.Unlock()
			}
			return err
		})
		if count := roomtest.CountByCode(errs); count[""] != 50 || count[fault.IdempotencyMismatch] != 50 || len(made) != 1 {
			p.T.Errorf("responses: %v, rows: %v", count, made)
		}
		n, err := p.DB.Client().Complaint.Query().Where(complaint.TitleIn("Lamp", "Bench")).Count(p.System())
		p.OK(err)
		if n != 1 {
			p.T.Errorf("%d complaints", n)
		}

		// What fails leaves the key as new: of fifty that are refused none is remembered.
		nowhere := uuid.New()
		errs = roomtest.Parallel(50, func(int) error {
			in := desk.Submission{Title: "Lamp", Source: domain.SourceWeb, Zone: &nowhere}
			_, err := p.Submit(tx.WithIdempotencyKey(ctx, tx.IdempotentRequest{Key: "other", Operation: "submit", Input: in}), in)
			return err
		})
		if count := roomtest.CountByCode(errs); count[fault.Validation] != 50 {
			p.T.Errorf("responses: %v", count)
		}
		in := desk.Submission{Title: "Lamp", Source: domain.SourceWeb}
		_, err = p.Submit(tx.WithIdempotencyKey(ctx, tx.IdempotentRequest{Key: "other", Operation: "submit", Input: in}), in)
		p.OK(err)
	})
}
