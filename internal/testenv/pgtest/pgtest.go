// Package pgtest gives tests a real PostgreSQL: databases on the server that
// REDRESS_TEST_POSTGRES_URL names, and throwaway servers to name there. The command
// in withpg starts such a server around a test run.
package pgtest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/lib/pq"
)

// Env names the variable that holds the URL of a server where tests may create databases.
const Env = "REDRESS_TEST_POSTGRES_URL"

// URL returns the server's URL. Without one the test is skipped, or fails under CI=true, where
// an incomplete run must not look complete.
func URL(t testing.TB) string {
	t.Helper()
	u := os.Getenv(Env)
	if u == "" {
		const why = Env + " is not set: nothing was tested on PostgreSQL (`make test` starts a server)"
		if os.Getenv("CI") == "true" {
			t.Fatal(why)
		}
		t.Skip(why)
	}
	return u
}

// Database creates a database for a test and returns its URL. It is dropped when the test ends.
// The template is the name of a database to copy, as NameOf returns it, or "" for an empty
// database. No session may be connected to the template meanwhile.
func Database(t testing.TB, template string) string {
	t.Helper()
	server := URL(t)
	if template == "" {
		template = "template0" // unlike template1, no session can be connected to it
	}
	name := "test_" + strings.ToLower(rand.Text())
	// Copying files needs a checkpoint, and still is twice as fast as WAL_LOG, the default:
	// 30 ms against 65 for a schema of 30 tables, four at a time, with fsync off.
	admin(t, server, "CREATE DATABASE "+pq.QuoteIdentifier(name)+
		" TEMPLATE "+pq.QuoteIdentifier(template)+" STRATEGY FILE_COPY")
	t.Cleanup(func() {
		admin(t, server, "DROP DATABASE "+pq.QuoteIdentifier(name)+" WITH (FORCE)")
	})
	u, err := url.Parse(server)
	if err != nil {
		t.Fatalf("%s: %v", Env, err)
	}
	u.Path = "/" + name
	return u.String()
}

// NameOf returns the name of the database of a URL, for use as a template.
func NameOf(t testing.TB, databaseURL string) string {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatalf("not the URL of a database: %v", err)
	}
	return strings.TrimPrefix(u.Path, "/")
}

// admin runs one statement on the server. It does not use the test's context, which has ended
// when databases are dropped.
func admin(t testing.TB, server, statement string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := execute(ctx, server, statement); err != nil {
		t.Fatalf("pgtest: %s: %v", statement, err)
	}
}

func execute(ctx context.Context, server, statement string) error {
	db, err := sql.Open("postgres", server)
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	defer func() { _ = db.Close() }()
	_, err = db.ExecContext(ctx, statement)
	return err
}
