package store

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/redress/redress/bench/contender"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/stats/packed"
)

// shards of the audit, as the ledger has them.
const shards = 16

// Writes are the statements of all that writes. They leave the rows that the same operation leaves
// through Redress, with two differences: an event has a position that no stream reads, so that
// the service beside it has no work with it; and the hash of an audit entry, which costs the
// same to make, is not the one that verify-ledger would make.
type Writes struct {
	base *Base
	key  []byte
	next atomic.Uint32

	terms, zone, reference, addComplaint  *Statement
	held, setHeld, setResumed, reporters  *Statement
	addLog, addEvent, addNotice           *Statement
	head, addAudit, moveHead              *Statement
	change, addText                       *Statement
	addFacts, factsHeld, factsResumed     *Statement
	takes, taken, holdTask, addMedia, who *Statement
}

// NewWrites prepares the statements. The key is that of the ledger.
func NewWrites(db *Base, key []byte) *Writes {
	return &Writes{
		base: db, key: key,
		terms: db.Prepare(`SELECT default_priority, sla_hours FROM categories WHERE id = $1`),
		zone:  db.Prepare(`SELECT id FROM zones WHERE id = $1`),
		reference: db.Prepare(`INSERT INTO counters (id, name, value) VALUES ($1, $2, 1) ON CONFLICT (name) DO UPDATE SET value = counters.value +
			1 RETURNING value`),
		addComplaint: db.Prepare(`INSERT INTO complaints (id, reference, title, description, status, priority, source, category_id, zone_id, address,
				submitted_by_id, due_at, due_order, moved_at, created_at, updated_at, log_rows)
			VALUES ($1, $2, $3, $4, 'SUBMITTED', $5, 'WEB', $6, $7, $8, $9, $10, $11, $12, $13, $14, 1)`),
		held: db.Prepare(`SELECT reference, status, version, held_at, held_from, due_at, log_rows FROM complaints WHERE id = $1 FOR NO KEY UPDATE`),
		setHeld: db.Prepare(`UPDATE complaints SET status = 'ON_HOLD', held_at = $1, held_from = $2, moved_at = $3, updated_at = $4,
			version = version + 1, log_rows = log_rows + 1 WHERE id = $5`),
		setResumed: db.Prepare(`UPDATE complaints SET status = $1, held_at = NULL, held_from = NULL, due_at = $2, due_order = $3, overdue = $4, moved_at = $5,
			updated_at = $6, version = version + 1, log_rows = log_rows + 1 WHERE id = $7`),
		reporters: db.Prepare(`SELECT id FROM users WHERE state = 'ACTIVE' AND id <> $1 AND id IN
			(SELECT submitted_by_id FROM complaints WHERE id = $2 UNION ALL SELECT submitted_by_id FROM complaints WHERE duplicate_of_id = $3) ORDER BY id`),
		addLog:   db.Prepare(`INSERT INTO status_logs (id, complaint_id, seq, status, actor_id, reason_code, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`),
		addEvent: db.Prepare(`INSERT INTO events (kind, subject_id, row_id, position, created_at) VALUES ($1, $2, $3, $4, $5)`),
		addNotice: db.Prepare(`INSERT INTO notifications (id, recipient_id, channel, title, message, complaint_id, state, attempts, sent_at, delivered_at, created_at)
			VALUES ($1, $2, 'IN_APP', $3, '', $4, 'SENT', 1, $5, $6, $7)`),
		head: db.Prepare(`SELECT seq, hash FROM chain_heads WHERE name = $1 FOR NO KEY UPDATE`),
		addAudit: db.Prepare(`INSERT INTO audit_entries (id, actor_id, action, subject_type, subject_id, address, "before", "after", created_at, lane, seq, hash)
			VALUES ($1, $2, $3, $4, $5, '127.0.0.1', $6, $7, $8, $9, $10, $11)`),
		moveHead: db.Prepare(`UPDATE chain_heads SET seq = $1, hash = $2 WHERE name = $3`),
		addFacts: db.Prepare(`INSERT INTO complaint_facts (id, created_at, facts, overdue, reopened_count, status, priority, source, category_id, zone_id, due_at)
			VALUES ($1, $2, 0, false, 0, 'SUBMITTED', $3, 'WEB', $4, $5, $6)`),
		factsHeld:    db.Prepare(`UPDATE complaint_facts SET status = 'ON_HOLD' WHERE id = $1`),
		factsResumed: db.Prepare(`UPDATE complaint_facts SET status = $1, due_at = $2, overdue = false, facts = facts & $3 WHERE id = $4`),
		addText:      db.Prepare(`INSERT INTO complaint_texts (complaint_id, body) VALUES ($1, $2)`),
		change:       db.Prepare(`INSERT INTO tallies (id, subject, dimension, value, change) VALUES ($1, 'COMPLAINT', '', $2, $3)`),
		takes: db.Prepare(`SELECT u.task_id FROM task_updates u JOIN tasks t ON t.id = u.task_id WHERE u.id = $1 AND t.solver_id = $2
			AND u.status = 'SUBMITTED' AND t.status IN ('ASSIGNED', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETION_SUBMITTED')`),
		taken:    db.Prepare(`SELECT COUNT(*), COALESCE(SUM(CASE WHEN received_sha256 = $1 THEN 1 ELSE 0 END), 0) FROM media WHERE update_id = $2`),
		holdTask: db.Prepare(`SELECT id FROM tasks WHERE id = $1 FOR NO KEY UPDATE`),
		addMedia: db.Prepare(`INSERT INTO media (id, update_id, uploaded_by_id, media_type, file_name, content_type, size_bytes, sha256,
			received_sha256, blob_key, created_at)
			VALUES ($1, $2, $3, 'VIDEO', $4, 'video/mp4', $5, $6, $7, $8, $9)`),
		who: db.Prepare(`SELECT name FROM users WHERE id = $1`),
	}
}

