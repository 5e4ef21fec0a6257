package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/config"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/durable"
	"github.com/redress/redress/internal/fault"
)

const (
	auditPage = 500 // rows that are read at once
	// auditPoll is how often the ends of the chains are read, which are sixteen rows.
	auditPoll = time.Second
	// longestPause is the longest time between two attempts while the database is away.
	longestPause = 15 * time.Second
	// clockMargin is by how much an entry of a chain may be dated before the one that it follows, when instances'
	// clocks differ.
	clockMargin = 10 * time.Minute
	// auditChains begins the names of the chains of audit entries.
	auditChains = "audit:"
)

// AuditExportCmd is `redress audit export`.
type AuditExportCmd struct {
	Follow   bool
	Since    string
	Position string

	since time.Time
}

func newAuditExport(app *App) *cobra.Command {
	var c AuditExportCmd
	command := &cobra.Command{
		Use: "export [flags]", Short: "Print audit entries as JSON, a line each.", Args: arguments(), RunE: app.run(c.Run),
		Long: `Print audit entries as JSON, a line each, in the order in which they were done.

With --follow it goes on with what is done from then on, within a second or
two, until it is interrupted, and waits while the database is away. It reads
the database and asks nothing of the service, beside which it may run.

With --position it begins after the entries that the file names and notes there
how far it has come, when the lines are written. After a crash a few lines may
come twice: chain and seq together name each line once and for ever, and leave
no gap.`,
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.BoolVar(&c.Follow, "follow", false, "Go on with new entries until interrupted")
	flags.StringVar(&c.Since, "since", "", "Only entries from a `TIME` on: 2026-11-01, 2026-11-01T08:00:00Z, or as long ago as 24h (default all)")
	flags.StringVar(&c.Position, "position", "", "`FILE` that says how far an earlier run came; created when missing, kept up to date")
	return command
}

// auditLine is a line of the export.
type auditLine struct {
	ID          uuid.UUID       `json:"id"`
	Chain       string          `json:"chain"`
	Seq         int64           `json:"seq"`
	CreatedAt   string          `json:"created_at"`
	Action      string          `json:"action"`
	Agent       string          `json:"agent"`
	ActorID     *uuid.UUID      `json:"actor_id"`
	Address     string          `json:"address"`
	SubjectType string          `json:"subject_type"`
	SubjectID   *uuid.UUID      `json:"subject_id"`
	Before      json.RawMessage `json:"before"`
	After       json.RawMessage `json:"after"`
}

// Run prints the entries.
func (c *AuditExportCmd) Run(ctx context.Context, app *App) (err error) {
	if c.since, err = parseSince(c.Since, time.Now()); err != nil {
		return err
	}
	at, err := readPosition(c.Position)
	if err != nil {
		return fmt.Errorf("--position: %w", err)
	}
	db, err := app.inspect(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	e := auditExport{
		client: db.Client(), since: c.since, at: at, file: c.Position,
		print: func(line []byte) error {
			_, err := app.Stdout.Write(line)
			return err
		},
	}
	reading := auth.System(ctx, "export audit entries")
	pause := auditPoll
	for {
		err := e.round(reading)
		switch {
		case ctx.Err() != nil && c.Follow:
			return nil // interrupted, which is how it ends
		case err == nil && !c.Follow:
			return nil
		case err == nil:
			pause = auditPoll
		case !c.Follow || !fault.Is(err, fault.Unavailable):
			return err
		default:
			if pause == auditPoll {
				fmt.Fprintf(app.Stderr, "The database does not answer; it goes on when that does: %s\n", message(err))
			}
			pause = min(2*pause, longestPause)
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil
		}
	}
}

// parseSince reads a day, an instant, or how long ago it was; the zero time for an empty text.
func parseSince(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if at, err := domain.ParseTime(text); err == nil {
		return at, nil
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day, nil
	}
	if ago, err := config.ParseDuration(text); err == nil && ago >= 0 {
		return now.Add(-ago), nil
	}
	return time.Time{}, fmt.Errorf("--since: %q is neither a day, such as 2026-11-01, nor a time, such as 2026-11-01T08:00:00Z or 24h", text)
}

// position is the last entry of each chain that was printed.
type position map[string]int64

// readPosition reads a file of positions; none where there is no file yet.
func readPosition(file string) (position, error) {
	at := position{}
	if file == "" {
		return at, nil
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return at, nil
	}
	if err == nil {
		if err = json.Unmarshal(text, &at); err != nil {
			err = fmt.Errorf("%s is no position of an export: %w", file, err)
		}
	}
	return at, err
}

// auditExport prints audit entries. Each chain is complete and in its own order: who appends to it holds its
// end until the commit, so that no entry appears before one that was printed.
type auditExport struct {
	client *ent.Client
	since  time.Time
	at     position
	file   string // of the position, or ""
	print  func(line []byte) error
}

// pending are the entries of a chain that have been read and not printed.
type pending struct {
	name string
	lane int
	end  int64 // its last entry, when the round began
	read int64 // the last entry that was read
	rows []*ent.AuditEntry
}

// round prints what the chains have had since the last round, the oldest first.
func (e *auditExport) round(ctx context.Context) error {
	heads, err := e.client.ChainHead.Query().All(ctx)
	if err != nil {
		return err
	}
	var chains []*pending
	for _, head := range heads {
		number, is := strings.CutPrefix(head.Name, auditChains)
		lane, err := strconv.Atoi(number)
		if !is || err != nil {
			continue
		}
		from, known := e.at[head.Name]
		if from > head.Seq {
			return fmt.Errorf("the chain %s ends at %d, and %s says that %d was printed: the database was restored from a backup, or is another one. Remove the file to begin anew, with --since",
				head.Name, head.Seq, e.file, from)
		}
		if !known && !e.since.IsZero() {
			if from, err = e.before(ctx, lane, head.Seq); err != nil {
				return err
			}
			e.at[head.Name] = from
		}
		if from < head.Seq {
			chains = append(chains, &pending{name: head.Name, lane: lane, end: head.Seq, read: from})
		}
	}
	printed := 0
	for {
		for _, c := range chains {
			if err := e.fill(ctx, c); err != nil {
				return err
			}
		}
		chains = slices.DeleteFunc(chains, func(c *pending) bool { return len(c.rows) == 0 })
		if len(chains) == 0 {
			if printed > 0 {
				return e.note()
			}
			return nil
		}
		next := slices.MinFunc(chains, func(a, b *pending) int {
			return cmp.Or(a.rows[0].CreatedAt.Compare(b.rows[0].CreatedAt), cmp.Compare(a.rows[0].ID.String(), b.rows[0].ID.String()))
		})
		if err := e.write(next.name, next.rows[0]); err != nil {
			return err
		}
		next.rows = next.rows[1:]
		if printed++; printed%auditPage == 0 {
			if err := e.note(); err != nil {
				return err
			}
		}
	}
}

// fill reads the next page of a chain when all that was read of it is printed.
func (e *auditExport) fill(ctx context.Context, c *pending) (err error) {
	if len(c.rows) > 0 || c.read >= c.end {
		return nil
	}
	c.rows, err = e.client.AuditEntry.Query().Where(inChain(c.lane, c.read+1, c.end)).
		Order(ent.Asc(auditentry.FieldSeq)).Limit(auditPage).All(ctx)
	if err == nil && len(c.rows) == 0 {
		err = fmt.Errorf("the chain %s has no entries %d to %d: see redress verify-ledger", c.name, c.read+1, c.end)
	}
	if err == nil {
		c.read = c.rows[len(c.rows)-1].Seq
	}
	return err
}

// inChain is the predicate of the entries of a chain with some positions.
func inChain(lane int, first, last int64) func(*sql.Selector) {
	return func(s *sql.Selector) {
		s.Where(sql.And(sql.EQ(s.C(auditentry.FieldLane), lane), sql.GTE(s.C(auditentry.FieldSeq), first), sql.LTE(s.C(auditentry.FieldSeq), last)))
	}
}

// before returns a position of a chain before which no entry is of the time that is asked for.
func (e *auditExport) before(ctx context.Context, lane int, end int64) (int64, error) {
	from := e.since.Add(-clockMargin)
	low, high := int64(0), end+1 // all up to low are older, and what is at high is not
	for high-low > 1 {
		middle := low + (high-low)/2 // half of it
		row, err := e.client.AuditEntry.Query().Where(inChain(lane, middle, end)).Order(ent.Asc(auditentry.FieldSeq)).First(ctx)
		if err != nil {
			return 0, err
		}
		if row.CreatedAt.Before(from) {
			low = middle
		} else {
			high = middle
		}
	}
	return low, nil
}

// write prints an entry, unless it is too old, and notes that it was.
func (e *auditExport) write(chain string, row *ent.AuditEntry) error {
	if !row.CreatedAt.Before(e.since) {
		line, err := json.Marshal(auditLine{
			ID: row.ID, Chain: chain, Seq: row.Seq, CreatedAt: row.CreatedAt.UTC().Format(model.TimeLayout),
			Action: row.Action, Agent: strings.ToLower(string(row.Agent)), ActorID: row.ActorID, Address: row.Address,
			SubjectType: row.SubjectType, SubjectID: row.SubjectID, Before: row.Before, After: row.After,
		})
		if err != nil {
			return err
		}
		if err := e.print(append(line, '\n')); err != nil {
			return err
		}
	}
	e.at[chain] = row.Seq
	return nil
}

// note writes the position to its file.
func (e *auditExport) note() error {
	if e.file == "" {
		return nil
	}
	text, err := json.Marshal(e.at)
	if err == nil {
		err = durable.Replace(e.file, append(text, '\n'), 0o600)
	}
	if err != nil {
		return fmt.Errorf("--position: %w", err)
	}
	return nil
}
