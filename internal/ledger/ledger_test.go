package ledger_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store/batch"
	"github.com/redress/redress/internal/store/dbtx"
	. "github.com/redress/redress/internal/testenv"
)

// pay records a settlement through the graph and returns its id, or the code of the refusal.
func pay(t *testing.T, s *Server, reference string) (id, code string) {
	t.Helper()
	a := s.Execute(t, Admin, `mutation($in: RecordPaymentInput!) { recordPayment(input: $in) { payment { id } } }`, map[string]any{"in": map[string]any{
		"providerId": s.Samples.Provider, "amountMinor": "123456", "currency": "EUR", "method": "UPI", "reference": reference,
		"paymentDate": s.Clock.Now().UTC().Format("2006-01-02"), "invoiceNumber": "", "taskIds": []string{}, "remarks": "naïve – 5 € <b>",
	}})
	id, _ = a.At("recordPayment", "payment", "id").(string)
	return id, a.Code()
}

func reverse(t *testing.T, s *Server, id string) (code string) {
	t.Helper()
	return s.Execute(t, Admin, `mutation($id: ID!) { reversePayment(input: {id: $id, reason: "Paid twice."}) { reversal { id } } }`, map[string]any{"id": id}).Code()
}

func group(t *testing.T, s *Server, name string) (code string) {
	t.Helper()
	return s.Execute(t, Admin, `mutation($n: String!) { createGroup(input: {name: $n, description: "x"}) { group { id } } }`, map[string]any{"n": name}).Code()
}

// counts returns how many payments and audit entries there are.
func counts(s *Server) (payments, entries int) {
	c := s.Store.Client()
	return c.Payment.Query().CountX(System()), c.AuditEntry.Query().CountX(System())
}

// TestParallelWriters: fifty at once, some of whom are refused when their rows are written
// already, leave chains without a gap, and use the shards.
func TestParallelWriters(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		payments, entries := counts(s)
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() {
				if code := group(t, s, fmt.Sprintf("group %d", i)); code != "" {
					t.Errorf("group: %s", code)
				}
				id, code := pay(t, s, fmt.Sprintf("P-%d", i/2)) // two of each: one is refused
				if code != "" && code != "DUPLICATE_REFERENCE" {
					t.Errorf("payment: %s", code)
				}
				if code == "" && i%3 == 0 {
					if code := reverse(t, s, id); code != "" {
						t.Errorf("reversal: %s", code)
					}
				}
			})
		}
		for range 5 { // while they write
			if f := verify(t, s, "").Fault; f != nil {
				t.Errorf("while the service writes: %+v", *f)
			}
		}
		all.Wait()
		found := verify(t, s, "")
		if found.Fault != nil {
			t.Fatalf("%+v", *found.Fault)
		}
		paid, written := counts(s)
		if found.Rows != int64(paid+written) || paid < payments+25 || written < entries+75 {
			t.Errorf("%d rows were checked; %d payments and %d entries", found.Rows, paid, written)
		}
		var lanes []int
		s.Store.Client().AuditEntry.Query().GroupBy(auditentry.FieldLane).ScanX(System(), &lanes)
		if len(lanes) != 16 {
			t.Errorf("entries lie in %d lanes", len(lanes))
		}
		lanes = nil
		s.Store.Client().Payment.Query().GroupBy(payment.FieldLane).ScanX(System(), &lanes)
		if len(lanes) != 16 {
			t.Errorf("payments lie in %d lanes", len(lanes))
		}
	})
}

