package desk_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

func TestCreateAccount(t *testing.T) {
	each(t, func(p *fixture) {
		company, nowhere := p.provider(), uuid.New()
		p.account("taken@example.com", domain.RoleUser)
		for name, test := range map[string]struct {
			change func(*desk.AccountInput)
			want   fault.Code
			fields string
		}{
			"OK":               {change: func(*desk.AccountInput) {}},
			"OKSolver":         {change: func(in *desk.AccountInput) { in.Role, in.Provider = domain.RoleSolver, &company }},
			"OKProvider":       {change: func(in *desk.AccountInput) { in.Role, in.Provider = domain.RoleProvider, &company }},
			"ErrTaken":         {func(in *desk.AccountInput) { in.Email = "TAKEN@Example.COM" }, fault.Conflict, "email"},
			"ErrNothing":       {func(in *desk.AccountInput) { *in = desk.AccountInput{} }, fault.Validation, "name email password role"},
			"ErrNameLines":     {func(in *desk.AccountInput) { in.Name = "a\nb" }, fault.Validation, "name"},
			"ErrNameNUL":       {func(in *desk.AccountInput) { in.Name = "a\x00b" }, fault.Validation, "name"},
			"ErrNameLong":      {func(in *desk.AccountInput) { in.Name = strings.Repeat("n", 201) }, fault.Validation, "name"},
			"ErrPassword":      {func(in *desk.AccountInput) { in.Password = "short" }, fault.Validation, "password"},
			"ErrNoProvider":    {func(in *desk.AccountInput) { in.Role = domain.RoleProvider }, fault.Validation, "providerId"},
			"ErrUserOfCompany": {func(in *desk.AccountInput) { in.Provider = &company }, fault.Validation, "providerId"},
			"ErrNowhere": {func(in *desk.AccountInput) {
				in.Zone, in.Provider, in.Role = &nowhere, &nowhere, domain.RoleSolver
			}, fault.Validation, "zoneId providerId"},
		} {
			p.run(name, func(p *fixture) {
				in := desk.AccountInput{
					Name: " Ada ", Email: strings.ToLower(name) + "@example.com", Phone: "+49 30 1", Password: password, Role: domain.RoleUser,
				}
				test.change(&in)
				made, err := p.CreateAccount(p.system(), in)
				if test.want == "" {
					p.ok(err)
					if made.Name != "Ada" || made.State != domain.AccountActive || made.Role != in.Role {
						p.t.Errorf("%s: %v", name, made)
					}
					p.login(in.Email)
					return
				}
				p.refused(err, test.want)
				f, _ := fault.As(err)
				var fields []string
				for _, field := range f.Fields {
					fields = append(fields, field.Field)
				}
				if got := strings.Join(fields, " "); got != test.fields {
					p.t.Errorf("%s: %q are at fault, want %q", name, got, test.fields)
				}
			})
		}
		errs := parallel(8, func(int) error {
			_, err := p.CreateAccount(p.system(), desk.AccountInput{
				Name: "Twin", Email: "twin@example.com", Password: password, Role: domain.RoleUser,
			})
			return err
		})
		if n := countByCode(errs); n[""] != 1 || n[fault.Conflict] != 7 {
			p.t.Errorf("one address, at once: %v", n)
		}
		if n := p.config.Client.User.Query().Where(user.Name("Twin")).CountX(p.system()); n != 1 {
			p.t.Errorf("%d twins", n)
		}
	})
}

func TestAccountsAreForAdministrators(t *testing.T) {
	each(t, func(p *fixture) {
		victim := p.account("victim@example.com", domain.RoleSuperAdmin)
		p.account("second@example.com", domain.RoleSuperAdmin)
		for _, role := range domain.Roles {
			email := strings.ToLower(string(role)) + "@example.com"
			p.account(email, role)
			if role == domain.RoleSuperAdmin {
				continue // it manages administrators
			}
			ctx := p.at("192.0.2.1", p.login(email).Access)
			_, err := p.DisableAccount(ctx, desk.Target{ID: victim.ID})
			p.refused(err, fault.PermissionDenied)
			_, err = p.ChangeRole(ctx, desk.Target{ID: victim.ID}, domain.RoleUser, nil)
			p.refused(err, fault.PermissionDenied)
			_, err = p.ChangePassword(ctx, victim.ID, "mine from now on")
			p.refused(err, fault.PermissionDenied)
			rank := domain.RoleUser
			if role == domain.RoleAdmin {
				rank = role // it makes accounts below its own only
			}
			_, err = p.CreateAccount(ctx, desk.AccountInput{Name: "X", Email: "x@example.com", Password: password, Role: rank})
			p.refused(err, fault.PermissionDenied)
		}
		_, err := p.DisableAccount(p.at("192.0.2.1", ""), desk.Target{ID: victim.ID})
		p.refused(err, fault.AuthenticationRequired)
		_, err = p.DisableAccount(p.system(), desk.Target{ID: uuid.New()})
		p.refused(err, fault.NotFound)
		p.login("victim@example.com")
	})
}

