package main

import (
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// TestServesWhatHasLanded starts the service on a database of each schema that has ever landed, as an
// upgrade does, and uses both APIs on it: people sign in with their old passwords, read what was
// there, and write.
func TestServesWhatHasLanded(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, h installation) {
		for _, dump := range landedDumps(t, h) {
			t.Run(filepath.Base(dump), func(t *testing.T) {
				t.Parallel()
				h := h.restoredFrom(t, dump)
				if s := h.run(t, "", "serve", "--addr", "127.0.0.1:0"); !strings.Contains(s.err, "redress media adopt") {
					t.Errorf("without the media files: %+v", s)
				}
				h.mustRun(t, "", "media", "adopt", "--yes")
				useUpgraded(t, h)
				for _, verify := range []string{"verify-ledger", "verify-counts"} {
					if s := h.run(t, "", verify); s.err != "" {
						t.Errorf("%s: %+v", verify, s)
					}
				}
			})
		}
	})
}

// landedDumps returns the dumps for the database of an installation, the oldest schema first.
func landedDumps(t *testing.T, h installation) []string {
	t.Helper()
	kind := "postgres"
	if h.onSQLite() {
		kind = "sqlite"
	}
	dumps, err := filepath.Glob("../../internal/store/testdata/schema-*." + kind + "*.gz")
	if err != nil || len(dumps) == 0 {
		t.Fatalf("dumps: %v, %v", dumps, err)
	}
	return dumps
}

func (h installation) onSQLite() bool { return strings.HasPrefix(h.database, "sqlite:") }

// restoredFrom returns a new installation on the same kind of database with the data of a dump.
func (h installation) restoredFrom(t *testing.T, dump string) installation {
	t.Helper()
	restored := installation{dir: t.TempDir()}
	if h.onSQLite() {
		restored.database = "sqlite://" + filepath.Join(restored.dir, "redress.db")
	} else {
		restored.database = pgtest.Database(t, "")
	}
	pgtest.Restore(t, dump, restored.database)
	key := sha256.Sum256([]byte("redress testdata, not a secret"))
	if err := auth.CreateKeyFile(filepath.Join(restored.dir, "ledger.key"), ledger.KeyType, key[:]); err != nil {
		t.Fatal(err)
	}
	return restored
}

// useUpgraded serves an installation for requests that read and write what each part of the schema holds.
func useUpgraded(t *testing.T, h installation) {
	t.Helper()
	v := h.serve(t)
	res := v.request(t, "", "POST", "/api/auth/login/", `{"email":"admin@example.com","password":"redress-demo"}`)
	var signedIn struct {
		Token string `json:"access_token"`
	}
	if err := json.Unmarshal([]byte(res.body), &signedIn); err != nil || res.status != http.StatusOK {
		t.Fatalf("an administrator signs in: %d %s", res.status, res.body)
	}
	tokens := map[string]string{"admin": signedIn.Token}
	for _, name := range []string{"user", "solver", "provider"} { // whose passwords would take most of the test's time
		tokens[name] = strings.TrimSpace(h.mustRun(t, "", "token", "--email", name+"@example.com"))
	}
	if res := v.request(t, tokens["admin"], "GET", "/api/admin/notifications/broadcasts/", ""); res.status != http.StatusOK || strings.Contains(res.body, `"broadcasts":[]`) {
		t.Errorf("broadcasts: %d %.300s", res.status, res.body)
	}
	for _, c := range []struct{ as, operation, want string }{
		{"admin", `{ complaints(first: 5, where: {search: "a"}) { totalCount edges { node { reference title statusLog { edges { node { status actorName } } } tasks { edges { node { status } } } } } } }`, `"reference":"CMP-`},
		{"admin", `{ complaintStats(groupBy: [STATUS, ZONE], bucket: MONTH) { total { count } buckets { count timeToResolution { median } } } overview: complaintStats { total { count } } }`, `"count":`},
		{"admin", `{ payments { edges { node { amountMinor status } } } paymentStats(groupBy: [PROVIDER]) { providerName settlements net } auditEntries { edges { node { action } } } }`, `"amountMinor"`},
		{"user", `{ complaints { edges { node { reference submittedBy { name } } } } notifications { edges { node { title } } } }`, `"reference":"CMP-`},
		{"solver", `{ tasks { edges { node { status updates { edges { node { remarks } } } } } } }`, `"status":`},
		{"user", `mutation { submitComplaint(input: {title: "After the upgrade", description: "Still dark."}) { complaint { reference status } } }`, `"SUBMITTED"`},
	} {
		query, err := json.Marshal(map[string]string{"query": c.operation})
		if err != nil {
			t.Fatal(err)
		}
		if res := v.request(t, tokens[c.as], "POST", "/graphql", string(query)); res.status != http.StatusOK || strings.Contains(res.body, `"errors"`) || !strings.Contains(res.body, c.want) {
			t.Errorf("%s, %s: %d %.500s", c.as, c.operation, res.status, res.body)
		}
	}
	v.stop()
}
