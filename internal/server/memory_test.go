package server

import "testing"

// TestMemoryIsReturnedOnce: when much was allocated and then little, and not again until there was much.
func TestMemoryIsReturnedOnce(t *testing.T) {
	var q quiet
	var garbage []byte
	work := func() { garbage = make([]byte, 2*quietBytes) }
	work()
	for i, step := range []struct {
		busy, begins bool
	}{{true, false}, {false, true}, {false, false}, {true, false}, {true, false}, {false, true}, {false, false}} {
		if step.busy {
			work()
		}
		if got := q.begins(); got != step.begins {
			t.Errorf("step %d: %t with %d bytes of garbage", i, got, len(garbage))
		}
	}
}
