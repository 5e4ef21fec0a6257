package demo

import (
	"context"
	"errors"
	"fmt"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// Samples are rows to try the six REST paths with. One is uuid.Nil when no suitable row is left
// after changes of the demo's data.
type Samples struct {
	Complaint uuid.UUID // of user@example.com, with the longest log
	Provider  uuid.UUID // with the most payments
	Broadcast uuid.UUID // sent, to the most people
	Task      uuid.UUID // open, of solver@example.com
	Update    uuid.UUID // of that task, with room for another file
}

// maxFilesOfUpdate is how many files an update may have (docs/product.md, Limits).
const maxFilesOfUpdate = 10

// FindSamples returns rows for the start message, as the demo's data is now.
func FindSamples(ctx context.Context, client *ent.Client) (Samples, error) {
	ctx = auth.System(ctx, "demo")
	var s Samples
	var errs [4]error
	s.Complaint, errs[0] = client.Complaint.Query().
		Where(complaint.HasSubmittedByWith(byEmail("user@example.com"))).
		Order(complaint.ByLogRows(sql.OrderDesc()), complaint.ByID()).FirstID(ctx)
	s.Broadcast, errs[1] = client.Broadcast.Query().
		Where(broadcast.StatusEQ(domain.BroadcastSent)).
		Order(broadcast.ByRecipients(sql.OrderDesc()), broadcast.ByID()).FirstID(ctx)
	s.Provider, errs[2] = mostPaid(ctx, client)
	s.Task, s.Update, errs[3] = openUpdate(ctx, client)
	for i := range errs {
		if ent.IsNotFound(errs[i]) {
			errs[i] = nil
		}
	}
	if err := errors.Join(errs[:]...); err != nil {
		return Samples{}, fmt.Errorf("demo samples: %w", err)
	}
	return s, nil
}

func mostPaid(ctx context.Context, client *ent.Client) (uuid.UUID, error) {
	var ledgers []struct {
		ID    uuid.UUID `json:"provider_id"`
		Count int       `json:"count"`
	}
	err := client.Payment.Query().GroupBy(payment.FieldProviderID).Aggregate(ent.Count()).Scan(ctx, &ledgers)
	var most uuid.UUID
	rows := 0
	for _, l := range ledgers {
		if l.Count > rows {
			most, rows = l.ID, l.Count
		}
	}
	return most, err
}

// openUpdate finds the oldest open task of solver@example.com that can take another file.
func openUpdate(ctx context.Context, client *ent.Client) (task, update uuid.UUID, err error) {
	updates, err := client.TaskUpdate.Query().
		Where(
			taskupdate.StatusEQ(domain.ReviewSubmitted),
			taskupdate.HasTaskWith(
				worktask.HasSolverWith(byEmail("solver@example.com")),
				worktask.StatusIn(domain.TaskInProgress, domain.TaskCompletionSubmitted),
			),
		).
		Order(taskupdate.ByTaskID(), taskupdate.ByID()).All(ctx)
	if err != nil {
		return uuid.Nil, uuid.Nil, err
	}
	for _, u := range updates {
		files, err := client.Media.Query().Where(media.UpdateID(u.ID)).Count(ctx)
		if err != nil {
			return uuid.Nil, uuid.Nil, err
		}
		if files < maxFilesOfUpdate {
			return u.TaskID, u.ID, nil
		}
	}
	return uuid.Nil, uuid.Nil, nil
}

// byEmail matches the account of a folded e-mail address.
func byEmail(email string) predicate.User {
	return user.HasContactWith(contact.EmailKey(email))
}
