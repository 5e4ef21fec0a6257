package gqlhttp_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	. "github.com/redress/redress/internal/testenv"
)

func hashOf(document string) string {
	sum := sha256.Sum256([]byte(document))
	return hex.EncodeToString(sum[:])
}

// TestPersistedQueries: a hash is enough once a signed-in caller has sent its document.
func TestPersistedQueries(t *testing.T) {
	t.Parallel()
	s := Start(t, Databases()[0])
	s.Serve(t)
	send := func(as, document, hash string, version any) Response {
		wire := map[string]any{"extensions": map[string]any{"persistedQuery": map[string]any{"version": version, "sha256Hash": hash}}}
		if document != "" {
			wire["query"] = document
		}
		body, _ := json.Marshal(wire)
		return s.Do(t, Request{Method: http.MethodPost, Path: "/graphql", As: as, Header: http.Header{"Content-Type": {"application/json"}}, Body: bytes.NewReader(body)})
	}
	get := func(as, document, hash string) Response {
		v := url.Values{"extensions": {fmt.Sprintf(`{"persistedQuery":{"version":1,"sha256Hash":%q}}`, hash)}}
		if document != "" {
			v.Set("query", document)
		}
		return s.Do(t, Request{Path: "/graphql?" + v.Encode(), As: as})
	}
	holds := func(name string, res Response, status int, text string) {
		t.Helper()
		if res.Status != status || !strings.Contains(res.Body, text) {
			t.Errorf("%s: %d %s", name, res.Status, res.Body)
		}
	}
	const miss = `"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}`
	const document = `query Own { viewer { role } }`
	hash := hashOf(document)
	holds("unknown", send(User, "", hash, 1), 200, miss)
	holds("unknown by GET", get(User, "", hash), 200, miss)
	holds("with its document", send(User, document, hash, 1), 200, `"USER"`)
	holds("known", send(User, "", hash, 1), 200, `"USER"`)
	holds("of another account, by its own rights", send(Admin, "", hash, 1), 200, `"ADMIN"`)
	holds("by GET", get(Solver, "", hash), 200, `"SOLVER"`)
	holds("without a token", send(Anonymous, "", hash, 1), 200, miss)
	holds("another document's hash", send(User, `{ viewer { id } }`, hash, 1), 400, "sha256Hash")
	holds("another version", send(User, "", hash, 2), 400, "persistedQuery")
	holds("no hash", send(User, "", "", 1), 400, "persistedQuery")

	byGet := `query { viewer { role } }`
	holds("sent by GET", get(User, byGet, hashOf(byGet)), 200, `"USER"`)
	holds("known from GET", get(User, "", hashOf(byGet)), 200, `"USER"`)
	public := `query { __typename }`
	holds("public", send(Anonymous, public, hashOf(public), 1), 200, `"Query"`)
	holds("anonymous callers store nothing", send(User, "", hashOf(public), 1), 200, miss)
	invalid := `query { nothing }`
	holds("invalid", send(User, invalid, hashOf(invalid), 1), 200, "VALIDATION_ERROR")
	holds("what is invalid is not kept", send(User, "", hashOf(invalid), 1), 200, miss)
	mutation := `mutation { markAllNotificationsRead { marked } }`
	if res := send(User, mutation, hashOf(mutation), 1); res.Status == 200 && !strings.Contains(res.Body, "errors") {
		holds("mutations need POST", get(User, "", hashOf(mutation)), 405, "POST")
	} else {
		t.Error(res.Body)
	}

	// More than a thousand, or four megabytes, push out the oldest.
	for i := range 90 {
		long := fmt.Sprintf("query { viewer { id } } # %d %s", i, strings.Repeat("x", 60<<10))
		holds("long", send(Admin, long, hashOf(long), 1), 200, `"id"`)
	}
	holds("pushed out", send(User, "", hash, 1), 200, miss)

	c := connect(t, s, s.Token(t, User))
	c.send(fmt.Sprintf(`{"type":"subscribe","id":"1","payload":{"extensions":{"persistedQuery":{"version":1,"sha256Hash":%q}}}}`, hash))
	if m := c.next(); m.Type != "error" || !strings.Contains(m.Raw, "PersistedQueryNotFound") {
		t.Errorf("over a socket: %s", m.Raw)
	}
	c.send(fmt.Sprintf(`{"type":"subscribe","id":"2","payload":{"query":%q,"extensions":{"persistedQuery":{"version":1,"sha256Hash":%q}}}}`, document, hash))
	if m := c.next(); m.at("viewer", "role") != "USER" {
		t.Errorf("over a socket: %s", m.Raw)
	}
}
