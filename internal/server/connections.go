package server

import (
	"context"
	"log/slog"
	"net/http"
	"syscall"

	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/httpio"
	"github.com/redress/redress/rest"
)

const (
	// maxConnections is how many connections an instance takes where the process may open files enough.
	maxConnections = 10_000
	// reservedFiles are for the database, the log and the program itself.
	reservedFiles = 96
	// filesPerConnection is how many files a connection needs: its socket, and the file that is
	// uploaded or downloaded over it.
	filesPerConnection = 2
	// fewConnections is how many are worth a warning.
	fewConnections = 1_000
)

// connectionLimit returns how many connections the process can take with the files it may open. Go
// has raised that limit to the highest that the system allows.
func connectionLimit() int {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		return maxConnections
	}
	free := max(int64(min(files.Cur, 1<<32))-reservedFiles, reservedFiles)
	return int(min(free/filesPerConnection, maxConnections))
}

// warnOfFewConnections logs how to get more of them.
func warnOfFewConnections(ctx context.Context, limit int) {
	if limit < fewConnections {
		slog.WarnContext(ctx, "the process may open few files, so it takes few connections: raise the limit of open files (ulimit -n, LimitNOFILE)",
			"connections", limit)
	}
}

// newConnections returns the limit of connections of a service.
func newConnections(limit int) *httpio.Connections {
	if limit == 0 {
		limit = connectionLimit()
	}
	return httpio.NewConnections(limit, func(status int) (string, string) { return rest.UnreadableRequest(status, randomID()) })
}

// refuseAmbiguous refuses requests that a proxy in front may take for longer or shorter than
// net/http does.
func refuseAmbiguous(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if httpio.AmbiguousLength(r) {
			w.Header().Set("Connection", "close")
			rest.WriteError(w, r, fault.New(fault.Malformed, "A request has either Content-Length or Transfer-Encoding, not both."))
			return
		}
		next.ServeHTTP(w, r)
	})
}
