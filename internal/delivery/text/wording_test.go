package text

import (
	"strings"
	"testing"

	"github.com/redress/redress/internal/i18n"
)

// What people wrote is redacted in one place: a wording has none of it, and what is empty since stays so.
func TestWordingHasNothingThatPeopleWrote(t *testing.T) {
	const written = "Nobody else may read this."
	wording, err := WordingOf(NewComment("C-2026-000001"), i18n.Verbatim(written))
	if err != nil || strings.Contains(wording, "read") {
		t.Fatalf("%s, %v", wording, err)
	}
	if wording, err = WordingOf(i18n.Verbatim(written), i18n.Verbatim("")); wording != "" || err != nil {
		t.Errorf("%s, %v", wording, err)
	}
	ctx := i18n.With(t.Context(), i18n.German)
	wording, err = WordingOf(NewComment("C-2026-000001"), SolverDisabled)
	if err != nil {
		t.Fatal(err)
	}
	for got, want := range map[string]string{
		TitleFor(ctx, wording, "A new comment on C-2026-000001"):         "Ein neuer Kommentar zu C-2026-000001",
		TitleFor(t.Context(), wording, "as sent"):                        "as sent",
		TitleFor(ctx, `{"title": ["of a later version", 1.5]}`, "as it"): "as it",
		MessageFor(ctx, wording, ""):                                     "",
		MessageFor(ctx, wording, "The solver's account was disabled."):   SolverDisabled.In(i18n.German),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
