package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// A client that has left is no failure of the service; a request that took too long is one.
func TestHasLeft(t *testing.T) {
	t.Parallel()
	left, leave := context.WithCancel(t.Context())
	leave()
	late, stop := context.WithDeadline(t.Context(), time.Unix(0, 0))
	t.Cleanup(stop)
	for name, c := range map[string]struct {
		ctx  context.Context
		want bool
	}{
		"waiting": {t.Context(), false},
		"gone":    {left, true},
		"late":    {late, false},
	} {
		if got := hasLeft(httptest.NewRequestWithContext(c.ctx, http.MethodGet, "/", nil)); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
