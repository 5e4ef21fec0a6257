package graph_test

import (
	"fmt"
	"slices"
	"testing"

	. "github.com/redress/redress/internal/testenv"
)

// TestMoneyByCategory: a payment counts once, in the one category that all its tasks have, or in several, or in none, whatever
// becomes of the categories of the complaints; and so does its reversal.
func TestMoneyByCategory(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		category := func(name string) string {
			return mustMutate(t, s, Admin, "createCategory", "category { id }", map[string]any{"name": name}).At("createCategory", "category", "id").(string)
		}
		lamps, roads := category("Money lamps"), category("Money roads")
		one, other := newTaskFixture(t, s), newTaskFixture(t, s)
		one.advanceTo(t, "COMPLETED")
		other.advanceTo(t, "COMPLETED")
		provider := s.MustExecute(t, Admin, `query($id: ID!) { task(id: $id) { providerId } }`, map[string]any{"id": one.task}).At("task", "providerId")
		pay := func(amount int, tasks ...string) any {
			return mustMutate(t, s, Admin, "recordPayment", "payment { id }", map[string]any{
				"providerId": provider, "amountMinor": fmt.Sprint(amount), "currency": "ISK", "paymentDate": "2026-01-05",
				"method": "BANK_TRANSFER", "reference": fmt.Sprint("by category ", amount), "taskIds": tasks,
			}).At("recordPayment", "payment", "id")
		}
		pay(7, []string{}...)
		both := pay(101, one.task, other.task)
		for _, of := range []*taskFixture{one, other} { // or their categories are fixed
			mustMutate(t, s, User, "reopenComplaint", "complaint { id }", map[string]any{"id": of.complaint, "reasonCode": "not_fixed"})
		}
		triage := func(complaint, category string) {
			input := map[string]any{"id": complaint, "noCategory": true}
			if category != "" {
				input = map[string]any{"id": complaint, "categoryId": category}
			}
			mustMutate(t, s, Admin, "triageComplaint", "complaint { id }", input)
		}
		for _, reversed := range []bool{false, true} {
			if reversed {
				mustMutate(t, s, Admin, "reversePayment", "reversal { id }", map[string]any{"id": both, "reason": "of another"})
			}
			net := map[bool]int{false: 101, true: 0}[reversed]
			for _, row := range []struct {
				one, other string
				want       []string // category, whether several, settled and net of each group
			}{
				{lamps, lamps, []string{fmt.Sprint("Money lamps false 101 ", net), "<nil> false 7 7"}},
				{lamps, roads, []string{fmt.Sprint("<nil> true 101 ", net), "<nil> false 7 7"}},
				{lamps, "", []string{fmt.Sprint("<nil> true 101 ", net), "<nil> false 7 7"}},
				{"", roads, []string{fmt.Sprint("<nil> true 101 ", net), "<nil> false 7 7"}},
				{"", "", []string{fmt.Sprint("<nil> false 108 ", net+7)}},
			} {
				triage(one.complaint, row.one)
				triage(other.complaint, row.other)
				a := s.MustExecute(t, Admin, `{ paymentStats(groupBy: [CATEGORY], where: {currency: "ISK"}, sortBy: SETTLED) {
					categoryName severalCategories settled net settlements reversals filter } }`, nil)
				var got []string
				for _, b := range a.At("paymentStats").([]any) {
					b := b.(map[string]any)
					got = append(got, fmt.Sprint(b["categoryName"], " ", b["severalCategories"], " ", b["settled"], " ", b["net"]))
					l := s.MustExecute(t, Admin, `query($w: PaymentWhereInput) { payments(where: $w) { totalCount } }`, map[string]any{"w": b["filter"]})
					if l.At("payments", "totalCount") != b["settlements"].(float64)+b["reversals"].(float64) {
						t.Errorf("%v finds %s", b, l.Raw)
					}
				}
				if !slices.Equal(got, row.want) {
					t.Errorf("%q and %q, reversed %t: %q, want %q", row.one, row.other, reversed, got, row.want)
				}
			}
		}
		for where, want := range map[string]float64{
			`{severalCategories: true}`:     0,
			`{severalCategories: false}`:    3,
			`{categoryId: "` + lamps + `"}`: 0,
			`{none: [CATEGORY]}`:            3,
		} {
			l := s.MustExecute(t, Admin, `{ payments(where: {currency: "ISK", selection: `+where+`}) { totalCount } }`, nil)
			if n := l.At("payments", "totalCount"); n != want {
				t.Errorf("%s: %v, want %v", where, n, want)
			}
			if a := s.Execute(t, Provider, `{ payments(where: {selection: `+where+`}) { totalCount } }`, nil); a.Code() != "PERMISSION_DENIED" {
				t.Errorf("%s as a service provider: %s", where, a.Raw)
			}
		}
	})
}
