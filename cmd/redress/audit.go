package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/config"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/durable"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/ledger"
)

const (
	auditPage = 500 // lines after which the position is noted
	// auditPoll is how often the ends of the chains are read, which are sixteen rows.
	auditPoll = time.Second
	// longestPause is the longest time between two attempts while the database is away.
	longestPause = 15 * time.Second
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
		entries: ledger.Reader{Client: db.Client(), Since: c.since, At: at}, file: c.Position,
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

// auditExport prints audit entries.
type auditExport struct {
	entries ledger.Reader
	file    string // of the position, or ""
	print   func(line []byte) error
}

// round prints what was done since the last round, the oldest first.
func (e *auditExport) round(ctx context.Context) error {
	printed := 0
	err := e.entries.Read(ctx, func(chain string, row *ent.AuditEntry) error {
		if printed > 0 && printed%auditPage == 0 {
			if err := e.note(); err != nil {
				return err
			}
		}
		printed++
		return e.write(chain, row)
	})
	if ahead, is := errors.AsType[*ledger.AheadError](err); is {
		return fmt.Errorf("the chain %s ends at %d, and %s says that %d was printed: the database was restored from a backup, or is another one. "+
			"Remove the file to begin anew, with --since",
			ahead.Chain, ahead.End, e.file, ahead.Position)
	}
	if err != nil || printed == 0 {
		return err
	}
	return e.note()
}

// write prints an entry, unless it is too old.
func (e *auditExport) write(chain string, row *ent.AuditEntry) error {
	if row.CreatedAt.Before(e.entries.Since) {
		return nil
	}
	line, err := json.Marshal(auditLine{
		ID: row.ID, Chain: chain, Seq: row.Seq, CreatedAt: row.CreatedAt.UTC().Format(model.TimeLayout),
		Action: row.Action, Agent: strings.ToLower(string(row.Agent)), ActorID: row.ActorID, Address: row.Address,
		SubjectType: row.SubjectType, SubjectID: row.SubjectID, Before: row.Before, After: row.After,
	})
	if err != nil {
		return err
	}
	return e.print(append(line, '\n'))
}

// note writes the position to its file.
func (e *auditExport) note() error {
	if e.file == "" {
		return nil
	}
	text, err := json.Marshal(e.entries.At)
	if err == nil {
		err = durable.Replace(e.file, append(text, '\n'), 0o600)
	}
	if err != nil {
		return fmt.Errorf("--position: %w", err)
	}
	return nil
}