// TestOptimisticWriters: two instances write to the chains by what each of them wrote last, find out when it was
// the other one, and leave no gap.
func TestOptimisticWriters(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		_, before := counts(s)
		other, err := ledger.Open(System(), s.Store.Client(), s.LedgerKeyFile)
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for i := range 8 {
			book := []*ledger.Book{s.Ledger, other}[i%2]
			all.Go(func() {
				for range 40 {
					err := dbtx.InBatchTx(System(), s.Store.Client(), true, func(tx batch.Clients) error {
						return book.Audit(System(), tx, &ent.AuditEntry{Action: "test.write", SubjectType: "Test", Agent: domain.AgentSystem, CreatedAt: s.Clock.Now()})
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		if f := verify(t, s, "").Fault; f != nil {
			t.Errorf("%+v", *f)
		}
		if _, written := counts(s); written != before+8*40 {
			t.Errorf("%d entries were written", written-before)
		}
	})
}

// TestRandomOperations: whatever was done, the ledger is whole, and one value changed in any row is
// found there.
func TestRandomOperations(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		chance := rand.New(rand.NewPCG(seed, 1))
		var paid []string
		for i := range 60 {
			switch chance.IntN(4) {
			case 0:
				if id, code := pay(t, s, fmt.Sprintf("R-%d", chance.IntN(30))); code == "" {
					paid = append(paid, id)
				}
			case 1:
				if len(paid) > 0 {
					reverse(t, s, paid[chance.IntN(len(paid))])
				}
			case 2:
				group(t, s, fmt.Sprintf("group %d", chance.IntN(40)))
			case 3:
				s.Execute(t, User, `mutation($t: String!) { submitComplaint(input: {title: $t, description: "é \u2028 \" \\ 1e3"}) { complaint { id } } }`,
					map[string]any{"t": fmt.Sprintf("Complaint %d", i)})
			}
		}
		if found := verify(t, s, ""); found.Fault != nil {
			t.Fatalf("%+v", *found.Fault)
		}
		in := breakIn(t, s)
		for range 40 {
			table, columns := "payments", payment.Columns
			if chance.IntN(2) == 0 {
				table, columns = "audit_entries", auditentry.Columns
			}
			column := columns[chance.IntN(len(columns))]
			if column == payment.FieldSeq || column == auditentry.FieldLane {
				continue
			}
			n := in.number("SELECT CAST(count(*) AS text) FROM " + table)
			id := in.text(fmt.Sprintf("SELECT CAST(id AS text) FROM %s ORDER BY id LIMIT 1 OFFSET %d", table, chance.Int64N(n)))
			in.do(fmt.Sprintf(`UPDATE %s SET "%s" = %s WHERE id = '%s'`, table, column, other(s.Dialect, column), id))
			f := verify(t, s, "").Fault
			if f == nil || f.Problem != domain.LedgerChanged || f.ID == nil || column != "id" && f.ID.String() != id {
				t.Errorf("%s of %s %s was changed: %+v", column, table, id, f)
			}
			in.undo()
		}
	})
}

// TestCheckOverTheGraph: in parts, for administrators, with the fault in the end.
func TestCheckOverTheGraph(t *testing.T) {
	const query = `query($after: String) { ledgerCheck(after: $after) { rowsChecked complete after fault { chain seq type id problem message } } }`
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, who := range []string{User, Solver, Provider} {
			if a := s.Execute(t, who, query, nil); a.Code() != "PERMISSION_DENIED" {
				t.Errorf("%s is told %s", who, a.Raw)
			}
		}
		if a := s.Execute(t, Anonymous, query, nil); a.Code() != "AUTHENTICATION_REQUIRED" {
			t.Errorf("nobody is told %s", a.Raw)
		}
		for _, after := range []string{"x", "", strings.Repeat("A", 60), strings.Repeat("A", 43)} {
			a := s.Execute(t, Admin, query, map[string]any{"after": after})
			if after != "" && a.Code() != "VALIDATION_ERROR" || after == "" && a.Code() != "" {
				t.Errorf("after %q: %s", after, a.Raw)
			}
		}
		if a := s.Execute(t, Admin, strings.Replace(query, "{ ledgerCheck", "{ a: ledgerCheck { fault { id } } b: ledgerCheck { fault { id } } c: ledgerCheck { fault { id } } ledgerCheck", 1), nil); a.Code() == "" {
			t.Errorf("four at once: %s", a.Raw)
		}

		bulkPayments(t, s, 12)
		bulk(t, s, 25_000)
		a := s.MustExecute(t, SuperAdmin, query, nil)
		if a.At("ledgerCheck", "complete") != false || a.At("ledgerCheck", "fault") != nil || a.At("ledgerCheck", "rowsChecked") != 20_000.0 {
			t.Fatal(a.Raw)
		}
		after := a.At("ledgerCheck", "after")
		forged := []byte(after.(string))
		forged[len(forged)-3] ^= 1
		if a := s.Execute(t, Admin, query, map[string]any{"after": string(forged)}); a.Code() != "VALIDATION_ERROR" {
			t.Errorf("a forged position: %s", a.Raw)
		}
		paid, written := counts(s)
		a = s.MustExecute(t, Admin, query, map[string]any{"after": after})
		if a.At("ledgerCheck", "complete") != true || a.At("ledgerCheck", "rowsChecked") != float64(paid+written) || a.At("ledgerCheck", "after") != nil {
			t.Error(a.Raw)
		}

		in := breakIn(t, s)
		last := in.victims()[1]
		id := in.id(last, last.n-7)
		in.do("UPDATE audit_entries SET action = 'x' WHERE id = '" + id + "'")
		a = s.MustExecute(t, Admin, query, map[string]any{"after": after})
		fault, _ := a.At("ledgerCheck", "fault").(map[string]any)
		if a.At("ledgerCheck", "complete") != false || fault["id"] != id || fault["problem"] != "CHANGED" || fault["chain"] != last.chain {
			t.Error(a.Raw)
		}
	})
}

