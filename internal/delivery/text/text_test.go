package text

import (
	"strings"
	"testing"
)

// A message's title and text are shown as they are in its HTML part, whatever they hold.
func TestMailPageIsEscaped(t *testing.T) {
	const hostile, escaped = `"><img src='x'> &`, `&#34;&gt;&lt;img src=&#39;x&#39;&gt; &amp;`
	for name, tt := range map[string]struct {
		in   Mail
		want string
	}{
		"title":           {in: Mail{Title: hostile}, want: `<h1 style="font-size: 1.2em">` + escaped + `</h1>`},
		"text":            {in: Mail{Text: "A\n" + hostile}, want: "<p>A<br>\n" + escaped + "</p>"},
		"opt-out address": {in: Mail{OptOut: hostile}, want: `<a href="` + escaped + `">`},
	} {
		t.Run(name, func(t *testing.T) {
			page := MailHTML(tt.in)
			if !strings.Contains(page, tt.want) || strings.Contains(page, "<img") {
				t.Errorf("got %s", page)
			}
		})
	}
}
