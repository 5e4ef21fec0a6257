package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestRestoredLinks: after a restore the links of reporters are what the backup says: those that ended later are good again, and those that
// were made later are unknown.
func TestRestoredLinks(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		args := []string{"--public-url", "https://redress.example"}
		p := h.startProcess(t, args...)
		admin := strings.TrimSpace(h.mustRun(t, "", "token", "--email", "admin@example.com"))
		find := func(pattern, said string) string {
			t.Helper()
			found := regexp.MustCompile(pattern).FindStringSubmatch(said)
			if found == nil {
				t.Fatal(said)
			}
			return found[1]
		}
		ask := func(format string, values ...any) string {
			t.Helper()
			return p.graph(t, admin, fmt.Sprintf(format, values...), nil).body
		}
		call := func(title string) (complaint, link string) {
			t.Helper()
			complaint = find(`"id":"([^"]+)"`, ask(`mutation { submitComplaint(input: {title: %q, source: PHONE}) { complaint { id } } }`, title))
			return complaint, find(`#(rdl_[^"]+)"`, ask(`mutation { issueLink(input: {complaintId: %q}) { url } }`, complaint))
		}
		end := func(complaint string) {
			t.Helper()
			ask(`mutation { setCaller(input: {complaintId: %q, contact: {email: "a@callers.example"}}) { complaint { id } } }`, complaint)
		}
		ended, before := call("Its link ends before the backup")
		end(ended)
		later, good := call("Its link ends after the backup")
		backup := filepath.Join(t.TempDir(), "backup")
		h.mustDo(t, 0, "Backed up", "backup", backup)
		end(later)
		_, after := call("Its link is made after the backup")
		p.kill()

		fresh := h.elsewhere(t)
		fresh.mustDo(t, 0, "The restore is complete", "restore", backup)
		p = fresh.startProcess(t, args...)
		for token, want := range map[string]string{before: "INVALID_TOKEN", good: "Its link ends after the backup", after: "INVALID_TOKEN"} {
			if said := p.graph(t, token, `{ trackedComplaint { title } }`, nil).body; !strings.Contains(said, want) {
				t.Errorf("want %s: %s", want, said)
			}
		}
	})
}
