package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Packages that the service does not run, and once had: they cost a third of the build's time.
var notInService = map[string]string{
	"ariga.io/atlas/":                                        "it belongs to internal/codegen/migrations; does ent's client know ent/migrate again?",
	"entgo.io/contrib/entgql":                                "it brings the generators; use ent/entgql",
	"entgo.io/ent/entc":                                      "it is ent's generator",
	"entgo.io/ent/dialect/sql/schema":                        "it belongs to internal/codegen/migrations",
	"github.com/99designs/gqlgen/codegen":                    "it is gqlgen's generator",
	"github.com/99designs/gqlgen/api":                        "it is gqlgen's generator",
	"github.com/99designs/gqlgen/plugin":                     "it is gqlgen's generator",
	"github.com/hashicorp/hcl":                               "it comes with atlas",
	"github.com/zclconf/go-cty":                              "it comes with atlas",
	"github.com/alecthomas/kong":                             "it keeps every exported method of the program; cobra does not",
	"go/types":                                               "only generators and tests read Go code",
	"golang.org/x/tools/":                                    "only generators and tests read Go code",
	"github.com/redress/redress/internal/codegen/ent":        "it is a generator",
	"github.com/redress/redress/internal/codegen/migrations": "it is a generator",
}

// TestBuildGraph keeps out of the service what it does not run, and holds that `redress licenses` names each module
// that it does. `make verify` compares their texts.
func TestBuildGraph(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps",
		"-f", "{{.ImportPath}}{{with .Module}}{{if not .Main}} {{.Path}} {{.Version}}{{end}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	text, err := notices()
	if err != nil {
		t.Fatal(err)
	}
	if plain, err := os.ReadFile("notices.txt"); err != nil || string(plain) != text {
		t.Errorf("notices.txt.gz is not notices.txt (%v): run make generate", err)
	}
	for line := range strings.Lines(string(out)) {
		pkg, module, outside := strings.Cut(strings.TrimSpace(line), " ")
		if outside && !strings.Contains(text, "\n"+module+" (") {
			t.Errorf("notices.txt lacks %s: run make generate", module)
		}
		for prefix, reason := range notInService {
			if strings.HasPrefix(pkg+"/", strings.TrimSuffix(prefix, "/")) {
				t.Errorf("%s is compiled into the service: %s (go mod why %s)", pkg, reason, pkg)
			}
		}
	}
}

// TestMethodsAreDropped: once anything that runs finds a method by a name that the compiler can't
// see, the linker keeps every exported method of the program, which is 10 MB. Here a method of ent
// stands for them that generated code has for each column and the service never calls.
func TestMethodsAreDropped(t *testing.T) {
	t.Parallel()
	binary := t.TempDir() + "/redress"
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), "go", "tool", "nm", binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(out, []byte("ent.(*ComplaintMutation).OldTitle")) {
		t.Error("the linker keeps all exported methods: something calls reflect's Method or MethodByName, such as text/template, " +
			"or converts a type of ent/schema to an interface; go build -ldflags=-dumpdep marks it with <ReflectMethod>")
	}
}
