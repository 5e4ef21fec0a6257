package docs

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pages are the documents for developers.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"docs/*.md", "docs/decisions/*.md", "README.md", "ARCHITECTURE.md"} {
		readAll(t, pattern, func(name, text string) { all[name] = text })
	}
	return all
}

// readAll hands each file that a pattern matches to do, with its name in the repository.
func readAll(t *testing.T, pattern string, do func(name, text string)) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(Root(t), pattern))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		read(t, name, do)
	}
}

// read hands a file to do, with its name in the repository.
func read(t *testing.T, name string, do func(name, text string)) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	short, err := filepath.Rel(Root(t), name)
	if err != nil {
		t.Fatal(err)
	}
	do(filepath.ToSlash(short), string(text))
}

var (
	quoted = regexp.MustCompile("`([A-Za-z0-9_./{},*-]+)`")
	link   = regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`)
	head   = regexp.MustCompile(`(?m)^#+ (.*)$`)
	braces = regexp.MustCompile(`^(.*)\{([^}]*)\}(.*)$`)
)

// isPath reports whether quoted text names a file or folder of the repository.
func isPath(t *testing.T, text string) bool {
	t.Helper()
	first, _, deep := strings.Cut(text, "/")
	if !deep {
		return slices.Contains([]string{".go", ".md", ".graphqls", ".tmpl", ".yml"}, path.Ext(text))
	}
	_, err := os.Stat(filepath.Join(Root(t), first))
	return first != "" && err == nil && first != "bin" && first != "var"
}

// exists reports whether there is such a file; {a,b} and * stand for several.
func exists(t *testing.T, name string) bool {
	t.Helper()
	if m := braces.FindStringSubmatch(name); m != nil {
		return !slices.ContainsFunc(strings.Split(m[2], ","), func(one string) bool { return !exists(t, m[1]+one+m[3]) })
	}
	found, err := filepath.Glob(filepath.Join(Root(t), name))
	return err == nil && len(found) > 0
}

// anchor is the fragment by which a heading is linked.
func anchor(heading string) string {
	keep := func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}
	return strings.Map(keep, strings.ToLower(heading))
}

func headings(text string) []string {
	var all []string
	for _, m := range head.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// TestNamedFilesExist: every file, folder and heading that the documents name is there.
func TestNamedFilesExist(t *testing.T) {
	all := pages(t)
	for page, text := range all {
		for _, m := range quoted.FindAllStringSubmatch(text, -1) {
			if isPath(t, m[1]) && !exists(t, m[1]) {
				t.Errorf("%s names %s, which does not exist", page, m[1])
			}
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			to := page
			if m[1] != "" {
				to = path.Join(path.Dir(page), m[1])
			}
			if !exists(t, to) {
				t.Errorf("%s links to %s, which does not exist", page, to)
			}
			if m[2] == "" {
				continue
			}
			if !slices.ContainsFunc(headings(all[to]), func(h string) bool { return anchor(h) == m[2] }) {
				t.Errorf("%s links to %s#%s, which is no heading", page, to, m[2])
			}
		}
	}
}

// generated matches generated code (go help generate).
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// sources calls visit for each hand-written Go file.
func sources(t *testing.T, visit func(name, text string)) {
	t.Helper()
	root := Root(t)
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if strings.HasPrefix(d.Name(), ".") && name != "." || slices.Contains([]string{"bin", "var", "testdata", "generated", "node_modules"}, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		text, err := os.ReadFile(file)
		if err == nil && !generated.Match(text) {
			visit(filepath.ToSlash(name), string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestCitedSectionsExist: what the code cites of docs/product.md is a heading of it.
func TestCitedSectionsExist(t *testing.T) {
	product := headings(pages(t)["docs/product.md"])
	cites := regexp.MustCompile(`docs/product\.md, ([A-Z].*)`)
	sources(t, func(name, text string) {
		for _, m := range cites.FindAllStringSubmatch(text, -1) {
			// The line may break within the heading.
			if !slices.ContainsFunc(product, func(h string) bool { return strings.HasPrefix(m[1], h) || strings.HasPrefix(h, m[1]) }) {
				t.Errorf("%s cites docs/product.md, %s", name, m[1])
			}
		}
	})
}

// TestPackagesAreListed: ARCHITECTURE.md says of every package what it is for, under "Where things are".
func TestPackagesAreListed(t *testing.T) {
	_, text, _ := strings.Cut(pages(t)["ARCHITECTURE.md"], "\n## Where things are\n")
	text, _, found := strings.Cut(text, "\n## ")
	if !found {
		t.Fatal(`ARCHITECTURE.md has no section "Where things are"`)
	}
	var listed []string
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		listed = append(listed, m[1])
	}
	packages := map[string]bool{}
	sources(t, func(name, _ string) {
		if !strings.HasSuffix(name, "_test.go") {
			packages[path.Dir(name)] = true
		}
	})
	for folder := range packages {
		if !slices.Contains(listed, folder) {
			t.Errorf("ARCHITECTURE.md does not list %s", folder)
		}
	}
}

// lintConfig returns the configuration of golangci-lint.
func lintConfig(t *testing.T) (config string) {
	t.Helper()
	read(t, filepath.Join(Root(t), ".golangci.yml"), func(_, text string) { config = text })
	return config
}

// TestArrows compares the arrows of ARCHITECTURE.md with the rules of depguard.
func TestArrows(t *testing.T) {
	const module = "github.com/redress/redress"
	_, rules, _ := strings.Cut(lintConfig(t), "    depguard:\n")
	folders := regexp.MustCompile(`"\*\*/([^"]*)/\*[^"]*"`)
	entry := regexp.MustCompile(`(?:^- |^allow: \[|, )` + module + `/([^\s,\]]+)`) // of a list on lines of its own, or on one line
	table := [][]string{{"package", "may import"}}
	var from string
	var to []string
	flush := func() {
		if from != "" && len(to) > 0 {
			table = append(table, []string{"`" + from + "`", strings.Join(to, ", ")})
		}
		from, to = "", nil
	}
	ended := regexp.MustCompile(`^    ?\S|^  \S`)
	for line := range strings.Lines(rules) {
		if ended.MatchString(line) {
			break
		}
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "files:") {
			flush()
			if m := folders.FindStringSubmatch(trimmed); m != nil {
				from = m[1]
			}
		}
		for _, m := range entry.FindAllStringSubmatch(trimmed, -1) {
			exact, only := strings.CutSuffix(m[1], "$")
			if !only {
				exact += " and below"
			}
			to = append(to, exact)
		}
		if strings.HasPrefix(trimmed, "deny: [{pkg: "+module+",") && from != "" && len(to) == 0 {
			to = []string{"nothing of ours"}
		}
	}
	flush()
	section(t, "ARCHITECTURE.md", "arrows", Table(table...))
}
