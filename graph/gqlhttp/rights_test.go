package gqlhttp_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/user"
	. "github.com/redress/redress/internal/testenv"
)

// TestLostRightsEndStreams: within a second of whatever takes the right away, the streams of
// that session are closed and say why, and those of others go on.
func TestLostRightsEndStreams(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Serve(t)
		session := func(email string, ttl time.Duration) string {
			token, err := s.Service.Identity.CliToken(System(), email, ttl)
			if err != nil {
				t.Fatal(err)
			}
			return token
		}
		as := func(token, query string, variables map[string]any) {
			t.Helper()
			body, _ := json.Marshal(map[string]any{"query": query, "variables": variables})
			res := s.Do(t, Request{
				Method: "POST", Path: "/graphql", Token: token, Body: bytes.NewReader(body), Header: http.Header{"Content-Type": {"application/json"}},
			})
			var answer struct{ Errors []any }
			if err := json.Unmarshal([]byte(res.Body), &answer); err != nil || len(answer.Errors) > 0 {
				t.Fatalf("%s: %s", query, res.Body)
			}
		}
		admin := session(SuperAdmin, time.Hour)
		ids := map[string]string{}
		for _, who := range []string{User, User2, Solver, Solver2, Provider, Admin} {
			ids[who] = idOf(t, s, who)
		}
		const revoked, changed = "SESSION_REVOKED", "PERMISSION_DENIED"
		for _, row := range []struct {
			name, whose string
			ttl         time.Duration
			lose        func(token string)
			code        string
			closes      websocket.StatusCode
			reason      string
		}{
			{"logout", User, time.Hour, func(token string) { as(token, `mutation { logout { ended } }`, nil) }, revoked, 4401, "session_revoked"},
			{"all sessions ended", User, time.Hour, func(string) {
				as(admin, `mutation($id: ID!) { revokeAllSessions(input: {userId: $id}) { ended } }`, map[string]any{"id": ids[User]})
			}, revoked, 4401, "session_revoked"},
			{"password changed", User2, time.Hour, func(token string) {
				as(token, `mutation { changeOwnPassword(input: {currentPassword: "redress-demo", newPassword: "another-redress-demo"}) { tokens { expiresIn } } }`, nil)
			}, revoked, 4401, "session_revoked"},
			{"password reset", User2, time.Hour, func(string) {
				as(admin, `mutation($id: ID!) { resetUserPassword(input: {id: $id}) { password } }`, map[string]any{"id": ids[User2]})
			}, revoked, 4401, "session_revoked"},
			{"disabled", Solver2, time.Hour, func(string) {
				as(admin, `mutation($id: ID!) { disableUser(input: {id: $id}) { user { id } } }`, map[string]any{"id": ids[Solver2]})
			}, revoked, 4401, "session_revoked"},
			{"another provider", Provider, time.Hour, func(string) {
				s.Store.Client().User.Update().Where(user.ID(uuid.MustParse(ids[Provider]))).ClearProviderID().ExecX(System())
			}, changed, 4403, "permission_denied"},
			{"another role", Admin, time.Hour, func(string) {
				as(admin, `mutation($id: ID!) { changeUserRole(input: {id: $id, role: USER}) { user { id } } }`, map[string]any{"id": ids[Admin]})
			}, changed, 4403, "permission_denied"},
			{"token expired", Solver, 3 * time.Second, func(token string) {}, "TOKEN_EXPIRED", 4403, "token_expired"},
		} {
			t.Run(row.name, func(t *testing.T) {
				begun := time.Now()
				token := session(row.whose, row.ttl)
				f := openStream(t, s, token, noticeEvents, nil)
				c := connect(t, s, token)
				c.subscribe("1", noticeEvents, nil)
				stays := openStream(t, s, session(SuperAdmin, time.Hour), statusEvents, nil)

				row.lose(token)
				lost := time.Now()
				if row.ttl < time.Minute {
					lost = begun.Add(row.ttl)
				}
				code, reason := c.closed(20 * time.Second)
				overSocket := time.Since(lost)
				m := f.readWithin(20 * time.Second)
				overSSE := time.Since(lost)
				if end := f.readWithin(20 * time.Second); end.Type != "complete" {
					t.Errorf("%s: %+v", row.name, end)
				}
				t.Logf("%s: socket %d %s after %v, SSE %s after %v", row.name, code, reason, overSocket.Round(time.Millisecond), m.code(), overSSE.Round(time.Millisecond))
				if overSocket > time.Second || overSSE > time.Second {
					t.Errorf("%s: closed after %v and %v", row.name, overSocket, overSSE)
				}
				if m.code() != row.code || code != row.closes || reason != row.reason {
					t.Errorf("%s: %d %s, %s", row.name, code, reason, m.Raw)
				}
				submit(t, s, SuperAdmin, "still told")
				stays.next()
				stays.close()
			})
		}
	})
}

// TestRightsAreWatchedWhileRequestsHoldAllConnections: what other work does to the database
// doesn't keep a stream open that its viewer has lost.
func TestRightsAreWatchedWhileRequestsHoldAllConnections(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Serve(t)
		f := openStream(t, s, s.Token(t, User), noticeEvents, nil)
		c := connect(t, s, s.Token(t, User))
		c.subscribe("1", noticeEvents, nil)
		for range s.Store.DB().Stats().MaxOpenConnections {
			conn, err := s.Store.DB().Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
		}
		_, err := s.Store.ReservedDB().ExecContext(t.Context(), "UPDATE users SET state = 'DISABLED' WHERE id IN (SELECT user_id FROM contacts WHERE email = '"+User+"')")
		if err != nil {
			t.Fatal(err)
		}
		lost := time.Now()
		code, reason := c.closed(20 * time.Second)
		m := f.readWithin(20 * time.Second)
		if took := time.Since(lost); took > time.Second || m.code() != "SESSION_REVOKED" || code != 4401 || reason != "session_revoked" {
			t.Errorf("after %v: %d %s, %s", took, code, reason, m.Raw)
		}
	})
}
