package delivery

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"

	gomail "github.com/wneessen/go-mail"
)

// MailError is the error of a message that was not sent, in words for an operator. It names no recipient.
type MailError struct {
	Words string
	cause error
}

// Error implements error.
func (e *MailError) Error() string { return e.Words }

// Unwrap returns what the library or the network said.
func (e *MailError) Unwrap() error { return e.cause }

// ofRecipient reports whether a mail server refused a recipient, rather than everybody.
func ofRecipient(err error) bool {
	var refused *gomail.SendError
	return errors.As(err, &refused) && refused.Reason == gomail.ErrSMTPRcptTo
}

// noSuchAddress are the codes by which a mail server says of a recipient that there is no such address (RFC 3463 section 3.2, RFC 7505): another
// address of the same kind is taken. Those of the sender's address, X.1.7 and X.1.8, and of how mail is passed on are not among them.
var noSuchAddress = []string{"5.1.0", "5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.6", "5.1.10"}

// refusedAddress reports whether a mail server refused a recipient since there is no such address.
func refusedAddress(err error) bool {
	var refused *gomail.SendError
	return ofRecipient(err) && errors.As(err, &refused) && slices.Contains(noSuchAddress, refused.EnhancedStatusCode())
}

// addresses matches e-mail addresses in what a mail server says; it repeats those that it refuses.
var addresses = regexp.MustCompile(`<?[^\s<>@]+@[^\s<>@,;:]+>?`)

// explain returns an error of the conversation with the mail server in our words.
func (m *Mailer) explain(err error) error {
	if err == nil {
		return nil
	}
	words := addresses.ReplaceAllString(m.words(err), "the address")
	return &MailError{Words: words, cause: err}
}

func (m *Mailer) words(err error) string {
	var (
		refused   *gomail.SendError
		reply     *textproto.Error
		unknown   *net.DNSError
		unknownCA x509.UnknownAuthorityError
		name      x509.HostnameError
		invalid   x509.CertificateInvalidError
		verify    *tls.CertificateVerificationError
		plain     tls.RecordHeaderError
		slow      net.Error
	)
	server := "the mail server " + m.address
	text := err.Error()
	switch {
	case errors.As(err, &refused):
		return m.refusal(refused)
	case errors.As(err, &unknown) && unknown.IsNotFound:
		return "there is no host " + unknown.Name + ": see REDRESS_SMTP_URL"
	case errors.As(err, &unknownCA):
		return "the certificate of " + server + " is of an authority that this machine does not know"
	case errors.As(err, &name):
		return "the certificate of " + server + " is for other names: use one of them in REDRESS_SMTP_URL"
	case errors.As(err, &invalid), errors.As(err, &verify):
		return "the certificate of " + server + " is not valid, or has expired"
	case errors.As(err, &plain):
		return server + " does not begin with TLS: use smtp:// for STARTTLS"
	case strings.Contains(text, "does not support STARTTLS"): // the library has no name for it
		return server + " does not offer STARTTLS: use smtps:// if it speaks TLS from the first byte, or add tls=none"
	case errors.Is(err, gomail.ErrNoSupportedAuthDiscovered) && !m.encrypts:
		return server + " offers no way to sign in that keeps the password secret without TLS"
	case errors.Is(err, gomail.ErrNoSupportedAuthDiscovered):
		return server + " offers no way to sign in with a password. OAuth2 is not supported: use a password for applications, or a relay that takes one"
	case strings.Contains(text, "server does not support SMTP AUTH"):
		return server + " takes no user and password: leave them out of REDRESS_SMTP_URL"
	case strings.Contains(text, "SMTP AUTH failed") && errors.As(err, &reply):
		return fmt.Sprintf("%s refused the user or the password: %d %s", server, reply.Code, reply.Msg)
	case strings.Contains(text, "EHLO/HELO exchange failed") && errors.As(err, &reply):
		return fmt.Sprintf("%s refused the name that it was greeted by, %s: %d %s: the host of REDRESS_PUBLIC_URL, or else of from= in "+
			"REDRESS_SMTP_URL, must be a full name",
			server, cmp.Or(m.hello, "an address"), reply.Code, reply.Msg)
	case errors.As(err, &reply):
		return fmt.Sprintf("%s refused: %d %s", server, reply.Code, reply.Msg)
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing listens at " + m.address + ": see the port in REDRESS_SMTP_URL"
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded), errors.As(err, &slow) && slow.Timeout():
		return server + " did not respond in time"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return server + " closed the connection"
	case errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH):
		return "no way leads to " + server
	}
	return server + ": " + text
}

// refusal returns what the server said about a message, and about which part of it.
func (m *Mailer) refusal(err *gomail.SendError) string {
	what := "the message"
	switch err.Reason {
	case gomail.ErrSMTPMailFrom:
		what = "the sender, from= in REDRESS_SMTP_URL"
	case gomail.ErrSMTPRcptTo:
		what = "the recipient"
	}
	said := err.Error() // the reason, what the server said, and for whom
	if _, after, found := strings.Cut(said, ": "); found {
		said = after
	}
	said, _, _ = strings.Cut(said, ", affected recipient(s)")
	said, _, _ = strings.Cut(said, ", affected message ID")
	if code, quoted, found := strings.Cut(said, " "); found {
		if text, failed := strconv.Unquote(quoted); failed == nil {
			said = code + " " + text
		}
	}
	if err.ErrorCode() > 0 {
		return fmt.Sprintf("the mail server %s refused %s: %s", m.address, what, said)
	}
	if strings.Contains(said, "timeout") { // the library keeps the text of the error alone
		return m.words(os.ErrDeadlineExceeded)
	}
	return m.words(io.ErrUnexpectedEOF)
}
