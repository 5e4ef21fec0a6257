package gqlhttp_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/internal/fault"
	. "github.com/redress/redress/internal/testenv"
)

// TestDeadlineBeforeExecution: a request whose time is over before it is executed is told so. The
// library has no response for it.
func TestDeadlineBeforeExecution(t *testing.T) {
	var logged bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, nil)))
	defer slog.SetDefault(before)
	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	s := Start(t, Databases()[0])
	for _, accept := range []string{"", "application/graphql-response+json", "text/event-stream"} {
		t.Run(accept, func(t *testing.T) {
			r := httptest.NewRequestWithContext(late, http.MethodPost, "/graphql", strings.NewReader(`{"query":"{ __typename }"}`))
			r.Header.Set("Content-Type", "application/json")
			if accept != "" {
				r.Header.Set("Accept", accept)
			}
			w := httptest.NewRecorder()
			s.Service.Handler.ServeHTTP(w, r)
			if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), `"UNAVAILABLE"`) || strings.Contains(w.Body.String(), `"data"`) {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
	t.Run("a query of the service's own", func(t *testing.T) {
		_, err := gqlhttp.NewReader(struct{ generated.ResolverRoot }{}).Read(late, "{ __typename }", nil)
		if !fault.Is(err, fault.Unavailable) {
			t.Error(err)
		}
	})
	if strings.Contains(logged.String(), "panic") || strings.Contains(logged.String(), "goroutine") {
		t.Errorf("logged %.500s", logged.String())
	}
}
