package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/httpio"
)

// Stubs of the resolvers of path 6, which record what of an upload reaches them.
type (
	stubResolvers struct {
		generated.ResolverRoot
		ended chan error
	}
	stubQuery    struct{ generated.QueryResolver }
	stubMutation struct {
		generated.MutationResolver
		ended chan error
	}
)

func (s stubResolvers) Query() generated.QueryResolver       { return stubQuery{} }
func (s stubResolvers) Mutation() generated.MutationResolver { return stubMutation{ended: s.ended} }

func (stubQuery) TaskUpdate(context.Context, uuid.UUID) (*ent.TaskUpdate, error) {
	return &ent.TaskUpdate{}, nil
}

func (r stubMutation) UploadTaskUpdateMedia(ctx context.Context, in model.UploadTaskUpdateMediaInput) (*model.MediaUploadPayload, error) {
	file, _, err := in.File.Open()
	if err == nil {
		_, err = io.Copy(io.Discard, file)
	}
	if err == nil {
		_, err = in.File.DeclaredType()
	}
	r.ended <- err
	return nil, errors.Join(err, fault.New(fault.Conflict, "The bytes are not stored here."))
}

// TestSlowUpload: a client must send something within a time, and enough of it on average.
func TestSlowUpload(t *testing.T) {
	const stall = 150 * time.Millisecond
	limits := map[bool]httpio.BodyLimits{
		false: {Grace: time.Minute, Rate: 1 << 20, Stall: stall, Drain: stall},
		true:  {Grace: stall, Rate: 1 << 20, Stall: time.Minute, Drain: stall},
	}
	ended := make(chan error, 1)
	api := &API{Config: Config{Resolvers: stubResolvers{ended: ended}}}
	r := chi.NewRouter()
	r.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(auth.With(r.Context(), &auth.Viewer{Role: domain.RoleSolver})))
		})
	})
	api.Routes(r)

	send := func(t *testing.T, rated bool, body string, steps int) net.Conn {
		t.Helper()
		server := httptest.NewServer(httpio.LimitBodies(r, limits[rated]))
		t.Cleanup(server.Close)
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(server.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		_, _ = fmt.Fprintf(conn, "POST /api/solver/tasks/update/%s/media/ HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n"+
			"Content-Length: %d\r\n\r\n", domain.NewID(domain.KindTaskUpdate), len(body))
		for i := range steps {
			_, _ = io.WriteString(conn, body[i*len(body)/10:(i+1)*len(body)/10])
			time.Sleep(stall / 3)
		}
		return conn
	}
	cutOff := func(t *testing.T, conn net.Conn) {
		t.Helper()
		select {
		case err := <-ended:
			if !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("got %v", err)
			}
		case <-time.After(20 * stall):
			t.Fatal("the sender is waited for")
		}
		_ = conn.SetReadDeadline(time.Now().Add(20 * stall))
		answer, err := io.ReadAll(conn)
		if err != nil && !errors.Is(err, syscall.ECONNRESET) || !strings.HasPrefix(string(answer), "HTTP/1.1 ") {
			t.Errorf("the connection is kept: %v %q", err, answer)
		}
	}
	body := multipartForm("media=" + strings.Repeat("x", 100_000))
	t.Run("slow", func(t *testing.T) {
		send(t, false, body, 10)
		if err := <-ended; err != nil {
			t.Errorf("a slow sender was cut off: %v", err)
		}
	})
	t.Run("stalled", func(t *testing.T) {
		cutOff(t, send(t, false, body, 5))
	})
	t.Run("below the rate", func(t *testing.T) {
		cutOff(t, send(t, true, body, 10))
	})
	t.Run("gone", func(t *testing.T) {
		_ = send(t, false, body, 5).Close()
		if err := <-ended; err == nil {
			t.Error("a form that was cut off counts as whole")
		}
	})
}
