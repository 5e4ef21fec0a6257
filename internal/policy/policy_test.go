package policy_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect/sql"
	"entgo.io/ent/entc/load"
	"entgo.io/ent/privacy"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
	"github.com/redress/redress/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

// clients are the types of the client, by name.
func clients(t *testing.T, c *ent.Client) map[string]reflect.Value {
	t.Helper()
	out := map[string]reflect.Value{}
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && strings.HasSuffix(f.Type.String(), "Client") {
			out[f.Name] = v.Field(i)
		}
	}
	return out
}

// TestEveryTypeHasAPolicy reads the schema as the generator does.
func TestEveryTypeHasAPolicy(t *testing.T) {
	spec, err := (&load.Config{Path: "../../ent/schema"}).Load()
	if err != nil {
		t.Fatal(err)
	}
	if len(spec.Schemas) < 20 {
		t.Fatalf("%d types", len(spec.Schemas))
	}
	for _, s := range spec.Schemas {
		if len(s.Policy) == 0 {
			t.Errorf("%s has no policy", s.Name)
		}
	}
}

// call runs a method of a generated builder and returns its error.
func call(v reflect.Value, method string, args ...any) error {
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = reflect.ValueOf(a)
	}
	out := v.MethodByName(method).Call(in)
	err, _ := reflect.TypeAssert[error](out[len(out)-1])
	return err
}

func count(ctx context.Context, client reflect.Value) (int, error) {
	out := client.MethodByName("Query").Call(nil)[0].MethodByName("Count").Call([]reflect.Value{reflect.ValueOf(ctx)})
	err, _ := reflect.TypeAssert[error](out[1])
	return out[0].Interface().(int), err
}

// services are the types that nobody but the service itself reads.
var services = []string{
	"Credential", "RefreshToken", "PaymentClaim", "Counter", "Alert", "ChainHead", "Event", "IdempotencyKey", "LoginAttempt", "SignInAddress", "SettingsChange", "Preference",
	"ComplaintText", "TaskText", "BroadcastText", "PaymentText", "ComplaintFact",
}

// TestNobodyReadsAndStrangersSeeNothing: without a viewer every type refuses; a viewer of each
// role below admin who owns nothing sees no row but what everybody sees; a viewer of no role
// at all sees nothing more; what is the service's alone not even administrators see.
func TestNobodyReadsAndStrangersSeeNothing(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		for name, client := range clients(t, s.Store.Client()) {
			if _, err := count(context.Background(), client); !errors.Is(err, privacy.Deny) {
				t.Errorf("%s: nobody is told %v", name, err)
			}
			all, err := count(testenv.System(), client)
			if err != nil {
				t.Fatal(err)
			}
			for _, role := range append([]domain.Role{"", "UNHEARD_OF"}, domain.Roles...) {
				v := &auth.Viewer{ID: domain.NewID(domain.KindUser), SessionID: domain.NewID(domain.KindSession), Role: role}
				n, err := count(auth.With(context.Background(), v), client)
				want := 0
				switch {
				case name == "Zone" || name == "Category":
					want = all
				case role.Admin() && !slices.Contains(services, name) && name != "Session" && name != "SavedView":
					want = all
				}
				if err != nil || n != want {
					t.Errorf("%s: a stranger of role %q sees %d of %d rows, %v", name, role, n, all, err)
				}
			}
		}
	})
}

