package demo

import (
	"context"
	"fmt"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/stats"
)

// rows are the rows of the world by type, parents before children.
type rows struct {
	areas       []*ent.Zone
	topics      []*ent.Category
	companies   []*ent.ServiceProvider
	accounts    []*ent.User
	credentials []*ent.Credential
	circles     []*ent.Group
	memberships []*ent.Membership
	complaints  []*ent.Complaint
	contacts    []*ent.Contact
	logs        []*ent.StatusLog
	comments    []*ent.Comment
	tasks       []*ent.WorkTask
	updates     []*ent.TaskUpdate
	media       []*ent.Media
	scenes      []scene // of the media, in the same order
	payments    []*ent.Payment
	paidTasks   []*ent.PaymentTask
	claims      []*ent.PaymentClaim
	broadcasts  []*ent.Broadcast
	channels    []*ent.BroadcastChannel
	events      []*ent.BroadcastEvent
	notices     []*ent.Notification
	audit       []*ent.AuditEntry
}

// store writes the world, each type in one statement, so that rows may point at later ones of
// their own type.
func (w *world) store(ctx context.Context, tx *ent.Tx) error {
	for _, write := range []func(context.Context, *ent.Tx) error{
		w.storePlaces, w.storePeople, w.storeComplaints, w.storeWork, w.storePayments, w.storeBroadcasts, w.storeTraces,
	} {
		if err := write(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) storePlaces(ctx context.Context, tx *ent.Tx) error {
	err := tx.Zone.MapCreateBulk(w.areas, func(c *ent.ZoneCreate, i int) {
		z := w.areas[i]
		c.SetID(z.ID).SetName(z.Name).SetNillableParentID(z.ParentID).SetCreatedAt(z.CreatedAt)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo zones: %w", err)
	}
	err = tx.Category.MapCreateBulk(w.topics, func(c *ent.CategoryCreate, i int) {
		t := w.topics[i]
		c.SetID(t.ID).SetName(t.Name).SetNillableParentID(t.ParentID).SetNillableSLAHours(t.SLAHours).
			SetDefaultPriority(t.DefaultPriority).SetCreatedAt(t.CreatedAt)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo categories: %w", err)
	}
	err = tx.ServiceProvider.MapCreateBulk(w.companies, func(c *ent.ServiceProviderCreate, i int) {
		p := w.companies[i]
		c.SetID(p.ID).SetName(p.Name).SetActive(p.Active).SetCreatedAt(p.CreatedAt)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo providers: %w", err)
	}
	return nil
}

func (w *world) storePeople(ctx context.Context, tx *ent.Tx) error {
	err := tx.User.MapCreateBulk(w.accounts, func(c *ent.UserCreate, i int) {
		u := w.accounts[i]
		c.SetID(u.ID).SetName(u.Name).SetRole(u.Role).SetState(u.State).SetNillableZoneID(u.ZoneID).
			SetNillableProviderID(u.ProviderID).SetNillableDisabledAt(u.DisabledAt).
			SetVersion(u.Version).SetCreatedAt(u.CreatedAt)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo accounts: %w", err)
	}
	err = tx.Credential.MapCreateBulk(w.credentials, func(c *ent.CredentialCreate, i int) {
		k := w.credentials[i]
		c.SetID(k.ID).SetUserID(k.UserID).SetPasswordHash(k.PasswordHash).SetChangedAt(k.ChangedAt)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo passwords: %w", err)
	}
	err = tx.Group.MapCreateBulk(w.circles, func(c *ent.GroupCreate, i int) {
		g := w.circles[i]
		c.SetID(g.ID).SetName(g.Name).SetDescription(g.Description).SetCreatedAt(g.CreatedAt)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo groups: %w", err)
	}
	err = tx.Membership.MapCreateBulk(w.memberships, func(c *ent.MembershipCreate, i int) {
		c.SetUserID(w.memberships[i].UserID).SetGroupID(w.memberships[i].GroupID)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo memberships: %w", err)
	}
	return nil
}

func (w *world) storeComplaints(ctx context.Context, tx *ent.Tx) error {
	err := tx.Complaint.MapCreateBulk(w.complaints, func(c *ent.ComplaintCreate, i int) {
		p := w.complaints[i]
		c.SetID(p.ID).SetReference(p.Reference).SetTitle(p.Title).SetDescription(p.Description).
			SetStatus(p.Status).SetPriority(p.Priority).SetSource(p.Source).
			SetNillableCategoryID(p.CategoryID).SetNillableZoneID(p.ZoneID).
			SetNillableSubmittedByID(p.SubmittedByID).SetNillableDuplicateOfID(p.DuplicateOfID).
			SetAddress(p.Address).SetNillableLatitude(p.Latitude).SetNillableLongitude(p.Longitude).
			SetNillableExternalRef(p.ExternalRef).SetNillableDueAt(p.DueAt).SetNillableDueOrder(p.DueAt).
			SetNillableResolvedAt(p.ResolvedAt).SetNillableClosedAt(p.ClosedAt).
			SetNillableHeldAt(p.HeldAt).SetNillableHeldFrom(p.HeldFrom).
			SetNillableAssignedAt(p.AssignedAt).SetNillableAssignedTook(p.AssignedTook).SetNillableResolvedTook(p.ResolvedTook).
			SetReopenedCount(p.ReopenedCount).SetNillableSolverID(p.SolverID).SetNillableProviderID(p.ProviderID).
			SetNillableRating(p.Rating).SetRatingComment(p.RatingComment).SetFlagged(p.Flagged).
			SetLogRows(p.LogRows).SetVersion(p.Version).SetCreatedAt(p.CreatedAt).SetUpdatedAt(p.UpdatedAt)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo complaints: %w", err)
	}
	if err := search.AddComplaints(ctx, tx.Client(), w.complaints...); err != nil {
		return err
	}
	if err := stats.Added(ctx, tx.Client(), w.complaints...); err != nil {
		return fmt.Errorf("demo tallies: %w", err)
	}
	err = tx.Contact.MapCreateBulk(w.contacts, func(c *ent.ContactCreate, i int) {
		p := w.contacts[i]
		c.SetID(p.ID).SetNillableUserID(p.UserID).SetNillableComplaintID(p.ComplaintID).SetName(p.Name).
			SetEmail(p.Email).SetNillableEmailKey(p.EmailKey).SetPhone(p.Phone).SetCreatedAt(p.CreatedAt)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo contacts: %w", err)
	}
	err = tx.StatusLog.MapCreateBulk(w.logs, func(c *ent.StatusLogCreate, i int) {
		r := w.logs[i]
		c.SetID(r.ID).SetComplaintID(r.ComplaintID).SetSeq(r.Seq).SetStatus(r.Status).
			SetNillableActorID(r.ActorID).SetAgent(r.Agent).SetPublicNote(r.PublicNote).
			SetInternalNote(r.InternalNote).SetReasonCode(r.ReasonCode).SetCreatedAt(r.CreatedAt)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo status logs: %w", err)
	}
	err = tx.Comment.MapCreateBulk(w.comments, func(c *ent.CommentCreate, i int) {
		r := w.comments[i]
		c.SetID(r.ID).SetComplaintID(r.ComplaintID).SetNillableAuthorID(r.AuthorID).
			SetText(r.Text).SetVisibility(r.Visibility).SetCreatedAt(r.CreatedAt)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo comments: %w", err)
	}
	for year, last := range w.numbers {
		err = tx.Counter.Create().SetID(domain.NewIDAt(domain.KindCounter, w.now)).
			SetName(fmt.Sprintf("complaint:%d", year)).SetValue(last).Exec(ctx)
		if err != nil {
			return fmt.Errorf("demo counters: %w", err)
		}
	}
	return nil
}
