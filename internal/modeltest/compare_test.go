package modeltest_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/ent/paymentclaim"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	. "github.com/redress/redress/internal/testenv"
)

// counts holds the number of rows of each table that the walk writes to.
type counts struct{ complaints, logs, comments, tasks, updates, files, payments, claims, audits int }

func (w *walk) countAll() counts {
	ctx, db := System(), w.site.Store.Client()
	return counts{
		db.Complaint.Query().CountX(ctx), db.StatusLog.Query().CountX(ctx), db.Comment.Query().CountX(ctx),
		db.WorkTask.Query().CountX(ctx), db.TaskUpdate.Query().CountX(ctx), db.Media.Query().CountX(ctx),
		db.Payment.Query().CountX(ctx), db.PaymentClaim.Query().CountX(ctx), w.countAudits(),
	}
}

// countAudits counts the audit entries of the walk's operations, without those of sign-ins.
func (w *walk) countAudits() int {
	return w.site.Store.Client().AuditEntry.Query().Where(auditentry.Not(auditentry.ActionHasPrefix("session."))).CountX(System())
}

func (w *walk) lastReference() int {
	return int(w.site.Store.Client().Counter.Query().Where(counter.Name("complaint:" + w.now.Format("2006"))).OnlyX(System()).Value)
}

// expectedCounts returns the counts of the model.
func (w *walk) expectedCounts() counts {
	n := w.baseline
	n.complaints += len(w.complaints)
	for _, c := range w.complaints {
		n.logs += len(c.log)
		n.comments += len(c.comments)
	}
	n.tasks += len(w.tasks)
	n.updates += len(w.updates)
	for _, f := range w.files {
		if f.id != "" {
			n.files++
		}
	}
	n.payments += len(w.payments)
	for _, p := range w.payments {
		if p.reverses == nil && p.reversal == nil {
			n.claims += 1 + len(p.tasks)
		}
	}
	n.audits += w.audits
	return n
}

// compareOne compares the complaint of a step, and the length of the audit, with the model.
func (w *walk) compareOne(c *trackedComplaint) {
	w.t.Helper()
	if got, want := w.countAudits(), w.baseline.audits+w.audits; got != want {
		w.t.Errorf("%d audit entries, want %d", got, want)
	}
	if c == nil {
		return
	}
	row := w.site.Store.Client().Complaint.Query().Where(complaint.ID(uuid.MustParse(c.id))).
		WithStatusLog(func(q *ent.StatusLogQuery) { q.Order(statuslog.BySeq()) }).
		WithTasks(func(q *ent.WorkTaskQuery) { q.Order(worktask.ByID()).WithUpdates() }).OnlyX(System())
	w.compare(c, row)
}

// compareAll compares everything with the model.
func (w *walk) compareAll(step int) {
	w.t.Helper()
	if got, want := w.countAll(), w.expectedCounts(); got != want {
		w.t.Errorf("step %d: rows %+v, want %+v", step, got, want)
	}
	ctx, db := System(), w.site.Store.Client()
	rows := map[string]*ent.Complaint{}
	for _, row := range db.Complaint.Query().Where(complaint.TitleHasPrefix("Walk ")).
		WithStatusLog(func(q *ent.StatusLogQuery) { q.Order(statuslog.BySeq()) }).
		WithTasks(func(q *ent.WorkTaskQuery) {
			q.Order(worktask.ByID()).WithUpdates(func(q *ent.TaskUpdateQuery) { q.Order(taskupdate.ByID()).WithMedia() })
		}).AllX(ctx) {
		rows[row.ID.String()] = row
	}
	for _, c := range w.complaints {
		if rows[c.id] == nil {
			w.t.Errorf("complaint %s is gone", c.id)
			continue
		}
		w.compare(c, rows[c.id])
	}
	for _, p := range w.people {
		row := db.User.Query().Where(user.ID(uuid.MustParse(p.id))).OnlyX(ctx)
		if got, want := fmt.Sprint(row.Role, row.Version, row.State == "ACTIVE", idText(row.ProviderID)), fmt.Sprint(p.role, p.version, p.active, p.provider); got != want {
			w.t.Errorf("%s is %s, want %s", p.name, got, want)
		}
	}
	w.comparePayments()
}

func (w *walk) comparePayments() {
	w.t.Helper()
	ctx, db := System(), w.site.Store.Client()
	claims := map[string][]string{}
	for _, c := range db.PaymentClaim.Query().Order(paymentclaim.ByKey()).AllX(ctx) {
		claims[c.PaymentID.String()] = append(claims[c.PaymentID.String()], c.Key)
	}
	rows := map[string]*ent.Payment{}
	for _, row := range db.Payment.Query().WithReversedBy().AllX(ctx) {
		rows[row.ID.String()] = row
	}
	for _, p := range w.payments {
		row := rows[p.id]
		if row == nil {
			w.t.Errorf("payment %s is gone", p.id)
			continue
		}
		reverses, reversal := "", ""
		if p.reverses != nil {
			reverses = p.reverses.id
		}
		if p.reversal != nil {
			reversal = p.reversal.id
		}
		gotReversal := ""
		if by := row.Edges.ReversedBy; by != nil {
			gotReversal = by.ID.String()
		}
		var keys []string
		if p.reverses == nil && p.reversal == nil {
			keys = append(keys, "reference:"+p.provider+":"+p.reference)
			for _, t := range p.tasks {
				keys = append(keys, "task:"+t.id)
			}
			slices.Sort(keys)
		}
		got := fmt.Sprint(row.ProviderID, row.PaymentReference, row.AmountMinor, idText(row.ReversesID), gotReversal, claims[p.id])
		if want := fmt.Sprint(p.provider, p.reference, p.minor, reverses, reversal, keys); got != want {
			w.t.Errorf("payment %s is\n%s, want\n%s", p.id, got, want)
		}
	}
}

