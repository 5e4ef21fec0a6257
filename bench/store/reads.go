package store

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/redress/redress/bench/contender"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
)

// Reads are the statements of all that only reads. Who may read what stands in them, or in the roles
// that a method asks for.
type Reads struct {
	*Base
	who *Statement

	log                                                               *Statement
	provider, summary, newest, oldest, newestFrom, oldestFrom, covers *Statement
	lessCount, less                                                   *Statement
	broadcastCount, broadcasts                                        *Statement
	task, updates, updateMedia                                        *Statement
	latest, lastLogs, tasks, lastUpdates, files                       *Statement
}

// NewReads prepares the statements.
func NewReads(b *Base) *Reads {
	// A limit that is an argument, and an offset of none, make PostgreSQL's kept plans expect a tenth
	// of the list.
	payments := func(direction, offset string) *Statement {
		return b.Prepare(strings.ReplaceAll(strings.ReplaceAll(`SELECT p.id, p.provider_id, p.type, p.amount_minor, p.currency, p.payment_date, p.payment_method,
				p.payment_reference, p.invoice_number, p.period_from, p.period_to, p.remarks, p.recorded_by_id, u.name, p.reverses_id, r.id, p.created_at
			FROM (SELECT id FROM payments WHERE provider_id = $1 ORDER BY payment_date DIR, id DIR LIMIT 20OFFSET) x
			JOIN payments p ON p.id = x.id LEFT JOIN users u ON u.id = p.recorded_by_id LEFT JOIN payments r ON r.reverses_id = p.id
			ORDER BY p.payment_date DESC, p.id DESC`, "DIR", direction), "OFFSET", offset))
	}
	return &Reads{
		Base: b,
		who:  b.Prepare(contender.RoleOf),
		log: b.Prepare(`SELECT l.id, l.status, l.agent, u.name, l.public_note, l.created_at FROM complaints c
			JOIN status_logs l ON l.complaint_id = c.id LEFT JOIN users u ON u.id = l.actor_id
			WHERE c.id = $1 AND c.submitted_by_id = $2 ORDER BY l.seq`),
		provider: b.Prepare(`SELECT name FROM service_providers WHERE id = $1`),
		summary: b.Prepare(`SELECT currency, SUM(payments)::bigint, SUM(CASE WHEN type = 'SETTLEMENT' THEN amount_minor ELSE 0 END)::bigint,
			SUM(CASE WHEN type = 'REVERSAL' THEN -amount_minor ELSE 0 END)::bigint FROM payment_days WHERE provider_id = $1 GROUP BY currency ORDER BY currency`),
		newest: payments("DESC", ""), oldest: payments("ASC", ""),
		newestFrom: payments("DESC", " OFFSET $2"), oldestFrom: payments("ASC", " OFFSET $2"),
		covers: b.choose(`SELECT payment_id, task_id FROM payment_tasks WHERE payment_id = ANY($1) ORDER BY task_id`,
			`SELECT payment_id, task_id FROM payment_tasks WHERE payment_id IN (SELECT value FROM json_each($1)) ORDER BY task_id`),
		lessCount: b.Prepare(`SELECT COUNT(*) FROM payments WHERE provider_id = $1`),
		less: b.Prepare(`SELECT id, type, amount_minor, currency, payment_date, payment_method, payment_reference, remarks, created_at FROM payments
			WHERE provider_id = $1 ORDER BY payment_date DESC, id DESC LIMIT 20`),
		broadcastCount: b.Prepare(`SELECT COUNT(*) FROM broadcasts WHERE lower(title) LIKE $1 ESCAPE '\'`),
		broadcasts: b.Prepare(`SELECT b.id, b.title, b.status, b.target_type, b.target_value, b.audience_fixed, b.recipients, b.scheduled_at,
				b.sent_at, b.cancelled_at, b.created_by_id, u.name, b.created_at, b.updated_at
			FROM broadcasts b LEFT JOIN users u ON u.id = b.created_by_id WHERE lower(b.title) LIKE $1 ESCAPE '\'
			ORDER BY b.created_at DESC, b.id DESC LIMIT 20 OFFSET $2`),
		task: b.Prepare(`SELECT t.complaint_id, c.title, t.status FROM tasks t JOIN complaints c ON c.id = t.complaint_id
			WHERE t.id = $1 AND t.solver_id = $2`),
		updates: b.Prepare(`SELECT t.id, t.type, t.remarks, t.percentage_completed, t.status, t.reviewed_at, r.name, t.review_note,
				t.author_id, a.name, t.occurred_at, t.created_at
			FROM task_updates t LEFT JOIN users a ON a.id = t.author_id LEFT JOIN users r ON r.id = t.reviewed_by_id
			WHERE t.task_id = $1 AND (SELECT solver_id FROM tasks WHERE id = $1) = $2 ORDER BY t.occurred_at, t.created_at, t.id`),
		updateMedia: b.Prepare(`SELECT m.id, m.update_id, m.media_type, m.thumbnail_key IS NOT NULL, m.file_name, m.content_type, m.size_bytes, m.sha256,
				m.width, m.height, m.duration_ms, m.uploaded_by_id, u.name, m.created_at
			FROM task_updates t JOIN media m ON m.update_id = t.id LEFT JOIN users u ON u.id = m.uploaded_by_id
			WHERE t.task_id = $1 ORDER BY m.id`),
		latest: b.Prepare(`SELECT c.id, c.reference, c.title, c.status, c.created_at, u.id, u.name
			FROM complaints c LEFT JOIN users u ON u.id = c.submitted_by_id ORDER BY c.created_at DESC, c.id DESC LIMIT 50`),
		lastLogs: b.choose(`SELECT l.complaint_id, l.id, l.status, l.agent, u.name, l.public_note, l.created_at FROM unnest($1::uuid[]) c(id)
			CROSS JOIN LATERAL (SELECT * FROM status_logs WHERE complaint_id = c.id ORDER BY id DESC LIMIT 3) l LEFT JOIN users u ON u.id = l.actor_id ORDER BY l.id`,
			`SELECT l.complaint_id, l.id, l.status, l.agent, u.name, l.public_note, l.created_at FROM
			(SELECT *, ROW_NUMBER() OVER (PARTITION BY complaint_id ORDER BY id DESC) AS place FROM status_logs WHERE complaint_id IN (SELECT value
				FROM json_each($1))) l
			LEFT JOIN users u ON u.id = l.actor_id WHERE l.place <= 3 ORDER BY l.id`),
		tasks: b.choose(`SELECT t.complaint_id, t.id, t.status, u.id, u.name FROM tasks t JOIN users u ON u.id = t.solver_id WHERE t.complaint_id
			= ANY($1) ORDER BY t.id`,
			`SELECT t.complaint_id, t.id, t.status, u.id, u.name FROM tasks t JOIN users u ON u.id = t.solver_id
			WHERE t.complaint_id IN (SELECT value FROM json_each($1)) ORDER BY t.id`),
		lastUpdates: b.choose(`SELECT u.task_id, u.id, u.type, u.remarks, u.status, u.occurred_at FROM unnest($1::uuid[]) t(id)
			CROSS JOIN LATERAL (SELECT * FROM task_updates WHERE task_id = t.id ORDER BY id DESC LIMIT 2) u ORDER BY u.id`,
			`SELECT u.task_id, u.id, u.type, u.remarks, u.status, u.occurred_at FROM
			(SELECT *, ROW_NUMBER() OVER (PARTITION BY task_id ORDER BY id DESC) AS place FROM task_updates WHERE task_id IN (SELECT value FROM json_each($1))) u
			WHERE u.place <= 2 ORDER BY u.id`),
		files: b.choose(`SELECT update_id, id, file_name, content_type, size_bytes FROM media WHERE update_id = ANY($1) ORDER BY id`,
			`SELECT update_id, id, file_name, content_type, size_bytes FROM media WHERE update_id IN (SELECT value FROM json_each($1)) ORDER BY id`),
	}
}

