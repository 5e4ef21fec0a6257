package gqlhttp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"entgo.io/ent/privacy"
	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

// maxErrors is how many errors a response has at most, unless more root fields have one.
const maxErrors = 10

// fewErrors returns the errors of a response that are sent: the first of each root field, so that each which is null says
// why, and others as long as there is room.
func fewErrors(errs gqlerror.List) gqlerror.List {
	if len(errs) <= maxErrors {
		return errs
	}
	root := func(e *gqlerror.Error) ast.PathElement {
		if len(e.Path) == 0 {
			return nil
		}
		return e.Path[0]
	}
	first := map[ast.PathElement]bool{}
	for _, e := range errs {
		first[root(e)] = true
	}
	room := maxErrors - len(first)
	var few gqlerror.List
	for _, e := range errs {
		switch of := root(e); {
		case first[of]:
			first[of] = false
		case room > 0:
			room--
		default:
			continue
		}
		few = append(few, e)
	}
	return few
}

// present maps an error to its GraphQL form: the message in the reader's language, and under extensions
// the code in capitals and the invalid fields. An error that is not a fault is logged and presented as
// INTERNAL_ERROR.
func present(ctx context.Context, err error) *gqlerror.Error {
	var wire *gqlerror.Error
	if errors.As(err, &wire) {
		switch {
		case wire.Err == nil:
			wire.Message, _, _ = strings.Cut(wire.Message, " Did you mean") // names that the client did not use
			return presentRequest(ctx, wire)
		case wire.Extensions["code"] != nil: // converted already
			return inLanguage(ctx, wire)
		}
	}
	f := FaultOf(ctx, err)
	out := &gqlerror.Error{Path: graphql.GetPath(ctx)}
	if wire != nil {
		out.Path, out.Locations = wire.Path, wire.Locations
	}
	f = inFilter(out.Path, f)
	out.Err, out.Message = f, f.Message
	fields := f.Fields
	if f.Code == fault.Validation && len(fields) == 0 {
		fields = []fault.Field{f.About(inputName(ctx, out.Path), "invalid")}
	}
	setExtensions(out, f.Code, fields)
	return inLanguage(ctx, out)
}

// requestError returns the GraphQL form of a fault of a request that is not executed. present prints it
// in the reader's language.
func requestError(f *fault.Error) *gqlerror.Error {
	e := &gqlerror.Error{Err: f, Message: f.Message}
	setExtensions(e, f.Code, f.Fields)
	return e
}

// inLanguage prints what an error says in the language of the context's reader.
func inLanguage(ctx context.Context, e *gqlerror.Error) *gqlerror.Error {
	l := i18n.From(ctx)
	if f, ok := fault.As(e.Err); ok {
		e.Message = f.In(l)
	}
	if fields, ok := e.Extensions["fields"].([]fault.Field); ok {
		said := make([]fault.Field, len(fields))
		for i, f := range fields {
			said[i] = f.In(l)
		}
		e.Extensions["fields"] = said
	}
	return e
}

// presentWithSuggestions is present for a service whose schema everybody may read: the library's
// suggestions of names stay.
func presentWithSuggestions(ctx context.Context, err error) *gqlerror.Error {
	var wire *gqlerror.Error
	if errors.As(err, &wire) && wire.Err == nil {
		return presentRequest(ctx, wire)
	}
	return present(ctx, err)
}

// notAs is what the library says of a variable that is not of its type, and names as what it came to it.
var notAs = regexp.MustCompile(`^cannot use .* as (\w+)$`)

// noValueOf is what it says of a value that an enumeration does not have, in variables and in documents.
var noValueOf = regexp.MustCompile(`(?s)^(.*) is not a valid (\w+)$|^Value "(.*)" does not exist in "\[?(\w+)[\]!]*" enum\.$` +
	`|^Enum "\[?(\w+)[\]!]*" cannot represent non-enum value`)

// problemOf returns what the library says of a variable in our words, and nil for all else that it says.
func problemOf(name, said string) *fault.Error {
	switch said {
	case "cannot be null", "must be defined":
		return fault.Invalid(fault.Input(name, "invalid", "must be given"))
	case "enums must be ints or strings":
		return fault.Invalid(fault.Input(name, "invalid", "must be a value of its enumeration"))
	}
	var as string
	if found := notAs.FindStringSubmatch(said); found != nil {
		as = found[1]
	}
	if found := noValueOf.FindStringSubmatch(said); found != nil {
		came := cmp.Or(found[1], found[3])
		def := schema().Types[cmp.Or(found[2], found[4], found[5])]
		switch {
		case def == nil || def.Kind != ast.Enum:
		case came == "": // the name of a value, but as a string
			return fault.Invalid(fault.Input(name, "invalid", "must be one of %s", choices(def)))
		default:
			return fault.Invalid(fault.Input(name, "invalid", "must be one of %s, not %q", choices(def), model.Shown(came)))
		}
	}
	switch as {
	case "Int":
		return fault.Invalid(fault.Input(name, "invalid", "must be an integer"))
	case "Float":
		return fault.Invalid(fault.Input(name, "invalid", "must be a number"))
	case "Boolean":
		return fault.Invalid(fault.Input(name, "invalid", "must be true or false"))
	case "String", "ID":
		return fault.Invalid(fault.Input(name, "invalid", "must be a string"))
	}
	return nil
}