// operation is a transaction and its time.
type operation struct {
	*Writes
	ctx context.Context
	tx  conn
	by  string
	now time.Time
}

func (w *Writes) do(ctx context.Context, by contender.Caller, what func(*operation) error) error {
	return w.base.inTx(ctx, func(tx conn) error {
		return what(&operation{w, ctx, tx, by.Account.String(), time.Now().UTC().Truncate(time.Millisecond)})
	})
}

func (d *operation) run(s *Statement, args ...any) error { return d.tx.exec(d.ctx, s, args...) }

func (d *operation) row(s *Statement, args ...any) Row { return d.tx.Row(d.ctx, s, args...) }

func (d *operation) event(kind, subject, row string) error {
	return d.run(d.addEvent, kind, subject, row, -1-rand.Int64N(1<<62), d.now)
}

// audit comes last, because it holds the end of a chain.
func (d *operation) audit(action, kind, subject string, before, after map[string]any) error {
	shard := d.next.Add(1) % shards
	name := fmt.Sprintf("audit:%d", shard)
	var seq int64
	var last []byte
	if err := d.row(d.head, name).Scan(&seq, &last); err != nil {
		return err
	}
	id := domain.NewID(domain.KindAuditEntry).String()
	var was any
	if before != nil {
		was = d.document(before)
	}
	is := d.document(after)
	sum := hmac.New(sha256.New, d.key)
	_, _ = fmt.Fprint(sum, name, seq+1, string(last), id, d.by, action, kind, subject, was, is, d.now)
	hash := sum.Sum(nil)
	if err := d.run(d.addAudit, id, d.by, action, kind, subject, was, is, d.now, shard, seq+1, hash); err != nil {
		return err
	}
	return d.run(d.moveHead, seq+1, hash, name)
}

// count writes the delta of the rollups.
func (d *operation) count(change domain.Rollups) error {
	id := domain.NewID(domain.KindTally).String()
	return d.run(d.change, id, id, d.document(change))
}

