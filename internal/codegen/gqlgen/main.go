// Command gqlgen generates the executor of the graph as gqlgen.yml says, and then simplifies it:
// the fields of an object were loaded with the page, so a goroutine for each field and for each
// element costs more than the field does. The fields of Query, which do read, run concurrently.
// It is run in the root of the repository, by `make generate`.
//
// With -simplify=false it leaves the library's code as it is, which compiles and passes the tests as
// well: so an upgrade of the library need not wait for the simplification.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/99designs/gqlgen/api"
	"github.com/99designs/gqlgen/codegen"
	"github.com/99designs/gqlgen/codegen/config"
	"golang.org/x/tools/imports"
)

func main() {
	simple := flag.Bool("simplify", true, "simplify the generated executor")
	flag.Parse()
	if err := generate(*simple); err != nil {
		log.Fatal("gqlgen: ", err)
	}
}

func generate(simple bool) error {
	cfg, err := config.LoadConfig("gqlgen.yml")
	if err != nil {
		return err
	}
	if !simple {
		return api.Generate(cfg, api.AddPlugin(writer{}))
	}
	if err := api.Generate(cfg, api.AddPlugin(sequential{}), api.AddPlugin(writer{})); err != nil {
		return err
	}
	return simplify(cfg.Exec.DirName)
}

// sequential is a plugin that resolves the fields of an object one after the other.
type sequential struct{}

// Name implements gqlgen's plugin.
func (sequential) Name() string { return "sequential" }

// GenerateCode implements gqlgen's plugin, which runs before the executor is written.
func (sequential) GenerateCode(data *codegen.Data) error { //nolint:unparam // the signature is gqlgen's
	for _, o := range data.Objects {
		if o != data.QueryRoot && o != data.SubscriptionRoot {
			o.DisableConcurrency = true
		}
	}
	return nil
}

// simplification replaces a pattern within functions. One that is found nowhere means that the
// library writes something else by now.
type simplification struct {
	pattern     *regexp.Regexp
	replacement string
	found       int
}

var (
	// Sequential fields can't be deferred: nothing is ever in these two.
	deferred = &simplification{
		pattern:     regexp.MustCompile(`out := graphql\.NewFieldSet\(fields\)\s+deferredFieldSet := .*\s+deferLabelToView := .*\n`),
		replacement: "out := exec.NewObject(fields)\n",
	}
	dispatch = &simplification{
		pattern:     regexp.MustCompile(`out\.Dispatch\(ctx\)\n(\s+if out\.Invalids > 0 \{\s+return graphql\.Null\s+\}\n)\s+atomic\.AddInt32\(&ec\.Deferred(?s:.*?)\n\t\}\)\n\n`),
		replacement: "$1",
	}
	list = &simplification{
		pattern:     regexp.MustCompile(`graphql\.MarshalSliceConcurrently\(ctx, len\(v\), 0, false, func`),
		replacement: "exec.List(ctx, len(v), func",
	}
	// Nothing asks a field for those below it, so nothing need know which there are.
	children = &simplification{
		pattern: regexp.MustCompile(`\n\t\tChild: func\(ctx context\.Context, field graphql\.CollectedField\) \(\*graphql\.FieldContext, error\) \{` +
			`\n\t\t\treturn ec\.childFields_\w+\(ctx, field\)\n\t\t\},`),
	}
	// What reads inputs depends on the resolvers alone, and looking at the types of two hundred functions
	// costs more than a small query does: the map is made once.
	inputs = &simplification{
		pattern: regexp.MustCompile(`(\tinputUnmarshalMap := )graphql\.BuildUnmarshalerMap\((?s:(.*?))\n\t\)\n`),
		replacement: "${1}exec.Inputs(e.Resolvers, func() map[reflect.Type]reflect.Value {\n\t\tec := newExecutionContext(nil, e, nil)\n" +
			"\t\treturn graphql.BuildUnmarshalerMap(${2}\n\t\t)\n\t})\n",
	}
	// Reading a field of a Go struct can neither fail nor panic, and no directive wraps it.
	structField = regexp.MustCompile(`(?s)^(func \(ec \*executionContext\) )(_\w+)(\(.*?\n)` +
		`\treturn graphql\.ResolveField\(.*?func\(ctx context\.Context\) \(any, error\) \{\s+return (obj\.\w+), nil\s+\},\s+nil,.*?` +
		`return (ec\.[\w\pL]+)\(ctx, selections, v\)\s+\},\s+true,\s+(?:true|false),\s+\)\n\}\n$`)
	// A leaf is a field without fields of its own.
	leaf     = regexp.MustCompile(`fieldContext(_\w+)\(_ context.Context, .*\n\treturn graphql\.NewScalarFieldContext`)
	function = regexp.MustCompile(`(?ms)^func .*?^\}\n`)
)

// simplify rewrites the files of a folder.
func simplify(folder string) error {
	names, err := filepath.Glob(filepath.Join(folder, "*.generated.go"))
	if err != nil {
		return err
	}
	var scalars, objects int
	for _, name := range names {
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		leaves := map[string]bool{}
		for _, m := range leaf.FindAllStringSubmatch(string(source), -1) {
			leaves[m[1]] = true
		}
		text := function.ReplaceAllStringFunc(string(source), func(f string) string {
			if m := structField.FindStringSubmatch(f); m != nil {
				field, value, marshal := m[2], m[4], m[5]
				head := m[1] + field + m[3]
				if leaves[field] {
					scalars++
					return head + fmt.Sprintf("\treturn %s(ctx, field.Selections, %s)\n}\n", marshal, value)
				}
				objects++
				return head + fmt.Sprintf("\tfc, err := ec.fieldContext%s(ctx, field)\n\tif err != nil {\n\t\treturn graphql.Null\n\t}\n"+
					"\tfc.Result = %s\n\treturn %s(graphql.WithFieldContext(ctx, fc), field.Selections, %[2]s)\n}\n", field, value, marshal)
			}
			if !strings.Contains(f, "Concurrently(i,") {
				f = deferred.in(f)
				f = dispatch.in(f)
			}
			return inputs.in(children.in(list.in(f)))
		})
		out, err := imports.Process(name, []byte(text), nil)
		if err != nil {
			return err
		}
		if err := os.WriteFile(name, out, 0o644); err != nil {
			return err
		}
	}
	if scalars == 0 || objects == 0 || list.found == 0 || children.found == 0 || deferred.found == 0 || deferred.found != dispatch.found ||
		inputs.found != 1 {
		return fmt.Errorf("the library's code changed: found %d scalars, %d objects, %d lists, %d objects with children, %d beginnings and %d ends of objects, %d maps of inputs to simplify",
			scalars, objects, list.found, children.found, deferred.found, dispatch.found, inputs.found)
	}
	return nil
}

func (s *simplification) in(text string) string {
	s.found += len(s.pattern.FindAllString(text, -1))
	return s.pattern.ReplaceAllString(text, s.replacement)
}
