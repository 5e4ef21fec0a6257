// Command gqlgen generates the executor of the graph as gqlgen.yml says: the library's own, and the one of ours that
// takes its place (write.go). Of the library's the service keeps what reads arguments; the last step of `make generate`
// removes the rest. All of it goes into package reference, with which tests compare answers.
// It is run in the root of the repository, by `make generate`.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"

	"github.com/99designs/gqlgen/api"
	"github.com/99designs/gqlgen/codegen/config"
	"golang.org/x/tools/imports"
)

// referenceFolder is the folder of package reference.
const referenceFolder = "internal/testenv/reference"

func main() {
	if err := generate(); err != nil {
		log.Fatal("gqlgen: ", err)
	}
}

func generate() error {
	cfg, err := config.LoadConfig("gqlgen.yml")
	if err != nil {
		return err
	}
	cfg.SkipValidation = true // the files do not fit each other before parseLater
	written := &writer{}
	if err := api.Generate(cfg, api.AddPlugin(written)); err != nil {
		return err
	}
	if err := parseLater(filepath.Join(cfg.Exec.DirName, rootFile)); err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(cfg.Exec.DirName, "*.generated.go"))
	if err != nil {
		return err
	}
	resolvers := 0
	for _, name := range names {
		if filepath.Base(name) == writtenFile {
			continue
		}
		n, err := refer(name, filepath.Join(referenceFolder, filepath.Base(name)))
		if err != nil {
			return err
		}
		resolvers += n
	}
	return found("interfaces of resolvers", resolvers, written.resolvers+1) // and their root
}

// rootFile is the file in which the library puts the schema.
const rootFile = "root_.generated.go"

// parseLater makes the file that parses the schema do so when it is first asked for, since most commands do not need it.
func parseLater(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := found("variable of the parsed schema", len(parsed.FindAll(text, -1)), 1); err != nil {
		return err
	}
	text = parsed.ReplaceAll(text, []byte("\n// Schema returns the schema.\nvar Schema = sync.OnceValue(func() *ast.Schema { return $1 })"))
	text = bytes.ReplaceAll(text, []byte("parsedSchema"), []byte("Schema()"))
	if text, err = imports.Process(name, text, nil); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}

var (
	packageClause = regexp.MustCompile(`(?m)^package generated$`)
	// The resolvers are the same for both executors.
	resolverType = regexp.MustCompile(`(?ms)^type (\w*Resolver|ResolverRoot) interface \{$.*?^\}$`)
	// So is the schema.
	schemaText = regexp.MustCompile(`(?ms)^var sources = .*?^var Schema = .*?$`)
	parsed     = regexp.MustCompile(`(?m)^var parsedSchema = (gqlparser\..*)$`)
)

// found returns an error unless something stands in the library's code as often as it must.
func found(what string, times, places int) error {
	if times != places {
		return fmt.Errorf("%s: found %d times, not %d: read what the library generates again after an upgrade", what, times, places)
	}
	return nil
}

// refer writes a file of the library's executor into package reference. It returns of how many interfaces of resolvers
// it made names for those of package generated.
func refer(from, to string) (resolvers int, err error) {
	text, err := os.ReadFile(from)
	if err != nil {
		return 0, err
	}
	if err := found("package clause of "+from, len(packageClause.FindAll(text, -1)), 1); err != nil {
		return 0, err
	}
	schemas := 0
	if filepath.Base(from) == rootFile {
		schemas = 1
	}
	if err := found("schema of "+from, len(schemaText.FindAll(text, -1)), schemas); err != nil {
		return 0, err
	}
	resolvers = len(resolverType.FindAll(text, -1))
	text = packageClause.ReplaceAll(text, []byte("package reference"))
	text = resolverType.ReplaceAll(text, []byte("type $1 = generated.$1"))
	text = schemaText.ReplaceAll(text, []byte("var Schema = generated.Schema"))
	if resolvers+schemas > 0 {
		if err := found("import of "+from, bytes.Count(text, []byte("import (")), 1); err != nil {
			return 0, err
		}
		text = bytes.Replace(text, []byte("import ("), []byte("import (\n\t\"github.com/redress/redress/graph/generated\""), 1)
	}
	text, err = imports.Process(to, text, nil)
	if err != nil {
		return 0, err
	}
	return resolvers, os.WriteFile(to, text, 0o644)
}
