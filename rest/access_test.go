package rest_test

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
)

var requestID = regexp.MustCompile(`"request_id":"[^"]+"`)

// withoutRequestID returns a body without what differs from request to request.
func withoutRequestID(body string) string { return requestID.ReplaceAllString(body, "") }

// TestAccess requests the six paths as everybody, with an own, a foreign, a missing and a malformed
// id. The samples belong to user@ and solver@; user2@ and solver2@ have no rights to them.
func TestAccess(t *testing.T) {
	user, solver := []string{testenv.User, testenv.User2}, []string{testenv.Solver, testenv.Solver2}
	admins := []string{testenv.Admin, testenv.SuperAdmin}
	forEachDatabase(t, func(t *testing.T, s server) {
		paths := []struct {
			method, path string
			id           uuid.UUID
			kind         domain.Kind
			may          []string
			stranger     string
			own          int
		}{
			{"GET", "/api/complaints/{}/status-log/", s.Samples.Complaint, domain.KindComplaint, user, testenv.User2, 200},
			{"GET", "/api/admin/service-providers/{}/payments/", s.Samples.Provider, domain.KindServiceProvider, admins, "", 200},
			{"GET", "/api/admin/notifications/broadcasts/", uuid.Nil, 0, admins, "", 200},
			{"GET", "/api/admin/notifications/broadcasts/{}/", s.Samples.Broadcast, domain.KindBroadcast, admins, "", 200},
			{"GET", "/api/solver/tasks/{}/updates/", s.Samples.Task, domain.KindTask, solver, testenv.Solver2, 200},
			// Without a form, so that the order of its checks shows and nothing is written.
			{"POST", "/api/solver/tasks/update/{}/media/", s.Samples.Update, domain.KindTaskUpdate, solver, testenv.Solver2, 415},
			{"POST", "/api/complaints/{}/media/", s.Samples.Complaint, domain.KindComplaint, append(user, admins...), testenv.User2, 415},
		}
		for _, p := range paths {
			for _, as := range testenv.Everyone {
				t.Run(p.method+" "+p.path+" as "+cmp.Or(as, "nobody"), func(t *testing.T) {
					ask := func(id string) testenv.Response {
						return s.do(t, testenv.Request{Method: p.method, As: as, Path: strings.Replace(p.path, "{}", id, 1)})
					}
					want := map[string]int{"own": p.own, "missing": 404, "malformed": 400}
					switch {
					case as == testenv.Anonymous:
						want = map[string]int{"own": 401, "missing": 401, "malformed": 401}
					case !slices.Contains(p.may, as):
						want = map[string]int{"own": 403, "missing": 403, "malformed": 403}
					case as == p.stranger:
						want["own"] = 404
					}
					own := ask(p.id.String())
					if own.Status != want["own"] {
						t.Errorf("%s as %q: %d, want %d: %s", p.path, as, own.Status, want["own"], own.Body)
					}
					if p.id == uuid.Nil {
						return
					}
					missing := ask(domain.NewID(p.kind).String())
					if missing.Status != want["missing"] {
						t.Errorf("%s as %q, missing: %d: %s", p.path, as, missing.Status, missing.Body)
					}
					if as == p.stranger && withoutRequestID(missing.Body) != withoutRequestID(own.Body) {
						t.Errorf("%s: the responses for foreign and missing differ:\n%s\n%s", p.path, own.Body, missing.Body)
					}
					for _, bad := range []string{"x", "%7B" + p.id.String()[1:35] + "%7D", strings.ReplaceAll(p.id.String(), "-", ""), "%00"} {
						if res := ask(bad); res.Status != want["malformed"] {
							t.Errorf("%s as %q, %q: %d: %s", p.path, as, bad, res.Status, res.Body)
						}
					}
				})
			}
		}
	})
}

func TestTokens(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		path := "/api/complaints/" + s.Samples.Complaint.String() + "/status-log/"
		wantError(t, s.do(t, testenv.Request{Path: path}), 401, "authentication_required")
		wantError(t, s.do(t, testenv.Request{Path: path, Token: "x.y.z"}), 401, "invalid_token")
		token := s.Token(t, testenv.User)
		twice := http.Header{"Authorization": {"Bearer " + token, "Bearer " + token}}
		wantError(t, s.do(t, testenv.Request{Path: path, Header: twice}), 401, "invalid_token")
		wantError(t, s.do(t, testenv.Request{Path: path + "?access_token=" + token}), 401, "authentication_required")
	})
}

