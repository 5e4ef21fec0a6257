package ledger_test

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
	. "github.com/redress/redress/internal/testenv"
)

func TestMain(m *testing.M) { Main(m) }

// intruder is somebody with the database's password and without the key.
type intruder struct {
	t    *testing.T
	s    *Server
	conn *sql.Conn
}

// tables of the ledger.
var tables = []string{"payments", "audit_entries", "chain_heads"}

// breakIn returns an intruder who has saved a copy of the ledger, to put it back.
func breakIn(t *testing.T, s *Server) *intruder {
	t.Helper()
	conn, err := s.Store.DB().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	in := &intruder{t, s, conn}
	if s.Dialect == "postgres" {
		in.do("SET session_replication_role = replica") // neither foreign keys nor triggers
	} else {
		in.do("PRAGMA foreign_keys = 0")
	}
	for _, table := range tables {
		in.do("CREATE TABLE saved_" + table + " AS SELECT * FROM " + table)
	}
	return in
}

func (in *intruder) do(statements ...string) {
	in.t.Helper()
	for _, s := range statements {
		if _, err := in.conn.ExecContext(context.Background(), s); err != nil {
			in.t.Fatalf("%s: %v", s, err)
		}
	}
}

// undo puts everything back.
func (in *intruder) undo() {
	in.t.Helper()
	for _, table := range tables {
		in.do("DELETE FROM "+table, "INSERT INTO "+table+" SELECT * FROM saved_"+table)
	}
}

func (in *intruder) text(query string) string {
	in.t.Helper()
	var text string
	if err := in.conn.QueryRowContext(context.Background(), query).Scan(&text); err != nil {
		in.t.Fatalf("%s: %v", query, err)
	}
	return text
}

func (in *intruder) number(query string) int64 {
	in.t.Helper()
	n, err := strconv.ParseInt(in.text(query), 10, 64)
	if err != nil {
		in.t.Fatalf("%s: %v", query, err)
	}
	return n
}

// verify checks the whole ledger.
func verify(t *testing.T, s *Server, checkpoint string) *ledger.Verified {
	t.Helper()
	found, err := verification(s, checkpoint).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func verification(s *Server, checkpoint string) ledger.Verification {
	return ledger.Verification{Client: s.Store.Client(), KeyFile: s.LedgerKeyFile, Checkpoint: checkpoint, Now: s.Clock.Now}
}

// victim is a chain that is tampered with: its rows are found by where, and there are n.
type victim struct {
	chain, table, where string
	n                   int64
}

// at finds a row of the chain.
func (v victim) at(seq int64) string { return fmt.Sprintf("%s AND seq = %d", v.where, seq) }

func (in *intruder) id(v victim, seq int64) string {
	in.t.Helper()
	return in.text("SELECT CAST(id AS text) FROM " + v.table + " WHERE " + v.at(seq))
}

// columns of the chain's rows.
func (v victim) columns() []string {
	if v.table == "payments" {
		return payment.Columns
	}
	return auditentry.Columns
}

// victim returns a shard of a table.
func (in *intruder) victim(table, lane string) victim {
	in.t.Helper()
	v := victim{table: table, where: "lane = " + lane, chain: "audit:" + lane}
	switch {
	case table == "payments" && lane == "0":
		v.chain = "payments"
	case table == "payments":
		v.chain = "payments:" + lane
	}
	v.n = in.number("SELECT CAST(max(seq) AS text) FROM " + table + " WHERE " + v.where)
	return v
}

// victims are the shard with most payments, and the one with most entries.
func (in *intruder) victims() []victim {
	var all []victim
	for _, table := range []string{"payments", "audit_entries"} {
		v := in.victim(table, in.text("SELECT CAST(lane AS text) FROM "+table+" GROUP BY lane ORDER BY count(*) DESC LIMIT 1"))
		if v.n < 12 {
			in.t.Fatalf("%s has only %d rows", v.chain, v.n)
		}
		all = append(all, v)
	}
	return all
}

// expect compares a fault with what it should be; "" for no id, "*" for any.
func expect(t *testing.T, what string, f *ledger.Fault, chain string, seq int64, problem domain.LedgerProblem, id string) {
	t.Helper()
	if f == nil {
		t.Errorf("%s: nothing was found", what)
		return
	}
	got := ""
	if f.ID != nil {
		got = f.ID.String()
	}
	if f.Chain != chain || f.Seq != seq || f.Problem != problem || id != "*" && got != id || f.Message == "" {
		t.Errorf("%s: found %+v of row %q, want %s %d %s of row %q", what, *f, got, chain, seq, problem, id)
	}
}

// TestEveryColumnIsChained changes each column of a row, one at a time, also to and from
// nothing: that row is named.
func TestEveryColumnIsChained(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		fill(t, s)
		in := breakIn(t, s)
		for _, v := range in.victims() {
			for _, column := range v.columns() {
				if column == payment.FieldSeq || column == auditentry.FieldLane { // the positions: see below
					continue
				}
				if nullable[column] && in.text("SELECT CAST(count("+column+") AS text) FROM "+v.table+" WHERE "+v.where) == "0" {
					t.Errorf("no row of %s has a %s", v.chain, column)
				}
				quoted := `"` + column + `"`
				where := " FROM " + v.table + " WHERE " + v.where + " AND seq > 2 AND " + quoted
				// One that has a value and, where the column may be absent, one that has none.
				for _, found := range []string{
					where + " IS NOT NULL", where + " IS NULL",
				} {
					if in.text("SELECT CAST(count(*) AS text)"+found) == "0" {
						continue
					}
					seq := in.number("SELECT CAST(min(seq) AS text)" + found)
					id := in.id(v, seq)
					in.do("UPDATE " + v.table + " SET " + quoted + " = " + other(s.Dialect, column) + " WHERE " + v.at(seq))
					if column == "id" {
						id = in.id(v, seq)
					}
					expect(t, column, verify(t, s, "").Fault, v.chain, seq, domain.LedgerChanged, id)
					in.undo()
					if strings.HasSuffix(found, "NOT NULL") && nullable[column] {
						in.do("UPDATE " + v.table + " SET " + quoted + " = NULL WHERE " + v.at(seq))
						expect(t, column+" taken away", verify(t, s, "").Fault, v.chain, seq, domain.LedgerChanged, id)
						in.undo()
					}
				}
			}
		}
		if f := verify(t, s, "").Fault; f != nil {
			t.Errorf("put back, it still has the fault %+v", f)
		}
	})
}