// Stamp is a time as both APIs format it.
type Stamp time.Time

// MarshalJSON implements json.Marshaler.
func (s Stamp) MarshalJSON() ([]byte, error) {
	return time.Time(s).UTC().AppendFormat(make([]byte, 0, 26), `"2006-01-02T15:04:05.000Z"`), nil
}

// Scan implements sql.Scanner.
func (s *Stamp) Scan(v any) error {
	var t sql.NullTime
	err := t.Scan(v)
	*s = Stamp(t.Time)
	return err
}

// ScanTimestamptz implements pgtype.TimestamptzScanner, without which pgx takes the way of database/sql.
func (s *Stamp) ScanTimestamptz(v pgtype.Timestamptz) error {
	*s = Stamp(v.Time)
	return nil
}

// Named is who did something: an account's name, or the agent's.
func Named(name *string, agent string) string {
	switch {
	case name != nil:
		return *name
	case agent == "IMPORT":
		return "Import"
	default:
		return "System"
	}
}

// Major formats an amount; the data has only currencies of two digits.
func Major(minor int64) string {
	sign := ""
	if minor < 0 {
		sign, minor = "-", -minor
	}
	text := strconv.FormatInt(minor, 10)
	for len(text) < 3 {
		text = "0" + text
	}
	return sign + text[:len(text)-2] + "." + text[len(text)-2:]
}

