package desk_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
)

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
			_, err := p.ChangeRole(p.System(), tx.Target{ID: id}, domain.RoleUser, nil)
			return err
		}
		disable := func(id uuid.UUID) error {
			_, err := p.DisableAccount(p.System(), tx.Target{ID: id})
			return err
		}
		for reason, end := range map[string]func(uuid.UUID) error{"solver_disabled": disable, "solver_demoted": demote} {
			p.run(reason, func(p *fixture) {
				solver := p.AddAccount(reason+"@example.com", domain.RoleSolver)
				other := p.AddAccount("other-"+reason+"@example.com", domain.RoleSolver)
				untouched := p.task(other.ID, domain.TaskAssigned, submitted, assigned)
				tasks := make(map[string]*ent.WorkTask)
				for name, story := range stories {
					tasks[name] = p.task(solver.ID, story.task, story.log...)
				}
				p.OK(end(solver.ID))
				for name, story := range stories {
					task := p.DB.Client().WorkTask.GetX(p.System(), tasks[name].ID)
					c := task.QueryComplaint().OnlyX(p.System())
					log := c.QueryStatusLog().Order(ent.Asc("seq")).AllX(p.System())
					got := outcome{task.Status, c.Status, "", len(log) - len(story.log)}
					if c.HeldFrom != nil {
						got.heldFrom = *c.HeldFrom
					}
					if got != story.want || c.LogRows != len(log) {
						p.T.Errorf("%s: %+v with %d rows, want %+v", name, got, c.LogRows, story.want)
					}
					if story.want.task == domain.TaskCancelled && (task.EndReason != reason || task.EndedAt == nil || task.Version != 2 || c.Version != 2) {
						p.T.Errorf("%s: %v, %v", name, task, c)
					}
					if last := log[len(log)-1]; story.want.log == 1 &&
						(last.Seq != len(log) || last.Agent != domain.AgentSystem || last.ActorID != nil || last.ReasonCode != reason || last.Status != c.Status) {
						p.T.Errorf("%s: the log ends with %v", name, last)
					}
				}
				if now := p.DB.Client().WorkTask.GetX(p.System(), untouched.ID); now.Status != domain.TaskAssigned {
					p.T.Errorf("somebody else's task is %s", now.Status)
				}
			})
		}
	})
}

// task gives a solver a task, in some status, of a complaint with that log.
func (p *fixture) task(solver uuid.UUID, status domain.TaskStatus, log ...domain.ComplaintStatus) *ent.WorkTask {
	p.T.Helper()
	now, ctx, client := p.Clock.Now(), p.System(), p.DB.Client()
	create := client.Complaint.Create().SetReference(uuid.NewString()).SetTitle("A lamp is out").
		SetStatus(log[len(log)-1]).SetSource(domain.SourceWeb).SetLogRows(len(log)).SetCreatedAt(now).SetUpdatedAt(now)
	if log[len(log)-1] == domain.ComplaintOnHold {
		create.SetHeldFrom(log[len(log)-2]).SetHeldAt(now)
	}
	c, err := create.Save(ctx)
	p.OK(err)
	for i, to := range log {
		p.OK(client.StatusLog.Create().SetComplaintID(c.ID).SetSeq(i + 1).SetStatus(to).SetCreatedAt(now).Exec(ctx))
	}
	task, err := client.WorkTask.Create().SetComplaintID(c.ID).SetSolverID(solver).SetStatus(status).
		SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	p.OK(err)
	return task
}
