package csvimport

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/stats"
)

// write writes a batch in one transaction. It retries when another import of the same file wrote
// some of the rows at the same time.
func (r *run) write(ctx context.Context, drafts []*draft) error {
	const tries = 3
	for try := 1; ; try++ {
		fresh, there, strangers, err := r.classify(ctx, drafts)
		if err == nil && len(fresh) > 0 {
			if r.DryRun {
				for _, d := range fresh {
					r.dry[d.ref] = d.opened
					if d.id != nil {
						r.dry[d.id.String()] = d.opened
					}
				}
			} else {
				err = r.insert(ctx, fresh)
			}
		}
		if ent.IsConstraintError(err) && try < tries {
			continue
		}
		if err != nil && ctx.Err() != nil {
			return fmt.Errorf("stopped: %w", ctx.Err()) // whatever error that caused
		}
		if err != nil {
			return err
		}
		r.sum.Imported += len(fresh)
		r.sum.AlreadyImported += there
		for _, d := range strangers {
			bad := rejection{ExternalRef, "belongs to another complaint, with another opening time: " +
				"choose a column whose values are all different, or give the file a --prefix of its own"}
			if err := r.reject(d.line, d.ref, bad); err != nil {
				return fmt.Errorf("write the report: %w", err)
			}
		}
		return nil
	}
}

// classify splits a batch into new rows, rows that are already imported, and rows with the number of
// another complaint: one opened at another time, in the database or in the batch.
func (r *run) classify(ctx context.Context, drafts []*draft) (fresh []*draft, there int, strangers []*draft, err error) {
	refs := make([]string, len(drafts))
	var ids []uuid.UUID
	for i, d := range drafts {
		refs[i] = d.ref
		if d.id != nil {
			ids = append(ids, *d.id)
		}
	}
	same := complaint.ExternalRefIn(refs...)
	if len(ids) > 0 {
		same = complaint.Or(same, complaint.IDIn(ids...))
	}
	rows, err := r.Client.Complaint.Query().Where(same).
		Select(complaint.FieldID, complaint.FieldExternalRef, complaint.FieldCreatedAt).All(ctx)
	if err != nil {
		return nil, 0, nil, fmt.Errorf("look up external references: %w", err)
	}
	opened := make(map[string]time.Time, len(rows))
	for _, c := range rows {
		if c.ExternalRef != nil {
			opened[*c.ExternalRef] = c.CreatedAt
		}
		opened[c.ID.String()] = c.CreatedAt
	}
	for _, d := range drafts {
		at, known := opened[d.ref]
		if !known && d.id != nil {
			at, known = opened[d.id.String()]
		}
		if !known && r.DryRun {
			at, known = r.dry[d.ref]
		}
		switch {
		case !known:
			fresh = append(fresh, d)
			opened[d.ref] = d.opened
			if d.id != nil {
				opened[d.id.String()] = d.opened
			}
		case at.Equal(d.opened) || !r.reader.has(OpenedAt):
			there++
		default:
			strangers = append(strangers, d)
		}
	}
	return fresh, there, strangers, nil
}