func (d *operation) document(of any) any {
	text, _ := json.Marshal(of) // of texts and numbers
	if d.base.postgres {
		return string(text)
	}
	return text
}

// log writes the row and the event of a status change.
func (d *operation) log(complaint string, seq int, status, reason string) error {
	id := domain.NewID(domain.KindStatusLog).String()
	if err := d.run(d.addLog, id, complaint, seq, status, d.by, reason, d.now); err != nil {
		return err
	}
	return d.event("COMPLAINT_STATUS", complaint, id)
}

// Submission is what a complaint is submitted with.
type Submission struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	CategoryID  string `json:"categoryId"`
	ZoneID      string `json:"zoneId"`
	Address     string `json:"address"`
}

// Moved is a complaint after a write.
type Moved struct {
	ID        string `json:"id"`
	Reference string `json:"reference,omitempty"`
	Status    string `json:"status"`
	Priority  string `json:"priority,omitempty"`
	DueAt     *Stamp `json:"dueAt,omitempty"`
	CreatedAt *Stamp `json:"createdAt,omitempty"`
	Version   int    `json:"version"`
}

// Submit submits a complaint.
func (w *Writes) Submit(ctx context.Context, by contender.Caller, in Submission) (row Moved, err error) {
	if err := by.Must("USER"); err != nil {
		return row, err
	}
	row = Moved{ID: domain.NewID(domain.KindComplaint).String(), Status: "SUBMITTED", Version: 1}
	err = w.do(ctx, by, func(d *operation) error {
		var hours int
		if err := d.row(d.terms, in.CategoryID).Scan(&row.Priority, &hours); err != nil {
			return err
		}
		if err := d.row(d.zone, in.ZoneID).Scan(&in.ZoneID); err != nil {
			return err
		}
		var n int
		if err := d.row(d.reference, domain.NewID(domain.KindCounter).String(), fmt.Sprintf("complaint:%d", d.now.Year())).Scan(&n); err != nil {
			return err
		}
		row.Reference = fmt.Sprintf("CMP-%d-%06d", d.now.Year(), n)
		due := d.now.Add(time.Duration(hours) * time.Hour)
		row.DueAt, row.CreatedAt = (*Stamp)(&due), (*Stamp)(&d.now)
		err := d.run(d.addComplaint, row.ID, row.Reference, in.Title, in.Description, row.Priority, in.CategoryID, in.ZoneID, in.Address,
			d.by, due, due, d.now, d.now, d.now)
		if err != nil {
			return err
		}
		body := strings.ToLower(strings.Join([]string{row.Reference, in.Title, in.Description, in.Address}, "\x1f"))
		if err := d.run(d.addText, row.ID, body); err != nil {
			return err
		}
		if err := d.run(d.addFacts, row.ID, d.now, row.Priority, in.CategoryID, in.ZoneID, due); err != nil {
			return err
		}
		if err := d.log(row.ID, 1, "SUBMITTED", ""); err != nil {
			return err
		}
		one := &domain.Sums{Rows: 1}
		if err := d.count(domain.Rollups{
			"ALL": {"": one}, "STATUS": {"SUBMITTED": one}, "PRIORITY": {row.Priority: one}, "CATEGORY": {in.CategoryID: one}, "ZONE": {in.ZoneID: one},
		}); err != nil {
			return err
		}
		return d.audit("complaint.submit", "Complaint", row.ID, nil, map[string]any{"status": "SUBMITTED", "reference": row.Reference, "source": "WEB"})
	})
	return row, err
}

