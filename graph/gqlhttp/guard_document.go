package gqlhttp

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/graphexec"
	"github.com/redress/redress/internal/i18n"
)

// The limits of a document and of its variables. They are checked before validation, one of whose
// rules takes quadratic time: 4,000 repeated fields kept a core busy for 13 seconds.
const (
	maxTokens       = 6_000
	maxFields       = 250   // as written
	maxExpanded     = 1_000 // with fragments expanded
	maxDepth        = 16
	maxDirectives   = 50
	maxRootFields   = 20
	maxAliases      = 15
	maxAdminAliases = 30
	maxOperations   = 10
	maxObjects      = 600 // in the variables: a filter has one for each condition
)

// documentCache caches parsed and valid documents. When they are added, their single values for lists become lists, and a
// connection that has neither first nor last gets a first of its own.
type documentCache struct {
	graphql.Cache[*ast.QueryDocument]
}

func newDocumentCache() documentCache {
	return documentCache{lru.New[*ast.QueryDocument](maxCached)}
}

// Add implements the cache.
func (d documentCache) Add(ctx context.Context, query string, doc *ast.QueryDocument) {
	prepare(doc)
	if len(query) <= maxCachedQuery {
		d.Cache.Add(ctx, query, doc)
	}
}

func prepare(doc *ast.QueryDocument) {
	for _, op := range doc.Operations {
		bracketLiterals(op.SelectionSet)
		limitSelections(op.SelectionSet)
	}
	for _, f := range doc.Fragments {
		bracketLiterals(f.SelectionSet)
		limitSelections(f.SelectionSet)
	}
}

// documentGuard refuses documents that exceed a limit before they are validated.
type documentGuard struct{ cache documentCache }

// ExtensionName implements gqlgen's extension.
func (documentGuard) ExtensionName() string { return "DocumentGuard" }

// Validate implements gqlgen's extension.
func (documentGuard) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationParameters implements gqlgen's extension.
func (g documentGuard) MutateOperationParameters(ctx context.Context, request *graphql.RawParams) *gqlerror.Error {
	if err := checkVariables(ctx, request.Variables); err != nil {
		return err
	}
	doc, known := g.cache.Get(ctx, request.Query)
	if !known {
		var err error
		if doc, err = parser.ParseQueryWithTokenLimit(&ast.Source{Input: request.Query}, maxTokens); err != nil {
			return nil //nolint:nilerr // reported with its location when it is parsed again
		}
	}
	m := documentSize{doc: doc, expanding: map[string]bool{}}
	for _, f := range doc.Fragments {
		m.countWritten(f.SelectionSet)
		m.directives += len(f.Directives)
	}
	for _, op := range doc.Operations {
		m.countWritten(op.SelectionSet)
		m.directives += len(op.Directives)
	}
	aliases := maxAliases
	if auth.From(ctx).Admin() {
		aliases = maxAdminAliases
	}
	for _, limit := range []struct {
		n, max int
		what   string
	}{
		{n: len(doc.Operations), max: maxOperations, what: "operations"},
		{n: m.fields, max: maxFields, what: "fields"},
		{n: m.directives, max: maxDirectives, what: "directives"},
		{n: m.aliasCount, max: aliases, what: "aliases"},
	} {
		if limit.n > limit.max {
			return validationError("The document has %d %s; at most %d are allowed.", limit.n, i18n.T(limit.what), limit.max)
		}
	}
	if known {
		return nil // the other limits are the same for all roles
	}
	for _, op := range doc.Operations {
		m.expanded, m.roots = 0, 0
		m.countExpanded(op.SelectionSet, 1, introspects(op.SelectionSet))
		switch {
		case m.tooDeep > 0:
			return validationError("The operation is too deep; at most %d levels are allowed.", maxDepth)
		case m.expanded > maxExpanded:
			return validationError("The operation has too many fields when its fragments are expanded; at most %d are allowed.", maxExpanded)
		case m.roots > maxRootFields:
			return validationError("The operation has %d root fields; at most %d are allowed.", m.roots, maxRootFields)
		}
	}
	return nil
}