// presentRequest converts the library's errors on requests that it could not parse or that do not
// match the schema.
func presentRequest(ctx context.Context, e *gqlerror.Error) *gqlerror.Error {
	code := fault.Validation
	switch e.Extensions["code"] {
	case errcode.ParseFailed:
		code = fault.Malformed
	case nil, errcode.ValidationFailed, "INVALID_PAGINATION":
	default:
		return e // converted already
	}
	var fields []fault.Field
	name := inputName(ctx, e.Path)
	if problem := problemOf(name, e.Message); problem != nil {
		fixed := requestError(problem)
		fixed.Path, fixed.Locations = e.Path, e.Locations
		return inLanguage(ctx, fixed)
	}
	if name != "" {
		fields = []fault.Field{fault.Input(name, "invalid", "%s", e.Message)}
	}
	setExtensions(e, code, fields)
	return e
}

func setExtensions(e *gqlerror.Error, code fault.Code, fields []fault.Field) {
	e.Extensions = map[string]any{"code": strings.ToUpper(string(code))}
	if len(fields) > 0 {
		e.Extensions["fields"] = fields
	}
}

// inputName returns the name of the field that a path leads to, in the form that the desk uses:
// inside a mutation's input, or a variable that is one, the whole path, such as contact.email; inside a list
// that is a variable the path from its name on, such as orderBy.0.field;
// inside a filter the path from where on, such as where.or.1.statusIn.0; otherwise the last name.
func inputName(ctx context.Context, path ast.Path) string {
	start := slices.Index(path, ast.PathElement(ast.PathName("input"))) + 1
	switch {
	case len(path) > 2 && path[0] == ast.PathElement(ast.PathName("variable")):
		if isFilter(ctx, path[1]) {
			return filterArgument + "." + joined(path[2:])
		}
		start = 2
		if _, ofList := path[2].(ast.PathIndex); ofList { // an index says nothing without its list
			start = 1
		}
	case start == 0:
		start = max(0, slices.Index(path, ast.PathElement(ast.PathName(filterArgument))))
	}
	if start == 0 || start == len(path) {
		return lastName(path)
	}
	return joined(path[start:])
}

// filterArgument is the name of the argument of every list, and of every statistic, that is a filter.
const filterArgument = "where"

// isFilter reports whether a variable of the operation is a filter.
func isFilter(ctx context.Context, variable ast.PathElement) bool {
	name, _ := variable.(ast.PathName)
	if !graphql.HasOperationContext(ctx) {
		return false
	}
	op := graphql.GetOperationContext(ctx).Operation
	if op == nil {
		return false
	}
	def := op.VariableDefinitions.ForName(string(name))
	return def != nil && strings.HasSuffix(def.Type.Name(), "WhereInput")
}

// inFilter returns a fault of a condition with its path in the filter, if the path leads into one.
func inFilter(path ast.Path, f *fault.Error) *fault.Error {
	start := slices.Index(path, ast.PathElement(ast.PathName(filterArgument)))
	if start < 0 || f.Code != fault.Validation || len(f.Fields) == 0 {
		return f
	}
	fields := slices.Clone(f.Fields)
	for i := range fields {
		fields[i].Field = joined(path[start:]) + "." + fields[i].Field
	}
	return fault.Invalid(fields...)
}

func joined(path ast.Path) string {
	steps := make([]string, len(path))
	for i, step := range path {
		steps[i] = fmt.Sprint(step)
	}
	return strings.Join(steps, ".")
}

// choices returns the values of an enumeration.
func choices(def *ast.Definition) string {
	names := make([]string, len(def.EnumValues))
	for i, v := range def.EnumValues {
		names[i] = v.Name
	}
	return strings.Join(names, ", ")
}

func lastName(path ast.Path) string {
	for _, p := range slices.Backward(path) {
		if name, ok := p.(ast.PathName); ok {
			return string(name)
		}
	}
	return ""
}

// FaultOf returns the fault that an error is for the client. It logs failures of the service with
// their cause, once; the client only gets a message.
func FaultOf(ctx context.Context, err error) *fault.Error {
	if f, ok := fault.As(err); ok {
		if f.Cause != nil && (f.Code == fault.Unavailable || f.Code == fault.Internal) {
			slog.ErrorContext(ctx, "request failed", "error", err, "path", graphql.GetPath(ctx).String())
		}
		return f
	}
	var empty *entgql.EmptyConditionError
	switch {
	case errors.As(err, &empty):
		return fault.Invalid(fault.Input(empty.Path, "invalid", "must have a condition"))
	case ent.IsNotFound(err):
		return fault.Missing("thing")
	case errors.Is(err, privacy.Deny) && auth.From(ctx) == nil:
		return auth.AuthenticationRequired()
	case errors.Is(err, privacy.Deny):
		return fault.Denied()
	case errors.Is(err, context.DeadlineExceeded):
		return fault.New(fault.Unavailable, "The request took too long. Ask for less, or try again.")
	case errors.Is(err, context.Canceled):
		return fault.New(fault.Unavailable, "The request was cancelled.")
	}
	slog.ErrorContext(ctx, "request failed", "error", err, "path", graphql.GetPath(ctx).String())
	return fault.New(fault.Internal, "Something went wrong on our side. It has been noted.")
}

// recoverPanic converts a panic to an internal error; the stack is only logged.
func recoverPanic(ctx context.Context, p any) error {
	slog.ErrorContext(ctx, "panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	return fault.New(fault.Internal, "Something went wrong on our side. It has been noted.")
}
