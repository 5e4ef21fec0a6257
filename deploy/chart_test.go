package deploy_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/goccy/go-yaml"
)

// object is a document of Kubernetes.
type object map[string]any

// at returns what lies at a path of names and positions.
func (o object) at(path ...any) any {
	var v any = map[string]any(o)
	for _, step := range path {
		switch step := step.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[step]
		case int:
			list, _ := v.([]any)
			if step >= len(list) {
				return nil
			}
			v = list[step]
		}
	}
	return v
}

// values reads values as Helm does, which makes floats of all numbers.
func values(t *testing.T, text string) map[string]any {
	t.Helper()
	var read, out any
	if err := yaml.Unmarshal([]byte(text), &read); err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(read)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(encoded, &out); err != nil {
		t.Fatal(err)
	}
	m, _ := out.(map[string]any)
	return m
}

// merge puts values over those of the chart.
func merge(below, above map[string]any) map[string]any {
	out := maps.Clone(below)
	for name, v := range above {
		if inner, ok := v.(map[string]any); ok {
			if base, ok := out[name].(map[string]any); ok {
				v = merge(base, inner)
			}
		}
		out[name] = v
	}
	return out
}

// render renders the chart with values over its own.
func render(t *testing.T, over string) (objects []object, text string, err error) {
	t.Helper()
	return renderWith(t, merge(values(t, read(t, filepath.Join("helm", "redress", "values.yaml"))), values(t, "existingSecret: redress\n"+over)))
}

// renderWith renders the chart with values alone. It has the functions of Helm that the chart uses, so that no cluster and
// no helm are needed.
func renderWith(t *testing.T, all map[string]any) (objects []object, text string, err error) {
	t.Helper()
	folder := filepath.Join("helm", "redress")
	templates, names := parseChart(t, filepath.Join(folder, "templates"))
	chart := values(t, read(t, filepath.Join(folder, "Chart.yaml")))
	data := map[string]any{
		"Values":  all,
		"Chart":   map[string]any{"Name": chart["name"], "Version": chart["version"], "AppVersion": chart["appVersion"]},
		"Release": map[string]any{"Name": "city", "Namespace": "default", "Service": "Helm"},
	}
	for _, name := range names {
		if filepath.Ext(name) == ".tpl" {
			continue
		}
		var out bytes.Buffer
		if err := templates.ExecuteTemplate(&out, filepath.Base(name), data); err != nil {
			return nil, "", err
		}
		text += out.String()
		if filepath.Ext(name) != ".yaml" {
			continue
		}
		for doc := range strings.SplitSeq(out.String(), "\n---\n") {
			if strings.TrimSpace(doc) == "" {
				continue
			}
			o := object(values(t, doc))
			if o.at("kind") == nil || o.at("apiVersion") == nil || o.at("metadata", "name") == nil {
				t.Errorf("%s renders no object:\n%s", name, doc)
			}
			objects = append(objects, o)
		}
	}
	return objects, text, nil
}

