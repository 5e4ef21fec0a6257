package desk_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
)

// Whoever hangs up midway is not told, but what was done stays done and the rest is not.
func TestBulkGivenUpMidway(t *testing.T) {
	each(t, func(p *fixture) {
		p.AddAccount("admin@example.com", domain.RoleAdmin)
		access := p.SignIn("admin@example.com").Access
		var all []tx.Target
		for range 5 {
			c, err := p.Submit(p.At("192.0.2.1", access), desk.Submission{Title: "Lamp", Source: domain.SourcePhone})
			p.OK(err)
			all = append(all, tx.Target{ID: c.ID})
		}
		// Each transaction asks for the time when it begins and when it has its locks; the third
		// one finds its caller gone.
		ctx, hangUp := context.WithCancel(p.At("192.0.2.1", access))
		defer hangUp()
		config, runner, asked := p.DeskConfig, *p.IdentityConfig.Runner, 0
		config.Runner = &runner
		runner.Clock = func() time.Time {
			if asked++; asked == 5 {
				hangUp()
			}
			return p.Clock.Now()
		}
		d := desk.New(config)
		asked = 0
		results, err := d.MoveAll(ctx, domain.ActionReject, all, desk.Remark{ReasonCode: "not_ours", PublicNote: "Not ours."})
		p.OK(err)
		for i, r := range results {
			done := i < 2
			if done != (r.Err == nil) || !done && !errors.Is(r.Err, context.Canceled) {
				p.T.Errorf("row %d: %v", i, r.Err)
			}
			c, err := p.DB.Client().Complaint.Get(p.System(), all[i].ID)
			p.OK(err)
			if (c.Status == domain.ComplaintRejected) != done {
				p.T.Errorf("row %d is %s", i, c.Status)
			}
			n, err := p.DB.Client().AuditEntry.Query().
				Where(auditentry.SubjectID(c.ID), auditentry.Action("complaint.reject")).Count(p.System())
			p.OK(err)
			if (n == 1) != done {
				p.T.Errorf("row %d: %d entries", i, n)
			}
		}
	})
}