var nullable = map[string]bool{
	"period_from": true, "period_to": true, "recorded_by_id": true, "reverses_id": true,
	"actor_id": true, "subject_id": true, "before": true, "after": true,
}

// other is SQL for a value that differs a little from that in the column.
func other(dialect, column string) string {
	quoted := `"` + column + `"`
	switch column {
	case "id", "provider_id", "recorded_by_id", "reverses_id", "actor_id", "subject_id":
		return "'" + domain.NewID(domain.KindUser).String() + "'"
	case "amount_minor":
		return quoted + " + 1"
	case "before", "after":
		return `'{"forged": true}'`
	case "period_from", "period_to":
		return "COALESCE(" + quoted + ", '2026-01-0') || '1'"
	case "hash":
		if dialect == "postgres" {
			return "set_byte(hash, 7, 255 - get_byte(hash, 7))"
		}
		return "CAST(substr(hash, 1, 31) || CASE substr(hash, 32) WHEN x'07' THEN x'08' ELSE x'07' END AS BLOB)"
	case "created_at":
		if dialect == "postgres" {
			return quoted + " + interval '1 microsecond'"
		}
		return "replace(" + quoted + ", '20', '19')"
	}
	return quoted + " || 'x'"
}

// TestTampering does to each kind of chain what can be done to it, and sees what is named.
func TestTampering(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		fill(t, s)
		checkpoint := filepath.Join(t.TempDir(), "checkpoint")
		if found := verify(t, s, checkpoint); found.Fault != nil || !found.Complete || !found.Since.IsZero() {
			t.Fatalf("%+v %+v", found, found.Fault)
		}
		in := breakIn(t, s)
		for _, v := range in.victims() {
			in.tamperRows(v)
			in.tamperEnd(v, checkpoint)
			in.tamperHead(v)
		}
		in.tamperElsewhere(checkpoint)
		if found := verify(t, s, checkpoint); found.Fault != nil || found.Since.IsZero() {
			t.Errorf("put back: %+v %+v", found, found.Fault)
		}
	})
}

// copyRow is SQL for a copy of a row at another position, with an id of its own and the same hash.
func (v victim) copyRow(seq, to int64) string {
	columns := v.columns()
	values := make([]string, len(columns))
	for i, c := range columns {
		values[i] = `"` + c + `"`
		switch c {
		case "id":
			values[i] = "'" + domain.NewID(domain.KindPayment).String() + "'"
		case "seq":
			values[i] = fmt.Sprint(to)
		case "reverses_id":
			values[i] = "NULL"
		}
	}
	return fmt.Sprintf(`INSERT INTO %s ("%s") SELECT %s FROM %s WHERE %s`, v.table, strings.Join(columns, `", "`), strings.Join(values, ", "), v.table, v.at(seq))
}

// shift moves rows from a position on by some positions.
func (v victim) shift(from, by int64) []string {
	return []string{
		fmt.Sprintf("UPDATE %s SET seq = seq + 1000000 WHERE %s AND seq >= %d", v.table, v.where, from),
		fmt.Sprintf("UPDATE %s SET seq = seq - 1000000 + %d WHERE %s AND seq >= 1000000", v.table, by, v.where),
	}
}

