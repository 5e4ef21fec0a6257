package dashboard

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// An effect hands what its function returns to React, which calls it as the cleanup. What an expression returns is up to the
// browser: scrollIntoView returned nothing for years, and a Promise since. So effects and refs that are functions have a body in
// braces, which returns only what it says.
var (
	comment = regexp.MustCompile(`(?m)^\s*//.*$|\s//\s.*$|/\*(?s:.*?)\*/`)
	hook    = regexp.MustCompile(`\buse\w*Effect\b`)
	renamed = regexp.MustCompile(`\buse\w*Effect\s+as\b`)
	imports = regexp.MustCompile(`(?s)\bimport\s+[^;]*?\bfrom\s+"[^"]*"`)
	braced  = regexp.MustCompile(`^\s*\(\s*(?:\(\s*\)\s*=>\s*\{|function\b[^{]*\{)`)
	ref     = regexp.MustCompile(`\bref=\{\s*(?:\([^)]*\)|\w+)\s*=>\s*[^\s{]`)
)

// loose returns the effects and refs of a source that have an expression as their body, or that can't be read here.
func loose(source string) []string {
	source = comment.ReplaceAllString(source, "")
	found := renamed.FindAllString(source, -1)
	source = imports.ReplaceAllString(source, "")
	for _, at := range hook.FindAllStringIndex(source, -1) {
		if rest := source[at[1]:]; !braced.MatchString(rest) {
			line, _, _ := strings.Cut(rest, "\n")
			found = append(found, source[at[0]:at[1]]+line)
		}
	}
	return append(found, ref.FindAllString(source, -1)...)
}

func TestEffectsHaveBodies(t *testing.T) {
	files, effects := 0, 0
	err := filepath.WalkDir("src", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".ts") && !strings.HasSuffix(path, ".tsx") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		effects += strings.Count(string(source), "Effect(() => {")
		for _, it := range loose(string(source)) {
			t.Errorf("%s: %s\n\twrite the body in braces: what an expression returns is called as the cleanup", path, it)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 100 || effects < 50 {
		t.Errorf("read %d files with %d effects: the sources are elsewhere", files, effects)
	}
}

// TestLooseEffectsAreFound: the rule above refuses each way of writing an effect whose body is an expression.
func TestLooseEffectsAreFound(t *testing.T) {
	for source, want := range map[string]int{
		"useEffect(() => list.current?.scrollIntoView(), [at]);":                                1,
		"React.useLayoutEffect(() => void refresh(), []);":                                      1,
		"useInsertionEffect(() =>\n  insert(), []);":                                            1,
		"useEffect( () => (ready ? draw() : undefined));":                                       1,
		"useEffect(async () => { await load(); }, []);":                                         1,
		"useEffect(scroll, []);":                                                                1,
		"useIsomorphicEffect(() => setAt(0), []);":                                              1,
		"const effect = useEffect;":                                                             1,
		"import { useEffect as effect } from \"react\";":                                        1,
		"import {\n  useEffect,\n  useRef } from \"react\";\nuseEffect(() => {\n  go();\n});":   0,
		"useEffect(() => {\n  return () => clearTimeout(timer.current);\n}, []);":               0,
		"useEffect(function effect() { go(); }, []);":                                           0,
		"// useEffect(() => go())\nuseEffect(() => { go(); }, []); // as useEffect(go) doesn't": 0,
		"<div ref={(it) => it?.scrollIntoView()} />":                                            1,
		"<div ref={(it) => { it?.scrollIntoView(); }} />":                                       0,
		"<div ref={(it) => {\n it?.focus();\n}} />":                                             0,
	} {
		if found := loose(source); len(found) != want {
			t.Errorf("%q: found %q, want %d", source, found, want)
		}
	}
}
