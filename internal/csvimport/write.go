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
	for i, d := range drafts {
		refs[i] = d.ref
	}
	rows, err := r.Client.Complaint.Query().Where(complaint.ExternalRefIn(refs...)).
		Select(complaint.FieldExternalRef, complaint.FieldCreatedAt).All(ctx)
	if err != nil {
		return nil, 0, nil, fmt.Errorf("look up external references: %w", err)
	}
	opened := make(map[string]time.Time, len(rows))
	for _, c := range rows {
		opened[*c.ExternalRef] = c.CreatedAt
	}
	for _, d := range drafts {
		at, known := opened[d.ref]
		if !known && r.DryRun {
			at, known = r.dry[d.ref]
		}
		switch {
		case !known:
			fresh = append(fresh, d)
			opened[d.ref] = d.opened
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
		if kinds[i], err = r.categories.resolve(ctx, d.categories); err != nil {
			return err
		}
		if areas[i], err = r.zones.resolve(ctx, d.zones); err != nil {
			return err
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

func (r *run) insertIn(
	ctx context.Context, tx *ent.Tx, drafts []*draft, accounts map[string]uuid.UUID, kinds, areas []node,
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
		rows := d.log(tx, id)
		logs = append(logs, rows...)
		c := d.complaint(tx, kinds[i], areas[i]).
			SetID(id).SetReference(references[i]).SetLogRows(len(rows))
		switch account, known := accounts[d.reporterKey]; {
		case known:
			c.SetSubmittedByID(account)
		case d.reporter != "":
			contacts = append(contacts, tx.Contact.Create().
				SetComplaintID(id).SetEmail(d.reporter).SetCreatedAt(d.opened))
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

// accounts returns the ids of the accounts of the rows' reporters, by folded address.
func (r *run) accounts(ctx context.Context, drafts []*draft) (map[string]uuid.UUID, error) {
	found := map[string]uuid.UUID{}
	var keys []string
	for _, d := range drafts {
		if d.reporterKey != "" {
			keys = append(keys, d.reporterKey)
		}
	}
	if len(keys) == 0 {
		return found, nil
	}
	rows, err := r.Client.Contact.Query().Where(contact.EmailKeyIn(keys...), contact.UserIDNotNil()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("find the reporters: %w", err)
	}
	for _, c := range rows {
		found[*c.EmailKey] = *c.UserID
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

func (d *draft) complaint(tx *ent.Tx, kind, area node) *ent.ComplaintCreate {
	c := tx.Complaint.Create().
		SetSource(domain.SourceImport).SetExternalRef(d.ref).
		SetTitle(d.title).SetDescription(d.description).SetAddress(d.address).
		SetNillableLatitude(d.lat).SetNillableLongitude(d.lon).
		SetStatus(d.status).SetCreatedAt(d.opened).SetUpdatedAt(d.opened)
	if kind.id != uuid.Nil {
		c.SetCategoryID(kind.id).SetPriority(kind.priority)
	}
	if area.id != uuid.Nil {
		c.SetZoneID(area.id)
	}
	if d.priority != "" {
		c.SetPriority(d.priority)
	}
	if d.due != nil {
		c.SetDueAt(*d.due).SetDueOrder(*d.due)
	}
	if d.status != domain.ComplaintSubmitted {
		c.SetResolvedAt(d.ended).SetUpdatedAt(d.ended).SetResolvedTook(domain.Quantize(d.opened, d.ended))
	}
	if d.status == domain.ComplaintClosed {
		c.SetClosedAt(d.ended)
	}
	return c
}

// log returns the status log in the transitions of docs/product.md, Complaints: a closed complaint
// was resolved first, with the closing text as its note.
func (d *draft) log(tx *ent.Tx, complaintID uuid.UUID) []*ent.StatusLogCreate {
	var rows []*ent.StatusLogCreate
	add := func(status domain.ComplaintStatus, at time.Time, public, internal string) {
		seq := len(rows) + 1
		rows = append(rows, tx.StatusLog.Create().
			// A millisecond apart, so that rows of one instant sort by their ids too.
			SetID(domain.NewIDAt(domain.KindStatusLog, at.Add(time.Duration(seq)*time.Millisecond))).
			SetComplaintID(complaintID).SetSeq(seq).SetStatus(status).SetAgent(domain.AgentImport).
			SetPublicNote(public).SetInternalNote(internal).SetCreatedAt(at))
	}
	var internal []string
	if d.channel != "" {
		internal = append(internal, "Channel: "+d.channel)
	}
	if d.status == domain.ComplaintSubmitted && d.note != "" {
		internal = append(internal, "Closing text: "+d.note)
	}
	add(domain.ComplaintSubmitted, d.opened, "", strings.Join(internal, "\n"))
	if d.status != domain.ComplaintSubmitted {
		add(domain.ComplaintResolved, d.ended, d.note, d.noteRest)
	}
	if d.status == domain.ComplaintClosed {
		add(domain.ComplaintClosed, d.ended, "", "")
	}
	return rows
}