// TestOwnStatusLogs: asked for their own only, reporters find the logs of what they submitted and
// nobody else finds fewer; whatever a role sees, the narrower rule shows no row beyond it.
func TestOwnStatusLogs(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		c, hidden := s.Store.Client(), 0
		for _, account := range c.User.Query().AllX(testenv.System()) {
			v := &auth.Viewer{ID: account.ID, SessionID: domain.NewID(domain.KindSession), Role: account.Role}
			ctx := auth.With(context.Background(), v)
			all := c.StatusLog.Query().IDsX(ctx)
			own := c.StatusLog.Query().IDsX(policy.OwnStatusLogs(ctx))
			for _, id := range own {
				if !slices.Contains(all, id) {
					t.Errorf("%s: %s is visible only by the narrower rule", account.Role, id)
				}
			}
			want := len(all)
			if account.Role == domain.RoleUser {
				want = c.StatusLog.Query().
					Where(statuslog.HasComplaintWith(complaint.SubmittedByID(account.ID))).CountX(testenv.System())
				hidden += len(all) - want
			}
			if len(own) != want {
				t.Errorf("%s: %d rows by the narrower rule, want %d of %d", account.Role, len(own), want, len(all))
			}
		}
		if hidden == 0 {
			t.Error("no reporter follows the log of another complaint")
		}
		if _, err := c.StatusLog.Query().Count(policy.OwnStatusLogs(context.Background())); !errors.Is(err, privacy.Deny) {
			t.Errorf("nobody is told %v", err)
		}
	})
}

// writers says who may try to create (C) and change (U) rows of which type outright. What is
// narrowed to one's own rows counts as may: it touches no others.
var writers = map[string]map[domain.Role]string{
	"Complaint":         {domain.RoleAdmin: "CU", domain.RoleSuperAdmin: "CU", domain.RoleUser: "U"},
	"Comment":           {domain.RoleAdmin: "CU", domain.RoleSuperAdmin: "CU"},
	"ComplaintRevision": {domain.RoleAdmin: "U", domain.RoleSuperAdmin: "U"},
	"LateEvidence":      {domain.RoleAdmin: "U", domain.RoleSuperAdmin: "U"},
	"SavedView":         {domain.RoleAdmin: "U", domain.RoleSuperAdmin: "U", domain.RoleUser: "U", domain.RoleSolver: "U", domain.RoleProvider: "U"},

	"WorkTask":        {domain.RoleAdmin: "CU", domain.RoleSuperAdmin: "CU", domain.RoleSolver: "U"},
	"TaskUpdate":      {domain.RoleAdmin: "U", domain.RoleSuperAdmin: "U"},
	"Media":           {domain.RoleAdmin: "UD", domain.RoleSuperAdmin: "UD", domain.RoleUser: "UD", domain.RoleSolver: "UD"},
	"User":            {domain.RoleAdmin: "CU", domain.RoleSuperAdmin: "CU", domain.RoleUser: "U", domain.RoleSolver: "U", domain.RoleProvider: "U"},
	"Payment":         {domain.RoleAdmin: "C", domain.RoleSuperAdmin: "C"},
	"ServiceProvider": {domain.RoleAdmin: "CU", domain.RoleSuperAdmin: "CU"},
	"Zone":            {domain.RoleAdmin: "CU", domain.RoleSuperAdmin: "CU"},
	"Category":        {domain.RoleAdmin: "CU", domain.RoleSuperAdmin: "CU"},
	"Broadcast":       {domain.RoleAdmin: "CU", domain.RoleSuperAdmin: "CU"},
	"Group":           {domain.RoleAdmin: "CU", domain.RoleSuperAdmin: "CU"},
}

// TestWhoWrites: creating, changing and deleting through the client is refused but for what
// the table says; nobody deletes anything but files, and changes narrowed to one's
// own rows touch nothing here.
func TestWhoWrites(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		c := s.Store.Client()
		viewers := map[string]context.Context{"nobody": context.Background()}
		for _, role := range domain.Roles { // strangers: nothing is theirs
			v := &auth.Viewer{ID: domain.NewID(domain.KindUser), SessionID: domain.NewID(domain.KindSession), Role: role}
			viewers[string(role)] = auth.With(context.Background(), v)
		}
		for name, client := range clients(t, c) {
			for role, ctx := range viewers {
				for _, op := range []string{"Create", "Update", "Delete"} {
					builder := client.MethodByName(op).Call(nil)[0]
					verb := "Exec"
					if op == "Create" {
						verb = "Save"
					}
					may := strings.Contains(writers[name][domain.Role(role)], op[:1])
					if err := call(builder, verb, ctx); errors.Is(err, privacy.Deny) == may {
						t.Errorf("%s: %s as %s: %v", name, op, role, err)
					}
				}
			}
		}
	})
}

