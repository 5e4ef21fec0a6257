// Package sources reads the code of this module with its types, for tests of rules that no linter knows.
package sources

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/packages"
)

// Module is the path of this module.
const Module = "github.com/redress/redress"

// Load returns packages as they are written, with their types but without their tests, by patterns as the go command takes
// them.
func Load(t *testing.T, patterns ...string) []*packages.Package {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{
		Context: t.Context(),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedExportFile |
			packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
	}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range pkgs {
		for _, e := range pkg.Errors {
			t.Fatal(e)
		}
		// The loader reads in a process of its own, which go test does not see: reading here what it has read makes a
		// changed file, or a new one, invalidate the cached result.
		for _, file := range pkg.GoFiles {
			if _, err := os.ReadDir(filepath.Dir(file)); err != nil {
				t.Fatal(err)
			}
			if _, err := os.ReadFile(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	return pkgs
}
