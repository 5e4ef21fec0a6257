package deploy_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// valuesSchema is the schema by which Helm checks values.
func valuesSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(read(t, filepath.Join("helm", "redress", "values.schema.json"))))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///values.schema.json", parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("mem:///values.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestChartTakesValuesOfEarlierCharts: `helm upgrade --reuse-values` puts the values of the release before in place of
// values.yaml. testdata has the values.yaml of every version of the chart that was first to have something. With each of
// them all is rendered as with today's, until a default changes.
func TestChartTakesValuesOfEarlierCharts(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "values-*.yaml"))
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	schema := valuesSchema(t)
	for _, over := range []struct{ name, text string }{
		{"as it is", ""},
		{"with all on", `
firstAccount: {email: ada@example.org, existingSecret: first}
metrics: {enabled: true}
networkPolicy: {enabled: true, metricsFrom: [{podSelector: {}}]}
ingress: {enabled: true, className: nginx, tlsSecret: tls}
settings: {REDRESS_BUDGET_ADMIN: 1500000}
image: {pullSecrets: [{name: registry}]}
migration: {activeDeadlineSeconds: 600}`},
		{"with what is new", `
backup: {enabled: true, keep: {daily: 0}}
metrics: {enabled: true, serviceMonitor: {enabled: true}}`},
		{"with what was taken away", "backup: null\nmetrics: {serviceMonitor: null}"},
	} {
		today, want, err := render(t, over.text)
		if err != nil {
			t.Fatalf("%s: %v", over.name, err)
		}
		for _, kind := range []string{"Deployment", "Service", "Job", "PersistentVolumeClaim", "PodDisruptionBudget"} {
			if find(today, kind, "") == nil {
				t.Errorf("%s: there is no %s", over.name, kind)
			}
		}
		for _, file := range files {
			t.Run(filepath.Base(file)+" "+over.name, func(t *testing.T) {
				old := merge(values(t, read(t, file)), values(t, "existingSecret: redress\n"+over.text))
				checked, err := json.Marshal(old)
				if err != nil {
					t.Fatal(err)
				}
				whole, err := jsonschema.UnmarshalJSON(bytes.NewReader(checked))
				if err != nil {
					t.Fatal(err)
				}
				// Helm takes away what is null before it checks.
				if err := schema.Validate(whole); err != nil && !strings.Contains(over.text, "null") {
					t.Errorf("the schema: %v", err)
				}
				_, got, err := renderWith(t, old)
				if err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Errorf("it renders\n%s\nwith today's values\n%s", got, want)
				}
			})
		}
	}
}

// TestChartFillsWithItsDefaults: what is put where values of an earlier chart lack something is what values.yaml has, all
// of what the first one lacked, and before anything is read.
func TestChartFillsWithItsDefaults(t *testing.T) {
	templates, names := parseChart(t, filepath.Join("helm", "redress", "templates"))
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, "redress.added", nil); err != nil {
		t.Fatal(err)
	}
	first := values(t, read(t, filepath.Join("testdata", "values-0.1.0-first.yaml")))
	today := values(t, read(t, filepath.Join("helm", "redress", "values.yaml")))
	if added, want := values(t, out.String()), lacking(first, today); !reflect.DeepEqual(added, want) {
		t.Errorf("redress.added has %v, the first values.yaml lacks %v", added, want)
	}
	for _, name := range names {
		if filepath.Ext(name) != ".tpl" && !strings.HasPrefix(read(t, name), `{{- include "redress.fill" . `) {
			t.Errorf("%s does not begin with redress.fill", name)
		}
	}
}

// lacking returns what a map lacks that another one has.
func lacking(first, today map[string]any) map[string]any {
	out := map[string]any{}
	for name, v := range today {
		old, there := first[name]
		if !there {
			out[name] = v
			continue
		}
		inner, ok := v.(map[string]any)
		if before, both := old.(map[string]any); ok && both {
			if more := lacking(before, inner); len(more) > 0 {
				out[name] = more
			}
		}
	}
	return out
}

// TestChartCreatesAFirstAccount: the password is mounted so that the service's account can read it and nobody else, for
// the service refuses one that anybody can read.
func TestChartCreatesAFirstAccount(t *testing.T) {
	objects, text, err := render(t, "firstAccount: {email: ada@example.org, existingSecret: first}")
	if err != nil {
		t.Fatal(err)
	}
	deployment := find(objects, "Deployment", "redress")
	named := func(path ...any) object {
		list, _ := deployment.at(path[:len(path)-1]...).([]any)
		for _, v := range list {
			if m, _ := v.(map[string]any); m["name"] == path[len(path)-1] {
				return m
			}
		}
		return nil
	}
	pod := []any{"spec", "template", "spec"}
	volume := named(append(pod, "volumes", "first-account")...)
	if volume.at("secret", "secretName") != "first" || volume.at("secret", "defaultMode") != float64(0o440) || volume.at("secret", "optional") != true {
		t.Errorf("the volume is %v", volume)
	}
	if !strings.Contains(text, "defaultMode: 0440") {
		t.Error("the mode is not written as modes are")
	}
	container := append(pod, "containers", 0)
	if mount := named(append(container, "volumeMounts", "first-account")...); mount["mountPath"] != "/run/first-account" || mount["readOnly"] != true {
		t.Errorf("the mount is %v", mount)
	}
	if v := named(append(container, "env", "REDRESS_ADMIN_EMAIL")...); v["value"] != "ada@example.org" {
		t.Errorf("%v", v)
	}
	if v := named(append(container, "env", "REDRESS_ADMIN_PASSWORD_FILE")...); v["value"] != "/run/first-account/password" {
		t.Errorf("%v", v)
	}
	if objects, _, err = render(t, ""); err != nil {
		t.Fatal(err)
	}
	deployment = find(objects, "Deployment", "redress")
	if named(append(pod, "volumes", "first-account")...) != nil || named(append(container, "env", "REDRESS_ADMIN_EMAIL")...) != nil {
		t.Error("without a first account something of it is mounted or set")
	}
}
