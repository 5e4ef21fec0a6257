package policy_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/comment"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/docs"
)

// TestProductPageRows compares docs/product.md with what accounts of each role read and write:
// reads are counted on the demo data, writes are those that TestWhoWrites holds.
func TestProductPageRows(t *testing.T) {
	accounts := []string{testenv.User, testenv.Solver, testenv.Provider, testenv.Admin}
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		c := s.Store.Client()
		table := [][]string{{"type", "user", "solver", "provider", "administrators", "written by"}}
		types := clients(t, c)
		for _, email := range append([]string{testenv.SuperAdmin}, accounts...) { // the demo has no sessions
			err := c.Session.Create().SetUser(c.User.Query().Where(user.HasContactWith(contact.Email(email))).OnlyX(testenv.System())).
				SetCreatedAt(time.Now()).SetLastUsedAt(time.Now()).SetExpiresAt(time.Now()).Exec(testenv.System())
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, email := range []string{testenv.User, testenv.User2} { // nor revisions
			reporter := c.User.Query().Where(user.HasContactWith(contact.Email(email))).OnlyX(testenv.System())
			c.ComplaintRevision.Create().SetComplaint(c.Complaint.Query().Where(complaint.SubmittedByID(reporter.ID)).FirstX(testenv.System())).
				SetSeq(1).SetComplaintVersion(2).SetActor(reporter).SetCreatedAt(time.Now()).ExecX(testenv.System())
		}
		for _, email := range append([]string{testenv.SuperAdmin}, accounts...) { // nor saved views
			c.SavedView.Create().SetOwner(c.User.Query().Where(user.HasContactWith(contact.Email(email))).OnlyX(testenv.System())).
				SetList(domain.ViewNotifications).SetName("mine").SetFilter("{}").SetSortKeys("[]").SetColumns([]string{}).
				SetCreatedAt(time.Now()).SetUpdatedAt(time.Now()).ExecX(testenv.System())
		}
		note, err := c.Comment.Query().Where(comment.VisibilityEQ(domain.VisibilityInternal)).First(testenv.System()) // which mentions nobody
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Mention.Create().SetCommentID(note.ID).SetUserID(*note.AuthorID).Exec(testenv.System()); err != nil {
			t.Fatal(err)
		}
		for email, own := range map[string]func(uuid.UUID) predicate.Complaint{ // nor levels of notifications
			testenv.User:   complaint.SubmittedByID,
			testenv.Solver: func(id uuid.UUID) predicate.Complaint { return complaint.HasTasksWith(worktask.SolverID(id)) },
			testenv.Admin:  complaint.SubmittedByIDNEQ,
		} {
			account := c.User.Query().Where(user.HasContactWith(contact.Email(email))).OnlyX(testenv.System())
			of := c.Complaint.Query().Where(own(account.ID)).FirstX(testenv.System())
			err := c.NotificationLevel.Create().SetUserID(account.ID).SetComplaintID(of.ID).SetLevel(domain.LevelMuted).SetUpdatedAt(time.Now()).Exec(testenv.System())
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, email := range []string{testenv.Solver, testenv.Solver2} { // nor late evidence
			solver := c.User.Query().Where(user.HasContactWith(contact.Email(email))).OnlyX(testenv.System())
			task := c.WorkTask.Query().Where(worktask.SolverID(solver.ID)).FirstX(testenv.System())
			c.LateEvidence.Create().SetTask(task).SetComplaintID(task.ComplaintID).SetAuthor(solver).SetClientID(uuid.New()).SetType(domain.UpdateProgress).
				SetOccurredAt(time.Now()).SetLostAt(time.Now()).SetTaskStatus(domain.TaskCancelled).SetCreatedAt(time.Now()).ExecX(testenv.System())
		}
		for _, name := range slices.Sorted(maps.Keys(types)) {
			if slices.Contains(services, name) {
				continue
			}
			all, err := count(testenv.System(), types[name])
			if err != nil {
				t.Fatal(err)
			}
			row := []string{name}
			for _, email := range accounts {
				account, err := c.User.Query().Where(user.HasContactWith(contact.Email(email))).Only(testenv.System())
				if err != nil {
					t.Fatal(err)
				}
				v := &auth.Viewer{ID: account.ID, SessionID: domain.NewID(domain.KindSession), Role: account.Role}
				if account.ProviderID != nil {
					v.ProviderID = *account.ProviderID
				}
				n, err := count(auth.With(context.Background(), v), types[name])
				switch {
				case err != nil:
					t.Fatal(err)
				case n == 0:
					row = append(row, "")
				case n < all:
					row = append(row, "some")
				default:
					row = append(row, "all")
				}
			}
			var by []string
			for _, role := range domain.Roles {
				if may := writers[name][role]; may != "" {
					by = append(by, fmt.Sprintf("%s %s", strings.ToLower(string(role)), may))
				}
			}
			table = append(table, append(row, strings.Join(by, ", ")))
		}
		docs.Section(t, "rows", docs.Table(table...))
		docs.Section(t, "service types", strings.Join(slices.Sorted(slices.Values(services)), ", "))
	})
}
