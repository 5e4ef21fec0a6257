package desk_test

import (
	"testing"

	"github.com/redress/redress/internal/domain"
)

// TestFirstStart: a service without accounts says so, until there is one.
func TestFirstStart(t *testing.T) {
	t.Parallel()
	each(t, func(p *fixture) {
		for _, first := range []bool{true, false} {
			info, err := p.Info(t.Context())
			p.ok(err)
			if info.FirstStart != first {
				t.Errorf("first start is %v, want %v", info.FirstStart, first)
			}
			if first {
				p.account("first@example.org", domain.RoleSuperAdmin)
			}
		}
	})
}
