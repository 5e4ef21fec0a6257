package desk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/comment"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

const (
	// MaxComment is the longest comment.
	MaxComment = 5_000
	// maxByLink is how many comments the links to a complaint may write within a day: whoever has one may be anybody, and each tells somebody.
	maxByLink = 20
)

// Comment is a comment to be.
type Comment struct {
	Text       string
	Visibility domain.Visibility
	Mentions   []uuid.UUID // active administrators, who are told and watch the complaint from then on; only of internal notes
}

// Comment adds a comment to a complaint. Reporters comment publicly; administrators also among
// themselves.
func (d *Desk) Comment(ctx context.Context, id uuid.UUID, in Comment) (*ent.Comment, error) {
	m := moveOf(domain.ActionComment)
	if err := m.checkRole(ctx); err != nil {
		return nil, err
	}
	made, err := tx.Once(ctx, d.Runner, joined(d, func(t *txn) (made tx.Made[*ent.Comment], err error) {
		in, wrong := in.tidy(auth.From(ctx))
		if wrong == nil {
			// Whoever changes the role of one of them waits, and then leaves out the e-mail that this makes.
			if err := t.LockAccounts(ctx, in.Mentions...); err != nil {
				return made, err
			}
		}
		c, err := t.lockToMove(ctx, m, tx.Target{ID: id})
		if err = cmp.Or(err, wrong); err != nil {
			return made, err
		}
		made.Row, err = t.comment(ctx, c, in)
		if err == nil {
			made.ID = made.Row.ID
		}
		return made, err
	}))
	switch {
	case err != nil:
		return nil, err
	case made.Row != nil:
		return made.Row.Unwrap(), nil
	}
	row, err := d.Client.Comment.Get(ctx, made.ID)
	return row, tx.Missing(err, "comment")
}

// tidy returns the comment as it is stored, or what is wrong with it.
func (in Comment) tidy(v *auth.Viewer) (Comment, error) {
	var errs tx.FieldErrors
	errs.RequiredText("text", &in.Text, MaxComment)
	if v.Reports() && in.Visibility != domain.VisibilityPublic {
		errs.Add("visibility", "invalid", "must be PUBLIC")
	}
	if len(in.Mentions) > 0 && in.Visibility != domain.VisibilityInternal {
		errs.Add("mentions", "invalid", "only internal notes mention people")
	}
	return in, append(errs, tx.CheckIDs("mentions", in.Mentions, domain.MaxMentions)...).Fault()
}

// comment writes a tidy comment on a complaint that the transaction has locked, and what it changes.
func (t *txn) comment(ctx context.Context, c *ent.Complaint, in Comment) (*ent.Comment, error) {
	v := auth.From(ctx)
	if err := t.checkByLink(ctx, c); err != nil {
		return nil, err
	}
	row, err := t.Client.Comment.Create().SetComplaintID(c.ID).SetNillableAuthorID(tx.AccountOf(ctx)).SetByLink(v.HasLink()).
		SetText(in.Text).SetVisibility(in.Visibility).SetCreatedAt(t.Now).Save(ctx)
	if err != nil {
		return nil, err
	}
	about := notifications.About{Complaint: c, Message: i18n.Verbatim(row.Text), Mentioned: in.Mentions}
	if in.Visibility == domain.VisibilityInternal {
		t.changeComplaint(c.ID, c.Version, domain.ComplaintNotesChanged)
		if err := t.mention(ctx, row, about); err != nil {
			return nil, err
		}
	} else {
		t.changeComplaint(c.ID, c.Version, domain.ComplaintCommentsChanged)
		if u := t.Ahead.Complaint.UpdateOne(c); t.respond(c, v, u) {
			after, err := u.Save(auth.System(ctx, "a first response"))
			if err != nil {
				return nil, err
			}
			t.trackComplaint(c, after)
		}
		kind := notifications.NewComment
		if v.Reports() { // who comments on their own complaints only
			kind = notifications.ReporterReplied
		}
		if err := t.notify(ctx, kind, about); err != nil {
			return nil, err
		}
	}
	after := tx.Values{"visibility": in.Visibility}
	if len(in.Mentions) > 0 {
		after["mentions"] = len(in.Mentions)
	}
	return row, t.Audit(ctx, tx.Record{Action: "complaint.comment", SubjectType: "Comment", Subject: row.ID, After: after})
}

// checkByLink is rate_limited if the viewer holds a link, and as much was written by the links to a complaint as may be within a day.
func (t *txn) checkByLink(ctx context.Context, c *ent.Complaint) error {
	if !auth.From(ctx).HasLink() {
		return nil
	}
	const within = 24 * time.Hour
	first, err := t.Client.Comment.Query().
		Where(comment.ComplaintID(c.ID), comment.ByLink(true), comment.CreatedAtGT(t.Now.Add(-within))).
		Order(ent.Desc(comment.FieldCreatedAt)).Offset(maxByLink - 1).First(auth.System(ctx, "see how much was written by links"))
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	tooMany := fault.New(fault.RateLimited, "%d messages have been sent within a day. Try again later.", maxByLink)
	tooMany.RetryAfter = first.CreatedAt.Add(within).Sub(t.Now)
	return tooMany
}

// mention lets those whom a note mentions watch its complaint, and tells them.
func (t *txn) mention(ctx context.Context, note *ent.Comment, about notifications.About) error {
	if len(about.Mentioned) == 0 {
		return nil
	}
	known, err := t.User.Query().Where(user.IDIn(about.Mentioned...), activeAdministrator).IDs(ctx)
	if err != nil {
		return err
	}
	var errs tx.FieldErrors
	for i, id := range about.Mentioned {
		if !slices.Contains(known, id) {
			errs.Add(fmt.Sprintf("mentions.%d", i), "not_found", "there is no such active administrator")
		}
	}
	if err := errs.Fault(); err != nil {
		return err
	}
	err = t.Mention.MapCreateBulk(about.Mentioned, func(c *ent.MentionCreate, i int) {
		c.SetCommentID(note.ID).SetUserID(about.Mentioned[i])
	}).Exec(ctx)
	if err != nil {
		return err
	}
	if err := notifications.Watch(ctx, t.Tx, about.Complaint.ID, about.Mentioned); err != nil {
		return err
	}
	return t.notify(ctx, notifications.Mentioned, about)
}
