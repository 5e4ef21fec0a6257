// Command notices writes the licenses of everything that is compiled into the service, of Go's own
// library, and of the assets of its pages: cmd/redress/notices.txt, which `redress licenses` prints. It fails
// when a module has no license, or one that this project does not know how to keep to.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// platforms are those that releases are built for, which link different modules.
var platforms = []struct{ system, machine string }{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// kept are the licenses whose conditions are kept to by carrying their texts and saying where the source is.
var kept = []string{
	"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "GooglePatentsFile", "ICU", "ISC", "MIT", "MPL-2.0",
	"PublicDomain", "SQLite", "Unlicense", "Zlib",
}

// least is the share of a text, in percent, that must be known words of a license for its name to be believed.
const least = 75

// legal matches the names of files that must travel with copies.
var legal = regexp.MustCompile(`(?i)^(.*-)?(licen[cs]e|copying|notice|patents|unlicense)([-_.][^.]*)?(\.(txt|md|rst))?$`)

// assets are what the pages and the rules for passwords bring, with the files that say so.
var assets = []struct{ name, file string }{
	{"GraphiQL and React, in the playground", "internal/web/assets/LICENSES.txt"},
	{"The list of common passwords, from zxcvbn-ts", "internal/auth/common-LICENSE.txt"},
}

func main() {
	root := flag.String("root", ".", "folder of the module")
	flag.Parse()
	if err := run(*root); err != nil {
		log.Fatal("notices: ", err)
	}
}

func run(root string) error {
	modules, err := linked(root)
	if err != nil {
		return err
	}
	goroot, err := output(root, nil, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	modules = append(modules, module{Path: "Go and its standard library", Dir: strings.TrimSpace(string(goroot))})
	var out bytes.Buffer
	if err := write(&out, root, modules); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "cmd", "redress", "notices.txt"), out.Bytes(), 0o644)
}

// module is a module of which a package is linked.
type module struct {
	Path, Version, Dir string
	Main               bool
	packages           []string // folders
}

// linked returns the modules that any platform's program consists of.
func linked(root string) ([]module, error) {
	found := map[string]*module{}
	for _, p := range platforms {
		text, err := output(root, []string{"GOOS=" + p.system, "GOARCH=" + p.machine, "CGO_ENABLED=0"}, "go", "list", "-deps", "-json=Dir,Module", "./cmd/redress")
		if err != nil {
			return nil, err
		}
		for packages := json.NewDecoder(bytes.NewReader(text)); ; {
			var p struct {
				Dir    string
				Module *module
			}
			if err := packages.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			if p.Module == nil || p.Module.Main {
				continue
			}
			if found[p.Module.Path] == nil {
				found[p.Module.Path] = p.Module
			}
			found[p.Module.Path].packages = append(found[p.Module.Path].packages, p.Dir)
		}
	}
	var modules []module
	for _, path := range slices.Sorted(maps.Keys(found)) {
		modules = append(modules, *found[path])
	}
	return modules, nil
}

func output(dir string, env []string, name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...) //nolint:noctx // it ends by itself
	c.Dir, c.Env, c.Stderr = dir, append(os.Environ(), env...), os.Stderr
	return c.Output()
}

// files returns the legal files of a module: those of its root, and those beside linked packages and above them.
func (m module) files() (names []string, err error) {
	folders := map[string]bool{m.Dir: true}
	for _, dir := range m.packages {
		for ; len(dir) > len(m.Dir); dir = filepath.Dir(dir) {
			folders[dir] = true
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.Type().IsRegular() && legal.MatchString(e.Name()) && filepath.Ext(e.Name()) != ".go" {
				names = append(names, filepath.Join(dir, e.Name()))
			}
		}
	}
	return names, nil
}

// licenses returns the names of the licenses in a text, sorted.
func licenses(text []byte) []string {
	coverage := licensecheck.Scan(text)
	if coverage.Percent < least {
		return nil
	}
	names := map[string]bool{}
	for _, m := range coverage.Match {
		names[m.ID] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// notice is a text and what it covers.
type notice struct {
	text   []byte
	covers []string
}

// write writes a list of the modules with the names of their licenses, and each text once.
func write(w *bytes.Buffer, root string, modules []module) error {
	var (
		notices []*notice
		errs    []error
	)
	add := func(text []byte, covered string) {
		text = bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
		at := slices.IndexFunc(notices, func(n *notice) bool { return bytes.Equal(n.text, text) })
		if at < 0 {
			at = len(notices)
			notices = append(notices, &notice{text: text})
		}
		notices[at].covers = append(notices[at].covers, covered)
	}
	fmt.Fprint(w,
		"Redress contains the following software of others, whose licenses are below. The source of a module is\nat the path that names it, in "+
			"the version given with it.\n\n")
	for _, m := range modules {
		files, err := m.files()
		if err != nil {
			return err
		}
		names := map[string]bool{}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			for _, name := range licenses(text) {
				names[name] = true
			}
			covered := m.Path
			if rel, err := filepath.Rel(m.Dir, file); err == nil && rel != "LICENSE" {
				covered += ": " + filepath.ToSlash(rel)
			}
			add(text, covered)
		}
		known := slices.Sorted(maps.Keys(names))
		if len(known) == 0 {
			errs = append(errs, fmt.Errorf("%s %s: no license that is known by its text in %q", m.Path, m.Version, files))
		}
		for _, name := range known {
			if !slices.Contains(kept, name) {
				errs = append(errs, fmt.Errorf("%s %s is under %s: see whether its conditions can be kept to", m.Path, m.Version, name))
			}
		}
		fmt.Fprintf(w, "%s (%s)\n", strings.TrimSpace(m.Path+" "+m.Version), strings.Join(known, ", "))
	}
	for _, a := range assets {
		text, err := os.ReadFile(filepath.Join(root, a.file))
		if err != nil {
			return err
		}
		names := licenses(text)
		if len(names) == 0 {
			errs = append(errs, fmt.Errorf("%s: no license that is known by its text", a.file))
		}
		fmt.Fprintf(w, "%s (%s)\n", a.name, strings.Join(names, ", "))
		add(text, a.name)
	}
	for _, n := range notices {
		fmt.Fprintf(w, "\n%s\n%s\n%s\n\n%s\n", rule, strings.Join(n.covers, "\n"), rule, n.text)
	}
	return errors.Join(errs...)
}

// rule separates the notices.
const rule = "--------------------------------------------------------------------------------"
