package server

import (
	"crypto/hmac"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/web"
	"github.com/redress/redress/rest"
)

// optOutPath is the page on which a message's recipient unsubscribes from its kind. Whoever has
// the link may: it names the account, and it never expires, because people keep messages for
// years.
const optOutPath = "/unsubscribe/{account}/{kind}/{signature}"

// optOutPagePath returns the path of the page on which an account's messages of a kind are turned off.
func optOutPagePath(key []byte, account uuid.UUID, kind string) string {
	return strings.NewReplacer("{account}", account.String(), "{kind}", kind, "{signature}", optOutMAC(key, account, kind)).Replace(optOutPath)
}

// optOutMAC returns the signature of a link.
func optOutMAC(key []byte, account uuid.UUID, kind string) string {
	return mac(key, "redress opt out 1", kind, string(account[:]))
}

type optOut struct {
	identity *identity.Room
	key      []byte
	work     *admission.Limiter
}

// ServeHTTP shows a question to GET, because mail programs follow links on their own, and opts out with
// POST (RFC 8058).
func (o optOut) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	account, err := uuid.Parse(chi.URLParam(r, "account"))
	kind := chi.URLParam(r, "kind")
	validKind := kind == delivery.OptOutBroadcasts || kind == delivery.OptOutOwn
	if err != nil || !validKind || !hmac.Equal([]byte(chi.URLParam(r, "signature")), []byte(optOutMAC(o.key, account, kind))) {
		rest.WriteError(w, r, fault.Missing("page"))
		return
	}
	done := r.Method == http.MethodPost
	if done {
		slot, err := o.work.Enter(r.Context())
		if err == nil {
			err = o.identity.OptOut(r.Context(), account, kind == delivery.OptOutBroadcasts)
			slot.Leave()
		}
		if err != nil {
			rest.WriteError(w, r, err)
			return
		}
	}
	web.WriteMailPage(w, optOutPage(i18n.From(r.Context()), kind, done))
}

// optOutPage returns what the page says about a kind of messages.
func optOutPage(l i18n.Language, kind string, done bool) web.MailPage {
	messages := i18n.T("broadcasts")
	if kind == delivery.OptOutOwn {
		messages = i18n.T("messages about your own complaints and tasks")
	}
	p := web.MailPage{Language: string(l), Title: i18n.T("E-mail from Redress").In(l)}
	if done {
		p.Heading = i18n.T("Done").In(l)
		p.Text = i18n.T("You get no more %s by e-mail. You find them in the application as before, and can change this there.", messages).In(l)
		return p
	}
	p.Heading, p.Button = i18n.T("No more e-mail?").In(l), i18n.T("No more such e-mail").In(l)
	p.Text = i18n.T("You will get no more %s by e-mail. You will still find them in the application.", messages).In(l)
	return p
}
