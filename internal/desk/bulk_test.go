package desk_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/domain"
)

// Whoever hangs up midway is not told, but what was done stays done and the rest is not.
func TestBulkGivenUpMidway(t *testing.T) {
	each(t, func(p *fixture) {
		p.account("admin@example.com", domain.RoleAdmin)
		access := p.login("admin@example.com").Access
		var all []desk.Target
		for range 5 {
			c, err := p.Submit(p.at("192.0.2.1", access), desk.Submission{Title: "Lamp", Source: domain.SourcePhone})
			p.ok(err)
			all = append(all, desk.Target{ID: c.ID})
		}
		// Each transaction asks for the time when it begins and when it has its locks; the third
		// one finds its caller gone.
		ctx, hangUp := context.WithCancel(p.at("192.0.2.1", access))
		defer hangUp()
		config, asked := p.config, 0
		config.Now = func() time.Time {
			if asked++; asked == 5 {
				hangUp()
			}
			return p.clock.Now()
		}
		d, err := desk.New(config)
		p.ok(err)
		asked = 0
		results, err := d.MoveAll(ctx, domain.ActionReject, all, desk.Remark{ReasonCode: "not_ours", PublicNote: "Not ours."})
		p.ok(err)
		for i, r := range results {
			done := i < 2
			if done != (r.Err == nil) || !done && !errors.Is(r.Err, context.Canceled) {
				p.t.Errorf("row %d: %v", i, r.Err)
			}
			c, err := p.config.Client.Complaint.Get(p.system(), all[i].ID)
			p.ok(err)
			if (c.Status == domain.ComplaintRejected) != done {
				p.t.Errorf("row %d is %s", i, c.Status)
			}
			n, err := p.config.Client.AuditEntry.Query().
				Where(auditentry.SubjectID(c.ID), auditentry.Action("complaint.reject")).Count(p.system())
			p.ok(err)
			if (n == 1) != done {
				p.t.Errorf("row %d: %d entries", i, n)
			}
		}
	})
}
