package testenv

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/server"
)

// MailServer is a mail server on this machine that takes everything, unless it is told what
// to do instead.
type MailServer struct {
	Addr     string        // host and port
	Patience time.Duration // of who sends through it; 0: as in production

	mu    sync.Mutex
	odd   map[string]Oddity
	asked map[string]int
	mail  []Mail
	open  int // connections
}

// Mail is a message that arrived.
type Mail struct {
	To     string
	Header mail.Header
	Raw    string
}

// Oddity is what the server does to messages for somebody instead of taking them.
type Oddity struct {
	Code    int  // refuses the recipient with it
	Data    int  // refuses the message with it
	Hang    bool // says nothing any more
	HangUp  bool // takes the message, and breaks the connection before it says so
	Message string
}

// StartMail runs a mail server until the test ends.
func StartMail(t testing.TB) *MailServer {
	t.Helper()
	var listen net.ListenConfig
	l, err := listen.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &MailServer{Addr: l.Addr().String(), odd: map[string]Oddity{}, asked: map[string]int{}}
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		m.mu.Lock()
		m.open++
		m.mu.Unlock()
		return &mailSession{server: m, conn: c.Conn()}, nil
	}))
	server.Domain = "localhost"
	server.ErrorLog = quiet{}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close(); <-ended })
	return m
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

// Behave says what to do with messages to an address; the zero Oddity takes them.
func (m *MailServer) Behave(to string, o Oddity) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.odd[to] = o
}

// Mail answers the messages to an address that arrived; "" means all.
func (m *MailServer) Mail(to string) []Mail {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []Mail
	for _, got := range m.mail {
		if to == "" || got.To == to {
			found = append(found, got)
		}
	}
	return found
}

// Asked answers how often a message to an address was announced, whatever came of it.
func (m *MailServer) Asked(to string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.asked[to]
}

// Open answers how many connections there are.
func (m *MailServer) Open() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.open
}

type mailSession struct {
	server *MailServer
	conn   net.Conn
	to     string
}

func (s *mailSession) oddity() Oddity {
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	return s.server.odd[s.to]
}

func (s *mailSession) refuse(code int) error {
	class := code / 100
	return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{class, 1, 1}, Message: s.oddity().Message}
}

func (s *mailSession) Mail(string, *smtp.MailOptions) error { return nil }

func (s *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	s.server.mu.Lock()
	s.server.asked[to]++
	s.server.mu.Unlock()
	if code := s.oddity().Code; code != 0 {
		return s.refuse(code)
	}
	return nil
}

func (s *mailSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	o := s.oddity()
	switch {
	case o.Data != 0:
		return s.refuse(o.Data)
	case o.Hang:
		_, _ = io.Copy(io.Discard, s.conn) // until the other side gives up
		return io.ErrUnexpectedEOF
	}
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	s.server.mu.Lock()
	s.server.mail = append(s.server.mail, Mail{To: s.to, Header: msg.Header, Raw: strings.ReplaceAll(string(raw), "\r\n", "\n")})
	s.server.mu.Unlock()
	if o.HangUp {
		_ = s.conn.Close()
	}
	return nil
}

func (*mailSession) Reset() {}

func (s *mailSession) Logout() error {
	s.server.mu.Lock()
	s.server.open--
	s.server.mu.Unlock()
	return nil
}

// EachWithMail is Each with a mail server of its own.
func EachWithMail(t *testing.T, test func(t *testing.T, s *Site, m *MailServer)) {
	t.Helper()
	for _, name := range Databases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := StartMail(t)
			test(t, StartOptions(t, name, m.Use(t)), m)
		})
	}
}

// Use lets a service send through the server.
func (m *MailServer) Use(t testing.TB) func(*server.Options) {
	t.Helper()
	return func(o *server.Options) {
		mailer, err := delivery.NewMailer(delivery.MailConfig{
			URL: "smtp://" + m.Addr + "?from=desk@redress.example", Connections: 4, Patience: m.Patience,
			OptOut: server.OptOutLink(o.Key.MediaKey(), "https://redress.example"),
		})
		if err != nil {
			t.Fatal(err)
		}
		o.Mail, o.Delivery.PerSecond, o.Delivery.Connections = mailer, 10_000, 4
	}
}