// compare compares a complaint with its log, tasks and updates with the model.
func (w *walk) compare(c *trackedComplaint, row *ent.Complaint) {
	w.t.Helper()
	var got, want strings.Builder
	into := ""
	if c.into != nil {
		into = c.into.id
	}
	via, handler := "", ""
	if c.via != nil {
		via = c.via.id
	}
	if c.handler != nil {
		handler = c.handler.id
	}
	reporter := ""
	if c.reporter != nil {
		reporter = c.reporter.id
	}
	rating := 0
	if row.Rating != nil {
		rating = *row.Rating
	}
	heldFrom := ""
	if row.HeldFrom != nil {
		heldFrom = string(*row.HeldFrom)
	}
	fmt.Fprintln(&got, row.Reference, row.Title, idText(row.SubmittedByID), row.Status, row.Priority, idText(row.CategoryID), "version", row.Version, row.InternalChanges, "rows", row.LogRows,
		"from", heldFrom, "held", formatOptional(row.HeldAt), "moved", formatOptional(row.MovedAt), "resolved", formatOptional(row.ResolvedAt), "closed", formatOptional(row.ClosedAt), "due", formatOptional(row.DueAt),
		"rating", rating, row.Flagged, "overdue", row.Overdue, "into", idText(row.DuplicateOfID), "via", idText(row.MergedViaID), "handler", idText(row.HandlerID))
	fmt.Fprintln(&want, c.reference, c.title, reporter, c.status, c.priority, c.category, "version", c.version, c.internal, "rows", len(c.log),
		"from", c.heldFrom, "held", formatOptional(c.held), "moved", formatOptional(&c.moved), "resolved", formatOptional(c.resolved), "closed", formatOptional(c.closed), "due", formatOptional(c.due),
		"rating", c.rating, c.flagged, "overdue", c.overdue, "into", into, "via", via, "handler", handler)
	for i, l := range row.Edges.StatusLog {
		fmt.Fprintln(&got, l.Seq, l.Status, idText(l.ActorID), l.ReasonCode)
		if l.Seq != i+1 {
			w.t.Errorf("row %d of the log has number %d", i+1, l.Seq)
		}
	}
	for i, l := range c.log {
		by := ""
		if l.by != nil {
			by = l.by.id
		}
		fmt.Fprintln(&want, i+1, l.status, by, l.reason)
	}
	tasks := map[string]*ent.WorkTask{}
	for _, t := range row.Edges.Tasks {
		tasks[t.ID.String()] = t
	}
	fmt.Fprintln(&got, len(row.Edges.Tasks), "tasks")
	fmt.Fprintln(&want, len(c.tasks), "tasks")
	for _, t := range c.tasks {
		previous := ""
		if t.previous != nil {
			previous = t.previous.id
		}
		fmt.Fprintln(&want, t.id, t.status, t.solver.id, t.provider, t.version, t.ended, previous, len(t.updates))
		if of := tasks[t.id]; of != nil {
			fmt.Fprintln(&got, of.ID, of.Status, of.SolverID, idText(of.ProviderID), of.Version, of.EndReason, idText(of.PreviousID), of.UpdatesCount)
			compareUpdates(&got, &want, t, of)
		}
	}
	if got.String() != want.String() {
		w.t.Errorf("complaint %s is\n%s, want\n%s", c.id, got.String(), want.String())
	}
}

func compareUpdates(got, want *strings.Builder, t *task, row *ent.WorkTask) {
	rows := map[string]*ent.TaskUpdate{}
	for _, u := range row.Edges.Updates {
		rows[u.ID.String()] = u
	}
	fmt.Fprintln(got, len(rows), "updates")
	fmt.Fprintln(want, len(t.updates), "updates")
	for _, u := range t.updates {
		fmt.Fprintln(want, u.id, u.kind, u.review, u.client, u.remarks)
		if of := rows[u.id]; of != nil {
			fmt.Fprintln(got, of.ID, of.Type, of.Status, idText(of.ClientID), of.Remarks)
			if files, err := of.Edges.MediaOrErr(); err == nil && len(files) != len(u.files) {
				fmt.Fprintln(got, len(files), "files")
			}
		}
	}
}

func idText(id *uuid.UUID) string {
	if id == nil {
		return ""
	}
	return id.String()
}

func formatOptional(t *time.Time) string {
	if t == nil {
		return "never"
	}
	return t.UTC().Format(time.RFC3339Nano)
}
