package server

import (
	"crypto/hmac"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/web"
	"github.com/redress/redress/rest"
)

// addressPath is the page on which whoever reads what arrives at an e-mail address answers for it. Whoever has the link may: it was
// sent there. It is void once the contact has another address, and never expires otherwise.
const addressPath = "/email-address/{contact}/{answer}/{signature}"

// addressPagePath returns the path of the page for one answer.
func addressPagePath(key []byte, a notifications.Address, answer notifications.Answer) string {
	return strings.NewReplacer("{contact}", a.Contact.String(), "{answer}", string(answer), "{signature}", addressMAC(key, a, answer)).
		Replace(addressPath)
}

// addressMAC returns the signature of a link.
func addressMAC(key []byte, a notifications.Address, answer notifications.Answer) string {
	return mac(key, "redress e-mail address 1", string(answer), string(a.Contact[:]), a.Key)
}

type addressPage struct {
	room *notifications.Room
	key  []byte
	work *admission.Limiter
}

// ServeHTTP shows a question to GET, because mail programs follow links on their own, and records the answer with POST.
func (p addressPage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer := notifications.Answer(chi.URLParam(r, "answer"))
	id, err := uuid.Parse(chi.URLParam(r, "contact"))
	words, known := addressWords[answer]
	if err != nil || !known {
		rest.WriteError(w, r, fault.Missing("page"))
		return
	}
	slot, err := p.work.Enter(r.Context())
	if err != nil {
		rest.WriteError(w, r, err)
		return
	}
	defer slot.Leave()
	address, err := p.room.AddressOf(r.Context(), id)
	if err == nil && !hmac.Equal([]byte(chi.URLParam(r, "signature")), []byte(addressMAC(p.key, address, answer))) {
		err = fault.Missing("page")
	}
	done := r.Method == http.MethodPost
	if err == nil && done {
		err = p.room.Answer(r.Context(), address, answer)
	}
	if err != nil {
		rest.WriteError(w, r, err)
		return
	}
	l := i18n.From(r.Context())
	page := web.MailPage{
		Language: string(l), Title: i18n.T("E-mail from Redress").In(l),
		Heading: words.heading.In(l), Text: words.question.In(l), Button: words.button.In(l),
	}
	if done {
		page.Heading, page.Text, page.Button = i18n.T("Done").In(l), words.done.In(l), ""
	}
	web.WriteMailPage(w, page)
}

// addressWords are what the page says of each answer.
var addressWords = map[notifications.Answer]struct{ heading, question, button, done i18n.Text }{
	notifications.Confirm: {
		i18n.T("Is this your e-mail address?"),
		i18n.T("If you confirm it, you are told here what happens to what you reported."),
		i18n.T("Yes, write to me"),
		i18n.T("The address is confirmed. You are told here from now on."),
	},
	notifications.Deny: {
		i18n.T("Not yours?"),
		i18n.T("If somebody else gave your address, say so here. Nothing more about it is sent to you, and those who look after it are told."),
		i18n.T("No, this is not mine"),
		i18n.T("Thank you. Nothing more about it is sent to you."),
	},
	notifications.Unsubscribe: {
		i18n.T("No more e-mail?"),
		i18n.T("You will get no more e-mail about what you reported. To hear of it again, confirm the address with the link in our first message."),
		i18n.T("No more such e-mail"),
		i18n.T("You get no more e-mail about what you reported."),
	},
}