// PageSize is how many rows a page has.
const PageSize = 20

// Pages is the place of a page in its list.
type Pages struct{ Page, Total int }

// Pages returns how many pages there are.
func (p Pages) Pages() int { return (p.Total + PageSize - 1) / PageSize }

func pattern(search string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(strings.ToLower(search)) + "%"
}

// Role returns the role of an account with a session that is in use.
func (s *Reads) Role(ctx context.Context, account, session string, now time.Time) (role string, err error) {
	err = s.Row(ctx, s.who, account, session, now).Scan(&role)
	return role, err
}

// Log is a row of a complaint's status log.
type Log struct {
	Complaint, ID, Status, ActorName, PublicNote string
	CreatedAt                                    Stamp
}

// StatusLog returns the status log of a complaint of the caller's.
func (s *Reads) StatusLog(ctx context.Context, by contender.Caller, complaint string) (all []Log, err error) {
	if err := by.Must("USER"); err != nil {
		return nil, err
	}
	err = s.Each(ctx, s.log, func(row Row) error {
		r := Log{Complaint: complaint}
		var name *string
		var agent string
		err := row.Scan(&r.ID, &r.Status, &agent, &name, &r.PublicNote, &r.CreatedAt)
		r.ActorName = Named(name, agent)
		all = append(all, r)
		return err
	}, complaint, by.Account.String())
	if err == nil && all == nil {
		err = contender.Refusal(http.StatusNotFound)
	}
	return all, err
}

// Payment is a payment with the tasks that it covers.
type Payment struct {
	ID, Provider, Type, Currency, Date, Method, Reference, Invoice, Remarks string
	From, To, ByID, By, Reverses, ReversedBy                                *string
	Minor                                                                   int64
	At                                                                      Stamp
	Tasks                                                                   []string
}

// Status returns whether a payment is PAID or REVERSED.
func (r Payment) Status() string {
	if r.ReversedBy != nil {
		return "REVERSED"
	}
	return "PAID"
}

// Total is what was paid in a currency.
type Total struct {
	Currency       string
	Paid, Reversed int64
}

// PaymentPage is a page of a provider's payments, with the totals of all.
type PaymentPage struct {
	Name     string
	Payments []Payment
	Totals   []Total
	Pages
}

// PaymentPage reads a page, from the nearer end.
func (s *Reads) PaymentPage(ctx context.Context, by contender.Caller, provider string, page int) (out PaymentPage, err error) {
	if err := by.Must("ADMIN", "SUPER_ADMIN"); err != nil {
		return out, err
	}
	if err := found(s.Row(ctx, s.provider, provider).Scan(&out.Name)); err != nil {
		return out, err
	}
	out.Page = page
	err = s.Each(ctx, s.summary, func(row Row) error {
		var t Total
		var n int
		err := row.Scan(&t.Currency, &n, &t.Paid, &t.Reversed)
		out.Totals = append(out.Totals, t)
		out.Total += n
		return err
	}, provider)
	if err != nil || page > out.Pages.Pages() {
		return out, err
	}
	offset := (page - 1) * PageSize
	limit := min(PageSize, out.Total-offset)
	stmt, from := s.newest, s.newestFrom
	if offset > out.Total/2 {
		stmt, from, offset = s.oldest, s.oldestFrom, out.Total-offset-limit
	}
	args := []any{provider}
	if offset > 0 {
		stmt, args = from, append(args, offset)
	}
	err = s.Each(ctx, stmt, func(row Row) error {
		r := Payment{Tasks: []string{}}
		err := row.Scan(&r.ID, &r.Provider, &r.Type, &r.Minor, &r.Currency, &r.Date, &r.Method, &r.Reference, &r.Invoice,
			&r.From, &r.To, &r.Remarks, &r.ByID, &r.By, &r.Reverses, &r.ReversedBy, &r.At)
		out.Payments = append(out.Payments, r)
		return err
	}, args...)
	if err != nil {
		return out, err
	}
	out.Payments = out.Payments[len(out.Payments)-limit:] // the last page has fewer, which are the oldest
	ids := make([]string, limit)
	for i, r := range out.Payments {
		ids[i] = r.ID
	}
	err = s.Each(ctx, s.covers, func(row Row) error {
		var payment, task string
		err := row.Scan(&payment, &task)
		p := &out.Payments[slices.Index(ids, payment)]
		p.Tasks = append(p.Tasks, task)
		return err
	}, s.many(ids))
	return out, err
}