// TestHistoryIsOnlyAddedTo: what was done is changed and deleted by nobody, the service itself
// included, and everything else by the service.
func TestHistoryIsOnlyAddedTo(t *testing.T) {
	history := []string{"StatusLog", "AuditEntry", "Payment", "PaymentTask", "BroadcastEvent", "SettingsChange"}
	s := testenv.Start(t, testenv.Databases()[0])
	for name, client := range clients(t, s.Store.Client()) {
		for _, op := range []string{"Update", "Delete"} {
			ctx, cancel := context.WithCancel(testenv.System())
			cancel() // past the policy it goes no further
			err := call(client.MethodByName(op).Call(nil)[0], "Exec", ctx)
			if errors.Is(err, privacy.Deny) != slices.Contains(history, name) {
				t.Errorf("%s: %s by the service: %v", name, op, err)
			}
		}
	}
}

// TestSolversAddFilesToTheirOwnUpdatesOnly.
func TestSolversAddFilesToTheirOwnUpdatesOnly(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		c, system := s.Store.Client(), testenv.System()
		own := c.TaskUpdate.Query().Where(taskupdate.ID(s.Samples.Update)).OnlyX(system)
		solver := c.User.GetX(system, own.AuthorID)
		foreign := c.TaskUpdate.Query().Where(taskupdate.HasTaskWith(worktask.SolverIDNEQ(solver.ID))).FirstX(system)
		other := c.User.GetX(system, foreign.AuthorID)
		as := func(u *ent.User, role domain.Role) context.Context {
			return auth.With(context.Background(), &auth.Viewer{ID: u.ID, SessionID: domain.NewID(domain.KindSession), Role: role})
		}
		n := 0
		file := func(update *ent.TaskUpdate, by *ent.User) *ent.MediaCreate {
			n++
			key := strings.Repeat("x", n)
			m := c.Media.Create().SetMediaType(domain.MediaImage).SetFileName(key).SetContentType("image/png").SetSizeBytes(1).
				SetSha256(key).SetReceivedSha256(key).SetBlobKey(key).SetCreatedAt(own.CreatedAt)
			if by != nil {
				m.SetUploadedBy(by)
			}
			if update != nil {
				m.SetTaskUpdate(update)
			}
			return m
		}
		for _, row := range []struct {
			name string
			ctx  context.Context
			file *ent.MediaCreate
			ok   bool
		}{
			{"their own", as(solver, domain.RoleSolver), file(own, solver), true},
			{"somebody else's update", as(solver, domain.RoleSolver), file(foreign, solver), false},
			{"in another name", as(solver, domain.RoleSolver), file(own, other), false},
			{"in no name", as(solver, domain.RoleSolver), file(own, nil), false},
			{"no update", as(solver, domain.RoleSolver), file(nil, solver), false},
			{"a complaint besides", as(solver, domain.RoleSolver), file(own, solver).SetComplaintID(s.Samples.Complaint), false},
			{"another role", as(solver, domain.RoleUser), file(own, solver), false},
			{"a stranger", as(other, domain.RoleSolver), file(own, other), false},
			{"an administrator", as(solver, domain.RoleAdmin), file(own, solver), false},
		} {
			t.Run(row.name, func(t *testing.T) {
				if _, err := row.file.Save(row.ctx); row.ok && err != nil || !row.ok && !errors.Is(err, privacy.Deny) {
					t.Errorf("%s: %v", row.name, err)
				}
			})
		}
	})
}