func TestTheLastSuperAdminStays(t *testing.T) {
	each(t, func(p *fixture) {
		active := func() []uuid.UUID {
			return p.config.Client.User.Query().
				Where(user.RoleEQ(domain.RoleSuperAdmin), user.StateEQ(domain.AccountActive)).IDsX(p.system())
		}
		p.account("first@example.com", domain.RoleSuperAdmin)
		for range 5 {
			p.account(uuid.NewString()+"@example.com", domain.RoleSuperAdmin)
			two := active()
			if len(two) != 2 {
				p.t.Fatalf("there are %d", len(two))
			}
			errs := parallel(8, func(i int) (err error) {
				if i%4 < 2 {
					_, err = p.DisableAccount(p.system(), desk.Target{ID: two[i%2]})
				} else {
					_, err = p.ChangeRole(p.system(), desk.Target{ID: two[i%2]}, domain.RoleAdmin, nil)
				}
				return err
			})
			if n := countByCode(errs); n[""]+n[fault.Conflict] != len(errs) || n[fault.Conflict] == 0 {
				p.t.Fatalf("responses: %v", n)
			}
			if n := len(active()); n != 1 {
				p.t.Fatalf("%d are left", n)
			}
		}
		last := active()[0]
		_, err := p.ChangeRole(p.system(), desk.Target{ID: last}, domain.RoleSuperAdmin, nil)
		p.ok(err)
	})
}

func TestChangePasswordEndsAllSessions(t *testing.T) {
	each(t, func(p *fixture) {
		who := p.account("user@example.com", domain.RoleUser)
		p.account("other@example.com", domain.RoleUser)
		mine, other := p.login("user@example.com"), p.login("other@example.com")
		_, err := p.ChangePassword(p.system(), who.ID, "short")
		p.refused(err, fault.Validation)
		_, err = p.ChangePassword(p.system(), who.ID, "another long password")
		p.ok(err)
		_, err = p.door.Authenticate(p.t.Context(), mine.Access)
		p.refused(err, fault.SessionRevoked)
		_, err = p.door.Authenticate(p.t.Context(), other.Access)
		p.ok(err)
		_, err = p.Login(p.at("192.0.2.1", ""), "user@example.com", password, "")
		p.refused(err, fault.AuthenticationRequired)
		_, err = p.Login(p.at("192.0.2.1", ""), "user@example.com", "another long password", "")
		p.ok(err)
	})
}

// A sign-in with the old password must not slip past the change that ends all sessions.
func TestChangePasswordAgainstLogins(t *testing.T) {
	each(t, func(p *fixture) {
		who := p.account("user@example.com", domain.RoleUser)
		for range 10 {
			_, err := p.ChangePassword(p.system(), who.ID, password)
			p.ok(err)
			p.clock.Advance(2 * time.Minute)
			got := make([]*desk.Tokens, 5)
			parallel(6, func(i int) (err error) {
				if i == 5 {
					_, err = p.ChangePassword(p.system(), who.ID, "another long password")
				} else {
					got[i], err = p.Login(p.at("192.0.2.1", ""), "user@example.com", password, "")
				}
				if err != nil && !fault.Is(err, fault.AuthenticationRequired) {
					p.t.Error(err)
				}
				return err
			})
			for _, tokens := range got {
				if tokens == nil {
					continue
				}
				if _, err := p.door.Authenticate(p.t.Context(), tokens.Access); !fault.Is(err, fault.SessionRevoked) {
					p.t.Fatalf("a session of the old password: %v", err)
				}
			}
		}
	})
}

