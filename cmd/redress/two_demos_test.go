package main

import (
	"strings"
	"sync"
	"testing"

	"github.com/redress/redress/internal/testenv/dbtest"
)

// Two instances that begin with one empty PostgreSQL both serve the demo, which one of them has
// loaded.
func TestTwoDemosAtOnce(t *testing.T) {
	t.Parallel()
	h := newInstallation(t)
	h.database = dbtest.URL(t, "postgres")
	var both sync.WaitGroup
	started := make([]*process, 2)
	for i := range started {
		both.Go(func() { started[i] = h.startProcess(t) })
	}
	both.Wait()
	loaded := 0
	for _, p := range started {
		if p == nil {
			t.Fatal("one of them did not start")
		}
		loaded += strings.Count(p.out.String(), "Loaded the demo data.")
		if !strings.Contains(p.out.String(), "superadmin@example.com") {
			t.Errorf("it shows no demo:\n%s", p.out)
		}
	}
	if loaded != 1 {
		t.Errorf("the demo was loaded %d times", loaded)
	}
}
