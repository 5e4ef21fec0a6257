package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/stats/packed"
)

// shards of the audit, as the ledger has them.
const shards = 16

// writes are the statements of all that writes. They leave the rows that the same operation leaves
// through Redress, with two differences: an event has a position that no stream reads, so that
// the service beside it has no work with it; and the hash of an audit entry, which costs the
// same to make, is not the one that verify-ledger would make.
type writes struct {
	base *base
	key  []byte
	next atomic.Uint32

	terms, zone, reference, addComplaint  *sql.Stmt
	held, setHeld, setResumed, reporters  *sql.Stmt
	addLog, addEvent, addNotice           *sql.Stmt
	head, addAudit, moveHead              *sql.Stmt
	change, addText                       *sql.Stmt
	addFacts, factsHeld, factsResumed     *sql.Stmt
	takes, taken, holdTask, addMedia, who *sql.Stmt
}

func newWrites(db *base, key []byte) *writes {
	return &writes{
		base: db, key: key,
		terms:     db.prepare(`SELECT default_priority, sla_hours FROM categories WHERE id = $1`),
		zone:      db.prepare(`SELECT id FROM zones WHERE id = $1`),
		reference: db.prepare(`INSERT INTO counters (id, name, value) VALUES ($1, $2, 1) ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value`),
		addComplaint: db.prepare(`INSERT INTO complaints (id, reference, title, description, status, priority, source, category_id, zone_id, address,
				submitted_by_id, due_at, due_order, moved_at, created_at, updated_at, log_rows)
			VALUES ($1, $2, $3, $4, 'SUBMITTED', $5, 'WEB', $6, $7, $8, $9, $10, $11, $12, $13, $14, 1)`),
		held: db.prepare(`SELECT reference, status, version, held_at, held_from, due_at, log_rows FROM complaints WHERE id = $1 FOR NO KEY UPDATE`),
		setHeld: db.prepare(`UPDATE complaints SET status = 'ON_HOLD', held_at = $1, held_from = $2, moved_at = $3, updated_at = $4,
			version = version + 1, log_rows = log_rows + 1 WHERE id = $5`),
		setResumed: db.prepare(`UPDATE complaints SET status = $1, held_at = NULL, held_from = NULL, due_at = $2, due_order = $3, overdue = $4, moved_at = $5,
			updated_at = $6, version = version + 1, log_rows = log_rows + 1 WHERE id = $7`),
		reporters: db.prepare(`SELECT id FROM users WHERE state = 'ACTIVE' AND id <> $1 AND id IN
			(SELECT submitted_by_id FROM complaints WHERE id = $2 UNION ALL SELECT submitted_by_id FROM complaints WHERE duplicate_of_id = $3) ORDER BY id`),
		addLog:   db.prepare(`INSERT INTO status_logs (id, complaint_id, seq, status, actor_id, reason_code, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`),
		addEvent: db.prepare(`INSERT INTO events (kind, subject_id, row_id, position, created_at) VALUES ($1, $2, $3, $4, $5)`),
		addNotice: db.prepare(`INSERT INTO notifications (id, recipient_id, channel, title, message, complaint_id, state, attempts, sent_at, delivered_at, created_at)
			VALUES ($1, $2, 'IN_APP', $3, '', $4, 'SENT', 1, $5, $6, $7)`),
		head: db.prepare(`SELECT seq, hash FROM chain_heads WHERE name = $1 FOR NO KEY UPDATE`),
		addAudit: db.prepare(`INSERT INTO audit_entries (id, actor_id, action, subject_type, subject_id, address, "before", "after", created_at, lane, seq, hash)
			VALUES ($1, $2, $3, $4, $5, '127.0.0.1', $6, $7, $8, $9, $10, $11)`),
		moveHead: db.prepare(`UPDATE chain_heads SET seq = $1, hash = $2 WHERE name = $3`),
		addFacts: db.prepare(`INSERT INTO complaint_facts (id, created_at, facts, overdue, reopened_count, status, priority, source, category_id, zone_id, due_at)
			VALUES ($1, $2, 0, false, 0, 'SUBMITTED', $3, 'WEB', $4, $5, $6)`),
		factsHeld:    db.prepare(`UPDATE complaint_facts SET status = 'ON_HOLD' WHERE id = $1`),
		factsResumed: db.prepare(`UPDATE complaint_facts SET status = $1, due_at = $2, overdue = false, facts = facts & $3 WHERE id = $4`),
		addText:      db.prepare(`INSERT INTO complaint_texts (complaint_id, body) VALUES ($1, $2)`),
		change:       db.prepare(`INSERT INTO tallies (id, subject, dimension, value, change) VALUES ($1, 'COMPLAINT', '', $2, $3)`),
		takes: db.prepare(`SELECT u.task_id FROM task_updates u JOIN tasks t ON t.id = u.task_id WHERE u.id = $1 AND t.solver_id = $2
			AND u.status = 'SUBMITTED' AND t.status IN ('ASSIGNED', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETION_SUBMITTED')`),
		taken:    db.prepare(`SELECT COUNT(*), COALESCE(SUM(CASE WHEN received_sha256 = $1 THEN 1 ELSE 0 END), 0) FROM media WHERE update_id = $2`),
		holdTask: db.prepare(`SELECT id FROM tasks WHERE id = $1 FOR NO KEY UPDATE`),
		addMedia: db.prepare(`INSERT INTO media (id, update_id, uploaded_by_id, media_type, file_name, content_type, size_bytes, sha256, received_sha256, blob_key, created_at)
			VALUES ($1, $2, $3, 'VIDEO', $4, 'video/mp4', $5, $6, $7, $8, $9)`),
		who: db.prepare(`SELECT name FROM users WHERE id = $1`),
	}
}