func (v victim) moveHead(to int64) string {
	return fmt.Sprintf("UPDATE chain_heads SET seq = %d, hash = (SELECT hash FROM %s WHERE %s) WHERE name = '%s'", to, v.table, v.at(to), v.chain)
}

func (v victim) remove(from, to int64) string {
	return fmt.Sprintf("DELETE FROM %s WHERE %s AND seq BETWEEN %d AND %d", v.table, v.where, from, to)
}

func (v victim) swap(a, b int64) []string {
	set := "UPDATE " + v.table + " SET seq = %d WHERE " + v.where + " AND seq = %d"
	return []string{fmt.Sprintf(set, -1, a), fmt.Sprintf(set, a, b), fmt.Sprintf(set, b, -1)}
}

func (in *intruder) tamperRows(v victim) {
	mid := v.n / 2
	id := func(seq int64) string { return in.id(v, seq) }
	for _, c := range []struct {
		what    string
		sql     []string
		seq     int64
		problem domain.LedgerProblem
		id      string
	}{
		{"the first removed", []string{v.remove(1, 1)}, 1, domain.LedgerRemoved, ""},
		{"one in the middle removed", []string{v.remove(mid, mid)}, mid, domain.LedgerRemoved, ""},
		{"three in the middle removed", []string{v.remove(mid, mid+2)}, mid, domain.LedgerRemoved, ""},
		{"two removed, the others moved up", append([]string{v.remove(mid, mid+1)}, v.shift(mid, -2)...), mid, domain.LedgerRemoved, ""},
		{
			"one removed, the others and the head moved up", append(append([]string{v.remove(3, 3)}, v.shift(3, -1)...), v.moveHead(v.n-1)),
			3, domain.LedgerRemoved, "",
		},
		{"neighbors swapped", v.swap(mid, mid+1), mid, domain.LedgerReordered, id(mid)},
		{"the first two swapped", v.swap(1, 2), 1, domain.LedgerReordered, id(1)},
		{"the last two swapped", v.swap(v.n-1, v.n), v.n - 1, domain.LedgerReordered, id(v.n - 1)},
		{"two far apart swapped", v.swap(2, v.n-1), 2, domain.LedgerReordered, id(2)},
		{"one moved behind the end", []string{fmt.Sprintf("UPDATE %s SET seq = %d WHERE %s", v.table, v.n+1, v.at(3))}, 3, domain.LedgerReordered, id(3)},
		{"one moved before the beginning", []string{fmt.Sprintf("UPDATE %s SET seq = -5 WHERE %s", v.table, v.at(3))}, 3, domain.LedgerReordered, id(3)},
		{"one inserted behind the end", []string{v.copyRow(mid, v.n+1)}, v.n + 1, domain.LedgerInserted, "*"},
		{"one inserted far behind the end", []string{v.copyRow(mid, v.n+100)}, v.n + 100, domain.LedgerInserted, "*"},
		{"one inserted behind the end, the head with it", []string{v.copyRow(mid, v.n+1), v.moveHead(v.n + 1)}, v.n + 1, domain.LedgerChanged, "*"},
		{"one inserted before the beginning", []string{v.copyRow(mid, 0)}, 0, domain.LedgerInserted, "*"},
		{"one inserted at the lowest position there is", []string{v.copyRow(mid, math.MinInt64)}, 0, domain.LedgerInserted, "*"},
		{"one inserted in the middle", append(v.shift(mid, 1), v.copyRow(2, mid)), mid, domain.LedgerInserted, "*"},
		{"one replaced by a copy", []string{v.remove(mid, mid), v.copyRow(2, mid)}, mid, domain.LedgerChanged, "*"},
	} {
		in.t.Run(v.chain+"/"+c.what, func(t *testing.T) {
			in.do(c.sql...)
			expect(t, c.what, verify(t, in.s, "").Fault, v.chain, c.seq, c.problem, c.id)
			in.undo()
		})
	}
}

func (in *intruder) tamperEnd(v victim, checkpoint string) {
	head := in.text("SELECT CAST(id AS text) FROM chain_heads WHERE name = '" + v.chain + "'")
	in.do(v.remove(v.n, v.n))
	expect(in.t, "the last removed", verify(in.t, in.s, "").Fault, v.chain, v.n, domain.LedgerCut, "")
	in.undo()

	in.do(v.remove(v.n-1, v.n), v.moveHead(v.n-2))
	if f := verify(in.t, in.s, "").Fault; f != nil {
		in.t.Errorf("%s: cut with its head, without a checkpoint: %+v; update what the documents say", v.chain, f)
	}
	expect(in.t, "cut with its head", verify(in.t, in.s, checkpoint).Fault, v.chain, v.n-1, domain.LedgerCut, "")
	in.undo()

	in.do(v.moveHead(v.n - 2))
	expect(in.t, "the head moved back", verify(in.t, in.s, "").Fault, v.chain, v.n-2, domain.LedgerChanged, head)
	in.undo()
}