// fill adds so many rows to one shard of each kind that it can be tampered with. They are of no verb, so that no
// audit entry is about the payments.
func fill(t *testing.T, s *Server) {
	t.Helper()
	bulk(t, s, 12)
	bulkPayments(t, s, 12)
}

// bulkPayments adds settlements and the reversal of one of them to one shard, all in one transaction.
func bulkPayments(t *testing.T, s *Server, n int) {
	t.Helper()
	admin, day := adminID(t, s), s.Clock.Now().UTC().Format("2006-01-02")
	all := make([]*ent.Payment, n)
	for i := range all {
		all[i] = &ent.Payment{
			ID: domain.NewID(domain.KindPayment), ProviderID: s.Samples.Provider, Type: domain.PaymentSettlement,
			AmountMinor: int64(i) + 1, Currency: "EUR", PaymentDate: day, PaymentMethod: domain.PaymentMethod("CASH"),
			PaymentReference: fmt.Sprintf("bulk %d", i), InvoiceNumber: "I", Remarks: "r", CreatedAt: s.Clock.Now(),
		}
		if i%3 == 0 {
			all[i].PeriodFrom, all[i].PeriodTo, all[i].RecordedByID = &day, &day, &admin
		}
	}
	last := all[n-1]
	last.Type, last.ReversesID, last.AmountMinor = domain.PaymentReversal, &all[0].ID, -all[0].AmountMinor
	tx, err := s.Store.Client().Tx(System())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Ledger.Payments(System(), batch.Of(tx), all...), tx.Commit()); err != nil {
		t.Fatal(err)
	}
}

func adminID(t *testing.T, s *Server) uuid.UUID {
	t.Helper()
	id, err := domain.ParseID(s.MustExecute(t, Admin, `{ viewer { id } }`, nil).At("viewer", "id").(string))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// bulk adds audit entries to one shard, all in one transaction.
func bulk(t *testing.T, s *Server, n int) {
	t.Helper()
	admin, row := adminID(t, s), domain.NewID(domain.KindComplaint)
	entries := make([]*ent.AuditEntry, n)
	for i := range entries {
		entries[i] = &ent.AuditEntry{
			Agent: domain.AgentSystem, Action: "test.bulk", SubjectType: "Complaint", CreatedAt: s.Clock.Now(),
			After: json.RawMessage(fmt.Sprintf(`{"n": %d.50, "z": [1e2, -0.0, null], "a": {"ü": "\u00fc<"}}`, i)),
		}
		if i%3 == 0 {
			entries[i].Before, entries[i].ActorID, entries[i].SubjectID = json.RawMessage(`{"n": null}`), &admin, &row
		}
	}
	tx, err := s.Store.Client().Tx(System())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Ledger.Audit(t.Context(), batch.Of(tx), entries...), tx.Commit()); err != nil {
		t.Fatal(err)
	}
}

