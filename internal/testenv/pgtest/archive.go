//go:build unix

package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Archiving are the settings of a server that archives its WAL, as docs/backup.md sets it up.
var Archiving = []string{
	"wal_level=replica", "max_wal_senders=4", "archive_mode=on",
	"archive_command=mkdir -p ../archive && test ! -f ../archive/%f && cp %p ../archive/%f", // from the folder of its data
}

func (s *Server) archive() string { return filepath.Join(s.dir, "archive") }

func (s *Server) base() string { return filepath.Join(s.dir, "base") }

// BaseBackup takes a base backup of a server that archives.
func (s *Server) BaseBackup() error {
	cmd := s.command("pg_basebackup", "--pgdata="+s.base(), "--host="+s.dir, "--username="+role, "--checkpoint=fast", "--no-sync")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("pg_basebackup: %w\n%s", err, out)
	}
	return nil
}

// ArchiveNow waits until everything that was committed is in the archive.
func (s *Server) ArchiveNow(ctx context.Context) (err error) {
	db, err := sql.Open("postgres", s.URL)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var segment string
	if err := db.QueryRowContext(ctx, "SELECT pg_walfile_name(pg_switch_wal())").Scan(&segment); err != nil {
		return err
	}
	for {
		if _, err := os.Stat(filepath.Join(s.archive(), segment)); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s is not archived: %w", segment, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Recover starts another server from the base backup, recovered from the archive to a point in time, as
// docs/backup.md does it.
func (s *Server) Recover(to time.Time, settings ...string) (*Server, error) {
	r, err := newServer(settings)
	if err != nil {
		return nil, err
	}
	if err := r.own(); err != nil {
		return nil, errors.Join(err, r.Stop())
	}
	recovery := strings.Join([]string{
		"", "restore_command = 'cp " + s.archive() + "/%f %p'",
		"recovery_target_time = '" + to.UTC().Format("2006-01-02 15:04:05.999999") + "+00'",
		"recovery_target_action = 'promote'",
		"hot_standby = off", // it answers when it is done
		"",
	}, "\n")
	conf, err := os.OpenFile(filepath.Join(s.base(), "postgresql.auto.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = conf.WriteString(recovery)
		err = errors.Join(err, conf.Close(), os.WriteFile(filepath.Join(s.base(), "recovery.signal"), nil, 0o600),
			os.Rename(s.base(), r.data()))
	}
	if c := r.attr.Credential; err == nil && c != nil {
		err = os.Chown(filepath.Join(r.data(), "recovery.signal"), int(c.Uid), int(c.Gid))
	}
	if err == nil {
		err = r.launch()
	}
	if err != nil {
		return nil, errors.Join(err, r.Stop())
	}
	return r, nil
}
