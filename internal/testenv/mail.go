package testenv

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// MailServer is an SMTP server on this machine. It accepts every message, except where
// InjectFault says otherwise.
type MailServer struct {
	Addr    string                     // host and port
	Timeout time.Duration              // of the mailer that sends through it; 0 means production's
	Picky   func(greeting string) bool // refuses some greetings; nil: takes all

	mu       sync.Mutex
	faults   map[string]MailFault
	attempts map[string]int
	mail     []Mail
	faulty   []string
	open     int // connections
	greeted  []string
}

// Mail is a message that arrived.
type Mail struct {
	To     string
	Header mail.Header
	Body   string // its parts, decoded, one after the other
	Raw    string
	At     time.Time // when it was accepted
}

// MailFault is what the server does with the messages for an address instead of accepting them.
type MailFault struct {
	RcptCode int               // rejects the recipient with this SMTP code
	DataCode int               // rejects the message with this SMTP code
	Status   smtp.EnhancedCode // of both; zero: X.1.1
	Hang     bool              // never replies
	HangUp   bool              // accepts the message, and closes the connection before it replies
	Message  string
}

// StartMail starts a mail server, which runs until the test ends.
func StartMail(t testing.TB) *MailServer {
	t.Helper()
	var listen net.ListenConfig
	l, err := listen.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &MailServer{Addr: l.Addr().String(), faults: map[string]MailFault{}, attempts: map[string]int{}}
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.greeted = append(m.greeted, c.Hostname())
		if m.Picky != nil && m.Picky(c.Hostname()) {
			return nil, &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 5, 2}, Message: "need fully-qualified hostname"}
		}
		m.open++
		return &mailSession{server: m, conn: c.Conn()}, nil
	}))
	server.Domain = "localhost"
	server.ErrorLog = silentLogger{}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = server.Serve(l) }()
	t.Cleanup(func() {
		_ = errors.Join(l.Close(), server.Close()) // the server may not have begun to listen, and would close nothing
		<-ended
		for _, fault := range m.faulty {
			t.Error(fault)
		}
	})
	return m
}

type silentLogger struct{}

func (silentLogger) Printf(string, ...any) {}
func (silentLogger) Println(...any)        {}

// InjectFault sets the fault of an address; the zero MailFault accepts its messages again.
func (m *MailServer) InjectFault(to string, o MailFault) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.faults[to] = o
}

// Mail returns the accepted messages to an address; "" means to all.
func (m *MailServer) Mail(to string) []Mail {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []Mail
	for _, sent := range m.mail {
		if to == "" || sent.To == to {
			found = append(found, sent)
		}
	}
	return found
}

// Attempts returns how many messages to an address were announced, whether or not they were
// accepted.
func (m *MailServer) Attempts(to string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.attempts[to]
}

// Greetings returns the names by which clients presented themselves.
func (m *MailServer) Greetings() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.greeted)
}

// OpenConnections returns the number of open connections.
func (m *MailServer) OpenConnections() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.open
}

type mailSession struct {
	server *MailServer
	conn   net.Conn
	to     string
}

func (s *mailSession) fault() MailFault {
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	return s.server.faults[s.to]
}

func (s *mailSession) reject(code int) error {
	f := s.fault()
	return &smtp.SMTPError{Code: code, EnhancedCode: cmp.Or(f.Status, smtp.EnhancedCode{code / 100, 1, 1}), Message: f.Message}
}

func (s *mailSession) Mail(string, *smtp.MailOptions) error { return nil }

func (s *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	s.server.mu.Lock()
	s.server.attempts[to]++
	s.server.mu.Unlock()
	if code := s.fault().RcptCode; code != 0 {
		return s.reject(code)
	}
	return nil
}

func (s *mailSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	f := s.fault()
	switch {
	case f.DataCode != 0:
		return s.reject(f.DataCode)
	case f.Hang:
		_, _ = io.Copy(io.Discard, s.conn) // until the client gives up
		return io.ErrUnexpectedEOF
	}
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	body, faults := readParts(msg)
	s.server.mu.Lock()
	s.server.faulty = append(s.server.faulty, append(faults, mailFaults(raw, msg.Header)...)...)
	s.server.mail = append(s.server.mail, Mail{
		To: s.to, Header: msg.Header, Body: strings.ReplaceAll(body, "\r\n", "\n"), Raw: strings.ReplaceAll(string(raw), "\r\n", "\n"),
		At: time.Now(),
	})
	s.server.mu.Unlock()
	if f.HangUp {
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

// ForEachDatabaseWithMail is ForEachDatabase with a mail server for each server.
func ForEachDatabaseWithMail(t *testing.T, test func(t *testing.T, s *Server, m *MailServer)) {
	t.Helper()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		m := StartMail(t)
		test(t, StartWithOptions(t, name, m.Options(t)), m)
	})
}

// publicURL is where people reach a service that sends e-mail.
const publicURL = "https://redress.example"

// Options returns the change of a service's options by which it sends through this server.
func (m *MailServer) Options(t testing.TB) func(*server.Options) {
	t.Helper()
	return func(o *server.Options) {
		mailer, err := delivery.NewMailer(delivery.MailConfig{
			URL: "smtp://" + m.Addr + "?from=desk@redress.example", Connections: 4, Timeout: m.Timeout,
			Links: server.MailLinks(o.Key, publicURL),
		})
		if err != nil {
			t.Fatal(err)
		}
		o.PublicURL, o.Mail, o.Delivery.PerSecond, o.Delivery.Connections = publicURL, mailer, 10_000, 4
	}
}