// operation is a transaction and its time.
type operation struct {
	*writes
	ctx context.Context
	tx  *sql.Tx
	by  string
	now time.Time
}

func (w *writes) do(c *call, what func(*operation) error) error {
	tx, err := w.base.BeginTx(c.Context(), nil)
	if err != nil {
		return err
	}
	d := &operation{w, c.Context(), tx, c.by.account.String(), time.Now().UTC().Truncate(time.Millisecond)}
	if err := what(d); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func (d *operation) run(s *sql.Stmt, args ...any) error {
	_, err := d.tx.StmtContext(d.ctx, s).ExecContext(d.ctx, args...) //nolint:sqlclosecheck // it is the connection's
	return err
}

func (d *operation) row(s *sql.Stmt, args ...any) *sql.Row {
	return d.tx.StmtContext(d.ctx, s).QueryRowContext(d.ctx, args...) //nolint:sqlclosecheck // it is the connection's
}

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

type submission struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	CategoryID  string `json:"categoryId"`
	ZoneID      string `json:"zoneId"`
	Address     string `json:"address"`
}

type complaintRow struct {
	ID        string `json:"id"`
	Reference string `json:"reference,omitempty"`
	Status    string `json:"status"`
	Priority  string `json:"priority,omitempty"`
	DueAt     *stamp `json:"dueAt,omitempty"`
	CreatedAt *stamp `json:"createdAt,omitempty"`
	Version   int    `json:"version"`
}

func answer(mutation string, row complaintRow) data {
	return data{map[string]any{mutation: map[string]any{"complaint": row}}}
}

func (s *server) create(c *call) (any, error) {
	if err := c.must("USER"); err != nil {
		return nil, err
	}
	v, err := variables[struct {
		Input submission `json:"input"`
	}](c)
	if err != nil {
		return nil, err
	}
	in := v.Input
	row := complaintRow{ID: domain.NewID(domain.KindComplaint).String(), Status: "SUBMITTED", Version: 1}
	err = s.do(c, func(d *operation) error {
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
		row.DueAt, row.CreatedAt = (*stamp)(&due), (*stamp)(&d.now)
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
	return answer("submitComplaint", row), err
}

type target struct {
	Input struct {
		ID         string `json:"id"`
		ReasonCode string `json:"reasonCode"`
	} `json:"input"`
}

func (s *server) hold(c *call) (any, error)   { return s.move(c, "holdComplaint", "hold") }
func (s *server) resume(c *call) (any, error) { return s.move(c, "resumeComplaint", "resume") }

func (s *server) move(c *call, mutation, action string) (any, error) {
	if err := c.must("ADMIN", "SUPER_ADMIN"); err != nil {
		return nil, err
	}
	in, err := variables[target](c)
	if err != nil {
		return nil, err
	}
	row := complaintRow{ID: in.Input.ID}
	err = s.do(c, func(d *operation) error {
		var reference, was string
		var version, rows int
		var since, due *time.Time
		var from *string
		err := d.row(d.writes.held, row.ID).Scan(&reference, &was, &version, &since, &from, &due, &rows)
		if errors.Is(err, sql.ErrNoRows) {
			return refusal(http.StatusNotFound)
		}
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
			return refusal(http.StatusConflict)
		}
		if err != nil {
			return err
		}
		if err := d.log(row.ID, rows+1, row.Status, in.Input.ReasonCode); err != nil {
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
			map[string]any{"status": row.Status, "version": row.Version, "reason_code": in.Input.ReasonCode})
	})
	return answer(mutation, row), err
}

// inTime are the bits of a complaint's facts but for those that say overdue, and a deadline missed.
var inTime = ^packed.Encode(domain.Facts{Overdue: true, Missed: true})

// tell adds a notification of the reporters.
func (d *operation) tell(complaint, reference, status string) error {
	var people []string
	rows, err := d.tx.StmtContext(d.ctx, d.reporters).QueryContext(d.ctx, d.by, complaint, complaint) //nolint:sqlclosecheck // it is the connection's
	err = each(rows, err, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		people = append(people, id)
		return err
	})
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

func newMedia() uuid.UUID { return domain.NewID(domain.KindMedia) }
