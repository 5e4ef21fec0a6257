// Package contender holds what the programs share that the bench measures beside Redress: their
// flags, their listener, and the check of token and session that Redress makes.
package contender

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/redress/redress/internal/auth"
)

// Settings are the flags of a program.
type Settings struct {
	Driver   string // of PostgreSQL
	Database string // the URL
	Media    string // a folder for uploads
	Key      *auth.Key
}

// Conns is how many connections to PostgreSQL a program has, as many as Redress.
const Conns = 20

// Main runs a program that serves a handler, until it is told to end.
func Main(handler func(context.Context, Settings) (http.Handler, error)) {
	var s Settings
	flag.StringVar(&s.Driver, "driver", "pq", "the driver of PostgreSQL, pq or pgx, where there is a choice")
	flag.StringVar(&s.Database, "database-url", "", "the database that Redress serves")
	flag.StringVar(&s.Media, "media", "", "a folder for uploads of its own")
	key := flag.String("key-file", "", "the key that signs tokens and links")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, s, *key, handler); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, s Settings, keyFile string, handler func(context.Context, Settings) (http.Handler, error)) (err error) {
	if s.Key, err = auth.LoadKey(keyFile); err != nil {
		return err
	}
	h, err := handler(ctx, s)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/", h)
	mux.HandleFunc("GET /readyz", func(http.ResponseWriter, *http.Request) {})
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it takes no time
	if err != nil {
		return err
	}
	fmt.Printf("listens on http://%s\n", l.Addr())
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
