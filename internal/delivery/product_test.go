package delivery

import (
	"fmt"
	"strings"
	"testing"
	"time"

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

func short(d time.Duration) string {
	if d >= time.Hour {
		return fmt.Sprintf("%d h", int(d.Hours()))
	}
	return fmt.Sprintf("%d min", int(d.Minutes()))
}
