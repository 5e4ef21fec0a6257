package docs

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/redress/redress/internal/domain"
)

// TestAuditRecordsHaveWords: what the audit log is about and what was done are messages of the desk, and its filter offers
// each subject. Without a message the desk shows the English name of a record to everybody.
func TestAuditRecordsHaveWords(t *testing.T) {
	messages, screen := map[string]string{}, ""
	readAll(t, "dashboard/src/lib/i18n/en/audit.json", func(_, text string) {
		if err := json.Unmarshal([]byte(text), &messages); err != nil {
			t.Fatal(err)
		}
	})
	readAll(t, "dashboard/src/screens/settings/Audit.tsx", func(_, text string) { screen = text })
	records := map[string]bool{}
	literal := regexp.MustCompile(`(?:\b[Aa]ction\w*:? *=? *|tx\.Record\{[^}]*)"([a-z_]+\.[a-z_]+)"`)
	sources(t, func(name, text string) {
		if strings.HasSuffix(name, "_test.go") || !strings.HasPrefix(name, "internal/") || strings.HasPrefix(name, "internal/testenv/") {
			return
		}
		for _, match := range literal.FindAllStringSubmatch(text, -1) {
			records[match[1]] = true
		}
	})
	if len(records) < 30 {
		t.Fatalf("found %d records only: %v", len(records), records)
	}
	for _, action := range domain.ComplaintActions {
		records["complaint."+strings.ToLower(string(action))] = true
	}
	for record := range records {
		subject, verb, _ := strings.Cut(record, ".")
		if messages["audit.subject."+subject] == "" || messages["audit.verb."+verb] == "" {
			t.Errorf("lib/i18n/en/audit.json has no words for %s", record)
		}
		if !strings.Contains(screen, "\n  \""+subject+"\",\n") {
			t.Errorf("Audit.tsx offers no filter for %s", record)
		}
	}
}
