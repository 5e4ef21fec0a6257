package graph_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/stats"
	. "github.com/redress/redress/internal/testenv"
)

// TestHotSpots: the first of more addresses than groups are sorted by the program are counted, and other numbers of them refused.
func TestHotSpots(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx, c := System(), s.Store.Client()
		at := s.Clock.Now()
		const addresses, batch = stats.MaxGroups + 500, 1_000
		for first := 0; first < addresses; first += batch {
			made := c.Complaint.MapCreateBulk(make([]int, batch), func(row *ent.ComplaintCreate, i int) {
				n := first + i
				address := fmt.Sprint("Mill Lane ", n)
				if n < 12 { // of which the first has three more, the second two
					address = []string{"Mill Lane 1000", "Mill Lane 2000", "mill lane, 1000", "MILL LANE 1000", "Mill Lane 2000", "Mill Lane 3000"}[n%6]
				}
				row.SetReference(fmt.Sprint("HOT-", n)).SetTitle("Hot").SetStatus(domain.ComplaintSubmitted).SetSource(domain.SourceStaff).
					SetAddress(address).SetCreatedAt(at).SetUpdatedAt(at)
			}).SaveX(ctx)
			if err := stats.SaveFacts(ctx, c, made...); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(stats.Rebuild(ctx, c), s.Service.CountRows(ctx)); err != nil {
			t.Fatal(err)
		}
		a := s.MustExecute(t, Admin, `{ complaintStats(groupBy: [ADDRESS], top: 3, where: {title: "Hot"}) { total { count } buckets { address count rest filter } } }`, nil)
		var said []string
		for _, b := range a.At("complaintStats", "buckets").([]any) {
			b := b.(map[string]any)
			said = append(said, fmt.Sprint(b["address"], " ", b["count"]))
			l := s.MustExecute(t, Admin, `query($w: ComplaintWhereInput) { complaints(where: $w) { totalCount } }`, map[string]any{"w": b["filter"]})
			if l.At("complaints", "totalCount") != b["count"] {
				t.Errorf("%v finds %s", b, l.Raw)
			}
		}
		rest := a.At("complaintStats", "total", "count").(float64) - 7 - 5 - 3
		if want := []string{"Mill Lane 1000 7", "Mill Lane 2000 5", "Mill Lane 3000 3", fmt.Sprint("<nil> ", rest)}; !slices.Equal(said, want) {
			t.Errorf("%q, want %q", said, want)
		}
		a = s.Execute(t, Admin, `{ complaintStats(groupBy: [ADDRESS], top: 3) { buckets { address rating { average } } } }`, nil)
		if a.Code() != "VALIDATION_ERROR" || invalidFields(a) != "groupBy" {
			t.Errorf("other numbers: %s", a.Raw)
		}
	})
}

// TestAddressKeys: complaints that were written before addresses had keys are counted by their address after the job, which
// goes on where it was killed; an edit moves a complaint to its new address at once.
func TestAddressKeys(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx, db := context.Background(), s.Store.DB()
		lacking := func() (n int) {
			row := db.QueryRowContext(ctx, "SELECT count(*) FROM complaint_facts f JOIN complaints c ON c.id = f.id WHERE c.address <> '' AND f.address_key IS NULL")
			if err := row.Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		var last string
		for i := range 260 {
			last, _ = submitted(t, s, Admin, map[string]any{"title": "Loud", "source": "PHONE", "address": []string{"Quay 1", "QUAY, 1", "QUAY, 1"}[i%3], "contact": map[string]any{"name": "Wanda", "phone": "5550123"}})
		}
		at := func(address string) (count any) {
			a := s.MustExecute(t, Admin, `{ complaintStats(groupBy: [ADDRESS], top: 50) { buckets { address count } } }`, nil)
			for _, b := range a.At("complaintStats", "buckets").([]any) {
				if b := b.(map[string]any); b["address"] == address {
					count = b["count"]
				}
			}
			return count
		}
		if n := at("QUAY, 1"); n != 260.0 {
			t.Errorf("%v at the quay", n)
		}
		mustMutate(t, s, Admin, "updateComplaint", "complaint { id }", map[string]any{"id": last, "address": "Quay 2"})
		if n, m := at("QUAY, 1"), at("Quay 2"); n != 259.0 || m != 1.0 {
			t.Errorf("after an edit %v and %v", n, m)
		}
		if _, err := db.ExecContext(ctx, "UPDATE complaint_facts SET address_key = NULL"); err != nil {
			t.Fatal(err)
		}
		old := lacking()
		_, _ = s.Service.Desk.FillAddressKeys(killedAfter(ctx, s, "SELECT count(*) FROM complaint_facts WHERE address_key IS NOT NULL"))
		left := lacking()
		filled, err := s.Service.Desk.FillAddressKeys(ctx)
		if err != nil || filled != left || lacking() != 0 {
			t.Errorf("%d of %d were left, then %d filled and %d left, %v", left, old, filled, lacking(), err)
		}
		if n, m := at("QUAY, 1"), at("Quay 2"); n != 259.0 || m != 1.0 {
			t.Errorf("after the job %v and %v", n, m)
		}
		if again, err := s.Service.Desk.FillAddressKeys(ctx); again != 0 || err != nil {
			t.Errorf("again: %d, %v", again, err)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}
