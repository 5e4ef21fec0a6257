package text

import (
	"strings"
	"testing"

	"github.com/redress/redress/internal/domain"
)

// A message's title and text are shown as they are in its HTML part, whatever they hold.
func TestMailPageIsEscaped(t *testing.T) {
	const hostile, escaped = `"><img src='x'> &`, `&#34;&gt;&lt;img src=&#39;x&#39;&gt; &amp;`
	for name, tt := range map[string]struct {
		in   Mail
		want string
	}{
		"title":           {in: Mail{Title: hostile}, want: ">" + escaped + "</h1>"},
		"title of a page": {in: Mail{Title: hostile}, want: "<title>" + escaped + "</title>"},
		"complaint":       {in: Mail{About: &About{Reference: "C-1", Title: hostile}}, want: ">C-1: " + escaped + "</p>"},
		"text":            {in: Mail{Text: "A\n" + hostile}, want: ">A<br>\n" + escaped + "</p>"},
		"quoted text":     {in: Mail{About: &About{Reference: "C-1"}, Text: hostile}, want: ">" + escaped + "</blockquote>"},
		"part":            {in: Mail{Parts: []Part{{hostile, "B"}}}, want: ">" + escaped + "</h2>"},
		"text of a part":  {in: Mail{Parts: []Part{{"A", hostile}}}, want: ">" + escaped + "</p>"},
		"what follows":    {in: Mail{After: hostile}, want: ">" + escaped + "</p>"},
		"organization":    {in: Mail{Organization: domain.Organization{Name: hostile, Color: "#0f766e"}}, want: ">" + escaped + "</p>"},
		"button":          {in: Mail{Open: Link{hostile, hostile}}, want: `href="` + escaped + `">` + escaped + "</a>"},
		"opt-out address": {in: Mail{OptOut: hostile}, want: `href="` + escaped + `">`},
	} {
		t.Run(name, func(t *testing.T) {
			page := tt.in.HTML()
			if !strings.Contains(page, tt.want) || strings.Contains(page, "<img") {
				t.Errorf("got %s", page)
			}
		})
	}
}

// The button of an e-mail is read on every color.
func TestOnColor(t *testing.T) {
	for background, want := range map[string]string{
		"#000000": "#fff", "#ffffff": "#000", "#0f766e": "#fff", "#ffcc00": "#000", "#0000ff": "#fff", "#00ff00": "#000", "#ff0000": "#000", "": "inherit",
	} {
		if got := onColor(background); got != want {
			t.Errorf("on %q: %s, not %s", background, got, want)
		}
	}
}

// An e-mail says something, and what comes from nobody in particular, as the test of the mail server does, has no empty signature.
func TestPlainMail(t *testing.T) {
	for want, in := range map[string]Mail{
		"Hello":                  {Title: "Hello"},
		"How are you?":           {Title: "Hello", Text: "How are you?"},
		"Hello\n\nC-1":           {Title: "Hello", About: &About{Reference: "C-1"}},
		"First\nA\n\nSecond":     {Title: "Hello", Parts: []Part{{"First", "A"}, {"Second", ""}}},
		"How?\n\n-- \nCity":      {Title: "Hello", Text: "How?", Organization: domain.Organization{Name: "City"}},
		"Hello\n\nC-1\n\nGo on.": {Title: "Hello", About: &About{Reference: "C-1"}, After: "Go on."},
		"Hello\n\n-- \nCity":     {Title: "Hello", Organization: domain.Organization{Name: "City"}},
	} {
		if got := in.Plain(); got != want {
			t.Errorf("%+v is %q, not %q", in, got, want)
		}
	}
}
