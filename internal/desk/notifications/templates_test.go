package notifications

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// maxWords is how many words of ours an e-mail has.
const maxWords = 120

var placeholder = regexp.MustCompile(`\{[^}]*\}`)

// TestMailTemplates: whatever is about a complaint and goes out by e-mail has a template, in both languages with the same placeholders, and few words.
func TestMailTemplates(t *testing.T) {
	left := maps.Clone(templates)
	for _, r := range table {
		aboutComplaint := r.to[0].area == AreaReports || r.to[0].area == AreaTasks || r.to[0].area == AreaComplaints || r.kind == ConfirmAddress
		daily := r.kind == DailyDigest || r.kind == DueToday
		template, ok := TemplateOf(r.kind)
		if want := aboutComplaint && !daily && slices.Contains(r.ways, domain.ChannelEmail); ok != want {
			t.Errorf("%s has a template: %v", r.kind, ok)
		}
		delete(left, r.kind)
		if !ok {
			continue
		}
		if template.Reports && r.to[0].follow != nil && r.kind != ConfirmAddress && template.Watched.String() == "" {
			t.Errorf("%s says nothing to those who watch", r.kind)
		}
		if template.Reports != (template.Account.String() != "" || template.Caller.String() != "" || template.Next.String() != "") {
			t.Errorf("%s: what its reader can do is for reporters", r.kind)
		}
		for _, part := range template.Parts() {
			said := template.Text(part)
			if found := text.NotAmong(template.Placeholders(part), said.In(i18n.English)); found != "" {
				t.Errorf("%s has %s in its %s", r.kind, found, part)
			}
			english := placeholder.FindAllString(said.In(i18n.English), -1)
			for _, l := range i18n.Languages() {
				if got := placeholder.FindAllString(said.In(l), -1); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(english))) {
					t.Errorf("%s in %s has %v, not %v", r.kind, l, got, english)
				}
			}
		}
		for _, l := range i18n.Languages() {
			for _, reader := range template.Readers() {
				words, values := template.In(l, nil), map[text.Placeholder]string{text.Organization: "-", text.ReopenUntil: "-"}
				mail := text.Mail{
					Title: words.Subject(false, values), About: &text.About{Reference: "-"}, After: words.After(reader, values), Language: l,
					Open: text.Link{Name: text.OpenComplaint.In(l), Address: "-"}, OptOut: "-",
				}
				if n := len(strings.Fields(mail.Plain())); n > maxWords {
					t.Errorf("%s in %s has %d words", r.kind, l, n)
				}
			}
		}
	}
	if len(left) > 0 {
		t.Errorf("templates of no kind: %v", slices.Collect(maps.Keys(left)))
	}
}
