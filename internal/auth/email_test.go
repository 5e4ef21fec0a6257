package auth_test

import (
	"strings"
	"testing"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

func TestFoldEmail(t *testing.T) {
	for address, want := range map[string]string{
		"user@example.com":             "user@example.com",
		"  User@Example.COM\n":         "user@example.com",
		"ＵＳＥＲ＠example.com":             "user@example.com", // full-width letters and @
		"us.er+tag@example.com":        "us.er+tag@example.com",
		"STRASSE@example.com":          "strasse@example.com",
		"straße@example.com":           "strasse@example.com",
		"cafe\u0301@example.com":       "caf\u00e9@example.com",
		"CAF\u00c9@example.com":        "caf\u00e9@example.com",
		"ΣΊΣΥΦΟΣ@example.com":          "σίσυφοσ@example.com",
		"σίσυφος@example.com":          "σίσυφοσ@example.com",
		"a@BÜCHER.example":             "a@xn--bcher-kva.example",
		"a@xn--bcher-kva.example":      "a@xn--bcher-kva.example",
		"a@bu\u0308cher.example":       "a@xn--bcher-kva.example",
		"ﬁx@example.com":               "fix@example.com",          // a ligature
		"\u01f0\u0323@example.com":     "\u01f0\u0323@example.com", // folding alone leaves no normal form
		"o'brien@example.com":          "o'brien@example.com",
		"dev@localhost":                "dev@localhost",
		strings.Repeat("l", 64) + "@x": strings.Repeat("l", 64) + "@x",

		"":                                      "",
		"   ":                                   "",
		"user":                                  "",
		"@example.com":                          "",
		"user@":                                 "",
		"user@@example.com":                     "",
		"a@b@example.com":                       "",
		"User <user@example.com>":               "",
		"<user@example.com>":                    "",
		`"user"@example.com`:                    "",
		`"us er"@example.com`:                   "",
		"user@example.com (me)":                 "",
		"user@[127.0.0.1]":                      "",
		"user@example..com":                     "",
		"user@example.com.":                     "",
		"user@-example.com":                     "",
		"user@exa_mple.com":                     "",
		".user@example.com":                     "",
		"us..er@example.com":                    "",
		"us er@example.com":                     "",
		"user@example.com,b@example.com":        "",
		"user@example.com\r\nBcc: x@evil.test":  "",
		"us\x00er@example.com":                  "",
		"us\u200ber@example.com":                "user@example.com", // nobody sees it
		"\ufeffus\u00ader@example.com":          "user@example.com",
		"us\u200der@example.com":                "", // a joiner, as within an emoji
		"us\u202eer@example.com":                "", // written backwards
		"us\xffer@example.com":                  "",
		strings.Repeat("l", 65) + "@x":          "",
		"a@" + strings.Repeat("d", 64) + ".com": "",
		"a@" + strings.Repeat(strings.Repeat("d", 61)+".", 4) + "example": "",
		strings.Repeat("x", 1<<20) + "@example.com":                       "",
	} {
		t.Run(address, func(t *testing.T) {
			got, err := auth.FoldEmail(address)
			if len(address) > 80 {
				address = address[:80] + "…"
			}
			if want == "" {
				f, ok := fault.As(err)
				if !ok || f.Code != fault.Validation || len(f.Fields) != 1 || f.Fields[0].Field != "email" {
					t.Errorf("FoldEmail(%q) = %q, %v; want a fault of email", address, got, err)
				}
				return
			}
			if err != nil || got != want {
				t.Errorf("FoldEmail(%q) = %q, %v; want %q", address, got, err, want)
			}
		})
	}
}

// Whatever is accepted folds to something that folds to itself, whatever its letters' case.
func FuzzFoldEmail(f *testing.F) {
	for _, s := range []string{"User@Example.com", "straße@BÜCHER.example", "ﬁ\u0345\u0301@x", "İ@İ.example", "ǰ\u0323@x", "ᾼ\u0301@x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, address string) {
		once, err := auth.FoldEmail(address)
		if err != nil {
			return
		}
		if len(once) > 254 {
			t.Errorf("%q folds to %d bytes", address, len(once))
		}
		if twice, err := auth.FoldEmail(once); err != nil || twice != once {
			t.Errorf("%q folds to %q, and that to %q, %v", address, once, twice, err)
		}
	})
}
