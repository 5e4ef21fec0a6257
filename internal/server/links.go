package server

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/domain"
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

// open returns the page of the desk on which an account sees what a message is about; reporters without one have none.
func open(public string, m delivery.Message) text.Link {
	switch {
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

// mac returns the signature of a link. What it is for keeps it apart from what else the key signs.
func mac(key []byte, parts ...string) string {
	h := hmac.New(sha256.New, key)
	_, _ = h.Write([]byte(strings.Join(parts, "\x00"))) // a hash never fails
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16])
}