// TestPaths: paths with and without their trailing slash, HEAD, unknown paths and methods.
func TestPaths(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		for path, as := range map[string]string{
			"/api/complaints/" + s.Samples.Complaint.String() + "/status-log/":           testenv.User,
			"/api/admin/service-providers/" + s.Samples.Provider.String() + "/payments/": testenv.Admin,
			"/api/admin/notifications/broadcasts/":                                       testenv.SuperAdmin,
			"/api/admin/notifications/broadcasts/" + s.Samples.Broadcast.String() + "/":  testenv.Admin,
			"/api/solver/tasks/" + s.Samples.Task.String() + "/updates/":                 testenv.Solver,
		} {
			t.Run(path, func(t *testing.T) {
				with, without := s.get(t, as, path), s.get(t, as, strings.TrimSuffix(path, "/"))
				if with.Status != 200 || with.Header.Get("Etag") != without.Header.Get("Etag") {
					t.Errorf("%s: %d and %d: %s", path, with.Status, without.Status, with.Body)
				}
				head := s.do(t, testenv.Request{Method: "HEAD", Path: path, As: as})
				for _, name := range []string{"Content-Type", "Content-Length", "Etag", "Cache-Control"} {
					if with.Header.Get(name) != head.Header.Get(name) || head.Header.Get(name) == "" {
						t.Errorf("%s: HEAD says %s %q", path, name, head.Header.Get(name))
					}
				}
				if head.Status != 200 || head.Body != "" {
					t.Errorf("%s: HEAD returns %d %q", path, head.Status, head.Body)
				}
				tag := http.Header{"If-None-Match": {with.Header.Get("Etag")}}
				current := s.do(t, testenv.Request{Path: path, As: as, Header: tag})
				if current.Status != 304 || current.Body != "" || current.Header.Get("Etag") != with.Header.Get("Etag") {
					t.Errorf("%s: a current copy gets %d %q", path, current.Status, current.Body)
				}
				wantError(t, s.do(t, testenv.Request{Path: path, Header: tag}), 401, "authentication_required")

				put := s.do(t, testenv.Request{Method: "PUT", Path: path})
				wantError(t, put, 405, "method_not_allowed")
				if got := put.Header.Get("Allow"); got != "GET, HEAD" {
					t.Errorf("%s: Allow: %s", path, got)
				}
			})
		}
		for _, path := range []string{"/api", "/api/", "/api/complaints/", "/api/nothing", "/nothing"} {
			wantError(t, s.get(t, testenv.Admin, path), 404, "not_found")
		}
		wantError(t, s.do(t, testenv.Request{Method: "BREW", Path: "/nothing"}), 404, "not_found")
		wantError(t, s.do(t, testenv.Request{Method: "BREW", Path: "/api/auth/login"}), 405, "method_not_allowed")
		login := s.get(t, testenv.Anonymous, "/api/auth/login/")
		wantError(t, login, 405, "method_not_allowed")
		if got := login.Header.Get("Allow"); got != "POST" {
			t.Errorf("Allow: %s", got)
		}
	})
}

// TestMergedStaysForeign: the reporter of a complaint that was merged sees the log of the other one
// in GraphQL, but over REST that one looks as if it did not exist. Their own one they see in both.
func TestMergedStaysForeign(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		merged, err := s.Store.Client().Complaint.Query().
			Where(complaint.DuplicateOfIDNotNil()).WithDuplicateOf().All(testenv.System())
		if err != nil {
			t.Fatal(err)
		}
		tried := 0
		for _, c := range merged {
			for _, as := range []string{testenv.User, testenv.User2} {
				me, into := s.account(t, as), c.Edges.DuplicateOf
				if c.SubmittedByID == nil || *c.SubmittedByID != me || into.SubmittedByID != nil && *into.SubmittedByID == me {
					continue
				}
				tried++
				s.MustExecute(t, as, `query($id: ID!) { complaintStatusLog(complaintId: $id) { id } }`, map[string]any{"id": into.ID})
				log := func(id uuid.UUID) testenv.Response {
					return s.get(t, as, "/api/complaints/"+id.String()+"/status-log/")
				}
				foreign, missing := log(into.ID), log(domain.NewID(domain.KindComplaint))
				wantError(t, foreign, 404, "not_found")
				if withoutRequestID(foreign.Body) != withoutRequestID(missing.Body) {
					t.Errorf("the responses for merged into and missing differ:\n%s\n%s", foreign.Body, missing.Body)
				}
				if own := log(c.ID); own.Status != 200 {
					t.Errorf("their own: %d %s", own.Status, own.Body)
				}
			}
		}
		if tried == 0 {
			t.Error("the demo has no such complaint")
		}
	})
}
