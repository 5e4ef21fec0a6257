package rest_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv"
)

// TestStatements: the number of statements of a path does not depend on the number of rows, and their texts are kept.
func TestStatements(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		s.Clock.Stop() // a viewer stays known, however long a request takes
		for _, tt := range []struct {
			name, as, path string
			most           int64
		}{
			{"status log", testenv.User, "/api/complaints/" + s.Samples.Complaint.String() + "/status-log/", 1},
			{"payments", testenv.Admin, "/api/admin/service-providers/" + s.Samples.Provider.String() + "/payments/?limit=100", 2},
			{"broadcasts", testenv.Admin, "/api/admin/notifications/broadcasts/", 1},
			{"broadcast", testenv.Admin, "/api/admin/notifications/broadcasts/" + s.Samples.Broadcast.String() + "/", 3},
			{"task updates", testenv.Solver, "/api/solver/tasks/" + s.Samples.Task.String() + "/updates/", 3},
		} {
			t.Run(tt.name, func(t *testing.T) {
				s.get(t, tt.as, tt.path) // now the viewer is known, and the texts are kept
				ctx, counter := store.CountStatements(t.Context())
				r := httptest.NewRequestWithContext(ctx, http.MethodGet, tt.path, http.NoBody)
				r.Header.Set("Authorization", "Bearer "+s.Token(t, tt.as))
				w := httptest.NewRecorder()
				s.Service.Handler.ServeHTTP(w, r)
				if w.Code != http.StatusOK {
					t.Fatal(w.Code)
				}
				if n, written := counter.N(), counter.Written(); n > tt.most || written > 0 {
					t.Errorf("%d statements, at most %d, and %d written", n, tt.most, written)
				}
			})
		}
	})
}

// TestStatementsOfUploads: what decides about a file is asked in one statement before its first byte is read, and in
// one more under a lock.
func TestStatementsOfUploads(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		edges := s.MustExecute(t, testenv.User, `{ complaints(first: 1, where: {statusIn: [SUBMITTED, ASSIGNED, IN_PROGRESS]}) { edges { node { uploadUrl } } } }`, nil)
		complaint := edges.At("complaints", "edges").([]any)[0].(map[string]any)["node"].(map[string]any)["uploadUrl"].(string)
		for _, tt := range []struct {
			name, as, path, key    string
			shade                  uint8
			status, postgres, lite int
		}{
			{"for an update", testenv.Solver, uploadPath(s.Samples.Update), "", 91, http.StatusCreated, 8, 11},
			{"the same again", testenv.Solver, uploadPath(s.Samples.Update), "", 91, http.StatusOK, 4, 4},
			{"under a key", testenv.Solver, uploadPath(s.Samples.Update), "uploads", 92, http.StatusCreated, 9, 13},
			{"for a complaint, and who is told of it", testenv.User, complaint, "", 91, http.StatusCreated, 12, 15},
			{"one more for it", testenv.User, complaint, "", 92, http.StatusCreated, 8, 11},
		} {
			body, kind := form(t, file(photo(t, tt.shade)))
			s.Clock.Stop() // who was just looked up stays known, however long the upload takes
			s.Clock.Advance(time.Second)
			s.do(t, testenv.Request{As: tt.as, Path: "/media/" + domain.NewID(domain.KindMedia).String()}) // who asks was looked up now
			ctx, counter := store.CountStatements(t.Context())
			r := httptest.NewRequestWithContext(ctx, http.MethodPost, tt.path, body)
			r.Header.Set("Authorization", "Bearer "+s.Token(t, tt.as))
			r.Header.Set("Content-Type", kind)
			if tt.key != "" {
				r.Header.Set("Idempotency-Key", tt.key)
			}
			w := httptest.NewRecorder()
			s.Service.Handler.ServeHTTP(w, r)
			if w.Code != tt.status {
				t.Fatal(w.Code, w.Body)
			}
			most := tt.lite
			if s.Dialect == dialect.Postgres {
				most = tt.postgres
			}
			if n := int(counter.N()); n > most {
				t.Errorf("%s: %d statements, at most %d", tt.name, n, most)
			}
		}
	})
}
