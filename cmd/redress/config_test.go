package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestConfigSaysEverything holds that each line of `redress config` has a name, where the value came from and a value, whatever
// is set, and that the variables of OpenTelemetry are there, without what may be a secret.
func TestConfigSaysEverything(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("REDRESS_PUBLIC_URL", "")
	t.Setenv("REDRESS_CORS_ORIGINS", "https://a.example.org,https://b.example.org")
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://redress:hunter2@collector:4318/base?key=hunter2")
	t.Setenv("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "authorization=hunter2")
	t.Setenv("OTEL_SERVICE_NAME", "complaints")
	s := runCommand(t, "config")
	for line := range strings.Lines(s.stdout) {
		if !regexp.MustCompile(`^[A-Z_]+ +(default|environment) +\S.*\n$`).MatchString(line) {
			t.Errorf("a column is empty: %q", line)
		}
	}
	if s.err != "" || strings.Contains(s.stdout, "hunter2") {
		t.Errorf("%+v", s)
	}
	for _, line := range []string{
		`REDRESS_LOG_FORMAT +default +\(text on a terminal, otherwise json\)`, `REDRESS_TLS_KEY +default +\(none\)`,
		`REDRESS_SMTP_URL +default +\(none: no e-mail\)`, `REDRESS_PUBLIC_URL +environment +\(none\)`,
		`REDRESS_CORS_ORIGINS +environment +https://a\.example\.org,https://b\.example\.org`,
		`OTEL_EXPORTER_OTLP_ENDPOINT +environment +http://collector:4318/base …`, `OTEL_EXPORTER_OTLP_TRACES_HEADERS +environment +\(set, not shown\)`,
		`OTEL_EXPORTER_OTLP_HEADERS +default +\(none\)`, `OTEL_SERVICE_NAME +environment +complaints`,
		`OTEL_EXPORTER_OTLP_TIMEOUT +default +10000`, `OTEL_EXPORTER_OTLP_TRACES_TIMEOUT +default +\(as OTEL_EXPORTER_OTLP_TIMEOUT\)`,
	} {
		if !regexp.MustCompile(`(?m)^` + line + `$`).MatchString(s.stdout) {
			t.Errorf("no line %s in\n%s", line, s.stdout)
		}
	}
}

// TestConfigListsTracing holds that `redress config` lists the variables of OpenTelemetry that the documentation names.
func TestConfigListsTracing(t *testing.T) {
	manual, err := os.ReadFile(filepath.Join("..", "..", "docs", "monitoring.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	s := runCommand(t, "config")
	names := regexp.MustCompile(`OTEL_[A-Z_]+`).FindAllString(string(manual), -1)
	if len(names) < 12 {
		t.Fatalf("docs/monitoring.md names only %v", names)
	}
	for _, name := range names {
		if !strings.Contains("\n"+s.stdout, "\n"+name+" ") {
			t.Errorf("%s is not listed", name)
		}
	}
}
