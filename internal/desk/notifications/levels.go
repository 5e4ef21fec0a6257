package notifications

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/notificationlevel"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/entread"
	"github.com/redress/redress/internal/policy"
)

// evenMuted are the kinds of which people are told who have muted the complaint, too: what they have to do.
var evenMuted = []Kind{HandedOver, NewTask, TaskTaken}

// levelChosen takes the place of the level that an account had for a complaint.
var levelChosen = []sql.ConflictOption{
	sql.ConflictColumns(notificationlevel.FieldComplaintID, notificationlevel.FieldUserID),
	sql.ResolveWith(func(u *sql.UpdateSet) {
		u.SetExcluded(notificationlevel.FieldLevel)
		u.SetExcluded(notificationlevel.FieldUpdatedAt)
	}),
}

// SetLevel sets how much the viewer is told of a complaint, and returns the complaint. What waits to go out by e-mail about one that is muted
// is left out. Whoever may read what happens to it.
func (r *Room) SetLevel(ctx context.Context, id uuid.UUID, level domain.NotificationLevel) (*ent.Complaint, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, err
	}
	c, err := tx.In(ctx, r.runner, func(t *tx.Tx) (*ent.Complaint, error) {
		c, err := t.Complaint.Query().Where(complaint.ID(id)).Only(ctx)
		if err != nil {
			return nil, tx.Missing(err, "complaint")
		}
		err = t.NotificationLevel.Create().SetUserID(v.ID).SetComplaintID(id).SetLevel(level).SetUpdatedAt(t.Now).
			OnConflict(levelChosen...).Exec(ctx)
		if err != nil || level != domain.LevelMuted {
			return c, err
		}
		return c, leaveOutMuted(ctx, t, v.ID, c)
	})
	if err != nil {
		return nil, err
	}
	return c.Unwrap(), nil
}

// Watch lets accounts watch a complaint from now on, also those that have muted it.
func Watch(ctx context.Context, t *tx.Tx, complaintID uuid.UUID, accounts []uuid.UUID) error {
	return t.NotificationLevel.MapCreateBulk(accounts, func(c *ent.NotificationLevelCreate, i int) {
		c.SetUserID(accounts[i]).SetComplaintID(complaintID).SetLevel(domain.LevelWatching).SetUpdatedAt(t.Now)
	}).OnConflict(levelChosen...).Exec(auth.System(ctx, "watch what mentions somebody"))
}

// leaveOutMuted leaves out the e-mails that wait to tell an account of a complaint, and those about what it was merged into which tell of that
// as the reporter of the complaint.
func leaveOutMuted(ctx context.Context, t *tx.Tx, account uuid.UUID, c *ent.Complaint) error {
	about := notification.ComplaintID(c.ID)
	if c.DuplicateOfID != nil && c.SubmittedByID != nil && *c.SubmittedByID == account {
		about = notification.Or(about, notification.HasComplaintWith(
			complaint.ID(*c.DuplicateOfID), complaint.Or(complaint.SubmittedByIDIsNil(), complaint.SubmittedByIDNEQ(account)),
		))
	}
	anyway := []string{string(ConfirmAddress)} // it is about the address, and asked once
	for _, kind := range evenMuted {
		anyway = append(anyway, string(kind))
	}
	_, err := leaveOut(ctx, t, text.NotWanted, notification.RecipientID(account), notification.NextTryAtNotNil(), about, notification.KindNotIn(anyway...))
	return err
}

// followers are the reporters of some complaints who have not muted them, and who watches these as long as they may read what happens to them.
type followers struct {
	name string
	of   func(t *sql.SelectTable, id uuid.UUID) *sql.Predicate // the complaints, of what happens to one
}

// find finds those who are told of what happens to a complaint. It is one condition, as ofMerged.
func (f followers) find(a About) (predicate.User, *entread.Shape) {
	shape := entread.New(f.name, a.Complaint.ID, domain.AccountActive, domain.LevelWatching)
	shape.State(domain.RoleUser, domain.RoleSolver, domain.RoleAdmin, domain.RoleSuperAdmin)
	return f.either(a.Complaint.ID), shape
}

func (f followers) either(id uuid.UUID) predicate.User {
	return func(s *sql.Selector) {
		about, levels, people := sql.Table(complaint.Table).As("about"), sql.Table(notificationlevel.Table), sql.Table(user.Table).As("watching")
		watchers := sql.Select(people.C(user.FieldID)).From(about).
			Join(levels).On(levels.C(notificationlevel.FieldComplaintID), about.C(complaint.FieldID)).
			Join(people).On(people.C(user.FieldID), levels.C(notificationlevel.FieldUserID)).
			Where(sql.And(f.of(about, id), sql.EQ(levels.C(notificationlevel.FieldLevel), domain.LevelWatching), policy.MayRead(people, about)))
		s.Where(sql.In(s.C(user.FieldID), f.reporters(id).UnionAll(watchers)))
	}
}

// reporters selects the ids of the reporters.
func (f followers) reporters(id uuid.UUID) *sql.Selector {
	reported, levels := sql.Table(complaint.Table).As("reported"), sql.Table(notificationlevel.Table)
	by := reported.C(complaint.FieldSubmittedByID)
	muted := sql.Select(levels.C(notificationlevel.FieldID)).From(levels).Where(sql.And(
		sql.ColumnsEQ(levels.C(notificationlevel.FieldComplaintID), reported.C(complaint.FieldID)), sql.ColumnsEQ(levels.C(notificationlevel.FieldUserID), by),
		sql.EQ(levels.C(notificationlevel.FieldLevel), domain.LevelMuted),
	))
	return sql.Select(by).From(reported).Where(sql.And(f.of(reported, id), sql.NotNull(by), sql.NotExists(muted)))
}

// selectLevels selects of accounts whether they have muted a complaint and, if there are followers, whether they are told as a reporter.
func (f *followers) selectLevels(s *sql.Selector, id uuid.UUID) {
	levels := sql.Table(notificationlevel.Table)
	muted := sql.Select(levels.C(notificationlevel.FieldUserID)).From(levels).
		Where(sql.And(sql.EQ(levels.C(notificationlevel.FieldComplaintID), id), sql.EQ(levels.C(notificationlevel.FieldLevel), domain.LevelMuted)))
	s.AppendSelectExprAs(sql.In(s.C(user.FieldID), muted), "muted")
	if f != nil {
		s.AppendSelectExprAs(sql.In(s.C(user.FieldID), f.reporters(id)), "reports")
	}
}

// silences reports whether an account that has muted a complaint is not told of a kind.
func (p recipient) silences(kind Kind) bool {
	return p.Muted && !slices.Contains(evenMuted, kind) && !domain.AlwaysTold(string(kind))
}
