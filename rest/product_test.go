package rest

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/testenv/docs"
)

// sixPaths are the documented ones, which the routes table begins with.
const sixPaths = 6

// TestProductPage compares docs/product.md with the routes table, the views and the error map.
func TestProductPage(t *testing.T) {
	var paths strings.Builder
	for i, rt := range routes()[:sixPaths] {
		fmt.Fprintf(&paths, "### %d. `%s %s`\n\n", i+1, rt.method, rt.path)
		fmt.Fprintf(&paths, "Roles: %s. ", strings.Join(roleNames(rt.roles), ", "))
		var params []string
		for _, p := range rt.doc.params {
			if p.in != "path" {
				params = append(params, fmt.Sprintf("`%s`", p.name))
			}
		}
		if len(params) > 0 {
			fmt.Fprintf(&paths, "Optional parameters: %s. ", strings.Join(params, ", "))
		}
		if rt.doc.form {
			fmt.Fprintf(&paths, "Parts of the form: %s; optional: %s. ", memberNames(rt.doc.body), strings.Join(rt.doc.optional, ", "))
		}
		statuses := map[int]bool{}
		for _, code := range rt.faults() {
			statuses[statusOf(code)] = true
		}
		var refused []string
		for _, status := range slices.Sorted(maps.Keys(statuses)) {
			refused = append(refused, strconv.Itoa(status))
		}
		fmt.Fprintf(&paths, "Refused with %s. Returns %d:\n\n", strings.Join(refused, ", "), rt.doc.responses[0].status)
		fmt.Fprintf(&paths, "```\n%s\n```\n\n", shape(reflect.TypeOf(rt.doc.responses[0].example), ""))
	}
	docs.Section(t, "paths", paths.String())
	docs.Section(t, "error response", fmt.Sprintf("```\n%s\n```", shape(reflect.TypeFor[refusal](), "")))

	byStatus := map[int][]string{}
	for _, code := range codes(t) {
		byStatus[statusOf(code)] = append(byStatus[statusOf(code)], string(code))
	}
	table := [][]string{{"status", "code", "header"}}
	for _, status := range slices.Sorted(maps.Keys(byStatus)) {
		header := errorHeader(status)
		if status == http.StatusMethodNotAllowed {
			header = "Allow"
		}
		table = append(table, []string{strconv.Itoa(status), strings.Join(byStatus[status], ", "), header})
	}
	docs.Section(t, "error codes", docs.Table(table...))

	docs.Section(t, "request limits", docs.Table(
		[]string{"limit", "value"},
		[]string{"`limit` of a REST page", fmt.Sprintf("%d when absent, %d at most", model.DefaultPageSize, model.MaxPageSize)},
		[]string{"an image", fmt.Sprintf("%d MiB, %d megapixels", blob.MaxImage>>20, blob.MaxPixels/1_000_000)},
		[]string{"a video", fmt.Sprintf("%d MiB", blob.MaxVideo>>20)},
		[]string{"a JSON body over REST", fmt.Sprintf("%d KiB", maxBody>>10)},
	))
}

func memberNames(o object) string {
	var names []string
	for _, m := range o {
		names = append(names, "`"+m.name+"`")
	}
	return strings.Join(names, ", ")
}

// codes reads the constants of package fault.
func codes(t *testing.T) []fault.Code {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../internal/fault/fault.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var all []fault.Code
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); ok && name.Name == "Code" {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, fault.Code(text))
		}
		return true
	})
	if len(all) < 20 {
		t.Fatalf("only %d codes", len(all))
	}
	return all
}

// shape prints the JSON of a type: the names of its members in order, and their types.
func shape(t reflect.Type, indent string) string {
	if t.Implements(reflect.TypeFor[interface{ values() []string }]()) {
		return strings.Join(reflect.Zero(t).Interface().(interface{ values() []string }).values(), " | ")
	}
	switch t {
	case reflect.TypeFor[uuid.UUID]():
		return "uuid"
	case reflect.TypeFor[timestamp]():
		return "time"
	case reflect.TypeFor[date]():
		return "date"
	case reflect.TypeFor[json.Number]():
		return "decimal"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return shape(t.Elem(), indent) + " or null"
	case reflect.Slice:
		return "[" + shape(t.Elem(), indent) + ", …]"
	case reflect.Struct:
		return "{\n" + shapeOfMembers(t, indent+"  ") + indent + "}"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64:
		return "integer"
	case reflect.Float64:
		return "number"
	default:
		return "string"
	}
}

func shapeOfMembers(t reflect.Type, indent string) string {
	var out strings.Builder
	for f := range t.Fields() {
		if f.Anonymous {
			out.WriteString(shapeOfMembers(f.Type, indent))
			continue
		}
		if !f.IsExported() {
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		note := ""
		if options == "omitempty" {
			note = ", absent unless true"
		}
		fmt.Fprintf(&out, "%s%s: %s%s\n", indent, name, shape(f.Type, indent), note)
	}
	return out.String()
}
