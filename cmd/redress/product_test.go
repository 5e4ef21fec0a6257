package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/redress/redress/internal/testenv/docs"
)

// TestProductPage compares docs/product.md, and the table of README.md, with the settings.
func TestProductPage(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(docs.Root(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	table := [][]string{{"setting", "default", "meaning"}}
	for f := range reflect.TypeFor[Config]().Fields() {
		name, standard := "`"+f.Tag.Get("env")+"`", f.Tag.Get("default")
		if standard != "" {
			standard = "`" + standard + "`"
		}
		meaning, _, _ := strings.Cut(f.Tag.Get("help"), "; default")
		table = append(table, []string{name, standard, meaning})
		if !strings.Contains(string(readme), name) {
			t.Errorf("README.md does not name %s", name)
		}
	}
	docs.Section(t, "settings", docs.Table(table...))
}