func TestDisableSendsTasksBackToTheQueue(t *testing.T) {
	type outcome struct {
		task      domain.TaskStatus
		complaint domain.ComplaintStatus
		heldFrom  domain.ComplaintStatus
		log       int // rows added
	}
	const (
		submitted, assigned, progress = domain.ComplaintSubmitted, domain.ComplaintAssigned, domain.ComplaintInProgress
		held, reopened, resolved      = domain.ComplaintOnHold, domain.ComplaintReopened, domain.ComplaintResolved
	)
	stories := map[string]struct {
		task domain.TaskStatus
		log  []domain.ComplaintStatus // the last one is where the complaint stands
		want outcome
	}{
		"assigned": {
			domain.TaskAssigned,
			[]domain.ComplaintStatus{submitted, assigned},
			outcome{domain.TaskCancelled, submitted, "", 1},
		},
		"accepted after it was reopened": {
			domain.TaskAccepted,
			[]domain.ComplaintStatus{submitted, assigned, progress, resolved, reopened, assigned},
			outcome{domain.TaskCancelled, reopened, "", 1},
		},
		"in progress after a pause": {
			domain.TaskInProgress,
			[]domain.ComplaintStatus{submitted, assigned, progress, held, progress},
			outcome{domain.TaskCancelled, submitted, "", 1},
		},
		"waiting for its review": {
			domain.TaskCompletionSubmitted,
			[]domain.ComplaintStatus{submitted, assigned, progress},
			outcome{domain.TaskCancelled, submitted, "", 1},
		},
		"on hold": {
			domain.TaskInProgress,
			[]domain.ComplaintStatus{submitted, held, submitted, assigned, progress, held},
			outcome{domain.TaskCancelled, held, submitted, 0},
		},
		"completed": {
			domain.TaskCompleted,
			[]domain.ComplaintStatus{submitted, assigned, progress, resolved},
			outcome{domain.TaskCompleted, resolved, "", 0},
		},
		"declined and waiting": {
			domain.TaskDeclined,
			[]domain.ComplaintStatus{submitted, assigned, submitted},
			outcome{domain.TaskDeclined, submitted, "", 0},
		},
	}
	each(t, func(p *fixture) {
		demote := func(id uuid.UUID) error {
			_, err := p.ChangeRole(p.system(), desk.Target{ID: id}, domain.RoleUser, nil)
			return err
		}
		disable := func(id uuid.UUID) error {
			_, err := p.DisableAccount(p.system(), desk.Target{ID: id})
			return err
		}
		for reason, end := range map[string]func(uuid.UUID) error{"solver_disabled": disable, "solver_demoted": demote} {
			p.run(reason, func(p *fixture) {
				solver := p.account(reason+"@example.com", domain.RoleSolver)
				other := p.account("other-"+reason+"@example.com", domain.RoleSolver)
				untouched := p.task(other.ID, domain.TaskAssigned, submitted, assigned)
				tasks := make(map[string]*ent.WorkTask)
				for name, story := range stories {
					tasks[name] = p.task(solver.ID, story.task, story.log...)
				}
				p.ok(end(solver.ID))
				for name, story := range stories {
					task := p.config.Client.WorkTask.GetX(p.system(), tasks[name].ID)
					c := task.QueryComplaint().OnlyX(p.system())
					log := c.QueryStatusLog().Order(ent.Asc("seq")).AllX(p.system())
					got := outcome{task.Status, c.Status, "", len(log) - len(story.log)}
					if c.HeldFrom != nil {
						got.heldFrom = *c.HeldFrom
					}
					if got != story.want || c.LogRows != len(log) {
						p.t.Errorf("%s: %+v with %d rows, want %+v", name, got, c.LogRows, story.want)
					}
					if story.want.task == domain.TaskCancelled && (task.EndReason != reason || task.EndedAt == nil || task.Version != 2 || c.Version != 2) {
						p.t.Errorf("%s: %v, %v", name, task, c)
					}
					if last := log[len(log)-1]; story.want.log == 1 &&
						(last.Seq != len(log) || last.Agent != domain.AgentSystem || last.ActorID != nil || last.ReasonCode != reason || last.Status != c.Status) {
						p.t.Errorf("%s: the log ends with %v", name, last)
					}
				}
				if now := p.config.Client.WorkTask.GetX(p.system(), untouched.ID); now.Status != domain.TaskAssigned {
					p.t.Errorf("somebody else's task is %s", now.Status)
				}
			})
		}
	})
}

