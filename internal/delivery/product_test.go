package delivery

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv/docs"
)

// TestProductPage compares docs/product.md with the times of the delivery.
func TestProductPage(t *testing.T) {
	var pauses []string
	for _, p := range DefaultRetries() {
		pauses = append(pauses, short(p))
	}
	docs.Section(t, "delivery limits", docs.Table(
		[]string{"limit", "value"},
		[]string{"how late a broadcast may begin before it is held", short(DefaultSettings().Grace) + " (REDRESS_BROADCAST_GRACE)"},
		[]string{"an e-mail is retried", "after " + strings.Join(pauses, ", ")},
		[]string{"an instance's claim on an e-mail expires", "after " + short(lease)},
		[]string{"an e-mail without a mail server fails", "after " + short(abandonAfter)},
	))
}

// TestNotificationsPage compares docs/notifications.md with how soon e-mails about people's own things go out.
func TestNotificationsPage(t *testing.T) {
	quiet := DefaultSettings().Quiet
	clock := func(d time.Duration) string { return time.Time{}.Add(d).Format("15:04") }
	docs.PageSection(t, "notifications.md", "timings", docs.Table(
		[]string{"rule", "value"},
		[]string{"an e-mail about a complaint waits until nothing more was told of it for", short(domain.MailTogetherAfter)},
		[]string{"but at most, from the first, for", short(domain.MailTogetherAtMost)},
		[]string{"e-mails within an hour, after which the rest waits for one message with all of it", fmt.Sprint(MaxMails)},
		[]string{"most that one message tells; the rest follows in another", fmt.Sprintf("%d things", mostInMail)},
		[]string{"quiet hours, by the time zone of the reader", clock(quiet.From) + " to " + clock(quiet.Until)},
	))
}

func short(d time.Duration) string {
	if d >= time.Hour {
		return fmt.Sprintf("%d h", int(d.Hours()))
	}
	return fmt.Sprintf("%d min", int(d.Minutes()))
}
