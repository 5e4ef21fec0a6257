package graph_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/store/batch"
	. "github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// TestPlansOfListsBelowOneRow: the first payments of a service provider are found among its own, also if it has none, or only ones
// that are older than everybody else's.
func TestPlansOfListsBelowOneRow(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		const page = 20
		old, recent, none := newProvider(t, s), newProvider(t, s), newProvider(t, s)
		pay(t, s, 10_000, func(i int) (uuid.UUID, time.Time) {
			day := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, i/10)
			if i < 2_000 {
				return old, day
			}
			return recent, day
		})
		if s.Dialect == dialect.Postgres { // SQLite has no statistics
			if _, err := s.Store.DB().ExecContext(t.Context(), "ANALYZE"); err != nil {
				t.Fatal(err)
			}
		}
		plans := 0
		for _, of := range []uuid.UUID{old, recent, none} {
			for _, order := range []string{"PAYMENT_DATE", "CREATED_AT", "AMOUNT_MINOR"} {
				for _, d := range []string{"ASC", "DESC"} {
					by := fmt.Sprintf("orderBy: {field: %s, direction: %s}", order, d)
					queries := map[string][]any{
						fmt.Sprintf(`{ paymentPage(providerId: %q, limit: %d, %s) { payments { id amount } } }`, of, page, by):                                {of, of},
						fmt.Sprintf(`{ node(id: %q) { ... on ServiceProvider { payments(first: %d, %s) { edges { node { id amount } } } } } }`, of, page, by): {of},
						fmt.Sprintf(`{ serviceProviders(first: 100) { edges { node { payments(first: %d, %s) { edges { node { id amount } } } } } } }`, page, by): {
							"{" + of.String() + "}",
						},
					}
					if order == "PAYMENT_DATE" {
						queries[fmt.Sprintf(`{ paymentPage(providerId: %q, fromDate: "2020-01-03", toDate: "2020-05-01", limit: %d, %s) { payments { id amount } } }`, of, page, by)] = []any{
							of, "2020-01-03", of, "2020-05-01",
						}
					}
					for query, args := range queries {
						for _, text := range listsOf(t, s, query, "payments") {
							plans++
							if s.Dialect == dialect.Postgres {
								plan := dbtest.Explained(t, s.Store.DB(), "EXPLAIN (ANALYZE, TIMING OFF) "+text, args)
								if n := passedOver(t, plan); n > 50 {
									t.Errorf("%s\n%s\n%s", query, text, plan)
								}
								continue
							}
							plan := planOf(t, s, text, make([]any, strings.Count(text, "?")))
							if sorts(s.Dialect, plan) && !strings.Contains(text, "OVER") || !strings.Contains(plan, "(provider_id=?") {
								t.Errorf("%s\n%s\n%s", query, text, plan)
							}
						}
					}
				}
			}
		}
		if plans != 3*6*3-6+2 { // what a sum says is empty is not read
			t.Errorf("%d plans were looked at", plans)
		}
	})
}

func newProvider(t *testing.T, s *Server) uuid.UUID {
	t.Helper()
	id := domain.NewID(domain.KindServiceProvider)
	if _, err := s.Store.Client().ServiceProvider.Create().SetID(id).SetName("Provider " + id.String()).SetCreatedAt(time.Now()).Save(System()); err != nil {
		t.Fatal(err)
	}
	return id
}

// pay records payments, each to a service provider and at a time.
func pay(t *testing.T, s *Server, many int, of func(int) (uuid.UUID, time.Time)) {
	t.Helper()
	tx, err := s.Store.Client().Tx(System())
	if err != nil {
		t.Fatal(err)
	}
	payments := make([]*ent.Payment, many)
	for i := range payments {
		provider, at := of(i)
		payments[i] = &ent.Payment{
			ProviderID: provider, Type: domain.PaymentSettlement, AmountMinor: int64(i + 1), Currency: "EUR",
			PaymentDate: at.Format(time.DateOnly), PaymentMethod: domain.MethodCash, PaymentReference: fmt.Sprintf("MANY-%d", i), CreatedAt: at,
		}
	}
	if err := s.Ledger.Payments(System(), batch.Of(tx), payments...); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}

// listsOf returns the statements of a query that read the first rows of a table in an order.
func listsOf(t *testing.T, s *Server, query, table string) (texts []string) {
	t.Helper()
	ctx, counter := store.CountStatements(t.Context())
	recorder := counter.Record()
	executeIn(ctx, t, s, SuperAdmin, query, nil)
	kinds, _ := recorder.Slowest(100)
	for _, kind := range kinds {
		if text := kind.Statement(); strings.Contains(strings.ReplaceAll(text, "`", `"`), `FROM "`+table+`"`) && strings.Contains(text, "ORDER BY") {
			texts = append(texts, text)
		}
	}
	return texts
}

var removed = regexp.MustCompile(`Rows Removed by Filter: (\d+)`)

// passedOver returns how many rows were read in vain.
func passedOver(t *testing.T, plan string) (n int) {
	t.Helper()
	for _, m := range removed.FindAllStringSubmatch(plan, -1) {
		rows, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		n += rows
	}
	return n
}
