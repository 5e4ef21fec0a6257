package graph_test

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/reconcile"
	. "github.com/redress/redress/internal/testenv"
)

// ledgerRow is a payment as plain SQL reads it.
type ledgerRow struct {
	id, provider, kind, currency, day string
	amount                            int64
}

// ledgerRows returns all payments, the newest first.
func ledgerRows(t *testing.T, s *Server) (all []ledgerRow) {
	t.Helper()
	rows, err := s.Store.DB().QueryContext(t.Context(), `SELECT CAST(id AS text), CAST(provider_id AS text), type, currency, payment_date, amount_minor
		FROM payments ORDER BY payment_date DESC, id DESC`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var r ledgerRow
		if err := rows.Scan(&r.id, &r.provider, &r.kind, &r.currency, &r.day, &r.amount); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	if rows.Err() != nil || len(all) == 0 {
		t.Fatal(len(all), rows.Err())
	}
	return all
}

// TestPagesAreWhatTheLedgerHolds: payments of several service providers and currencies, of ten years, some of them reversed, in a time
// zone with daylight saving. Any page between any days has the rows, the count and the sums of plain SQL, with a filter and
// without, for administrators and for a service provider's account.
func TestPagesAreWhatTheLedgerHolds(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		d := rand.New(rand.NewPCG(seed, 1))
		mustMutate(t, s, SuperAdmin, "updateSettings", "settings { version }", map[string]any{"timeZone": "Europe/Berlin"})
		providers := []string{s.Samples.Provider.String()}
		for _, name := range []string{"Lamps and Sons", "Nobody pays them"} {
			a := mustMutate(t, s, Admin, "createServiceProvider", "serviceProvider { id }", map[string]any{"name": name})
			providers = append(providers, a.At("createServiceProvider", "serviceProvider", "id").(string))
		}
		today := s.Clock.Now()
		// Days that months begin and end with, and those on which clocks change, more often than others.
		anyDay := func() string {
			day := today.AddDate(0, 0, -d.IntN(3600))
			switch d.IntN(5) {
			case 0:
				day = day.AddDate(0, 0, 1-day.Day())
			case 1:
				day = day.AddDate(0, 0, -day.Day())
			case 2:
				day = time.Date(day.Year(), []time.Month{time.March, time.October}[d.IntN(2)], 31-d.IntN(7), 0, 0, 0, 0, time.UTC)
			}
			if day.After(today) {
				day = today
			}
			return day.Format("2006-01-02")
		}
		for i := range 160 {
			in := settledOn(s, strconv.Itoa(i), anyDay())
			in["providerId"], in["amountMinor"] = providers[d.IntN(2)], strconv.Itoa(1+d.IntN(1_000_000))
			in["currency"] = []string{"EUR", "JPY", "TND"}[d.IntN(3)]
			a := mustMutate(t, s, Admin, "recordPayment", "payment { id }", in)
			if d.IntN(5) == 0 {
				mustMutate(t, s, Admin, "reversePayment", "reversal { id }", map[string]any{"id": a.At("recordPayment", "payment", "id"), "reason": "Paid twice."})
			}
		}
		all := ledgerRows(t, s)
		const query = `query($of: ID, $from: Date, $to: Date, $where: PaymentWhereInput, $page: Int, $limit: Int) {
			p: paymentPage(providerId: $of, fromDate: $from, toDate: $to, where: $where, page: $page, limit: $limit) {
				provider { id } payments { id } summary { count totals { currency paid reversed net } } pagination { total } } }`
		shown := 0
		for i := range 400 {
			v := map[string]any{"page": 1 + d.IntN(4)*d.IntN(2), "limit": 1 + d.IntN(40)}
			as := []string{Admin, Provider}[d.IntN(2)]
			if d.IntN(4) > 0 {
				v["of"] = providers[d.IntN(3)]
			}
			for _, end := range []string{"from", "to"} {
				switch d.IntN(12) {
				case 0:
					v[end] = []string{"0001-01-01", "0001-01-02", "9999-12-01", "9999-12-02", "9999-12-31"}[d.IntN(5)]
				case 1, 2, 3:
				default:
					v[end] = anyDay()
				}
			}
			var kind string
			if d.IntN(4) == 0 {
				kind = []string{"SETTLEMENT", "REVERSAL"}[d.IntN(2)]
				v["where"] = map[string]any{"type": kind}
			}
			if from, to := v["from"], v["to"]; from != nil && to != nil && from.(string) > to.(string) {
				v["from"], v["to"] = to, from
			}
			a := s.Execute(t, as, query, v)
			if as == Provider && v["of"] != nil && v["of"] != providers[0] {
				if a.Code() != "NOT_FOUND" {
					t.Fatalf("case %d, %v: another service provider's: %s", i, v, a.Raw)
				}
				continue
			}
			want := slices.DeleteFunc(slices.Clone(all), func(r ledgerRow) bool {
				return v["of"] != nil && r.provider != v["of"] || as == Provider && r.provider != providers[0] || kind != "" && r.kind != kind ||
					v["from"] != nil && r.day < v["from"].(string) || v["to"] != nil && r.day > v["to"].(string)
			})
			sums := map[string]*[2]int64{}
			for _, r := range want {
				if sums[r.currency] == nil {
					sums[r.currency] = &[2]int64{}
				}
				if r.kind == "REVERSAL" {
					sums[r.currency][1] -= r.amount
				} else {
					sums[r.currency][0] += r.amount
				}
			}
			totals := []any{}
			for _, currency := range slices.Sorted(maps.Keys(sums)) {
				of := sums[currency]
				totals = append(totals, map[string]any{"currency": currency, "paid": major(of[0], currency), "reversed": major(of[1], currency), "net": major(of[0]-of[1], currency)})
			}
			rows := []any{}
			for j := (v["page"].(int) - 1) * v["limit"].(int); j < min(len(want), v["page"].(int)*v["limit"].(int)); j++ {
				rows = append(rows, map[string]any{"id": want[j].id})
			}
			shown += len(rows)
			if n := float64(len(want)); len(a.Errors) > 0 || a.At("p", "summary", "count") != n || a.At("p", "pagination", "total") != n ||
				!slices.EqualFunc(a.At("p", "payments").([]any), rows, sameJSON) || !slices.EqualFunc(a.At("p", "summary", "totals").([]any), totals, sameJSON) {
				t.Fatalf("case %d, %s, %v: %s\nwant %d: %v\n%v", i, as, v, a.Raw, len(want), totals, rows)
			}
			if v["of"] != nil && a.At("p", "provider", "id") != v["of"] {
				t.Fatalf("case %d: %s", i, a.Raw)
			}
		}
		if shown < 500 {
			t.Errorf("only %d rows were compared", shown)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// major writes an amount with the decimals of its currency: two of a euro, none of a yen, three of a dinar.
func major(minor int64, currency string) string {
	decimals := map[string]int{"JPY": 0, "TND": 3}
	n, known := decimals[currency]
	if !known {
		n = 2
	}
	return strconv.FormatFloat(float64(minor)/math.Pow10(n), 'f', n, 64)
}

func sameJSON(a, b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

// sumsOf returns the sums by month, and of all payments, as they lie in the database.
func sumsOf(t *testing.T, db *sql.DB) (all [][6]any) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "SELECT CAST(provider_id AS text), period, currency, type, payments, amount_minor FROM payment_sums")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var provider, period, currency, kind string
		var payments, amount int64
		if err := rows.Scan(&provider, &period, &currency, &kind, &payments, &amount); err != nil {
			t.Fatal(err)
		}
		all = append(all, [6]any{provider, period, currency, kind, payments, amount})
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestPaymentsOfTheVersionBefore: an instance of the version before adds payments to the sums of their days alone. The job adds
// them to the others too, and counts are fixed, while others record payments.
func TestPaymentsOfTheVersionBefore(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		db, ctx := s.Store.DB(), context.Background()
		exec := func(statement string, args ...any) {
			t.Helper()
			if _, err := db.ExecContext(ctx, statement, args...); err != nil {
				t.Fatal(err)
			}
		}
		before := sumsOf(t, db)
		for i := range 3 {
			mustMutate(t, s, Admin, "recordPayment", "payment { id }", settledOn(s, strconv.Itoa(i), []string{"2026-01-31", "2026-02-01", "2025-12-31"}[i]))
		}
		exec("DELETE FROM payment_sums")
		for _, of := range before {
			exec("INSERT INTO payment_sums (provider_id, period, currency, type, payments, amount_minor) VALUES ($1, $2, $3, $4, $5, $6)", of[:]...)
		}
		if n, err := s.Service.Payments.AddUpPayments(ctx); err != nil || n != 4 {
			t.Errorf("%d sums were completed, want those of three months and of all: %v", n, err)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
		if n, err := s.Service.Payments.AddUpPayments(ctx); err != nil || n != 0 {
			t.Errorf("again: %d, %v", n, err)
		}

		var others sync.WaitGroup
		for i := range 4 {
			others.Go(func() {
				for j := range 12 {
					a := mutate(t, s, Admin, "recordPayment", "payment { id }", settledOn(s, fmt.Sprintf("%d of %d", j, i), "2026-03-0"+strconv.Itoa(1+j%3)))
					if len(a.Errors) > 0 {
						t.Error(a.Raw)
					}
				}
			})
		}
		for i := range 6 {
			exec("DELETE FROM payment_sums WHERE period = $1", []string{domain.AllTime, "2026-03"}[i%2])
			if _, err := s.Service.Payments.AddUpPayments(ctx); err != nil {
				t.Error(err)
			}
			exec("DELETE FROM payment_days WHERE payment_date LIKE '2026-03-%'")
			if _, err := (reconcile.Reconciliation{Client: s.Store.Client(), DB: db, Dialect: s.Store.Dialect(), Fix: true}).Run(ctx); err != nil {
				t.Error(err)
			}
		}
		others.Wait()
		if _, err := (reconcile.Reconciliation{Client: s.Store.Client(), DB: db, Dialect: s.Store.Dialect(), Fix: true}).Run(ctx); err != nil {
			t.Error(err)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}