// task gives a solver a task, in some status, of a complaint with that log.
func (p *fixture) task(solver uuid.UUID, status domain.TaskStatus, log ...domain.ComplaintStatus) *ent.WorkTask {
	p.t.Helper()
	now, ctx, client := p.clock.Now(), p.system(), p.config.Client
	create := client.Complaint.Create().SetReference(uuid.NewString()).SetTitle("A lamp is out").
		SetStatus(log[len(log)-1]).SetSource(domain.SourceWeb).SetLogRows(len(log)).SetCreatedAt(now).SetUpdatedAt(now)
	if log[len(log)-1] == domain.ComplaintOnHold {
		create.SetHeldFrom(log[len(log)-2]).SetHeldAt(now)
	}
	c, err := create.Save(ctx)
	p.ok(err)
	for i, to := range log {
		p.ok(client.StatusLog.Create().SetComplaintID(c.ID).SetSeq(i + 1).SetStatus(to).SetCreatedAt(now).Exec(ctx))
	}
	task, err := client.WorkTask.Create().SetComplaintID(c.ID).SetSolverID(solver).SetStatus(status).
		SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	p.ok(err)
	return task
}

func TestTheAuditTellsWhoDidWhatAndNoSecret(t *testing.T) {
	each(t, func(p *fixture) {
		who, err := p.CreateAccount(p.system(), desk.AccountInput{
			Name: "Ada Lovelace", Email: "ada@example.com", Phone: "+44 20 7946 0958", Password: password, Role: domain.RoleSolver,
		})
		p.ok(err)
		first := p.login("ada@example.com")
		second, err := p.Refresh(p.t.Context(), first.Refresh)
		p.ok(err)
		p.ok(p.Logout(p.at("192.0.2.77", second.Access)))
		stolen := p.login("ada@example.com")
		_, err = p.Refresh(p.t.Context(), stolen.Refresh)
		p.ok(err)
		p.clock.Advance(61 * time.Second)
		_, err = p.Refresh(p.t.Context(), stolen.Refresh)
		p.refused(err, fault.SessionRevoked)
		cli, err := p.CliToken(p.system(), "ada@example.com", 0)
		p.ok(err)
		_, err = p.ChangePassword(p.system(), who.ID, "another long password")
		p.ok(err)
		_, err = p.ChangeRole(p.system(), desk.Target{ID: who.ID}, domain.RoleAdmin, nil)
		p.ok(err)
		for range 2 { // the second time nothing is left to do
			_, err = p.DisableAccount(p.system(), desk.Target{ID: who.ID})
			p.ok(err)
		}

		rows := p.config.Client.AuditEntry.Query().Order(ent.Asc(auditentry.FieldCreatedAt, auditentry.FieldID)).AllX(p.system())
		var actions []string
		for _, row := range rows {
			actions = append(actions, row.Action)
			byAccount := row.Action == "session.login" || row.Action == "session.logout"
			if byAccount != (row.Agent == domain.AgentAccount) || byAccount != (row.ActorID != nil && *row.ActorID == who.ID) ||
				byAccount != (row.Address == "192.0.2.77") {
				p.t.Errorf("%s is by %s %v from %q", row.Action, row.Agent, row.ActorID, row.Address)
			}
		}
		const want = "user.create session.login session.logout session.login session.reuse session.token user.password user.role user.disable"
		if got := strings.Join(actions, " "); got != want {
			p.t.Errorf("the audit tells %s", got)
		}
		text, err := json.Marshal(rows)
		p.ok(err)
		hash := p.config.Client.Credential.Query().OnlyX(p.system()).PasswordHash
		for _, secret := range []string{
			password, "another long password", hash, first.Refresh, first.Access, second.Refresh, stolen.Refresh, cli,
			"Lovelace", "ada@", "7946 0958", "argon2",
		} {
			if strings.Contains(string(text), secret) {
				p.t.Errorf("the audit tells %q", secret)
			}
		}
		if !strings.Contains(string(text), "sha256:") {
			p.t.Error("the audit has no digest of the name")
		}
	})
}
