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
		"title":           {in: Mail{Title: hostile}, want: ">" + escaped + "</h1>"},
		"title of a page": {in: Mail{Title: hostile}, want: "<title>" + escaped + "</title>"},
		"complaint":       {in: Mail{About: AboutComplaint("C-1", hostile)}, want: ">C-1: " + escaped + "</p>"},
		"text":            {in: Mail{Text: "A\n" + hostile}, want: ">A<br>\n" + escaped + "</p>"},
		"quoted text":     {in: Mail{About: "C-1", Text: hostile}, want: ">" + escaped + "</blockquote>"},
		"part":            {in: Mail{Parts: []Part{{hostile, "B"}}}, want: ">" + escaped + "</h2>"},
		"text of a part":  {in: Mail{Parts: []Part{{"A", hostile}}}, want: ">" + escaped + "</p>"},
		"what follows":    {in: Mail{After: hostile}, want: ">" + escaped + "</p>"},
		"organization":    {in: Mail{Organization: hostile}, want: ">" + escaped + "</p>"},
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
