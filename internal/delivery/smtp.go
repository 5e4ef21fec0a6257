package delivery

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"maps"
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
	host     string
	address  string // with the port, for messages
	encrypts bool
	options  []gomail.Option
	tls      *tls.Config // from the first byte; nil: as the options say
	from     string
	idle     chan *connection
	optOut   func(Message) string
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
	plain, err := checkParameters(u)
	if err != nil {
		return nil, err
	}
	from, err := mail.ParseAddress(u.Query().Get("from"))
	if err != nil {
		return nil, errors.New("needs from=, the address that messages come from")
	}
	m := &Mailer{host: u.Hostname(), encrypts: true, from: from.String(), idle: make(chan *connection, max(1, cfg.Connections)), optOut: cfg.OptOut}
	m.options = []gomail.Option{gomail.WithTimeout(cmp.Or(cfg.Timeout, sendTime/2))}
	port := 587
	switch {
	case u.Scheme == "smtps":
		port = 465
		m.tls = &tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12}
		m.options = append(m.options, gomail.WithTLSPolicy(gomail.TLSOpportunistic)) // looks whether it is spoken already
	case plain, loopback(u.Hostname()):
		m.encrypts = false
		m.options = append(m.options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		m.options = append(m.options, gomail.WithTLSPolicy(gomail.TLSMandatory),
			gomail.WithTLSConfig(&tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12}))
	}
	if given := u.Port(); given != "" {
		if port, err = strconv.Atoi(given); err != nil || port < 1 || port > 65535 {
			return nil, errors.New("has no such port")
		}
	}
	m.address = net.JoinHostPort(m.host, strconv.Itoa(port))
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

// parameters are those that the URL of a mail server takes, with what each is for.
var parameters = map[string]string{"from": "the address that messages come from", "tls": "none, for a connection without TLS"}

// checkParameters returns an error unless the parameters of a URL are known ones, and whether they turn TLS off. One that
// were ignored would let people believe in something that doesn't hold.
func checkParameters(u *url.URL) (plain bool, err error) {
	if strings.Trim(u.Path, "/") != "" || u.Fragment != "" {
		return false, errors.New("must end after the host, the port and the parameters; % stands for itself as %25, and # as %23")
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return false, errors.New("has parameters that can't be read: write % as %25, and ; as %3B")
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		lower := strings.ToLower(name)
		switch {
		case parameters[name] != "" && len(query[name]) > 1:
			return false, fmt.Errorf("has %s= twice", name)
		case parameters[name] != "":
		case strings.Contains(lower, "auth"), strings.Contains(lower, "token"):
			return false, fmt.Errorf("takes no %s=: the way to sign in is agreed on with the server. "+
				"OAuth2 is not supported: use a password for applications, or a relay that takes one", name)
		default:
			return false, fmt.Errorf("takes no %s=, but from= (%s) and tls= (%s)", name, parameters["from"], parameters["tls"])
		}
	}
	if !query.Has("tls") {
		return false, nil
	}
	switch plain = query.Get("tls") == "none"; {
	case !plain:
		return false, errors.New("takes tls=none alone; without it smtp:// uses STARTTLS, and smtps:// TLS from the first byte")
	case u.Scheme == "smtps":
		return false, errors.New("has both smtps:// and tls=none: use smtp:// for a connection without TLS")
	}
	return true, nil
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

// Address returns the host and the port of the mail server.
func (m *Mailer) Address() string { return m.address }
