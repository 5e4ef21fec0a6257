package web_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/redress/redress/internal/web"
)

// A value is shown as it is, whatever it holds, and never becomes a part of the page.
func TestValuesAreEscaped(t *testing.T) {
	const harmless = "value"
	with := func(change func(cfg *web.Config, value string)) func(t *testing.T, value string) string {
		return func(t *testing.T, value string) string {
			cfg := demo()
			change(&cfg, value)
			base := serve(t, cfg)
			_, start := call(t, "GET", base+"/")
			_, playground := call(t, "GET", base+"/playground")
			_, docs := call(t, "GET", base+"/docs")
			return start + playground + docs
		}
	}
	places := map[string]func(t *testing.T, value string) string{
		"endpoint":         with(func(cfg *web.Config, value string) { cfg.Endpoint = value }),
		"demo password":    with(func(cfg *web.Config, value string) { cfg.Password = value }),
		"account's role":   with(func(cfg *web.Config, value string) { cfg.Accounts[0].Role = value }),
		"account's e-mail": with(func(cfg *web.Config, value string) { cfg.Accounts[0].Email = value }),
		"opt-out question": func(_ *testing.T, value string) string { return optOut(value, false) },
		"opt-out answer":   func(_ *testing.T, value string) string { return optOut(value, true) },
	}
	values := []string{
		`<script>alert(1)</script>`,
		`</code><img src=x onerror=alert(1)>`,
		`"><svg onload=alert(1)>`,
		`' onmouseover='alert(1)`,
		`--><b>`,
		`{{head}}`,
		`&lt;b&gt; &amp;`,
	}
	for place, render := range places {
		want, _ := structure(t, render(t, harmless))
		for _, value := range values {
			t.Run(place+"/"+value, func(t *testing.T) {
				got, text := structure(t, render(t, value))
				if got != want {
					t.Errorf("the value has changed the page from %s to %s", want, got)
				}
				if !strings.Contains(text, value) {
					t.Errorf("the page does not show the value in %q", text)
				}
			})
		}
	}
}

func optOut(text string, done bool) string {
	w := httptest.NewRecorder()
	p := web.MailPage{Language: "en", Title: "E-mail", Heading: "E-mail", Text: text, Button: "No more"}
	if done {
		p.Button = ""
	}
	web.WriteMailPage(w, p)
	return w.Body.String()
}

// structure returns a page's elements with their attributes, and apart from them its text.
func structure(t *testing.T, page string) (elements, text string) {
	t.Helper()
	page = strings.ReplaceAll(page, "noscript>", "div>") // as a browser without scripts reads it
	var tags, texts strings.Builder
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return tags.String(), texts.String()
		case html.TextToken:
			texts.Write(z.Text())
		default:
			tags.WriteString(z.Token().String() + "\n")
		}
	}
}
