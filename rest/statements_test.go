package rest_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv"
)

// TestStatements: the number of statements of a path does not depend on the number of rows.
func TestStatements(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		for _, tt := range []struct {
			name, as, path string
			most           int64
		}{
			{"status log", testenv.User, "/api/complaints/" + s.Samples.Complaint.String() + "/status-log/", 1},
			{"payments", testenv.Admin, "/api/admin/service-providers/" + s.Samples.Provider.String() + "/payments/?limit=100", 4},
			{"broadcasts", testenv.Admin, "/api/admin/notifications/broadcasts/", 1},
			{"broadcast", testenv.Admin, "/api/admin/notifications/broadcasts/" + s.Samples.Broadcast.String() + "/", 3},
			{"task updates", testenv.Solver, "/api/solver/tasks/" + s.Samples.Task.String() + "/updates/", 3},
		} {
			t.Run(tt.name, func(t *testing.T) {
				s.get(t, tt.as, tt.path) // so that the viewer is cached
				ctx, counter := store.CountStatements(t.Context())
				r := httptest.NewRequestWithContext(ctx, http.MethodGet, tt.path, http.NoBody)
				r.Header.Set("Authorization", "Bearer "+s.Token(t, tt.as))
				w := httptest.NewRecorder()
				s.Service.Handler.ServeHTTP(w, r)
				if n := counter.N(); w.Code != http.StatusOK || n > tt.most {
					t.Errorf("%d, %d statements, at most %d", w.Code, n, tt.most)
				}
			})
		}
	})
}