// parseChart reads the templates of a folder, and returns the names of their files.
func parseChart(t *testing.T, folder string) (*template.Template, []string) {
	t.Helper()
	all := template.New("").Option("missingkey=zero")
	indent := func(n int, s string) string {
		pad := strings.Repeat(" ", n)
		return pad + strings.ReplaceAll(s, "\n", "\n"+pad)
	}
	all.Funcs(template.FuncMap{
		"include": func(name string, data any) (string, error) {
			var out bytes.Buffer
			err := all.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
		"toYaml": func(v any) (string, error) {
			out, err := yaml.Marshal(v)
			return strings.TrimSuffix(string(out), "\n"), err
		},
		"fail":    func(text string) (string, error) { return "", errors.New(text) },
		"indent":  indent,
		"nindent": func(n int, s string) string { return "\n" + indent(n, s) },
		"quote":   func(v any) string { return fmt.Sprintf("%q", fmt.Sprint(v)) },
		"default": func(fallback, v any) any {
			if v == nil || reflect.ValueOf(v).IsZero() {
				return fallback
			}
			return v
		},
		"has":        func(v any, list []any) bool { return slices.Contains(list, v) },
		"contains":   func(part, s string) bool { return strings.Contains(s, part) },
		"trunc":      func(n int, s string) string { return s[:min(n, len(s))] },
		"trimSuffix": func(suffix, s string) string { return strings.TrimSuffix(s, suffix) },
		"kindIs":     func(kind string, v any) bool { return reflect.ValueOf(v).Kind().String() == kind },
		"list":       func(all ...any) []any { return all },
		"fromYaml":   func(text string) map[string]any { return values(t, text) },
		"set": func(m map[string]any, name string, v any) map[string]any {
			m[name] = v
			return m
		},
		"floor": math.Floor,
		"int":   func(v any) int { return int(reflect.ValueOf(v).Convert(reflect.TypeFor[float64]()).Float()) },
		"int64": func(v any) int64 { return int64(reflect.ValueOf(v).Convert(reflect.TypeFor[float64]()).Float()) },
	})
	names, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(names) < 8 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		if _, err := all.New(filepath.Base(name)).Parse(read(t, name)); err != nil {
			t.Fatal(err)
		}
	}
	return all, names
}

// find returns the object of a kind whose name ends so.
func find(objects []object, kind, suffix string) object {
	for _, o := range objects {
		if name, _ := o.at("metadata", "name").(string); o.at("kind") == kind && strings.HasSuffix(name, suffix) {
			return o
		}
	}
	return nil
}

