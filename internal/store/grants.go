package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lib/pq"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/broadcastevent"
	"github.com/redress/redress/ent/chainhead"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymenttask"
	"github.com/redress/redress/ent/settingschange"
	"github.com/redress/redress/ent/statuslog"
)

// history are the tables whose rows are only ever added: the types of policy.AddedOnly.
var history = []string{statuslog.Table, auditentry.Table, payment.Table, paymenttask.Table, broadcastevent.Table, settingschange.Table}

// Grants returns SQL for whoever owns the tables on PostgreSQL: it lets a role do what the
// service does, and neither change nor delete history. It begins by taking away what the role
// could do to these tables.
func Grants(role string) (string, error) {
	if role == "" || strings.ContainsRune(role, 0) {
		return "", errors.New("name the role that the service signs in as")
	}
	var added, rest []string
	for _, t := range ent.Tables {
		name := pq.QuoteIdentifier(t)
		switch {
		case slices.Contains(history, t):
			added = append(added, name)
		case t != chainhead.Table:
			rest = append(rest, name)
		}
	}
	// Whoever owns a table, or is a superuser, is not held by any grant.
	guard := fmt.Sprintf(`
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = %[1]s AND rolsuper)
  OR pg_has_role(%[1]s, (SELECT relowner FROM pg_class WHERE oid = '%[2]s'::regclass), 'USAGE') THEN
    RAISE EXCEPTION 'The role %% owns the tables or is a superuser: name one that only the service uses.', %[1]s;
  END IF;
  EXECUTE format('GRANT USAGE ON SCHEMA %%I TO %%I', current_schema(), %[1]s);
END`, pq.QuoteLiteral(role), payment.Table)

	to := pq.QuoteIdentifier(role)
	var b strings.Builder
	line := func(format string, args ...any) { _, _ = fmt.Fprintf(&b, format+"\n", args...) }
	line("-- Run by the owner of the tables after each redress migrate, as: psql -v ON_ERROR_STOP=1 -f FILE")
	line("BEGIN;")
	line("DO %s;", pq.QuoteLiteral(guard))
	line("REVOKE ALL ON %s, %s, %s, %s FROM %s;", strings.Join(rest, ", "), strings.Join(added, ", "), chainhead.Table, versionTable, to)
	line("-- What is only ever added: no UPDATE, DELETE or TRUNCATE.")
	line("GRANT SELECT, INSERT ON %s TO %s;", strings.Join(added, ", "), to)
	line("-- Where the chains of payments and audit entries end.")
	line("GRANT SELECT, INSERT, UPDATE ON %s TO %s;", chainhead.Table, to)
	line("GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %s;", strings.Join(rest, ", "), to)
	line("GRANT SELECT ON %s TO %s;", versionTable, to)
	line("COMMIT;")
	return b.String(), nil
}
