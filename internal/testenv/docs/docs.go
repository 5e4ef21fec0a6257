// Package docs compares the documentation with the code. A section of docs/product.md or
// ARCHITECTURE.md between <!-- generated: NAME --> and <!-- end --> is printed by a test of the
// package whose tables it shows, so that the page can't differ from the code. `make docs` writes the
// sections anew.
package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Section compares a generated section of docs/product.md with what the code says now, or
// writes it when REDRESS_UPDATE_DOCS is set.
func Section(t *testing.T, name, want string) {
	t.Helper()
	section(t, "docs/product.md", name, want)
}

// PageSection is Section for another page of docs/.
func PageSection(t *testing.T, page, name, want string) {
	t.Helper()
	section(t, "docs/"+page, name, want)
}

func section(t *testing.T, page, name, want string) {
	t.Helper()
	file := filepath.Join(Root(t), page)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := fmt.Sprintf("<!-- generated: %s -->\n", name), "<!-- end -->"
	before, rest, found := strings.Cut(string(text), begin)
	got, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no section %q", page, name)
	}
	want = "\n" + strings.TrimSpace(want) + "\n\n"
	if got == want {
		return
	}
	if os.Getenv("REDRESS_UPDATE_DOCS") == "" {
		t.Errorf("%s, section %q, differs from the code; `make docs` writes it anew.\nThe page:\n%s\nThe code:\n%s", page, name, got, want)
		return
	}
	if err := os.WriteFile(file, []byte(before+begin+want+end+after), 0o600); err != nil { // keeps the mode that the file has
		t.Fatal(err)
	}
}

// Table returns a Markdown table. Its first row is the head.
func Table(rows ...[]string) string {
	var out strings.Builder
	for i, row := range rows {
		out.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			out.WriteString("|" + strings.Repeat("---|", len(row)) + "\n")
		}
	}
	return out.String()
}

// Root returns the folder of the module.
func Root(t *testing.T) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			t.Fatal("no go.mod above the working folder")
		}
		folder = parent
	}
}