// TestMentionsAreInNotesOfOnesOwn: administrators mention others in internal notes that they wrote, and nowhere else.
func TestMentionsAreInNotesOfOnesOwn(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		c, system := s.Store.Client(), testenv.System()
		admin, other, user := accountOf(t, c, testenv.Admin), accountOf(t, c, testenv.SuperAdmin), accountOf(t, c, testenv.User)
		comment := func(by *ent.User, v domain.Visibility) *ent.Comment {
			t.Helper()
			row, err := c.Comment.Create().SetComplaintID(s.Samples.Complaint).SetAuthorID(by.ID).SetText("A remark").SetVisibility(v).SetCreatedAt(time.Now()).Save(system)
			if err != nil {
				t.Fatal(err)
			}
			return row
		}
		for _, row := range []struct {
			name string
			by   *ent.User
			role domain.Role
			in   *ent.Comment
			ok   bool
		}{
			{"a note of one's own", admin, domain.RoleAdmin, comment(admin, domain.VisibilityInternal), true},
			{"somebody else's note", admin, domain.RoleAdmin, comment(other, domain.VisibilityInternal), false},
			{"a public comment", admin, domain.RoleAdmin, comment(admin, domain.VisibilityPublic), false},
			{"a user", user, domain.RoleUser, comment(user, domain.VisibilityInternal), false},
			{"not an administrator any more", admin, domain.RoleSolver, comment(admin, domain.VisibilityInternal), false},
		} {
			as := auth.With(context.Background(), &auth.Viewer{ID: row.by.ID, SessionID: domain.NewID(domain.KindSession), Role: row.role})
			err := c.Mention.Create().SetCommentID(row.in.ID).SetUserID(other.ID).Exec(as)
			if row.ok && err != nil || !row.ok && !errors.Is(err, privacy.Deny) {
				t.Errorf("%s: %v", row.name, err)
			}
		}
	})
}

func accountOf(t *testing.T, c *ent.Client, email string) *ent.User {
	t.Helper()
	account, err := c.User.Query().Where(user.HasContactWith(contact.Email(email))).Only(testenv.System())
	if err != nil {
		t.Fatal(err)
	}
	return account
}

// TestFormerSolversLoseTheirProof: what somebody proved as a solver stays with the task.
func TestFormerSolversLoseTheirProof(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		c, system := s.Store.Client(), testenv.System()
		proof := c.Media.Query().Where(media.UpdateIDNotNil(), media.VisibilityEQ(domain.VisibilityInternal), media.UploadedByIDNotNil()).FirstX(system)
		as := func(role domain.Role) context.Context {
			return auth.With(context.Background(), &auth.Viewer{ID: *proof.UploadedByID, SessionID: domain.NewID(domain.KindSession), Role: role})
		}
		if !c.Media.Query().Where(media.ID(proof.ID)).ExistX(as(domain.RoleSolver)) {
			t.Fatal("the solver does not see it")
		}
		if c.Media.Query().Where(media.ID(proof.ID)).ExistX(as(domain.RoleUser)) {
			t.Error("as a user they still see it")
		}
	})
}

// TestMayRead: who may read what happens to a complaint, by a statement about all accounts, is who finds what belongs to it.
func TestMayRead(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		client := s.Store.Client()
		sys := testenv.System()
		someone := false
		for _, u := range client.User.Query().AllX(sys) {
			got := client.Complaint.Query().Where(func(rows *sql.Selector) {
				account, about := sql.Table(user.Table), sql.Table(complaint.Table).As("about")
				rows.Where(sql.In(rows.C(complaint.FieldID), sql.Select(about.C(complaint.FieldID)).From(about).
					Join(account).OnP(policy.MayRead(account, about)).Where(sql.EQ(account.C(user.FieldID), u.ID))))
			}).Order(ent.Asc(complaint.FieldID)).IDsX(sys)
			viewer := &auth.Viewer{ID: u.ID, Role: u.Role}
			if u.ProviderID != nil {
				viewer.ProviderID = *u.ProviderID
			}
			v := auth.With(context.Background(), viewer)
			var want []uuid.UUID
			for _, c := range client.Complaint.Query().WithStatusLog().Order(ent.Asc(complaint.FieldID)).AllX(v) {
				if len(c.Edges.StatusLog) > 0 {
					want = append(want, c.ID)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s %s may read %d complaints, not %d", u.Role, u.ID, len(got), len(want))
			}
			someone = someone || u.Role == domain.RoleSolver && len(want) > 0
		}
		if !someone {
			t.Error("no solver has a complaint")
		}
	})
}