func (in *intruder) tamperHead(v victim) {
	where := " WHERE name = '" + v.chain + "'"
	head := in.text("SELECT CAST(id AS text) FROM chain_heads" + where)
	in.do("UPDATE chain_heads SET seq = seq + 1" + where)
	expect(in.t, "the head moved on", verify(in.t, in.s, "").Fault, v.chain, v.n+1, domain.LedgerCut, "")
	in.undo()
	in.do("UPDATE chain_heads SET hash = " + other(in.s.Dialect, "hash") + where)
	expect(in.t, "the head's hash", verify(in.t, in.s, "").Fault, v.chain, v.n, domain.LedgerChanged, head)
	in.undo()
	in.do("UPDATE chain_heads SET key_id = 'x'" + where)
	expect(in.t, "the head's key", verify(in.t, in.s, "").Fault, v.chain, v.n, domain.LedgerChanged, head)
	in.undo()
	in.do("DELETE FROM chain_heads" + where)
	expect(in.t, "the head removed", verify(in.t, in.s, "").Fault, v.chain, 0, domain.LedgerRemoved, "")
	in.undo()
}

func (in *intruder) tamperElsewhere(checkpoint string) {
	t, s := in.t, in.s
	entries := in.victims()[1]
	in.do("UPDATE audit_entries SET lane = 99 WHERE " + entries.at(entries.n))
	expect(t, "the last one put into no chain", verify(t, s, "").Fault, entries.chain, entries.n, domain.LedgerCut, "")
	in.undo()
	in.do("UPDATE audit_entries SET lane = -1 WHERE "+entries.at(entries.n), entries.moveHead(entries.n-1))
	expect(t, "the last one put into no chain, with the head", verify(t, s, "").Fault, "audit", 0, domain.LedgerInserted, "*")
	in.undo()
	payments := in.victims()[0]
	for _, lane := range []string{"-1", "16"} {
		in.do("UPDATE payments SET lane = "+lane+" WHERE "+payments.at(payments.n), payments.moveHead(payments.n-1))
		expect(t, "the last payment put into no chain, with the head", verify(t, s, "").Fault, "payments", 0, domain.LedgerInserted, "*")
		in.undo()
	}
	in.do(fmt.Sprintf("INSERT INTO chain_heads (id, name, seq, hash, key_id) SELECT '%s', 'audit:16', seq, hash, key_id FROM chain_heads WHERE name = 'payments'", domain.NewID(domain.KindChainHead)))
	n := in.number("SELECT CAST(seq AS text) FROM chain_heads WHERE name = 'payments'")
	expect(t, "a head more", verify(t, s, "").Fault, "audit:16", n, domain.LedgerInserted, "*")
	in.undo()

	in.do("DELETE FROM payments", "DELETE FROM audit_entries")
	if f := verify(t, s, "").Fault; f == nil || f.Type != "Payment" || f.Seq != 1 || f.Problem != domain.LedgerCut {
		t.Errorf("everything but the heads gone: %+v", f)
	}
	in.do("DELETE FROM chain_heads")
	if f := verify(t, s, checkpoint).Fault; f == nil {
		t.Error("everything gone: nothing was found")
	}
	in.undo()

	if s.Dialect == "postgres" { // which takes only what fits the column
		return
	}
	for _, v := range in.victims() {
		for _, between := range []string{"lane = lane + 0.5", "lane = lane - 0.5", "lane = 'x'", "lane = x'00'"} {
			in.do(v.copyRow(3, v.n+5), "UPDATE "+v.table+" SET "+between+" WHERE "+v.at(v.n+5))
			kind, _, _ := strings.Cut(v.chain, ":")
			expect(t, "a copy with "+between, verify(t, s, "").Fault, kind, 0, domain.LedgerInserted, "*")
			in.undo()
		}
		in.do(v.copyRow(3, v.n+5), "UPDATE "+v.table+" SET seq = -1e300 WHERE "+v.at(v.n+5))
		expect(t, "a copy below every number", verify(t, s, "").Fault, v.chain, 0, domain.LedgerInserted, "*")
		in.undo()
		for _, column := range []string{"id", "created_at", "after", "amount_minor"} {
			if !slices.Contains(v.columns(), column) {
				continue
			}
			id := in.id(v, 3)
			if column == "id" {
				id = ""
			}
			in.do("UPDATE " + v.table + " SET " + column + " = 'nonsense' WHERE " + v.at(3))
			expect(t, "nonsense in "+column, verify(t, s, "").Fault, v.chain, 3, domain.LedgerChanged, id)
			in.undo()
		}
	}
}
