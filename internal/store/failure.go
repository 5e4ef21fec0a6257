package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/lib/pq"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/redress/redress/internal/fault"
)

// retryAfter is long enough for a connection to be made anew.
const retryAfter = 2 * time.Second

// failure names an error of the database: unavailable when trying again may help,
// validation_error when a value can't be stored. A context that the caller cancelled is
// context.Canceled, and all else, a violated constraint too, stays as it is.
func failure(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if _, named := fault.As(err); named {
		return err
	}
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(ctx.Err(), context.Canceled): // the driver says it in its own words
		return fmt.Errorf("%w: %w", context.Canceled, err)
	case errors.Is(err, context.DeadlineExceeded):
		return timedOut(err)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return timedOut(fmt.Errorf("%w: %w", context.DeadlineExceeded, err))
	}

	var (
		pg   *pq.Error
		lite *sqlite.Error
		dial net.Error
		made connectError
	)
	switch {
	case errors.As(err, &dial) && dial.Timeout() && overdue(ctx):
		return timedOut(fmt.Errorf("%w: %w", context.DeadlineExceeded, err))
	case errors.As(err, &pg):
		return postgresFailure(err, string(pg.Code))
	case errors.As(err, &lite):
		return sqliteFailure(err, lite.Code())
	case errors.As(err, &dial), errors.As(err, &made), errors.Is(err, driver.ErrBadConn), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return unavailable(err)
	}
	return err
}

// overdue reports whether the deadline of a context has passed, which its Err may say only a moment later: a socket has the
// same deadline and a timer of its own.
func overdue(ctx context.Context) bool {
	end, ok := ctx.Deadline()
	return ok && now() >= end.UnixNano()
}

// postgresFailure reads a SQLSTATE, PostgreSQL's appendix A.
func postgresFailure(err error, code string) error {
	const queryCanceled, lockNotAvailable = "57014", "55P03"
	again := []string{
		"08",    // connection exception
		"53",    // too many connections, out of memory, disk full
		"57P",   // shutdown, crash, starting up, database dropped, idle session
		"58",    // system error
		"25006", // read-only: a standby that has not taken over yet
		"25P03", // idle in a transaction for too long
		"40",    // deadlock, serialization failure
		"55000", // takes no connections right now
	}
	switch {
	case code == queryCanceled, code == lockNotAvailable:
		return timedOut(err)
	case slices.ContainsFunc(again, func(class string) bool { return strings.HasPrefix(code, class) }):
		return unavailable(err)
	case strings.HasPrefix(code, "22"): // data exception
		return invalidValue(err)
	}
	return err
}

func sqliteFailure(err error, code int) error {
	switch code & 0xff { // the rest says where
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL,
		sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_NOMEM:
		return unavailable(err)
	case sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH:
		return invalidValue(err)
	}
	return err
}

func unavailable(err error) error {
	f := fault.Wrap(err, fault.Unavailable, "The service can't reach its data right now. Please try again in a moment.")
	f.RetryAfter = retryAfter
	return f
}

func timedOut(err error) error {
	f := fault.Wrap(err, fault.Unavailable, "The service could not answer in time. Please try again in a moment.")
	f.RetryAfter = retryAfter
	return f
}

func invalidValue(err error) error {
	return fault.Wrap(err, fault.Validation, "A value of the request can't be stored or compared.")
}
