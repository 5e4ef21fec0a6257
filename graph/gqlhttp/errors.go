package gqlhttp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"

	"entgo.io/ent/privacy"
	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

// maxErrors leave in one answer: a request can be wrong in many more places than anybody reads.
const maxErrors = 10

// present is the graph's one map from faults to its wire: the code in capitals and the inputs
// at fault under extensions, and a sentence for a person. What is not a fault of ours is
// logged and answered as internal.
func present(ctx context.Context, err error) *gqlerror.Error {
	var wire *gqlerror.Error
	if errors.As(err, &wire) && wire.Err == nil {
		return presentRequest(wire)
	}
	f := FaultOf(ctx, err)
	out := &gqlerror.Error{Err: f, Message: f.Message, Path: graphql.GetPath(ctx)}
	if wire != nil {
		out.Path, out.Locations = wire.Path, wire.Locations
	}
	fields := f.Fields
	if f.Code == fault.Validation && len(fields) == 0 {
		fields = []fault.Field{{Field: inputName(out.Path), Code: "invalid", Message: f.Message}}
	}
	extend(out, f.Code, fields)
	return out
}

// presentRequest spells what the library says of a request that it could not read or that
// does not fit the schema. Hints at names that the caller did not know are left out.
func presentRequest(e *gqlerror.Error) *gqlerror.Error {
	e.Message, _, _ = strings.Cut(e.Message, " Did you mean")
	code := fault.Validation
	switch e.Extensions["code"] {
	case errcode.ParseFailed:
		code = fault.Malformed
	case nil, errcode.ValidationFailed, "INVALID_PAGINATION":
	default:
		return e // spelled already
	}
	var fields []fault.Field
	if name := inputName(e.Path); name != "" {
		fields = []fault.Field{{Field: name, Code: "invalid", Message: e.Message}}
	}
	extend(e, code, fields)
	return e
}

func extend(e *gqlerror.Error, code fault.Code, fields []fault.Field) {
	e.Extensions = map[string]any{"code": strings.ToUpper(string(code))}
	if len(fields) > 0 {
		e.Extensions["fields"] = fields
	}
}

// inputName names what a path leads to as the desk names inputs: within a mutation's input,
// or a variable that is one, all of the way, such as contact.email; else the last name.
func inputName(path ast.Path) string {
	within := slices.Index(path, ast.PathElement(ast.PathName("input"))) + 1
	if len(path) > 2 && path[0] == ast.PathElement(ast.PathName("variable")) {
		within = 2
	}
	if within == 0 || within == len(path) {
		return lastName(path)
	}
	steps := make([]string, 0, len(path)-within)
	for _, step := range path[within:] {
		steps = append(steps, fmt.Sprint(step))
	}
	return strings.Join(steps, ".")
}

func lastName(path ast.Path) string {
	for i := len(path) - 1; i >= 0; i-- {
		if name, ok := path[i].(ast.PathName); ok {
			return string(name)
		}
	}
	return ""
}

// FaultOf finds what an error means to a caller. What is our side's failure is logged here,
// once and with its cause; the caller reads a sentence.
func FaultOf(ctx context.Context, err error) *fault.Error {
	if f, ok := fault.As(err); ok {
		if f.Cause != nil && (f.Code == fault.Unavailable || f.Code == fault.Internal) {
			slog.ErrorContext(ctx, "request failed", "error", err, "path", graphql.GetPath(ctx).String())
		}
		return f
	}
	switch {
	case emptyCondition(err):
		return fault.Invalid(fault.Field{Field: "where", Code: "invalid", Message: "has an empty condition inside and, or, not or an edge"})
	case ent.IsNotFound(err):
		return fault.Missing("thing")
	case errors.Is(err, privacy.Deny) && auth.From(ctx) == nil:
		return auth.AuthenticationRequired()
	case errors.Is(err, privacy.Deny):
		return fault.Denied()
	case errors.Is(err, context.DeadlineExceeded):
		return fault.New(fault.Unavailable, "The request took too long. Ask for less, or try again.")
	case errors.Is(err, context.Canceled):
		return fault.New(fault.Unavailable, "The request was given up.")
	}
	slog.ErrorContext(ctx, "request failed", "error", err, "path", graphql.GetPath(ctx).String())
	return fault.New(fault.Internal, "Something went wrong on our side. It has been noted.")
}

// emptyCondition reports whether a filter asks for a condition without saying which: ent has
// one error for each type.
func emptyCondition(err error) bool {
	return slices.ContainsFunc([]error{
		ent.ErrEmptyAuditEntryWhereInput, ent.ErrEmptyBroadcastWhereInput, ent.ErrEmptyCategoryWhereInput,
		ent.ErrEmptyCommentWhereInput, ent.ErrEmptyComplaintWhereInput, ent.ErrEmptyContactWhereInput,
		ent.ErrEmptyGroupWhereInput, ent.ErrEmptyMediaWhereInput, ent.ErrEmptyNotificationWhereInput,
		ent.ErrEmptyPaymentWhereInput, ent.ErrEmptyServiceProviderWhereInput, ent.ErrEmptySessionWhereInput,
		ent.ErrEmptyStatusLogWhereInput, ent.ErrEmptyTaskUpdateWhereInput, ent.ErrEmptyTaskWhereInput,
		ent.ErrEmptyUserWhereInput, ent.ErrEmptyZoneWhereInput,
	}, func(empty error) bool { return errors.Is(err, empty) })
}

// recovered turns a panic into an internal error; the stack goes to the log only.
func recovered(ctx context.Context, p any) error {
	slog.ErrorContext(ctx, "panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	return fault.New(fault.Internal, "Something went wrong on our side. It has been noted.")
}
