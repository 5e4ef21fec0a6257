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
	"github.com/redress/redress/internal/testenv/dbtest"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// TestServesWhatHasLanded starts the service on a database of each schema that has ever landed, as an
// upgrade does, and uses both APIs on it: people sign in with their old passwords, read what was
// there, and write.
func TestServesWhatHasLanded(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		for _, dump := range landedDumps(t, name) {
			t.Run(filepath.Base(dump), func(t *testing.T) {
				t.Parallel()
				h := restored(t, name, dump)
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

// TestUpgradeConfirmsAddresses: addresses that administrators gave are confirmed by migration 0025, of accounts and of callers; those of
// people who registered are not.
func TestUpgradeConfirmsAddresses(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		dump := "../../internal/store/testdata/schema-0024." + name + map[string]string{"sqlite": ".gz", "postgres": ".sql.gz"}[name]
		h := restored(t, name, dump)
		h.exec(t, `UPDATE audit_entries SET action = 'user.register', subject_type = 'User',
			subject_id = (SELECT user_id FROM contacts WHERE email = 'user@example.com') WHERE lane = 0 AND seq = 1`)
		h.mustRun(t, "", "migrate")
		db, _ := h.open(t)
		sys := auth.System(t.Context(), "a test reads the database directly")
		for _, c := range db.Client().Contact.Query().AllX(sys) {
			if confirmed := c.ConfirmedAt != nil; confirmed != (c.Email != "" && c.Email != "user@example.com") {
				t.Errorf("%s is confirmed: %v", c.Email, confirmed)
			}
		}
	})
}

// landedDumps returns the dumps of a kind of database, the oldest schema first.
func landedDumps(t *testing.T, name string) []string {
	t.Helper()
	dumps, err := filepath.Glob("../../internal/store/testdata/schema-*." + name + "*.gz")
	if err != nil || len(dumps) == 0 {
		t.Fatalf("dumps: %v, %v", dumps, err)
	}
	return dumps
}

func (h installation) onSQLite() bool { return strings.HasPrefix(h.database, "sqlite:") }

// restored returns an installation on a new database with the data of a dump of its kind.
func restored(t *testing.T, name, dump string) installation {
	t.Helper()
	h := emptyInstallationOn(t, name)
	pgtest.Restore(t, dump, h.database)
	key := sha256.Sum256([]byte("redress testdata, not a secret"))
	if err := auth.CreateKeyFile(filepath.Join(h.dir, "ledger.key"), ledger.KeyType, key[:]); err != nil {
		t.Fatal(err)
	}
	return h
}

// useUpgraded serves an installation for requests that read and write what each part of the schema holds.
func useUpgraded(t *testing.T, h installation) {
	t.Helper()
	v := h.serve(t)
	tokens := map[string]string{}
	for _, name := range []string{"user", "solver", "provider", "admin"} {
		res := v.request(t, "", "POST", "/api/auth/login/", `{"email":"`+name+`@example.com","password":"redress-demo"}`)
		var signedIn struct {
			Token string `json:"access_token"`
		}
		if err := json.Unmarshal([]byte(res.body), &signedIn); err != nil || res.status != http.StatusOK {
			t.Fatalf("%s signs in: %d %s", name, res.status, res.body)
		}
		tokens[name] = signedIn.Token
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
		if res := v.graph(t, tokens[c.as], c.operation, nil); res.status != http.StatusOK || strings.Contains(res.body, `"errors"`) || !strings.Contains(res.body, c.want) {
			t.Errorf("%s, %s: %d %.500s", c.as, c.operation, res.status, res.body)
		}
	}
	v.stop()
}
