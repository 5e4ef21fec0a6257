package graph_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/stats"
	. "github.com/redress/redress/internal/testenv"
)

// TestDeepPages: numbered pages are the list, cut into pieces, from whichever end they are
// counted and however deep they lie; also where many rows share what they are ordered by.
func TestDeepPages(t *testing.T) {
	const many = 700
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx, c := System(), s.Store.Client()
		day := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		at := func(i int) time.Time { return day.Add(time.Duration(i/50) * time.Hour) } // fifty at a time
		made := c.Complaint.MapCreateBulk(make([]int, many), func(b *ent.ComplaintCreate, i int) {
			b.SetReference(fmt.Sprintf("DEEP-%d", i)).SetTitle("Deep").SetStatus(domain.ComplaintSubmitted).SetSource(domain.SourceStaff).
				SetCreatedAt(at(i)).SetUpdatedAt(at(many - i))
		}).SaveX(ctx)
		if err := stats.RecordNew(ctx, c, made...); err != nil {
			t.Fatal(err)
		}
		solver := c.User.Query().Where(user.RoleEQ(domain.RoleSolver)).FirstIDX(ctx)
		c.WorkTask.MapCreateBulk(make([]int, many), func(b *ent.WorkTaskCreate, i int) {
			b.SetComplaintID(s.Samples.Complaint).SetSolverID(solver).SetStatus(domain.TaskDeclined).SetEndedAt(at(i)).SetCreatedAt(at(i)).SetUpdatedAt(at(many - i))
		}).ExecX(ctx)
		c.Broadcast.MapCreateBulk(make([]int, many), func(b *ent.BroadcastCreate, i int) {
			b.SetTitle("Deep").SetMessage("m").SetChannels([]domain.Channel{domain.ChannelInApp}).SetTargetType(domain.TargetAll).
				SetStatus(domain.BroadcastCancelled).SetScheduledAt(at(i)).SetCreatedAt(at(i)).SetUpdatedAt(at(i))
		}).ExecX(ctx)
		pay(t, s, many, func(i int) (uuid.UUID, time.Time) { return s.Samples.Provider, at(i) })
		for _, list := range []struct{ page, rows, args, sql string }{
			{"complaintPage", "complaints", "", "SELECT id FROM complaints ORDER BY created_at DESC, id DESC"},
			{"complaintPage", "complaints", ", orderBy: {field: UPDATED_AT, direction: ASC}", "SELECT id FROM complaints ORDER BY updated_at, id"},
			{"complaintPage", "complaints", `, where: {}`, "SELECT id FROM complaints ORDER BY created_at DESC, id DESC"},
			{"complaintPage", "complaints", `, where: {title: "Deep"}`, "SELECT id FROM complaints WHERE title = 'Deep' ORDER BY created_at DESC, id DESC"},
			{"taskPage", "tasks", "", "SELECT id FROM tasks ORDER BY created_at DESC, id DESC"},
			{"taskPage", "tasks", ", orderBy: {field: UPDATED_AT, direction: DESC}", "SELECT id FROM tasks ORDER BY updated_at DESC, id DESC"},
			{"broadcastPage", "broadcasts", "", "SELECT id FROM broadcasts ORDER BY created_at DESC, id DESC"},
			{"paymentPage", "payments", fmt.Sprintf(", providerId: %q", s.Samples.Provider), fmt.Sprintf("SELECT id FROM payments WHERE provider_id = '%s' ORDER BY payment_date DESC, id DESC", s.Samples.Provider)},
		} {
			t.Run(fmt.Sprintf("%s%.40s", list.page, list.args), func(t *testing.T) {
				var want []string
				rows, err := s.Store.DB().QueryContext(t.Context(), list.sql)
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = rows.Close() }()
				for rows.Next() {
					var id string
					if err := rows.Scan(&id); err != nil {
						t.Fatal(err)
					}
					want = append(want, id)
				}
				if err := rows.Err(); err != nil {
					t.Fatal(err)
				}
				if len(want) < many {
					t.Fatalf("%s: %d rows", list.page, len(want))
				}
				for _, limit := range []int{7, 100} {
					last := (len(want) + limit - 1) / limit
					for _, page := range []int{1, 2, last / 3, last / 2, last/2 + 1, last/2 + 2, last - last/3, last - 1, last, last + 1} {
						if page < 1 {
							continue
						}
						a := s.MustExecute(t, Admin, fmt.Sprintf(`{ %s(page: %d, limit: %d%s) { %s { id } pagination { total totalPages } } }`, list.page, page, limit, list.args, list.rows), nil)
						var got []string
						walkValues(a.At(list.page, list.rows), "", func(field string, v any) {
							if field == "id" {
								got = append(got, v.(string))
							}
						})
						from := min((page-1)*limit, len(want))
						if cut := want[from:min(from+limit, len(want))]; !slices.Equal(got, cut) {
							t.Errorf("%s%s: page %d of %d by %d holds %v, want %v", list.page, list.args, page, last, limit, got, cut)
						}
						if total := a.At(list.page, "pagination", "total"); total != float64(len(want)) {
							t.Errorf("%s%s: %v in all, want %d", list.page, list.args, total, len(want))
						}
					}
				}
			})
		}
	})
}
