package desk_test

import (
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// Of two requests that come fifty times each under one key, all at once, one is done and
// answered fifty times; the other one is told that the key is in use.
func TestOneKeyTwoRequests(t *testing.T) {
	each(t, func(p *fixture) {
		p.account("user@example.com", domain.RoleUser)
		ctx := p.at("192.0.2.1", p.login("user@example.com").Access)
		var mu sync.Mutex
		made := map[uuid.UUID]int{}
		errs := parallel(100, func(i int) error {
			in := desk.Submission{Title: []string{"Lamp", "Bench"}[i%2], Source: domain.SourceWeb}
			ctx := desk.WithIdempotencyKey(ctx, desk.IdempotentRequest{Key: "k", Operation: "submit", Input: in})
			c, err := p.Submit(ctx, in)
			if err == nil {
				mu.Lock()
				made[c.ID]++
				mu.Unlock()
			}
			return err
		})
		if count := countByCode(errs); count[""] != 50 || count[fault.IdempotencyMismatch] != 50 || len(made) != 1 {
			p.t.Errorf("responses: %v, rows: %v", count, made)
		}
		n, err := p.config.Client.Complaint.Query().Where(complaint.TitleIn("Lamp", "Bench")).Count(p.system())
		p.ok(err)
		if n != 1 {
			p.t.Errorf("%d complaints", n)
		}

		// What fails leaves the key as new: of fifty that are refused none is remembered.
		nowhere := uuid.New()
		errs = parallel(50, func(int) error {
			in := desk.Submission{Title: "Lamp", Source: domain.SourceWeb, Zone: &nowhere}
			_, err := p.Submit(desk.WithIdempotencyKey(ctx, desk.IdempotentRequest{Key: "other", Operation: "submit", Input: in}), in)
			return err
		})
		if count := countByCode(errs); count[fault.Validation] != 50 {
			p.t.Errorf("responses: %v", count)
		}
		in := desk.Submission{Title: "Lamp", Source: domain.SourceWeb}
		_, err = p.Submit(desk.WithIdempotencyKey(ctx, desk.IdempotentRequest{Key: "other", Operation: "submit", Input: in}), in)
		p.ok(err)
	})
}
