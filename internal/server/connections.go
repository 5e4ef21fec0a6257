package server

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/redress/redress/internal/export"
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
	files, limited := fileLimit()
	if !limited {
		return maxConnections
	}
	free := max(files-reservedFiles, reservedFiles)
	return int(min(free/filesPerConnection, maxConnections))
}

// shares are how many connections may be occupied with what at the same time. A connection that the
// service is working for is never closed for another one, so all shares together have to leave some
// to whoever comes next: a probe, a page, what is refused at once.
type shares struct {
	requests  int // from the head to the end of the response
	transfers int // uploads and downloads
	sessions  int // that wait for a look-up of their session
	streams   int // as long as their clients like
}

// divide returns the shares of so many connections. An eighth, 64 at most, is nobody's.
func divide(connections int) shares {
	eighth := connections / 8 // as said
	s := shares{
		requests:  min(maxInFlight, 2*eighth),
		transfers: min(maxTransfers, eighth),
		sessions:  min(maxSessionsQueued, eighth),
	}
	s.streams = connections - s.requests - s.transfers - s.sessions - sessionsAtWork - export.MaxPerInstance - min(64, eighth) // as said
	return s
}

// streamLimit returns how many streams are served over so many connections where so many are wanted.
func streamLimit(wanted, connections int) int {
	return min(wanted, max(divide(connections).streams, 1))
}

// warnOfFewConnections logs how to get more of them, and more of the streams that are wanted.
func warnOfFewConnections(ctx context.Context, limit, streams, wanted int) {
	if limit < fewConnections || streams < wanted {
		slog.WarnContext(ctx, "the process may open few files, so it takes few connections and streams: raise the limit of open files (ulimit -n, LimitNOFILE)",
			"connections", limit, "streams", streams, "REDRESS_STREAMS", wanted)
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
