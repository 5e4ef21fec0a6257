package server

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/desk/notifications"
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

// mac returns the signature of a link. What it is for keeps it apart from what else the key signs.
func mac(key []byte, parts ...string) string {
	h := hmac.New(sha256.New, key)
	_, _ = h.Write([]byte(strings.Join(parts, "\x00"))) // a hash never fails
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16])
}
