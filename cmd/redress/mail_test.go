package main

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/testenv"
)

// TestMailTest holds what `redress mail test` says about a mail server, in our words, whatever is wrong with it.
func TestMailTest(t *testing.T) {
	t.Chdir(t.TempDir())
	m := testenv.StartMail(t)
	m.InjectFault("gone@example.com", testenv.MailFault{RcptCode: 550, Message: "<gone@example.com>: no such user"})
	m.InjectFault("full@example.com", testenv.MailFault{DataCode: 452, Message: "mailbox full"})
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := closed.Addr().String()
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(m.Addr)
	for _, c := range []struct{ name, url, to, want string }{
		{"Taken", "smtp://" + m.Addr, "ada@example.com", ""},
		{"Recipient", "smtp://" + m.Addr, "gone@example.com", "refused the recipient: 550 5.1.1 the address: no such user"},
		{"Message", "smtp://" + m.Addr, "full@example.com", "refused the message: 452 4.1.1 mailbox full"},
		{"NobodyThere", "smtp://" + nobody, "ada@example.com", "nothing listens at " + nobody},
		{"NoTLSFromTheFirstByte", "smtps://" + m.Addr, "ada@example.com", "does not begin with TLS: use smtp://"},
		{"NoStartTLS", "smtp://0.0.0.0:" + port, "ada@example.com", "does not offer STARTTLS"}, // that it is this machine is not seen in the name
		{"NoWayToSignIn", "smtp://desk:hunter2@" + m.Addr, "ada@example.com", "takes no user and password"},
		{"OAuth2", "smtp://desk:hunter2@" + converse(t, "250-here\r\n250 AUTH XOAUTH2"), "ada@example.com", "no way to sign in"},
		{"WrongPassword", "smtp://desk:hunter2@" + converse(t, "250-here\r\n250 AUTH CRAM-MD5"), "ada@example.com", "refused the user or the password: 535"},
		{"HangsUp", "smtp://" + converse(t, ""), "ada@example.com", "closed the connection"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("REDRESS_SMTP_URL", c.url+"?from=desk@redress.example")
			s := runCommand(t, "mail", "test", c.to)
			if (s.err == "") != (c.want == "") || !strings.Contains(s.err, c.want) || strings.Contains(s.err, "hunter2") || strings.Contains(s.err, "@") {
				t.Errorf("%+v", s)
			}
			if (c.want == "") != strings.Contains(s.stdout, m.Addr+" took the message for "+c.to) {
				t.Errorf("it prints %q", s.stdout)
			}
		})
	}
	if got := m.Mail("ada@example.com"); len(got) != 1 || !strings.Contains(got[0].Header.Get("Subject"), "Test") {
		t.Errorf("the server has %v", got)
	}
	t.Setenv("REDRESS_SMTP_URL", "")
	if s := runCommand(t, "mail", "test", "ada@example.com"); !strings.Contains(s.err, "REDRESS_SMTP_URL: no mail server is set") {
		t.Errorf("without a server: %+v", s)
	}
}

// converse starts a mail server that says hello, refuses every password, or hangs up at once when it has nothing to say.
func converse(t *testing.T, hello string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = c.Close() }()
				if hello == "" {
					return
				}
				fmt.Fprint(c, "220 here\r\n")
				for lines := bufio.NewScanner(c); lines.Scan(); {
					verb, _, _ := strings.Cut(lines.Text(), " ")
					switch verb {
					case "EHLO":
						fmt.Fprint(c, hello+"\r\n")
					case "AUTH":
						fmt.Fprint(c, "334 PDEyMz4=\r\n")
					case "QUIT":
						fmt.Fprint(c, "221 bye\r\n")
						return
					default:
						fmt.Fprint(c, "535 5.7.8 not these\r\n")
					}
				}
			}()
		}
	}()
	return l.Addr().String()
}

// TestMailIsMissed holds that the log says why messages are not sent: a line for a reason, and one when it is over.
func TestMailIsMissed(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		m := testenv.StartMail(t)
		for _, a := range demo.Accounts() {
			m.InjectFault(a.Email, testenv.MailFault{DataCode: 554, Message: "<" + a.Email + "> gets too much"})
		}
		v := h.startProcess(t, "--smtp-url", "smtp://"+m.Addr+"?from=desk@redress.example") // of its own: the log is the process's
		token := strings.TrimSpace(h.mustRun(t, "", "token", "--email", "admin@example.com"))
		send := func(title string) {
			t.Helper()
			res := v.request(t, token, "POST", "/graphql", `{"query":"mutation{scheduleBroadcast(input:{title:\"`+title+`\",message:\"x\",channels:[IN_APP,EMAIL],targetType:ALL,urgent:true}){broadcast{id}}}"}`)
			if !strings.Contains(res.body, `"id"`) {
				t.Fatal(res.body)
			}
		}
		send("Missed")
		lines := func(text string) int { return strings.Count(v.log.String(), text) }
		eventually(t, 2*time.Minute, "a line about it", func() bool {
			return lines("e-mail can't be sent") > 0 && m.Attempts("user2@example.com") > 0 && m.Attempts("solver2@example.com") > 0
		})
		if n := lines("e-mail can't be sent"); n != 1 || lines("refused the message: 554 5.1.1 the address gets too much") != 1 {
			t.Errorf("%d lines:\n%s", n, v.log)
		}
		if strings.Contains(v.log.String(), "example.com") {
			t.Errorf("an address is in the log:\n%s", v.log)
		}
		for _, a := range demo.Accounts() {
			m.InjectFault(a.Email, testenv.MailFault{})
		}
		send("Delivered")
		eventually(t, 2*time.Minute, "a line that it is over", func() bool { return lines("e-mail is sent again") == 1 })
	})
}