// MutateOperationContext implements gqlgen's extension. It refuses null for a condition, which a client may give a
// variable that has a default (GraphQL specification, section 5.8.5).
func (documentGuard) MutateOperationContext(_ context.Context, op *graphql.OperationContext) *gqlerror.Error {
	for _, v := range op.Operation.VariableDefinitions {
		if value, given := op.Variables[v.Variable]; given && value == nil && v.DefaultValue != nil && slices.Contains(graphexec.Conditions(op.Doc), v.Variable) {
			return requestError(fault.Invalid(fault.Input("variables."+v.Variable, "required", "is required")))
		}
	}
	return nil
}

// checkVariables refuses more objects in the variables than a filter may have, and draws a unit from
// the budget for each: to compare one with the hundreds of fields of a filter takes the library about
// 40 µs, whether or not the operation is refused afterwards.
func checkVariables(ctx context.Context, variables map[string]any) *gqlerror.Error {
	objects := 0
	for _, v := range variables {
		objects += countObjects(v)
	}
	if objects > maxObjects {
		return requestError(fault.Invalid(fault.Input("variables", "too_many", "must hold at most %d objects; they hold %d", maxObjects, objects)))
	}
	if objects > 0 {
		if err := budget.Draw(ctx, objects); err != nil {
			return present(ctx, err)
		}
	}
	return nil
}

// countObjects returns how many objects a value of a variable holds, itself included.
func countObjects(v any) (n int) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			n += countObjects(e)
		}
	case map[string]any:
		n = 1
		for _, e := range v {
			n += countObjects(e)
		}
	}
	return n
}

func validationError(format string, args ...any) *gqlerror.Error {
	return requestError(fault.New(fault.Validation, format, args...))
}

// introspects reports whether an operation only queries the schema. Such queries are deeper by
// nature and have a limit of their own in the library.
func introspects(set ast.SelectionSet) bool {
	for _, s := range set {
		if f, ok := s.(*ast.Field); !ok || f.Name != "__schema" && f.Name != "__type" && f.Name != "__typename" {
			return false
		}
	}
	return true
}

// documentSize counts the parts of a document.
type documentSize struct {
	doc        *ast.QueryDocument
	fields     int
	directives int
	aliasCount int
	expanded   int
	roots      int
	tooDeep    int
	expanding  map[string]bool // fragments being expanded, so that a cycle ends
}

func (m *documentSize) countWritten(set ast.SelectionSet) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			m.fields++
			m.directives += len(s.Directives)
			if s.Alias != s.Name {
				m.aliasCount++
			}
			m.countWritten(s.SelectionSet)
		case *ast.InlineFragment:
			m.directives += len(s.Directives)
			m.countWritten(s.SelectionSet)
		case *ast.FragmentSpread:
			m.directives += len(s.Directives)
		}
	}
}

func (m *documentSize) countExpanded(set ast.SelectionSet, depth int, unlimited bool) {
	if depth > maxDepth && !unlimited && len(set) > 0 {
		m.tooDeep++
		return
	}
	for _, s := range set {
		if m.expanded > maxExpanded {
			return
		}
		switch s := s.(type) {
		case *ast.Field:
			m.expanded++
			if depth == 1 {
				m.roots++
			}
			m.countExpanded(s.SelectionSet, depth+1, unlimited)
		case *ast.InlineFragment:
			m.expanded++
			m.countExpanded(s.SelectionSet, depth, unlimited)
		case *ast.FragmentSpread:
			m.expanded++
			f := m.doc.Fragments.ForName(s.Name)
			if f == nil || m.expanding[s.Name] {
				continue
			}
			m.expanding[s.Name] = true
			m.countExpanded(f.SelectionSet, depth, unlimited)
			m.expanding[s.Name] = false
		}
	}
}