// Move puts a complaint on hold, for a reason, or resumes it.
func (w *Writes) Move(ctx context.Context, by contender.Caller, action, id, reason string) (row Moved, err error) {
	if err := by.Must("ADMIN", "SUPER_ADMIN"); err != nil {
		return row, err
	}
	row.ID = id
	err = w.do(ctx, by, func(d *operation) error {
		var reference, was string
		var version, rows int
		var since, due *time.Time
		var from *string
		err := found(d.row(d.held, row.ID).Scan(&reference, &was, &version, &since, &from, &due, &rows))
		if err != nil {
			return err
		}
		switch {
		case action == "hold" && was != "ON_HOLD":
			row.Status = "ON_HOLD"
			err = errors.Join(d.run(d.setHeld, d.now, was, d.now, d.now, row.ID), d.run(d.factsHeld, row.ID))
		case action == "resume" && was == "ON_HOLD":
			row.Status = *from
			order := domain.NoDeadline
			if due != nil {
				order = due.Add(d.now.Sub(*since))
				due = &order
			}
			err = errors.Join(d.run(d.setResumed, row.Status, due, order, false, d.now, d.now, row.ID), d.run(d.factsResumed, row.Status, due, inTime, row.ID))
		default:
			return contender.Refusal(http.StatusConflict)
		}
		if err != nil {
			return err
		}
		if err := d.log(row.ID, rows+1, row.Status, reason); err != nil {
			return err
		}
		if err := d.count(domain.Rollups{"STATUS": {was: {Rows: -1}, row.Status: {Rows: 1}}}); err != nil {
			return err
		}
		if err := d.tell(row.ID, reference, row.Status); err != nil {
			return err
		}
		row.Version = version + 1
		return d.audit("complaint."+action, "Complaint", row.ID, map[string]any{"status": was, "version": version},
			map[string]any{"status": row.Status, "version": row.Version, "reason_code": reason})
	})
	return row, err
}

// inTime are the bits of a complaint's facts but for those that say overdue, and a deadline missed.
var inTime = ^packed.Encode(domain.Facts{Overdue: true, Missed: true})

// tell adds a notification of the reporters.
func (d *operation) tell(complaint, reference, status string) error {
	var people []string
	err := d.tx.Each(d.ctx, d.reporters, func(row Row) error {
		var id string
		err := row.Scan(&id)
		people = append(people, id)
		return err
	}, d.by, complaint, complaint)
	if err != nil {
		return err
	}
	for _, to := range people {
		id := domain.NewID(domain.KindNotification).String()
		if err := d.run(d.addNotice, id, to, reference+" is now "+status, complaint, d.now, d.now, d.now); err != nil {
			return err
		}
		if err := d.event("NOTIFICATION", to, id); err != nil {
			return err
		}
	}
	return nil
}

// maxFiles is how many an update may have.
const maxFiles = 10

// Takes returns the task of an update of the caller's that takes files.
func (w *Writes) Takes(ctx context.Context, by contender.Caller, update string) (task string, err error) {
	if err := by.Must("SOLVER"); err != nil {
		return "", err
	}
	return task, found(w.base.Row(ctx, w.takes, update, by.Account.String()).Scan(&task))
}

// AddMedia adds a file that is in its place to an update, and sets its author and time.
func (w *Writes) AddMedia(ctx context.Context, by contender.Caller, task string, m *Media) error {
	return w.do(ctx, by, func(d *operation) error {
		if err := d.row(d.holdTask, task).Scan(&task); err != nil {
			return err
		}
		var files, same int
		if err := d.row(d.taken, m.SHA256, m.Update).Scan(&files, &same); err != nil {
			return err
		}
		if files >= maxFiles || same > 0 {
			return contender.Refusal(http.StatusConflict)
		}
		var name string
		if err := d.row(d.who, d.by).Scan(&name); err != nil {
			return err
		}
		m.By, m.At = &name, Stamp(d.now)
		if err := d.run(d.addMedia, m.ID, m.Update, d.by, m.Name, m.Size, m.SHA256, m.SHA256, m.ID, d.now); err != nil {
			return err
		}
		return d.audit("media.upload", "Media", m.ID, nil, map[string]any{"update_id": m.Update, "sha256": m.SHA256, "size_bytes": m.Size})
	})
}
