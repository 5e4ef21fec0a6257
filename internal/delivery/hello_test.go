package delivery_test

import (
	"strings"
	"testing"

	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/testenv"
)

// The service greets mail servers by a full name that is its own, or by its address; the bare name of a machine is refused by many.
func TestGreetingOfMailServers(t *testing.T) {
	m := testenv.StartMail(t)
	m.Picky = func(name string) bool {
		return !strings.HasPrefix(name, "[") && (!strings.Contains(name, ".") || strings.HasSuffix(name, ".refused.example"))
	}
	for _, c := range []struct{ publicURL, from, want, said string }{
		{"https://desk.city.example", "desk@city.example", "desk.city.example", ""},
		{"https://Bürger.city.example:8443/", "desk@city.example", "xn--brger-kva.city.example", ""},
		{"", "desk@city.example", "city.example", ""},
		{"http://127.0.0.1:8080", "City <desk@city.example>", "city.example", ""},
		{"http://desk", "desk@city.example", "city.example", ""},
		{"http://desk.local", "desk@bücher.example", "xn--bcher-kva.example", ""},
		{"https://[2001:db8::1]", "desk@localhost", "[127.0.0.1]", ""},
		{"https://redress.svc.cluster.local", "desk@host", "[127.0.0.1]", ""},
		{"https://desk.refused.example", "desk@city.example", "desk.refused.example", "desk.refused.example: 550 5.5.2 need fully-qualified hostname: the host of REDRESS_PUBLIC_URL"},
	} {
		t.Run(c.publicURL+" "+c.from, func(t *testing.T) {
			mailer, err := delivery.NewMailer(delivery.MailConfig{URL: "smtp://" + m.Addr + "?from=" + c.from, PublicURL: c.publicURL})
			if err != nil {
				t.Fatal(err)
			}
			defer mailer.Close()
			err = mailer.Send(t.Context(), delivery.Message{To: "reader@example.com", Title: "Hello", Text: "Hello"})
			if (err == nil) != (c.said == "") || err != nil && !strings.Contains(err.Error(), c.said) {
				t.Errorf("%v, want %q", err, c.said)
			}
			if greeted := m.Greetings(); greeted[len(greeted)-1] != c.want {
				t.Errorf("greeted as %q, want %s", greeted, c.want)
			}
		})
	}
}

// Addresses with letters beyond ASCII behind the @ reach servers that know no others.
func TestMailToForeignDomains(t *testing.T) {
	m := testenv.StartMail(t)
	mailer, err := delivery.NewMailer(delivery.MailConfig{URL: "smtp://" + m.Addr + "?from=desk@Bücher.example"})
	if err != nil {
		t.Fatal(err)
	}
	defer mailer.Close()
	if err := mailer.Send(t.Context(), delivery.Message{To: "reader@straße.例え.example", Title: "Hello", Text: "Hello"}); err != nil {
		t.Fatal(err)
	}
	got := m.Mail("reader@xn--strae-oqa.xn--r8jz45g.example")
	if len(got) != 1 || got[0].Header.Get("From") != "<desk@xn--bcher-kva.example>" || got[0].Header.Get("To") != "<reader@xn--strae-oqa.xn--r8jz45g.example>" {
		t.Errorf("%+v", m.Mail(""))
	}
}
