package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/delivery/hold"
	"github.com/redress/redress/internal/testenv"
)

// holdsMail reports whether e-mail is held since a restore.
func (h installation) holdsMail(t *testing.T) bool {
	t.Helper()
	db, _ := h.open(t)
	is, err := hold.Read(t.Context(), db.Client())
	if err != nil {
		t.Fatal(err)
	}
	return is != nil
}

// TestRestoreWithMailWaiting: what a mail server had refused for a while when the backup was made waits in what is restored, until an
// administrator has decided; what people do there goes out at once.
func TestRestoreWithMailWaiting(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		const to = "user@example.com"
		mail := testenv.StartMail(t)
		args := []string{"--smtp-url", "smtp://" + mail.Addr + "?from=desk@redress.example", "--public-url", "https://redress.example"}
		ask := func(p *process, token, query string) string { return p.graph(t, token, query, nil).body }
		submit := func(p *process, h installation, title string) {
			t.Helper()
			token := strings.TrimSpace(h.mustRun(t, "", "token", "--email", to))
			if said := ask(p, token, `mutation { submitComplaint(input: {title: "`+title+`"}) { complaint { id } } }`); !strings.Contains(said, `"id"`) {
				t.Fatal(said)
			}
		}
		receipts := func() int { return len(mail.Mail(to)) }
		p := h.startProcess(t, args...)
		mail.InjectFault(to, testenv.MailFault{RcptCode: 451, Message: "come back later"})
		submit(p, h, "A lamp is out")
		db, _ := h.open(t)
		eventually(t, time.Minute, "the end of what the demo sends", func() bool {
			n, err := db.Client().Notification.Query().Where(notification.NextTryAtNotNil()).Count(system())
			return err == nil && n == 1
		})
		backup := filepath.Join(t.TempDir(), "backup")
		h.mustDo(t, 0, "Backed up", "backup", backup)
		if h.holdsMail(t) {
			t.Error("e-mail is held though nothing was restored")
		}
		p.kill()
		mail.InjectFault(to, testenv.MailFault{})

		for i, verb := range []string{"dropHeldMail", "releaseHeldMail"} {
			fresh := h.elsewhere(t)
			said := fresh.mustDo(t, 0, "The restore is complete", "restore", backup)
			if !strings.Contains(said, "E-mail from before is held") || !fresh.holdsMail(t) {
				t.Errorf("restore says %s", said)
			}
			before := receipts()
			p := fresh.startProcess(t, args...)
			admin := strings.TrimSpace(fresh.mustRun(t, "", "token", "--email", "admin@example.com"))
			submit(p, fresh, "A tap drips")
			eventually(t, time.Minute, "the receipt of what was reported after the restore", func() bool { return receipts() > before })
			var got struct {
				Data struct {
					HeldMail struct {
						Since string
						Count int
					}
				}
			}
			if text := ask(p, admin, `{ heldMail { since count } }`); json.Unmarshal([]byte(text), &got) != nil || got.Data.HeldMail.Count != 1 {
				t.Errorf("held is %s", text)
			}
			if n := receipts(); n != before+1 {
				t.Fatalf("%d receipts arrived", n-before)
			}
			text := ask(p, admin, fmt.Sprintf(`mutation { %s(input: {since: %q}) { heldMail { count } } }`, verb, got.Data.HeldMail.Since))
			if !strings.Contains(text, `"count":1`) {
				t.Error(text)
			}
			eventually(t, time.Minute, "the end of the hold", func() bool { return strings.Contains(ask(p, admin, `{ heldMail { count } }`), `"heldMail":null`) })
			submit(p, fresh, "A door is stuck") // its receipt goes behind what was released
			eventually(t, time.Minute, "the receipt of what was reported at last", func() bool { return receipts() >= before+2+i })
			if n := receipts(); n != before+2+i {
				t.Errorf("%s: %d receipts arrived", verb, n-before)
			}
			p.kill()
		}
	})
}
