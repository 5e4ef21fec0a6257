package notify_test

import (
	"context"
	"net"
	"testing"
	"time"

	"github.com/redress/redress/internal/notify"
	"github.com/redress/redress/internal/redresstest"
)

// A server that says nothing any more is left when the time is up, at whatever point of the
// conversation, and no connection to it stays open.
func TestMailServerHangs(t *testing.T) {
	t.Parallel()
	m := redresstest.StartMail(t)
	m.Behave("stuck@example.com", redresstest.Oddity{Hang: true})
	var listen net.ListenConfig
	silent, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	left := make(chan error, 1)
	go func() {
		conn, err := silent.Accept()
		if err == nil {
			_, err = conn.Read(make([]byte, 1))
		}
		left <- err
	}()
	for name, addr := range map[string]string{"after DATA": m.Addr, "before its greeting": silent.Addr().String()} {
		mailer, err := notify.NewMailer(notify.MailConfig{URL: "smtp://" + addr + "?from=desk@redress.example"})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		begin := time.Now()
		err = mailer.Send(ctx, notify.Message{To: "stuck@example.com", Title: "Hello"})
		cancel()
		if took := time.Since(begin); err == nil || took > 3*time.Second {
			t.Errorf("%s: %v after %v", name, err, took)
		}
		mailer.Close()
	}
	select {
	case err := <-left:
		if err == nil {
			t.Error("the silent server was spoken to")
		}
	case <-time.After(3 * time.Second):
		t.Error("the connection to the silent server stays open")
	}
	within := time.Now().Add(3 * time.Second)
	for m.Open() > 0 && time.Now().Before(within) {
		time.Sleep(5 * time.Millisecond)
	}
	if n := m.Open(); n > 0 {
		t.Errorf("%d connections stay open", n)
	}
}
