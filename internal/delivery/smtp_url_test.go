package delivery

import (
	"strings"
	"testing"
)

// Passwords are pasted as providers give them. One reading: taken; several, or none: refused, and nothing of it is repeated.
func TestPasswordsInURLs(t *testing.T) {
	const at, from = "@mail.example.org:465?from=desk@example.org", "?from=desk@example.org"
	for _, c := range []struct{ url, user, password string }{
		{"smtps://desk:secret" + at, "desk", "secret"},
		{"smtps://desk:Aq+AmkX/fU8ma#enyRc" + at, "desk", "Aq+AmkX/fU8ma#enyRc"},
		{"smtps://desk:Aq%2BAmkX%2FfU8ma%23enyRc" + at, "desk", "Aq+AmkX/fU8ma#enyRc"},
		{"smtps://desk@example.org:Sommer@2025!" + at, "desk@example.org", "Sommer@2025!"},
		{"smtps://desk%40example.org:Sommer%402025!" + at, "desk@example.org", "Sommer@2025!"},
		{"smtps://desk:100%secret" + at, "desk", "100%secret"},
		{"smtps://desk:100%25secret" + at, "desk", "100%secret"},
		{"smtps://desk:pa?ss&word=1" + at, "desk", "pa?ss&word=1"},
		{"smtps://desk:12?ss&word=1" + at, "desk", "12?ss&word=1"},
		{"smtps://desk:12#secret" + at, "desk", "12#secret"},
		{"smtps://desk:12/secret" + at, "desk", "12/secret"},
		{"smtps://desk:[secret]" + at, "desk", "[secret]"},
		{"smtps://desk:secret:with:colons" + at, "desk", "secret:with:colons"},
		{"smtps://desk:secret@mail.example.org?from=City Hall <desk@example.org>", "desk", "secret"},
		{"smtps://desk:secret@[2001:db8::1]:465" + from, "desk", "secret"},
		{"smtp://mail.example.org" + from, "", ""},
		// Refused:
		{"smtps://desk:secret/%2F" + at, "", "secret"}, // half encoded
		{"smtps://desk:secret/@mail.example.org:465", "", "secret"},
		{"smtps://desk:1?secret=1" + at + "&secret=2", "", "secret"},
		{"smtps://desk:1?from=secret@mail.example.org:465" + from, "", "secret"},
		{"http://desk:secret#" + at, "", "secret"},
		{"desk:secret" + at, "", "secret"},
	} {
		t.Run(c.url, func(t *testing.T) {
			s, err := parseURL(c.url)
			if err != nil {
				if c.user != "" || c.password == "" || strings.Contains(err.Error(), c.password) {
					t.Error(err)
				}
				return
			}
			password, _ := s.account.Password()
			if name := s.account.Username(); name != c.user || c.user != "" && password != c.password || s.from.Address != "desk@example.org" {
				t.Errorf("%q %q %v", name, password, s.from)
			}
		})
	}
}
