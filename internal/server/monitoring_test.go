package server_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/docs"
)

// described matches what a description of a metric says as text.
var described = regexp.MustCompile(`^Desc\{fqName: "([^"]+)", help: "((?:[^"\\]|\\.)*)", unit: "[^"]*", constLabels: \{(.*)\}, variableLabels: \{(.*)\}\}$`)

// description is what a metric says of itself.
type description struct {
	name, help string
	labels     []string
}

// describe returns the metrics of a server, those without a value included. One that stands there once for each
// value of a label does so here too.
func describe(t *testing.T, s *testenv.Server) (all []description) {
	t.Helper()
	for _, text := range s.Service.DescribeMetrics() {
		m := described.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("not understood: %s", text)
		}
		d := description{name: m[1], help: m[2]}
		for label := range strings.SplitSeq(m[3]+","+m[4], ",") {
			if name, _, _ := strings.Cut(label, "="); name != "" {
				d.labels = append(d.labels, "`"+name+"`")
			}
		}
		all = append(all, d)
	}
	return all
}

// TestProductPageMetrics prints the metrics that the service has of itself into docs/monitoring.md.
func TestProductPageMetrics(t *testing.T) {
	t.Parallel()
	rows := map[string]description{}
	for _, d := range describe(t, testenv.Start(t, testenv.Databases()[0])) {
		if strings.HasPrefix(d.name, "redress_") {
			rows[d.name] = d
		}
	}
	if len(rows) < 40 {
		t.Fatalf("only %d metrics", len(rows))
	}
	table := [][]string{{"metric", "labels", "meaning"}}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		slices.Sort(rows[name].labels)
		table = append(table, []string{"`" + name + "`", strings.Join(rows[name].labels, ", "), rows[name].help})
	}
	docs.PageSection(t, "monitoring.md", "metrics", docs.Table(table...))
}

// alerts are the rules of deploy/prometheus.
type alerts struct {
	Groups []struct {
		Rules []struct {
			Alert       string            `yaml:"alert"`
			Expr        string            `yaml:"expr"`
			Labels      map[string]string `yaml:"labels"`
			Annotations map[string]string `yaml:"annotations"`
		} `yaml:"rules"`
	} `yaml:"groups"`
}

func readAlerts(t *testing.T) alerts {
	t.Helper()
	var rules alerts
	if err := yaml.Unmarshal([]byte(readDeployed(t, "prometheus/alerts.yml")), &rules); err != nil {
		t.Fatal(err)
	}
	return rules
}

func readDeployed(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(docs.Root(t), "deploy", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWatchedMetricsExist holds that an instance has each metric that the board and the alerts ask for, and that they
// look at whatever has an age or a failure.
func TestWatchedMetricsExist(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, testenv.Databases()[0])
	known := map[string]bool{"up": true}
	for name := range scrape(t, s) {
		base, _, _ := strings.Cut(name, "{")
		known[base] = true
	}
	for _, d := range describe(t, s) {
		known[d.name] = true
		if strings.HasSuffix(d.name, "_seconds") || strings.HasSuffix(d.name, "_statements") {
			known[d.name+"_bucket"], known[d.name+"_count"] = true, true
		}
	}
	asked := func(where, text string) (names []string) {
		for _, name := range regexp.MustCompile(`\b(?:redress|go|process)_[a-z0-9_]+\b`).FindAllString(text, -1) {
			names = append(names, name)
			if !known[name] {
				t.Errorf("%s asks for %s, which no instance has", where, name)
			}
		}
		return names
	}
	board := asked("the board", readDeployed(t, "grafana/redress.json"))
	if len(board) < 40 {
		t.Errorf("the board asks for %d metrics", len(board))
	}
	asked("the tests of the alerts", readDeployed(t, "prometheus/alerts_test.yml")+readDeployed(t, "prometheus/alerts_week_test.yml"))
	for _, g := range readAlerts(t).Groups {
		for _, r := range g.Rules {
			if strings.HasPrefix(r.Expr, "absent(up") || strings.HasPrefix(r.Expr, "up{") {
				continue
			}
			if len(asked(r.Alert, r.Expr)) == 0 {
				t.Errorf("%s asks for no metric", r.Alert)
			}
		}
	}
	for _, d := range describe(t, s) {
		if strings.HasPrefix(d.name, "redress_") && !strings.Contains(strings.Join(board, " "), d.name) {
			t.Errorf("the board does not show %s", d.name)
		}
	}
}

// TestAlertsHaveRunbooks holds that docs/monitoring.md says of each alert what to do, where the alert leads to, and
// that each alert is tested.
func TestAlertsHaveRunbooks(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(docs.Root(t), "docs", "monitoring.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests := readDeployed(t, "prometheus/alerts_test.yml") + readDeployed(t, "prometheus/alerts_week_test.yml")
	alerts := 0
	for _, g := range readAlerts(t).Groups {
		for _, r := range g.Rules {
			alerts++
			_, section, found := strings.Cut(string(page), "\n#### "+r.Alert+"\n")
			section, _, _ = strings.Cut(section, "\n#")
			if !found || !strings.Contains(section, "**People notice:**") || strings.Count(section, "\n\n") < 2 {
				t.Errorf("docs/monitoring.md does not say what %s means, what people notice and what to do", r.Alert)
			}
			if want := "docs/monitoring.md#" + strings.ToLower(r.Alert); !strings.HasSuffix(r.Annotations["runbook_url"], want) {
				t.Errorf("%s leads to %q", r.Alert, r.Annotations["runbook_url"])
			}
			if !slices.Contains([]string{"critical", "warning", "info"}, r.Labels["severity"]) || r.Annotations["summary"] == "" || r.Annotations["description"] == "" {
				t.Errorf("%s: %v %v", r.Alert, r.Labels, r.Annotations)
			}
			if !strings.Contains(tests, `alertname="`+r.Alert+`"`) {
				t.Errorf("%s is not tested", r.Alert)
			}
		}
	}
	if sections := strings.Count(string(page), "\n#### Redress"); alerts < 20 || sections != alerts {
		t.Errorf("%d alerts, %d sections", alerts, sections)
	}
}

// TestAlerts runs Prometheus's own check of the rules and their tests.
func TestAlerts(t *testing.T) {
	t.Parallel()
	promtool, err := exec.LookPath("promtool")
	if err != nil && os.Getenv("CI") == "true" {
		t.Fatal("promtool is not installed: it comes with Debian's package prometheus")
	}
	if err != nil {
		t.Skip("promtool is not installed")
	}
	for _, args := range [][]string{{"check", "rules", "alerts.yml"}, {"test", "rules", "alerts_test.yml", "alerts_week_test.yml"}} {
		run := exec.CommandContext(t.Context(), promtool, args...)
		run.Dir = filepath.Join(docs.Root(t), "deploy", "prometheus")
		if out, err := run.CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v\n%s", args, err, out)
		}
	}
}