// LessPaymentPage reads half the columns of a provider's newest payments, and how many it has.
func (s *Reads) LessPaymentPage(ctx context.Context, by contender.Caller, provider string) (all []Payment, total int, err error) {
	if err := by.Must("ADMIN", "SUPER_ADMIN"); err != nil {
		return nil, 0, err
	}
	if err := s.Row(ctx, s.lessCount, provider).Scan(&total); err != nil {
		return nil, 0, err
	}
	err = s.Each(ctx, s.less, func(row Row) error {
		var r Payment
		err := row.Scan(&r.ID, &r.Type, &r.Minor, &r.Currency, &r.Date, &r.Method, &r.Reference, &r.Remarks, &r.At)
		all = append(all, r)
		return err
	}, provider)
	return all, total, err
}

// found makes a missing row a refusal.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return contender.Refusal(http.StatusNotFound)
	}
	return err
}

// Broadcast is a broadcast with its author.
type Broadcast struct {
	ID, Title, Status, Target, Value string
	Recipients                       int
	Scheduled, Created, Updated      Stamp
	Sent, Cancelled                  *Stamp
	ByID, By                         *string
}

// BroadcastPage reads a page of those whose titles contain a text.
func (s *Reads) BroadcastPage(ctx context.Context, by contender.Caller, search string, page int) (all []Broadcast, p Pages, err error) {
	if err := by.Must("ADMIN", "SUPER_ADMIN"); err != nil {
		return nil, p, err
	}
	like := pattern(search)
	p.Page = page
	if err := s.Row(ctx, s.broadcastCount, like).Scan(&p.Total); err != nil {
		return nil, p, err
	}
	err = s.Each(ctx, s.broadcasts, func(row Row) error {
		var r Broadcast
		var fixed bool
		err := row.Scan(&r.ID, &r.Title, &r.Status, &r.Target, &r.Value, &fixed, &r.Recipients, &r.Scheduled, &r.Sent, &r.Cancelled,
			&r.ByID, &r.By, &r.Created, &r.Updated)
		if !fixed {
			r.Recipients = 0
		}
		all = append(all, r)
		return err
	}, like, (page-1)*PageSize)
	return all, p, err
}

// Task is a task of the caller's.
type Task struct{ ID, Complaint, Title, Status string }

// Update is an update of a task, with its files.
type Update struct {
	ID, Type, Remarks, Status, Note, ByID string
	By, Reviewer                          *string
	Percent                               *int
	Reviewed                              *Stamp
	Happened, Created                     Stamp
	Media                                 []Media
}

// Media is a file of an update, with signed links.
type Media struct {
	ID, Update, Type, Name, Content, SHA256 string
	Size                                    int64
	Width, Height                           *int
	Millis                                  *int64
	ByID, By                                *string
	At                                      Stamp
	URL                                     string
	Thumbnail                               *string
}

// Seconds returns how long a video is.
func (m Media) Seconds() *float64 {
	if m.Millis == nil {
		return nil
	}
	s := float64(*m.Millis) / 1000
	return &s
}

// Sign sets the links, with the key of links.
func (m *Media) Sign(key []byte, by contender.Caller, thumbnail bool) {
	who, id, now := auth.Grantee{Account: by.Account, Session: by.Session}, uuid.MustParse(m.ID), time.Now()
	m.URL = blob.Sign(key, id, blob.Original, who, now)
	if thumbnail {
		small := blob.Sign(key, id, blob.Thumbnail, who, now)
		m.Thumbnail = &small
	}
}

// Task returns a task of the caller's.
func (s *Reads) Task(ctx context.Context, by contender.Caller, id string) (t Task, err error) {
	if err := by.Must("SOLVER"); err != nil {
		return t, err
	}
	t.ID = id
	return t, found(s.Row(ctx, s.task, id, by.Account.String()).Scan(&t.Complaint, &t.Title, &t.Status))
}

