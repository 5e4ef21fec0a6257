package desk_test

import (
	"testing"

	"github.com/redress/redress/internal/testenv/roomtest"
)

// fixture is what the tests of complaints and tasks have in addition.
type fixture struct{ *roomtest.Fixture }

func TestMain(m *testing.M) { roomtest.Main(m) }

// each runs a test on each database.
func each(t *testing.T, test func(p *fixture)) {
	t.Helper()
	roomtest.Each(t, func(p *roomtest.Fixture) { test(&fixture{p}) })
}

// run runs a test of one case, which p reports to.
func (p *fixture) run(name string, test func(p *fixture)) {
	p.T.Helper()
	p.Run(name, func(one *roomtest.Fixture) { test(&fixture{one}) })
}