// insert writes new complaints in one transaction. Categories and zones are created before it,
// because on PostgreSQL a concurrent insert of the same name would abort it.
func (r *run) insert(ctx context.Context, drafts []*draft) error {
	accounts, err := r.accounts(ctx, drafts)
	if err != nil {
		return err
	}
	kinds, areas := make([]node, len(drafts)), make([]node, len(drafts))
	for i, d := range drafts {
		if kinds[i], err = r.categories.locate(ctx, d.categoryID, d.categories, r.reader.has(CategoryPath)); err != nil {
			return err
		}
		if areas[i], err = r.zones.locate(ctx, d.zoneID, d.zones, r.reader.has(ZonePath)); err != nil {
			return err
		}
		// What Redress exported has the zones that its complaints had.
		if areas[i].id == uuid.Nil && d.lat != nil && !r.reader.has(ZoneID) {
			if err := r.zoneAround(ctx, d, &areas[i]); err != nil {
				return err
			}
		}
	}
	tx, err := r.Client.Tx(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if err := r.insertIn(ctx, tx, drafts, accounts, kinds, areas); err != nil {
		if undo := tx.Rollback(); undo != nil && !errors.Is(undo, sql.ErrTxDone) {
			err = errors.Join(err, undo)
		}
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// zoneAround gives a complaint without a zone the one that its position lies in, if any.
func (r *run) zoneAround(ctx context.Context, d *draft, in *node) error {
	id, err := r.boundaries.Zone(ctx, *d.lat, *d.lon)
	if err != nil {
		return fmt.Errorf("find the zone of a position: %w", err)
	}
	if id != nil {
		in.id = *id
	}
	return nil
}

func (r *run) insertIn(
	ctx context.Context, tx *ent.Tx, drafts []*draft, accounts known, kinds, areas []node,
) error {
	references, err := drawReferences(ctx, tx, drafts)
	if err != nil {
		return err
	}
	var complaints []*ent.ComplaintCreate
	var logs []*ent.StatusLogCreate
	var contacts []*ent.ContactCreate
	for i, d := range drafts {
		id := domain.NewIDAt(domain.KindComplaint, d.opened)
		if d.id != nil {
			id = *d.id
		}
		handled := d.handlerID != nil && accounts.administrators[*d.handlerID]
		steps := d.steps(handled)
		logs = append(logs, logRows(tx, id, steps)...)
		c := d.complaint(tx, r.started, steps, kinds[i], areas[i]).
			SetID(id).SetReference(references[i]).SetLogRows(len(steps))
		if handled {
			c.SetHandlerID(*d.handlerID)
		}
		switch account, known := accounts.byEmail[d.reporterKey]; {
		case d.reporterID != nil && accounts.byID[*d.reporterID]:
			c.SetSubmittedByID(*d.reporterID)
		case known:
			c.SetSubmittedByID(account)
		case d.reporter != "" || d.phone != "" || d.caller != "":
			text, digits := search.OfContact(d.caller, d.reporter, d.phone)
			contacts = append(contacts, tx.Contact.Create().SetComplaintID(id).SetName(d.caller).SetEmail(d.reporter).SetEmailKey(d.reporterKey).
				SetPhone(d.phone).SetCreatedAt(d.opened).SetSearchText(text).SetPhoneDigits(digits))
		default:
			c.SetNillableSubmittedByID(r.reporter)
		}
		complaints = append(complaints, c)
	}
	written, err := tx.Complaint.CreateBulk(complaints...).Save(ctx)
	if err != nil {
		return fmt.Errorf("write complaints: %w", err)
	}
	if err := search.AddComplaints(ctx, tx.Client(), written...); err != nil {
		return err
	}
	if err := stats.RecordNew(ctx, tx.Client(), written...); err != nil {
		return fmt.Errorf("count complaints: %w", err)
	}
	if err := tx.StatusLog.CreateBulk(logs...).Exec(ctx); err != nil {
		return fmt.Errorf("write status logs: %w", err)
	}
	if err := tx.Contact.CreateBulk(contacts...).Exec(ctx); err != nil {
		return fmt.Errorf("write contacts: %w", err)
	}
	return nil
}

// known are the accounts of the rows' reporters, and of who looks after them, that there are.
type known struct {
	byEmail        map[string]uuid.UUID // by folded address
	byID           map[uuid.UUID]bool
	administrators map[uuid.UUID]bool
}

// accounts returns the accounts that the rows name and that there are.
func (r *run) accounts(ctx context.Context, drafts []*draft) (known, error) {
	found := known{map[string]uuid.UUID{}, map[uuid.UUID]bool{}, map[uuid.UUID]bool{}}
	var keys []string
	var ids []uuid.UUID
	for _, d := range drafts {
		if d.reporterKey != "" {
			keys = append(keys, d.reporterKey)
		}
		if d.reporterID != nil {
			ids = append(ids, *d.reporterID)
		}
		if d.handlerID != nil {
			ids = append(ids, *d.handlerID)
		}
	}
	if len(keys) > 0 {
		rows, err := r.Client.Contact.Query().Where(contact.EmailKeyIn(keys...), contact.UserIDNotNil()).All(ctx)
		if err != nil {
			return found, fmt.Errorf("find the reporters: %w", err)
		}
		for _, c := range rows {
			found.byEmail[*c.EmailKey] = *c.UserID
		}
	}
	if len(ids) > 0 {
		there, err := r.Client.User.Query().Where(user.IDIn(ids...)).All(ctx)
		if err != nil {
			return found, fmt.Errorf("find the accounts: %w", err)
		}
		for _, u := range there {
			found.byID[u.ID] = true
			found.administrators[u.ID] = u.Role.Admin()
		}
	}
	return found, nil
}

// drawReferences returns references for the drafts, by the year in which they were opened, in the
// order of the file. It locks the years' counters in ascending order, so that two imports don't
// deadlock.
func drawReferences(ctx context.Context, tx *ent.Tx, drafts []*draft) ([]string, error) {
	wanted := map[int]int64{}
	for _, d := range drafts {
		wanted[d.opened.Year()]++
	}
	next := map[int]int64{}
	for _, year := range slices.Sorted(maps.Keys(wanted)) {
		name, n := domain.ComplaintCounter(year), wanted[year]
		err := tx.Counter.Create().SetName(name).SetValue(n).
			OnConflict(
				entsql.ConflictColumns(counter.FieldName),
				entsql.ResolveWith(func(u *entsql.UpdateSet) { u.Add(counter.FieldValue, n) }),
			).
			Exec(ctx)
		if err != nil {
			return nil, fmt.Errorf("draw references: %w", err)
		}
		c, err := tx.Counter.Query().Where(counter.Name(name)).Only(ctx)
		if err != nil {
			return nil, fmt.Errorf("draw references: %w", err)
		}
		next[year] = c.Value - n
	}
	references := make([]string, len(drafts))
	for i, d := range drafts {
		year := d.opened.Year()
		next[year]++
		references[i] = domain.ComplaintReference(year, next[year])
	}
	return references, nil
}

// complaint returns the complaint of a row, which took these steps.
func (d *draft) complaint(tx *ent.Tx, now time.Time, steps []step, kind, area node) *ent.ComplaintCreate {
	moved := steps[len(steps)-1].at
	c := tx.Complaint.Create().
		SetSource(d.source).SetExternalRef(d.ref).
		SetTitle(d.title).SetDescription(d.description).SetAddress(d.address).
		SetNillableLatitude(d.lat).SetNillableLongitude(d.lon).
		SetStatus(d.status).SetCreatedAt(d.opened).SetUpdatedAt(moved).SetMovedAt(moved).
		SetNillableRating(d.rating).SetRatingComment(d.ratingComment).SetFlagged(d.flagged).
		SetReopenedCount(d.reopened).SetNillableDuplicateOfID(d.mergedInto)
	if kind.id != uuid.Nil {
		c.SetCategoryID(kind.id).SetPriority(kind.priority).SetPriorityOrder(kind.priority.Order())
	}
	if area.id != uuid.Nil {
		c.SetZoneID(area.id)
	}
	if d.priority != "" {
		c.SetPriority(d.priority).SetPriorityOrder(d.priority.Order())
	}
	if d.due != nil {
		c.SetDueAt(*d.due).SetDueOrder(*d.due)
		if d.due.Before(now) {
			c.SetOverdueToldAt(now) // nobody is notified of deadlines that passed elsewhere
		}
	}
	if d.assigned != nil {
		c.SetAssignedAt(*d.assigned).SetAssignedTook(domain.Quantize(d.opened, *d.assigned))
	}
	if d.done() {
		resolved := d.resolvedAt()
		c.SetResolvedAt(resolved).SetResolvedTook(domain.Quantize(d.opened, resolved))
	}
	if i := slices.IndexFunc(steps, func(s step) bool { return s.public != "" }); i >= 0 {
		c.SetFirstResponseAt(steps[i].at).SetFirstResponseTook(domain.Quantize(d.opened, steps[i].at))
	}
	switch d.status {
	case domain.ComplaintClosed:
		c.SetClosedAt(d.ended)
	case domain.ComplaintOnHold:
		from := domain.ComplaintSubmitted
		if d.reopened > 0 {
			from = domain.ComplaintReopened
		}
		c.SetHeldAt(moved).SetHeldFrom(from)
	}
	return c
}

func (d *draft) resolvedAt() time.Time {
	if d.resolved != nil {
		return *d.resolved
	}
	return d.ended
}

// step is a row of the status log.
type step struct {
	status           domain.ComplaintStatus
	at               time.Time
	public, internal string
}

// steps returns the status log in the transitions of docs/product.md, Complaints: a closed
// complaint was resolved first, with the closing text as its note. When one was reopened, files
// don't say. Who looked after it is named in a note unless it is handled here. The draft stays as it is: a batch may be written again.
func (d *draft) steps(handled bool) []step {
	remarks := d.internal
	if !handled && d.handlerName != "" {
		remarks = append(slices.Clone(remarks), "Handler: "+d.handlerName)
	}
	steps := []step{{status: domain.ComplaintSubmitted, at: d.opened, internal: strings.Join(remarks, "\n")}}
	moved := d.moved
	if d.done() {
		moved = d.resolvedAt()
	}
	for i := range d.reopened {
		earlier := step{status: domain.ComplaintResolved, at: moved, internal: reopenedEarlier}
		if i == d.reopened-1 && !d.done() && d.status != domain.ComplaintRejected { // the last resolution there was
			earlier.public = d.note
			earlier.internal, _ = truncate(strings.TrimSpace(reopenedEarlier+"\n"+d.noteRest), domain.MaxNote)
		}
		steps = append(steps, earlier, step{status: domain.ComplaintReopened, at: moved, internal: reopenedEarlier})
	}
	switch d.status {
	case domain.ComplaintSubmitted, domain.ComplaintReopened:
	case domain.ComplaintResolved, domain.ComplaintClosed:
		steps = append(steps, step{domain.ComplaintResolved, moved, d.note, d.noteRest})
		if d.status == domain.ComplaintClosed {
			steps = append(steps, step{status: domain.ComplaintClosed, at: d.ended})
		}
	case domain.ComplaintRejected:
		steps = append(steps, step{d.status, moved, d.note, d.noteRest})
	default:
		steps = append(steps, step{status: d.status, at: moved})
	}
	return steps
}

const reopenedEarlier = "Reopened before the import; the file does not say when."

func logRows(tx *ent.Tx, complaintID uuid.UUID, steps []step) []*ent.StatusLogCreate {
	var rows []*ent.StatusLogCreate
	for i, s := range steps {
		seq := i + 1
		rows = append(rows, tx.StatusLog.Create().
			// A millisecond apart, so that rows of one instant sort by their ids too.
			SetID(domain.NewIDAt(domain.KindStatusLog, s.at.Add(time.Duration(seq)*time.Millisecond))).
			SetComplaintID(complaintID).SetSeq(seq).SetStatus(s.status).SetAgent(domain.AgentImport).
			SetPublicNote(s.public).SetInternalNote(s.internal).SetCreatedAt(s.at))
	}
	return rows
}