// TestRollback: what was not committed takes no position.
func TestRollback(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx := System()
		for range 20 {
			tx, err := s.Store.Client().Tx(ctx)
			if err != nil {
				t.Fatal(err)
			}
			p := &ent.Payment{
				ProviderID: s.Samples.Provider, Type: domain.PaymentSettlement, AmountMinor: 5, Currency: "EUR",
				PaymentDate: "2026-11-01", PaymentMethod: domain.PaymentMethod("CASH"), PaymentReference: "gone", CreatedAt: s.Clock.Now(),
			}
			e := &ent.AuditEntry{Agent: domain.AgentSystem, Action: "x", SubjectType: "Payment", CreatedAt: s.Clock.Now()}
			if err := errors.Join(s.Ledger.Payments(ctx, batch.Of(tx), p), s.Ledger.Audit(ctx, batch.Of(tx), e), tx.Rollback()); err != nil {
				t.Fatal(err)
			}
		}
		pay(t, s, "kept")
		if found := verify(t, s, ""); found.Fault != nil {
			t.Errorf("%+v", *found.Fault)
		}
	})
}

// TestCheckpoint: a file that was touched is an error, not a fault; nobody else may read it.
func TestCheckpoint(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		fill(t, s)
		file := filepath.Join(t.TempDir(), "checkpoint")
		verify(t, s, file)
		info, err := os.Stat(file)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v %v", info, err)
		}
		pay(t, s, "grown")
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := verify(t, s, file); found.Fault != nil || found.Since.IsZero() {
			t.Errorf("%+v", found)
		}
		renewed, _ := os.ReadFile(file)
		if string(renewed) == string(good) {
			t.Error("it was not renewed")
		}
		for what, text := range map[string]string{
			"empty": "", "cut": string(good[:len(good)/2]), "not JSON": "x", "more behind": string(good) + "{}", "a bracket behind": string(good) + "]",
			"another position": strings.Replace(string(good), `"seq": `, `"seq": 1`, 1),
			"another key":      strings.Replace(string(good), `"key_id": "`, `"key_id": "0`, 1),
			"a chain less":     strings.Replace(string(good), `"audit:3"`, `"audit:33"`, 1),
			"a field more":     strings.Replace(string(good), `{`, `{"x": 1,`, 1),
		} {
			t.Run(what, func(t *testing.T) {
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				if _, err := verification(s, file).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "checkpoint") {
					t.Errorf("%s: %v", what, err)
				}
				if now, _ := os.ReadFile(file); string(now) != text {
					t.Errorf("%s: it was replaced", what)
				}
			})
		}
		// Cut with its head and grown again, so that the hashes fit.
		if err := os.WriteFile(file, renewed, 0o600); err != nil {
			t.Fatal(err)
		}
		in := breakIn(t, s)
		v := in.victims()[0]
		in.do(v.remove(v.n, v.n), v.moveHead(v.n-1), "DELETE FROM payment_claims")
		pay(t, s, "in its place")
		if f := verify(t, s, "").Fault; f != nil {
			t.Errorf("without the checkpoint: %+v", *f)
		}
		expect(t, "cut and grown again", verify(t, s, file).Fault, v.chain, v.n, domain.LedgerCut, "")
	})
}

