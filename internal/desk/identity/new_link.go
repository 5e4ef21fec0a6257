package identity

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// maxNewLinks is how many of each kind a complaint gets within an hour. One that is sent is an e-mail that goes out at once.
const maxNewLinks = 5

// What the audit calls them.
const (
	actionNewLink  = "complaint.new_link"
	actionLink     = "complaint.link"
	actionLinkCode = "complaint.link_code"
)

// SendNewLink ends all links to a complaint and sends its reporter another one. Administrators, and users theirs. It is a not_found if the viewer does
// not see the complaint, a conflict if no e-mail would go there or it can't be followed any more, and rate_limited after maxNewLinks within an hour.
func (r *Room) SendNewLink(ctx context.Context, id uuid.UUID) (*ent.Complaint, error) {
	v, err := auth.Require(ctx)
	if err == nil && v.Role != domain.RoleUser && !v.Admin() {
		err = fault.Denied()
	}
	if err != nil {
		return nil, err
	}
	err = r.Do(ctx, func(t *tx.Tx) error {
		about, err := t.Complaint.Query().Where(complaint.ID(id), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return tx.Missing(err, "complaint")
		}
		sys := auth.System(ctx, "send a new link")
		whose := contact.ComplaintID(id)
		if about.SubmittedByID != nil {
			whose = contact.UserID(*about.SubmittedByID)
		}
		to, err := t.Contact.Query().Where(whose).Only(sys)
		if err != nil && !ent.IsNotFound(err) {
			return err
		}
		if !r.settings.MailLinks() {
			return fault.New(fault.Conflict, "The service sends no e-mail with links.")
		}
		if err := r.checkFollowable(ctx, t, about); err != nil {
			return err
		}
		if err := notifications.CheckReachable(ctx, t.Ahead, to); err != nil {
			return err
		}
		if err := t.CheckHourly(ctx, id, maxNewLinks, tooManyLinks(), actionNewLink); err != nil {
			return err
		}
		if err := t.EndLinks(ctx, complaint.ID(id)); err != nil {
			return err
		}
		if err := t.Audit(ctx, tx.Record{Action: actionNewLink, SubjectType: "Complaint", Subject: id}); err != nil {
			return err
		}
		a := notifications.About{Complaint: about, Message: i18n.Verbatim(about.Title)}
		if about.SubmittedByID == nil {
			a.Caller = to
		}
		return r.notifications.Notify(ctx, t, notifications.NewLink, a)
	})
	if err != nil {
		return nil, err
	}
	return r.Client.Complaint.Get(ctx, id)
}

// IssueLink makes a link by which the reporter of a complaint follows it, to be handed to them, and returns its address. Earlier links stay good.
// Administrators. It is a not_found without the complaint, a conflict if it can't be followed, and rate_limited after maxNewLinks within an hour.
func (r *Room) IssueLink(ctx context.Context, id uuid.UUID) (string, error) {
	return handOver(ctx, r, id, actionLink, func(t *tx.Tx, about *ent.Complaint) (string, error) {
		token, err := handLink(ctx, t, about.ID, actionLink)
		return r.settings.LinkPage + "#" + token, err
	})
}

// handOver issues what is handed to the reporter of a complaint, which is written down as an action.
func handOver[T any](ctx context.Context, r *Room, id uuid.UUID, action string, issue func(*tx.Tx, *ent.Complaint) (T, error)) (T, error) {
	var none T
	if err := tx.RequireAdmin(ctx); err != nil {
		return none, err
	}
	return tx.In(ctx, r.Runner, func(t *tx.Tx) (T, error) {
		about, err := t.Complaint.Query().Where(complaint.ID(id), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return none, tx.Missing(err, "complaint")
		}
		if err := r.checkFollowable(ctx, t, about); err != nil {
			return none, err
		}
		if err := t.CheckHourly(ctx, id, maxNewLinks, tooManyLinks(), action); err != nil {
			return none, err
		}
		return issue(t, about)
	})
}

// handLink makes a link to a complaint that is handed over by an action, and returns its token. The audit has the id of the link, as it has it of what is
// done by it.
func handLink(ctx context.Context, t *tx.Tx, of uuid.UUID, action string) (string, error) {
	token, hash := auth.NewLinkToken()
	l, err := t.Link.Create().SetComplaintID(of).SetHash(hash).SetCreatedAt(t.Now).Save(auth.System(ctx, "hand over a link"))
	if err != nil {
		return "", err
	}
	return token, t.Audit(ctx, tx.Record{Action: action, SubjectType: "Complaint", Subject: of, After: tx.Values{"link_id": l.ID}})
}

func tooManyLinks() *fault.Error {
	return fault.New(fault.RateLimited, "There were %d new links within an hour. Use the latest, or try again later.", maxNewLinks)
}

// checkFollowable returns a conflict if no link to a complaint would be good.
func (r *Room) checkFollowable(ctx context.Context, t *tx.Tx, about *ent.Complaint) error {
	sys := auth.System(ctx, "see whether a complaint can be followed")
	if r.settings.LinkPage == "" {
		return fault.New(fault.Conflict, "The service does not know under which address people reach it, and makes no links.")
	}
	if about.SubmittedByID != nil {
		account, err := t.User.Get(sys, *about.SubmittedByID)
		if err != nil {
			return err
		}
		if account.State != domain.AccountActive || account.Role != domain.RoleUser {
			return fault.New(fault.Conflict, "The account of the reporter is not that of a reporter any more.")
		}
	}
	ended := about
	if about.DuplicateOfID != nil {
		var err error
		if ended, err = t.Complaint.Get(sys, *about.DuplicateOfID); err != nil {
			return err
		}
	}
	if linksOver(ended.Status, domain.StatusSince(ended.MovedAt, ended.UpdatedAt), t.Now) {
		return fault.New(fault.Conflict, "The complaint ended more than a year ago, and can't be followed any more.")
	}
	return nil
}