// Updates returns the updates of a task of the caller's, with links signed by a key.
func (s *Reads) Updates(ctx context.Context, by contender.Caller, task string, key []byte) (all []Update, err error) {
	if err := by.Must("SOLVER"); err != nil {
		return nil, err
	}
	at := map[string]int{}
	err = s.Each(ctx, s.updates, func(row Row) error {
		var r Update
		err := row.Scan(&r.ID, &r.Type, &r.Remarks, &r.Percent, &r.Status, &r.Reviewed, &r.Reviewer, &r.Note, &r.ByID, &r.By, &r.Happened, &r.Created)
		at[r.ID] = len(all)
		all = append(all, r)
		return err
	}, task, by.Account.String())
	if err != nil || len(all) == 0 {
		return nil, err
	}
	err = s.Each(ctx, s.updateMedia, func(row Row) error {
		var m Media
		var small bool
		if err := row.Scan(&m.ID, &m.Update, &m.Type, &small, &m.Name, &m.Content, &m.Size, &m.SHA256, &m.Width, &m.Height, &m.Millis,
			&m.ByID, &m.By, &m.At); err != nil {
			return err
		}
		m.Sign(key, by, small)
		u := &all[at[m.Update]]
		u.Media = append(u.Media, m)
		return nil
	}, task)
	return all, err
}

// Complaint is a complaint of the dashboard's query.
type Complaint struct {
	ID, Reference, Title, Status string
	CreatedAt                    Stamp
	ByID, By                     *string
}

// Latest returns the newest 50 complaints.
func (s *Reads) Latest(ctx context.Context, by contender.Caller) (all []Complaint, err error) {
	if err := by.Must("ADMIN", "SUPER_ADMIN"); err != nil {
		return nil, err
	}
	err = s.Each(ctx, s.latest, func(row Row) error {
		var r Complaint
		err := row.Scan(&r.ID, &r.Reference, &r.Title, &r.Status, &r.CreatedAt, &r.ByID, &r.By)
		all = append(all, r)
		return err
	})
	return all, err
}

// LastLogs returns the last three rows of the logs of complaints.
func (s *Reads) LastLogs(ctx context.Context, complaints []string) (all []Log, err error) {
	err = s.Each(ctx, s.lastLogs, func(row Row) error {
		var r Log
		var agent string
		var name *string
		err := row.Scan(&r.Complaint, &r.ID, &r.Status, &agent, &name, &r.PublicNote, &r.CreatedAt)
		r.ActorName = Named(name, agent)
		all = append(all, r)
		return err
	}, s.many(complaints))
	return all, err
}

// Assigned is a task of a complaint, with its solver.
type Assigned struct{ Complaint, ID, Status, SolverID, Solver string }

// Tasks returns the tasks of complaints.
func (s *Reads) Tasks(ctx context.Context, complaints []string) (all []Assigned, err error) {
	err = s.Each(ctx, s.tasks, func(row Row) error {
		var r Assigned
		err := row.Scan(&r.Complaint, &r.ID, &r.Status, &r.SolverID, &r.Solver)
		all = append(all, r)
		return err
	}, s.many(complaints))
	return all, err
}

// Progress is an update of a task.
type Progress struct {
	Task, ID, Type, Remarks, Status string
	OccurredAt                      Stamp
}

// LastUpdates returns the last two updates of tasks.
func (s *Reads) LastUpdates(ctx context.Context, tasks []string) (all []Progress, err error) {
	err = s.Each(ctx, s.lastUpdates, func(row Row) error {
		var r Progress
		err := row.Scan(&r.Task, &r.ID, &r.Type, &r.Remarks, &r.Status, &r.OccurredAt)
		all = append(all, r)
		return err
	}, s.many(tasks))
	return all, err
}

// File is a file of an update.
type File struct {
	Update, ID, Name, Content string
	Size                      int64
}

// Files returns the files of updates.
func (s *Reads) Files(ctx context.Context, updates []string) (all []File, err error) {
	err = s.Each(ctx, s.files, func(row Row) error {
		var r File
		err := row.Scan(&r.Update, &r.ID, &r.Name, &r.Content, &r.Size)
		all = append(all, r)
		return err
	}, s.many(updates))
	return all, err
}
