package docs

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// standard are the linters that `default: standard` switches on.
var standard = []string{"errcheck", "govet", "ineffassign", "staticcheck", "unused"}

// TestSilencedLintersAreOn: a comment that silences a linter names one that is on, or it silences nothing.
// nolintlint reports what is not needed of linters that are on, and skips the others.
func TestSilencedLintersAreOn(t *testing.T) {
	var config struct {
		Linters struct {
			Default string
			Enable  []string
		}
	}
	if err := yaml.Unmarshal([]byte(lintConfig(t)), &config); err != nil {
		t.Fatal(err)
	}
	if config.Linters.Default != "standard" || len(config.Linters.Enable) == 0 {
		t.Fatalf("linters: %+v", config.Linters)
	}
	on := slices.Concat(standard, config.Linters.Enable)
	silencer := regexp.MustCompile(`//nolint:([a-z0-9,]+)`)
	found := 0
	sources(t, func(name, text string) {
		for _, m := range silencer.FindAllStringSubmatch(text, -1) {
			found++
			for linter := range strings.SplitSeq(m[1], ",") {
				if !slices.Contains(on, linter) {
					t.Errorf("%s silences %s, which is off", name, linter)
				}
			}
		}
	})
	if found == 0 {
		t.Error("no comment that silences a linter was found")
	}
}