// TestKeys: the key is made once, with the ledger, and no other one is taken.
func TestKeys(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx, c := context.Background(), s.Store.Client()
		refused := func(what, file, why string) {
			t.Helper()
			if _, err := ledger.Open(ctx, c, file); err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), file) || !errors.Is(err, ledger.ErrKey) {
				t.Errorf("%s: %v", what, err)
			}
			v := verification(s, "")
			v.KeyFile = file
			if _, err := v.Run(ctx); err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("verify with %s: %v", what, err)
			}
		}
		dir := t.TempDir()
		missing := filepath.Join(dir, "missing")
		refused("a missing key", missing, "missing")
		if _, err := os.Stat(missing); err == nil {
			t.Error("a key was made for a ledger that has one")
		}
		write := func(name, kind string, secret []byte) string {
			file := filepath.Join(dir, name)
			if err := auth.CreateKeyFile(file, kind, secret); err != nil {
				t.Fatal(err)
			}
			return file
		}
		other := make([]byte, 32)
		for i := range other {
			other[i] = byte(i * 7)
		}
		refused("another key", write("another", ledger.KeyType, other), "not the one")
		refused("zeros", write("zeros", ledger.KeyType, make([]byte, 32)), "weak")
		refused("a short one", write("short", ledger.KeyType, other[:31]), "32 bytes")
		refused("a signing key", write("signing", "PRIVATE KEY", other), "PEM block")
		open := write("open", ledger.KeyType, other)
		if err := os.Chmod(open, 0o640); err != nil {
			t.Fatal(err)
		}
		refused("an open one", open, "chmod")
		empty := filepath.Join(dir, "empty")
		if err := os.WriteFile(empty, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		refused("an empty one", empty, "empty")

		// Without heads: not while there are rows, and then with a fresh key, which many agree on.
		in := breakIn(t, s)
		in.do("DELETE FROM chain_heads WHERE name = 'audit:4'")
		if _, err := ledger.Open(ctx, c, s.LedgerKeyFile); err == nil || !strings.Contains(err.Error(), "verify-ledger") {
			t.Errorf("a head is gone: %v", err)
		}
		in.do("DELETE FROM chain_heads")
		if _, err := ledger.Open(ctx, c, filepath.Join(dir, "late")); err == nil || !strings.Contains(err.Error(), "lost the heads") {
			t.Errorf("the heads are gone: %v", err)
		}
		in.do("DELETE FROM payments", "DELETE FROM audit_entries")
		fresh := filepath.Join(dir, "folder", "fresh")
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if _, err := ledger.Open(ctx, c, fresh); err != nil {
					t.Errorf("begin: %v", err)
				}
			})
		}
		all.Wait()
		if info, err := os.Stat(fresh); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v %v", info, err)
		}
		v := verification(s, "")
		v.KeyFile = fresh
		if found, err := v.Run(ctx); err != nil || found.Fault != nil || found.Rows != 0 {
			t.Errorf("%+v %v", found, err)
		}
	})
}

// TestAuditFilters: the audit is found by who, what, which row and when.
func TestAuditFilters(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		before := s.Clock.Now()
		id, code := pay(t, s, "wanted")
		if code != "" {
			t.Fatal(code)
		}
		group(t, s, "unwanted")
		who := s.MustExecute(t, Admin, `{ viewer { id } }`, nil).At("viewer", "id")
		count := func(where map[string]any) float64 {
			t.Helper()
			return s.MustExecute(t, Admin, `query($w: AuditEntryWhereInput) { auditEntries(where: $w) { totalCount } }`, map[string]any{"w": where}).At("auditEntries", "totalCount").(float64)
		}
		since := before.UTC().Format("2006-01-02T15:04:05.000Z")
		row := map[string]any{"actorId": who, "subjectType": "Payment", "subjectId": id, "createdAtGTE": since, "action": "payment.record"}
		if n := count(row); n != 1 {
			t.Errorf("all at once finds %v", n)
		}
		for name, value := range map[string]any{
			"actorId": domain.NewID(domain.KindUser), "subjectType": "Group", "subjectId": uuid.New(), "action": "payment.reverse",
			"createdAtGTE": s.Clock.Now().Add(1e12).UTC().Format("2006-01-02T15:04:05.000Z"),
		} {
			t.Run(name, func(t *testing.T) {
				changed := map[string]any{}
				maps.Copy(changed, row)
				changed[name] = value
				if n := count(changed); n != 0 {
					t.Errorf("with another %s it finds %v", name, n)
				}
				delete(changed, name)
				if n := count(changed); n < 1 {
					t.Errorf("without %s it finds %v", name, n)
				}
			})
		}
		if all := count(nil); count(map[string]any{"createdAtLT": since}) >= all {
			t.Errorf("of %v entries none is new", all)
		}
	})
}
