package delivery

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/redress/redress/internal/delivery/text"
)

// Mailer sends notifications by e-mail through one mail server (RFC 5321).
type Mailer struct {
	host    string
	options []gomail.Option
	tls     *tls.Config // from the first byte; nil: as the options say
	from    string
	idle    chan *connection
	optOut  func(Message) string
}

// MailConfig configures a Mailer.
type MailConfig struct {
	// URL is smtp://user:password@host:port?from=desk@example.org, or smtps:// for TLS from the
	// first byte. smtp:// changes to TLS before it signs in, except on this machine itself;
	// tls=none turns that off elsewhere.
	URL string
	// Connections is how many stay open.
	Connections int
	// Timeout is how long the server may take to respond; 0 means 15 s.
	Timeout time.Duration
	// OptOut returns the address at which a recipient can turn such messages off; "" for none.
	OptOut func(Message) string
}

// NewMailer reads the settings; it connects to nothing yet. Its errors do not contain the
// password.
func NewMailer(cfg MailConfig) (*Mailer, error) {
	u, err := url.Parse(cfg.URL)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("must be smtp://user:password@host:port?from=desk@example.org, or smtps://…")
	}
	from, err := mail.ParseAddress(u.Query().Get("from"))
	if err != nil {
		return nil, errors.New("needs from=, the address that messages come from")
	}
	m := &Mailer{host: u.Hostname(), from: from.String(), idle: make(chan *connection, max(1, cfg.Connections)), optOut: cfg.OptOut}
	m.options = []gomail.Option{gomail.WithTimeout(cmp.Or(cfg.Timeout, sendTime/2))}
	port := 587
	switch {
	case u.Scheme == "smtps":
		port = 465
		m.tls = &tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12}
		m.options = append(m.options, gomail.WithTLSPolicy(gomail.TLSOpportunistic)) // looks whether it is spoken already
	case u.Query().Get("tls") == "none", loopback(u.Hostname()):
		m.options = append(m.options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		m.options = append(m.options, gomail.WithTLSPolicy(gomail.TLSMandatory),
			gomail.WithTLSConfig(&tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12}))
	}
	if given := u.Port(); given != "" {
		if port, err = strconv.Atoi(given); err != nil {
			return nil, errors.New("has no such port")
		}
	}
	m.options = append(m.options, gomail.WithPort(port))
	if u.User != nil {
		password, _ := u.User.Password()
		m.options = append(m.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	if _, err := gomail.NewClient(m.host, m.options...); err != nil {
		return nil, errors.New("is not a usable address of a mail server")
	}
	return m, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Close implements Sender.
func (m *Mailer) Close() {
	for {
		select {
		case l := <-m.idle:
			_ = l.client.Close() // with QUIT
			l.abort()
		default:
			return
		}
	}
}

// Send implements Sender. What the server refuses with 5xx is final (RFC 5321 section 4.2.1).
func (m *Mailer) Send(ctx context.Context, message Message) error {
	msg, err := m.compose(message)
	if err != nil {
		return errors.Join(ErrFinal, err)
	}
	l, err := m.connect(ctx)
	if err != nil {
		return err
	}
	err = l.client.Send(msg)
	var refused *gomail.SendError
	if err == nil || errors.As(err, &refused) && refused.ErrorCode() >= 400 && ctx.Err() == nil {
		m.release(l)
	} else {
		l.abort()
	}
	if refused != nil && refused.ErrorCode() >= 500 && !refused.IsTemp() {
		return fmt.Errorf("%w: %w", ErrFinal, err)
	}
	return err
}

// connection is a connection to the mail server. The library gives each step of the
// conversation a timeout of its own; a connection ends at the deadline of its message, so that
// a server that is slow at every step can't outlast the claim.
type connection struct {
	net.Conn
	client   *gomail.Client
	deadline time.Time
}

// SetDeadline implements net.Conn.
func (l *connection) SetDeadline(t time.Time) error {
	if !l.deadline.IsZero() && t.After(l.deadline) {
		t = l.deadline
	}
	return l.Conn.SetDeadline(t)
}

// use prepares the connection for a message.
func (l *connection) use(ctx context.Context) error {
	l.deadline, _ = ctx.Deadline()
	return l.Conn.SetDeadline(l.deadline)
}

// abort closes the connection without QUIT.
func (l *connection) abort() {
	if l.Conn != nil {
		_ = l.Close()
	}
}

// connect returns an open connection, an idle one if there is any.
func (m *Mailer) connect(ctx context.Context) (*connection, error) {
	for {
		select {
		case l := <-m.idle:
			if l.use(ctx) == nil && l.client.Reset() == nil {
				return l, nil
			}
			l.abort() // the server has closed it meanwhile
		default:
			return m.open(ctx)
		}
	}
}

// open opens a new connection.
func (m *Mailer) open(ctx context.Context) (*connection, error) {
	l := &connection{}
	dial := func(dialing context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(dialing, network, address)
		if err != nil {
			return nil, err
		}
		l.Conn = conn
		if err := l.use(ctx); err != nil || m.tls == nil {
			return l, err
		}
		secure := tls.Client(l, m.tls)
		return secure, secure.HandshakeContext(dialing)
	}
	var err error
	if l.client, err = gomail.NewClient(m.host, slices.Concat(m.options, []gomail.Option{gomail.WithDialContextFunc(dial)})...); err != nil {
		return nil, err
	}
	if err := l.client.DialWithContext(ctx); err != nil {
		l.abort()
		return nil, err
	}
	return l, nil
}

// release makes a connection idle, or closes it when there are enough.
func (m *Mailer) release(l *connection) {
	select {
	case m.idle <- l:
	default:
		_ = l.client.Close()
		l.abort()
	}
}

// compose builds a message: text, the same as simple HTML, and a Message-ID that a repetition
// has again.
func (m *Mailer) compose(in Message) (*gomail.Msg, error) {
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := errors.Join(msg.From(m.from), msg.To(in.To)); err != nil {
		return nil, err
	}
	msg.Subject(in.Title)
	_, domain, _ := strings.Cut(strings.TrimSuffix(m.from, ">"), "@")
	msg.SetMessageIDWithValue(in.NotificationID.String() + "@" + domain)
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no automatic replies, please
	view := text.Mail{Title: in.Title, Text: in.Text, Language: in.Language}
	if in.OptOut != "" && m.optOut != nil {
		view.OptOut = m.optOut(in)
	}
	if view.OptOut != "" { // RFC 8058: one click in the reader's mail program
		msg.SetGenHeader("List-Unsubscribe", "<"+view.OptOut+">")
		msg.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	msg.SetBodyString(gomail.TypeTextPlain, text.MailText(view))
	msg.AddAlternativeString(gomail.TypeTextHTML, text.MailHTML(view))
	return msg, nil
}
