package server

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/web"
	"github.com/redress/redress/rest"
)

// MailLinks returns the function that makes the links of messages, below the service's public address; nil without one.
func MailLinks(key *auth.Key, public string) func(delivery.Message) delivery.Links {
	if public == "" {
		return nil
	}
	public = strings.TrimSuffix(public, "/")
	optOutKey, addressKey := key.LinkKey(), key.AddressKey()
	return func(m delivery.Message) (l delivery.Links) {
		address := func(answer notifications.Answer) string {
			return public + addressPagePath(addressKey, notifications.Address{Contact: m.Contact, Key: m.Key}, answer)
		}
		l.Open = open(public, m)
		switch {
		case m.Asks:
			l.Confirm, l.Deny = address(notifications.Confirm), address(notifications.Deny)
		case m.Recipient == uuid.Nil:
			l.OptOut = address(notifications.Unsubscribe)
		case m.OptOut != "":
			l.OptOut = public + optOutPagePath(optOutKey, m.Recipient, m.OptOut)
		}
		return l
	}
}

// pageBelow returns the address of a page below the service's public one.
func pageBelow(public, path string) string { return strings.TrimSuffix(public, "/") + path }

// open returns the page on which its recipient sees what a message is about: for who reported it the page that their link leads to, for others a page
// of the desk.
func open(public string, m delivery.Message) text.Link {
	switch {
	case m.Token != "": // in the fragment, which browsers send to no server
		return text.Link{Name: text.OpenReport.In(m.Language), Address: pageBelow(public, web.TrackPath) + "#" + m.Token}
	case m.Recipient == uuid.Nil || m.Asks:
		return text.Link{}
	case m.Role == domain.RoleSolver && m.Task != nil:
		return text.Link{Name: text.OpenTask.In(m.Language), Address: public + "/desk/today/" + m.Task.String()}
	case m.Kind == string(notifications.DailyDigest) || m.Kind == string(notifications.DueToday):
		return text.Link{Name: text.OpenDesk.In(m.Language), Address: public + "/desk/"}
	case m.Complaint == nil || m.Role == domain.RoleSolver || m.Role == domain.RoleProvider:
		return text.Link{}
	}
	name := text.OpenComplaint
	if m.Reported != nil {
		name = text.OpenReport
	}
	return text.Link{Name: name.In(m.Language), Address: public + "/desk/complaints/" + m.Complaint.Reference}
}

// refuseLinkTokens refuses requests with the token of a link in their address, where proxies and browsers keep it: it goes into the fragment of a page,
// and into the header Authorization.
func refuseLinkTokens(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query, err := url.QueryUnescape(r.URL.RawQuery)
		if err != nil {
			query = r.URL.RawQuery
		}
		if auth.ContainsLinkToken(r.URL.Path) || auth.ContainsLinkToken(query) {
			rest.WriteError(w, r, fault.New(fault.Malformed, "The token of a link does not belong into an address. Open the link as it stands in the e-mail."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// mac returns the signature of a link. What it is for keeps it apart from what else the key signs.
func mac(key []byte, parts ...string) string {
	h := hmac.New(sha256.New, key)
	_, _ = h.Write([]byte(strings.Join(parts, "\x00"))) // a hash never fails
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16])
}
