package delivery

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// mailServer is what the URL of a mail server says.
type mailServer struct {
	secure  bool // TLS from the first byte
	plain   bool // no TLS at all
	host    string
	port    int
	account *url.Userinfo // nil: nobody signs in
	from    *mail.Address
}

const (
	smtpPort, smtpsPort = 587, 465
	maxPort             = 65_535
)

var errForm = errors.New("must be smtp://user:password@host:port?from=desk@example.org, or smtps://…, with the user and the password percent-encoded " +
	"(% as %25, / as %2F, ? as %3F, # as %23, @ as %40)")

// parseURL reads the URL of a mail server, whose errors repeat nothing that may be a part of the password. A password that
// should have been percent-encoded (RFC 3986 section 2.1) is taken as it is where the URL can be read in one way only.
func parseURL(raw string) (mailServer, error) {
	u, err := url.Parse(raw)
	if err == nil && !strings.Contains(afterHost(u), "@") {
		return read(u)
	}
	scheme, rest, found := strings.Cut(raw, "://")
	if !found || scheme != "smtp" && scheme != "smtps" {
		return mailServer{}, errForm
	}
	var readings []mailServer
	for i, r := range rest {
		if r != '@' {
			continue
		}
		user, password, _ := strings.Cut(rest[:i], ":")
		u, err := url.Parse(scheme + "://" + rest[i+1:])
		if err != nil || u.User != nil || strings.Contains(afterHost(u), "@") || !hostName(u.Hostname()) {
			continue
		}
		if decoded, err := url.PathUnescape(user + password); err == nil && decoded != user+password {
			return mailServer{}, errForm // half of it is encoded, or looks so
		}
		u.User = url.UserPassword(user, password)
		if s, err := read(u); err == nil {
			readings = append(readings, s)
		}
	}
	if len(readings) != 1 {
		return mailServer{}, errForm
	}
	return readings[0], nil
}

// afterHost returns what stands behind the host, but for the sender's address.
func afterHost(u *url.URL) string {
	query := u.Query()
	query.Del("from")
	rest, _ := url.QueryUnescape(query.Encode())
	return u.Path + rest + u.Fragment
}

// hostName reports whether a text can be the name or the address of a host.
func hostName(text string) bool {
	return net.ParseIP(text) != nil || text != "" && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz0123456789.-") == ""
}

// read returns what a URL says whose parts are known.
func read(u *url.URL) (s mailServer, err error) {
	if u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return s, errForm
	}
	s = mailServer{secure: u.Scheme == "smtps", host: u.Hostname(), port: smtpPort, account: u.User}
	if s.secure {
		s.port = smtpsPort
	}
	if s.plain, err = checkParameters(u); err != nil {
		return s, err
	}
	if s.from, err = mail.ParseAddress(u.Query().Get("from")); err != nil {
		return s, errors.New("needs from=, the address that messages come from")
	}
	if given := u.Port(); given != "" {
		if s.port, err = strconv.Atoi(given); err != nil || s.port < 1 || s.port > maxPort {
			return s, errors.New("has no such port")
		}
	}
	return s, nil
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
