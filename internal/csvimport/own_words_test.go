package csvimport_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/redress/redress/internal/csvimport"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// TestOwnWordsAreKnown: what the service and the desk call a status, in each language, is known when a file says
// it; docs/import.md says what becomes of each.
func TestOwnWordsAreKnown(t *testing.T) {
	guide, err := os.ReadFile("../../docs/import.md")
	if err != nil {
		t.Fatal(err)
	}
	_, statuses, _ := strings.Cut(string(guide), "**Statuses**")
	statuses, _, _ = strings.Cut(statuses, "\n\n")
	for _, status := range domain.ComplaintStatuses {
		if word := strings.ReplaceAll(strings.ToLower(string(status)), "_", " "); !strings.Contains(strings.ToLower(strings.ReplaceAll(statuses, "\n", " ")), word) {
			t.Errorf("docs/import.md does not say what becomes of %q", word)
		}
	}
	var words []string
	for _, language := range i18n.Languages() {
		text, err := os.ReadFile("../../dashboard/src/lib/i18n/" + string(language) + "/words.json")
		if err != nil {
			t.Fatal(err)
		}
		var desk map[string]any
		if err := json.Unmarshal(text, &desk); err != nil {
			t.Fatal(err)
		}
		for _, status := range domain.ComplaintStatuses {
			words = append(words, fmt.Sprint(desk["status."+string(status)]), tx.StatusText(status).In(language))
		}
	}
	var file strings.Builder
	file.WriteString("external_ref,title,status,opened_at\n")
	for i, word := range words {
		fmt.Fprintf(&file, "R-%d,Lamp out,%s,2026-11-0%dT08:00:00Z\n", i, word, i%9+1)
	}
	columns := map[string]string{"external_ref": "external_ref", "title": "title", "opened_at": "opened_at", "status": "status"}
	forEachDatabase(t, func(t *testing.T, d *env) {
		_, report := d.importFile(t, file.String(), csvimport.Options{Columns: columns})
		for _, line := range report {
			if strings.Contains(strings.Join(line, " "), "is not known") {
				t.Error(line)
			}
		}
	})
}
