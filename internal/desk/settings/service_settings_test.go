package settings_test

import (
	"testing"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv/roomtest"
)

// TestFirstStart: a service without accounts says so, until there is one.
func TestFirstStart(t *testing.T) {
	t.Parallel()
	roomtest.Each(t, func(p *roomtest.Fixture) {
		for _, first := range []bool{true, false} {
			info, err := p.Settings.Info(t.Context())
			p.OK(err)
			if info.FirstStart != first {
				t.Errorf("first start is %v, want %v", info.FirstStart, first)
			}
			if first {
				p.AddAccount("first@example.org", domain.RoleSuperAdmin)
			}
		}
	})
}
