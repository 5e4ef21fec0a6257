package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReleaseNames: a release is made of a version that the changelog names, and that the chart has: its first try gives the
// chart the version and raises the chart's own.
func TestReleaseNames(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const chart = "deploy/helm/redress/Chart.yaml"
	write("deploy/release.sh", read(t, "release.sh"))
	write(chart, "name: redress\nversion: 0.9.7\nappVersion: v1.1.0\nhome: https://example.org\n")
	release := func() string {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), tool(t, "sh"), filepath.Join(folder, "deploy/release.sh"), "v1.2.3").CombinedOutput()
		if err == nil {
			t.Fatalf("a release without sources: %s", out)
		}
		return string(out)
	}
	for _, heading := range []string{"Unreleased", "1.2.2, 2026-12-01", "1.2.3"} {
		write("CHANGELOG.md", "# Changelog\n\n## "+heading+"\n\n## 1.2.3, 2026-12-02\n")
		if said := release(); !strings.Contains(said, `"`+heading+`", not "1.2.3, YYYY-MM-DD"`) {
			t.Errorf("%s: %s", heading, said)
		}
	}
	write("CHANGELOG.md", "# Changelog\n\n## 1.2.3, 2026-12-02\n\n## 1.1.0, 2026-11-02\n")
	if said := release(); !strings.Contains(said, "version: 0.10.0 and appVersion: v1.2.3 now: commit it") {
		t.Error(said)
	}
	if got, want := read(t, filepath.Join(folder, chart)), "name: redress\nversion: 0.10.0\nappVersion: v1.2.3\nhome: https://example.org\n"; got != want {
		t.Errorf("the chart is %q, want %q", got, want)
	}
	if said := release(); strings.Contains(said, "release.sh: ") || !strings.Contains(said, "git") {
		t.Errorf("with both: %s", said) // it goes on to the commit, which there is none of here
	}
}
