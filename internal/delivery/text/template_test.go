package text

import "testing"

func TestFill(t *testing.T) {
	for _, tt := range []struct {
		text   string
		values map[Placeholder]string
		want   string
	}{
		{"Ask {organization}.", map[Placeholder]string{Organization: "{reopen_until} & Sons"}, "Ask {reopen_until} & Sons."},
		{"Rate it.\nReopen it until {reopen_until}.", map[Placeholder]string{ReopenUntil: "2026-12-14"}, "Rate it.\nReopen it until 2026-12-14."},
		{"Rate it.\nReopen it until {reopen_until}.", nil, "Rate it."},
		{"{reopen_until}", nil, ""},
		{"{something} else", nil, "{something} else"},
		{"", nil, ""},
	} {
		if got := Fill(tt.text, tt.values); got != tt.want {
			t.Errorf("%q: %q, not %q", tt.text, got, tt.want)
		}
	}
}
