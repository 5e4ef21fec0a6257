package server

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/web"
	"github.com/redress/redress/rest"
)

// optOutPath is where a message's recipient says that they want no more of its kind. Whoever
// holds the link may: it names the account, and it never expires, because a message is kept
// for years.
const optOutPath = "/unsubscribe/{account}/{kind}/{signature}"

// OptOutLink makes the links that messages carry, below the address under which people reach
// the service; without one there are none.
func OptOutLink(key []byte, public string) func(delivery.Message) string {
	if public == "" {
		return nil
	}
	return func(m delivery.Message) string {
		return strings.TrimSuffix(public, "/") + strings.NewReplacer(
			"{account}", m.Recipient.String(), "{kind}", m.OptOut, "{signature}", optOutMAC(key, m.Recipient, m.OptOut),
		).Replace(optOutPath)
	}
}

// optOutMAC signs a link. The leading words keep it apart from what else the key signs.
func optOutMAC(key []byte, account uuid.UUID, kind string) string {
	h := hmac.New(sha256.New, key)
	_, _ = h.Write([]byte("redress opt out 1\x00" + kind + "\x00")) // a hash never fails
	_, _ = h.Write(account[:])
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16])
}

type optOut struct {
	desk *desk.Desk
	key  []byte
}

// ServeHTTP asks with GET, because mail programs follow links on their own, and opts out with
// POST (RFC 8058).
func (o optOut) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	account, err := uuid.Parse(chi.URLParam(r, "account"))
	kind := chi.URLParam(r, "kind")
	known := kind == delivery.OptOutBroadcasts || kind == delivery.OptOutOwn
	if err != nil || !known || !hmac.Equal([]byte(chi.URLParam(r, "signature")), []byte(optOutMAC(o.key, account, kind))) {
		rest.WriteError(w, r, fault.Missing("page"))
		return
	}
	view := struct {
		Kind string
		Done bool
	}{"broadcasts", r.Method == http.MethodPost}
	if kind == delivery.OptOutOwn {
		view.Kind = "messages about your own complaints and tasks"
	}
	if view.Done {
		if err := o.desk.OptOut(r.Context(), account, kind == delivery.OptOutBroadcasts); err != nil {
			rest.WriteError(w, r, err)
			return
		}
	}
	web.Secure(w.Header(), "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_ = optOutPage.Execute(w, view) // whoever asked is gone
}

var optOutPage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>E-mail from Redress</title>
<style>:root{color-scheme:light dark}body{font:1.1em/1.5 system-ui,sans-serif;max-width:32em;margin:4em auto;padding:0 1em}button{font:inherit;padding:.5em 1em}</style>
{{if .Done}}<h1>Done</h1><p>You get no more {{.Kind}} by e-mail. You find them in the application as before, and can change this there.</p>
{{else}}<h1>No more e-mail?</h1><p>You will get no more {{.Kind}} by e-mail. You will still find them in the application.</p>
<form method="post"><button>No more such e-mail</button></form>{{end}}
</html>
`))
