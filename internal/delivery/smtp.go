package delivery

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/redress/redress/internal/delivery/text"
)

// Mailer sends notifications by e-mail through one mail server (RFC 5321).
type Mailer struct {
	host     string
	address  string // with the port, for messages
	encrypts bool
	options  []gomail.Option
	tls      *tls.Config // from the first byte; nil: as the options say
	from     *mail.Address
	hello    string // its own name; "": its address
	timeout  time.Duration
	idle     chan *connection
	links    func(Message) Links
}

// MailConfig configures a Mailer.
type MailConfig struct {
	// URL is smtp://user:password@host:port?from=desk@example.org, or smtps:// for TLS from the
	// first byte. smtp:// changes to TLS before it signs in, except on this machine itself;
	// tls=none turns that off elsewhere.
	URL string
	// PublicURL is the service's own, whose host greets the server; "" for none.
	PublicURL string
	// Connections is how many stay open.
	Connections int
	// Timeout is how long the server may take to respond; 0 means 15 s.
	Timeout time.Duration
	// Links returns the addresses of pages that a message leads to; nil for none.
	Links func(Message) Links
}

// NewMailer reads the settings; it connects to nothing yet. Its errors do not contain the
// password.
func NewMailer(cfg MailConfig) (*Mailer, error) {
	s, err := parseURL(cfg.URL)
	if err != nil {
		return nil, err
	}
	s.from.Address = asciiAddress(s.from.Address)
	_, sender, _ := strings.Cut(s.from.Address, "@")
	m := &Mailer{
		host: s.host, address: net.JoinHostPort(s.host, strconv.Itoa(s.port)), encrypts: true, from: s.from, links: cfg.Links,
		hello: helloName(hostOf(cfg.PublicURL), sender), timeout: cmp.Or(cfg.Timeout, sendTime/2), idle: make(chan *connection, max(1, cfg.Connections)),
	}
	m.options = []gomail.Option{gomail.WithTimeout(m.timeout), gomail.WithPort(s.port)}
	switch {
	case s.secure:
		m.tls = &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12}
		m.options = append(m.options, gomail.WithTLSPolicy(gomail.TLSOpportunistic)) // looks whether it is spoken already
	case s.plain, loopback(s.host):
		m.encrypts = false
		m.options = append(m.options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		m.options = append(m.options, gomail.WithTLSPolicy(gomail.TLSMandatory),
			gomail.WithTLSConfig(&tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12}))
	}
	if s.account != nil {
		password, _ := s.account.Password()
		m.options = append(m.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(s.account.Username()), gomail.WithPassword(password))
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
		return m.explain(err)
	}
	err = l.client.Send(msg)
	var refused *gomail.SendError
	if err == nil || errors.As(err, &refused) && refused.ErrorCode() >= 400 && ctx.Err() == nil {
		m.release(l)
	} else {
		l.abort()
	}
	if refused != nil && refused.ErrorCode() >= 500 && !refused.IsTemp() {
		return final{m.explain(err)}
	}
	return m.explain(err)
}

// final marks an error as ErrFinal without a word more.
type final struct{ error }

// Is implements what errors.Is asks for.
func (final) Is(target error) bool { return target == ErrFinal }

// Unwrap returns the error that is final.
func (f final) Unwrap() error { return f.error }

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
	conn, err := m.dial(ctx, l)
	if err != nil {
		l.abort()
		return nil, err
	}
	dialed := func(context.Context, string, string) (net.Conn, error) { return conn, nil }
	l.client, err = gomail.NewClient(m.host, slices.Concat(m.options, []gomail.Option{
		gomail.WithDialContextFunc(dialed), gomail.WithHELO(cmp.Or(m.hello, addressLiteral(conn))),
	})...)
	if err == nil {
		err = l.client.DialWithContext(ctx)
	}
	if err != nil {
		l.abort()
		return nil, err
	}
	return l, nil
}

// dial connects to the server, by TLS where that is spoken from the first byte.
func (m *Mailer) dial(ctx context.Context, l *connection) (net.Conn, error) {
	dialing, cancel := context.WithTimeout(ctx, m.timeout)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(dialing, "tcp", m.address)
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
	msg.FromMailAddress(m.from)
	if err := msg.To(asciiAddress(in.To)); err != nil {
		return nil, err
	}
	if to := in.Organization.ReplyTo; to != "" {
		if err := msg.ReplyTo(asciiAddress(to)); err != nil {
			return nil, err
		}
	}
	_, domain, _ := strings.Cut(m.from.Address, "@")
	msg.SetMessageIDWithValue(in.NotificationID.String() + "@" + domain)
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no automatic replies, please
	view := text.Mail{
		Title: in.Title, About: in.Complaint, Text: in.Text, Parts: in.Parts, After: in.After, Language: in.Language, Asks: in.Asks,
		Organization: in.Organization,
	}
	msg.Subject(encodeSubject(view.Subject()))
	if c := in.Complaint; c != nil && !in.Asks { // all about one complaint is one thread; its first message need not exist (RFC 5322 section 3.6.4)
		thread := c.ID.String() + ".complaint@" + domain
		msg.SetGenHeaderPreformatted("In-Reply-To", "<"+thread+">")
		msg.SetGenHeaderPreformatted("References", "<"+thread+">")
	}
	if m.links != nil {
		links := m.links(in)
		view.Open, view.Confirm, view.Deny, view.OptOut = links.Open, links.Confirm, links.Deny, links.OptOut
	}
	if view.OptOut != "" { // RFC 8058: one click in the reader's mail program
		msg.SetGenHeader("List-Unsubscribe", "<"+view.OptOut+">")
		msg.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	msg.SetBodyString(gomail.TypeTextPlain, view.Plain())
	msg.AddAlternativeString(gomail.TypeTextHTML, view.HTML())
	return msg, nil
}

// Address returns the host and the port of the mail server.
func (m *Mailer) Address() string { return m.address }
