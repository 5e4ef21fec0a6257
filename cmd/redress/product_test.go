package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/redress/redress/internal/config"
	"github.com/redress/redress/internal/testenv/docs"
)

// TestProductPage compares docs/product.md, and the table of README.md, with the settings.
func TestProductPage(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(docs.Root(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	table := [][]string{{"setting", "default", "meaning"}}
	new(config.Config).Flags().VisitAll(func(f *pflag.Flag) {
		name, standard := "`"+config.Variable(f)+"`", f.DefValue
		switch standard {
		case "", "[]", "false":
			standard = ""
		default:
			standard = "`" + standard + "`"
		}
		meaning := strings.TrimSuffix(strings.ReplaceAll(f.Usage, "`", ""), " ($"+config.Variable(f)+")")
		table = append(table, []string{name, standard, meaning})
		if !strings.Contains(string(readme), name) {
			t.Errorf("README.md does not name %s", name)
		}
	})
	if len(table) < 10 {
		t.Fatalf("only %d settings", len(table)-1)
	}
	docs.Section(t, "settings", docs.Table(table...))
}
