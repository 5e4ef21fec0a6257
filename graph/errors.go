package graph

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
	f := Fault(ctx, err)
	out := &gqlerror.Error{Err: f, Message: f.Message, Path: graphql.GetPath(ctx)}
	if wire != nil {
		out.Path, out.Locations = wire.Path, wire.Locations
	}
	fields := f.Fields
	if f.Code == fault.Validation && len(fields) == 0 {
		fields = []fault.Field{{Field: lastName(out.Path), Code: "invalid", Message: f.Message}}
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
	if name := lastName(e.Path); name != "" {
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

func lastName(path ast.Path) string {
	for i := len(path) - 1; i >= 0; i-- {
		if name, ok := path[i].(ast.PathName); ok {
			return string(name)
		}
	}
	return ""
}

// Fault finds what an error means to a caller. Both doors use it: an error that is not ours
// is logged here, once, and answered as internal_error.
func Fault(ctx context.Context, err error) *fault.Error {
	if f, ok := fault.As(err); ok {
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