// TestChartWritesNumbers: numbers of values are rendered as they were written, a million too.
func TestChartWritesNumbers(t *testing.T) {
	objects, text, err := render(t, `
replicas: 3000000
settings: {REDRESS_BUDGET_ADMIN: 1500000, REDRESS_BUDGET_USER: 0, REDRESS_MAIL_RATE: 0.5, REDRESS_PLAYGROUND: true, REDRESS_PUBLIC_URL: "https://redress.example.org"}
migration: {activeDeadlineSeconds: 1000000}
podDisruptionBudget: {minAvailable: 2000000}
service: {port: 8443}
metrics: {enabled: true, port: 19090}`)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text, "e+0") {
		t.Errorf("a number of a million is written as a float:\n%s", text)
	}
	env := map[any]any{}
	deployment := find(objects, "Deployment", "redress")
	list, _ := deployment.at("spec", "template", "spec", "containers", 0, "env").([]any)
	for _, v := range list {
		entry, _ := v.(map[string]any)
		env[entry["name"]] = entry["value"]
	}
	for name, want := range map[string]string{
		"REDRESS_BUDGET_ADMIN": "1500000", "REDRESS_BUDGET_USER": "0", "REDRESS_MAIL_RATE": "0.5", "REDRESS_PLAYGROUND": "true",
		"REDRESS_PUBLIC_URL": "https://redress.example.org", "REDRESS_METRICS_ADDR": "0.0.0.0:19090",
	} {
		if env[name] != want {
			t.Errorf("%s is %v, want %s", name, env[name], want)
		}
	}
	for _, c := range []struct {
		got  any
		want float64
	}{
		{deployment.at("spec", "replicas"), 3000000},
		{find(objects, "Job", "migrate").at("spec", "activeDeadlineSeconds"), 1000000},
		{find(objects, "PodDisruptionBudget", "redress").at("spec", "minAvailable"), 2000000},
		{find(objects, "Service", "redress").at("spec", "ports", 0, "port"), 8443},
	} {
		if c.got != c.want {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
	objects, _, err = render(t, `podDisruptionBudget: {minAvailable: "50%"}`)
	if got := find(objects, "PodDisruptionBudget", "redress").at("spec", "minAvailable"); err != nil || got != "50%" {
		t.Errorf("a share: %v %v", got, err)
	}
}

// TestChartBacksUp holds the CronJob that makes backups where it is asked for, with an image that has pg_dump, the
// settings of the service and a volume of its own.
func TestChartBacksUp(t *testing.T) {
	objects, _, err := render(t, "")
	if err != nil || find(objects, "CronJob", "") != nil || find(objects, "ServiceMonitor", "") != nil || find(objects, "Service", "-metrics") != nil {
		t.Errorf("by default: %v", err)
	}
	objects, _, err = render(t, "backup: {enabled: true, schedule: '0 3 * * *', keep: {daily: 14}, image: {repository: registry.example.org/redress-backup}, size: 2Ti}")
	if err != nil {
		t.Fatal(err)
	}
	job := find(objects, "CronJob", "-backup")
	pod := []any{"spec", "jobTemplate", "spec", "template", "spec"}
	container := append(slices.Clone(pod), "containers", 0)
	at := func(path ...any) any { return job.at(append(slices.Clone(container), path...)...) }
	if job.at("spec", "schedule") != "0 3 * * *" || job.at("spec", "concurrencyPolicy") != "Forbid" {
		t.Errorf("%v", job)
	}
	if got := fmt.Sprint(at("image"), at("args")); got != "registry.example.org/redress-backup:v0.1.0[backup /backup/redress --keep-daily=14 --keep-weekly=4 --keep-monthly=12]" {
		t.Errorf("it runs %s", got)
	}
	if at("envFrom", 0, "secretRef", "name") != "redress" || at("securityContext", "readOnlyRootFilesystem") != true {
		t.Errorf("%v", job)
	}
	claims := map[any]any{}
	volumes, _ := job.at(append(slices.Clone(pod), "volumes")...).([]any)
	for _, v := range volumes {
		o := object(v.(map[string]any))
		claims[o.at("name")] = o.at("persistentVolumeClaim", "claimName")
	}
	if claims["data"] != "city-redress" || claims["backup"] != "city-redress-backup" {
		t.Errorf("its volumes: %v", claims)
	}
	claim := find(objects, "PersistentVolumeClaim", "-backup")
	if claim.at("spec", "resources", "requests", "storage") != "2Ti" || claim.at("metadata", "annotations", "helm.sh/resource-policy") != "keep" {
		t.Errorf("%v", claim)
	}
	objects, _, err = render(t, "backup: {enabled: true, existingClaim: mine}")
	if err != nil || find(objects, "PersistentVolumeClaim", "-backup") != nil {
		t.Errorf("with a claim of one's own: %v", err)
	}
}

// TestChartIsMonitored holds the ServiceMonitor: it finds the service of the metrics alone, by labels that it has.
func TestChartIsMonitored(t *testing.T) {
	if _, _, err := render(t, "metrics: {serviceMonitor: {enabled: true}}"); err == nil || !strings.Contains(err.Error(), "metrics.enabled") {
		t.Errorf("without metrics: %v", err)
	}
	objects, _, err := render(t, "metrics: {enabled: true, port: 9191, serviceMonitor: {enabled: true, labels: {release: prometheus}}}")
	if err != nil {
		t.Fatal(err)
	}
	monitor, service := find(objects, "ServiceMonitor", "redress"), find(objects, "Service", "-metrics")
	wanted, _ := monitor.at("spec", "selector", "matchLabels").(map[string]any)
	for _, s := range objects {
		if s.at("kind") != "Service" {
			continue
		}
		labels, _ := s.at("metadata", "labels").(map[string]any)
		found := len(wanted) > 0
		for name, v := range wanted {
			found = found && labels[name] == v
		}
		if found != (s.at("metadata", "name") == service.at("metadata", "name")) {
			t.Errorf("the labels %v find %v", wanted, s.at("metadata", "name"))
		}
	}
	if monitor.at("metadata", "labels", "release") != "prometheus" || monitor.at("spec", "endpoints", 0, "port") != service.at("spec", "ports", 0, "name") {
		t.Errorf("%v", monitor)
	}
	if service.at("spec", "clusterIP") != "None" || service.at("spec", "ports", 0, "port") != 9191.0 {
		t.Errorf("%v", service)
	}
}
