package gqlhttp

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

// The bounds of a document. They are checked before validation, one of whose rules takes time
// with the square of the fields: 4,000 repeated fields held a core for 13 seconds.
const (
	maxTokens       = 6_000
	maxFields       = 250   // as written
	maxExpanded     = 1_000 // with fragments put in their places
	maxDepth        = 16
	maxDirectives   = 50
	maxRootFields   = 20
	maxAliases      = 15
	maxAdminAliases = 30
	maxOperations   = 10
)

// documents caches what was parsed and found valid, and bounds lists on the way in: a
// connection that names neither first nor last gets a first of its own.
type documents struct {
	graphql.Cache[*ast.QueryDocument]
}

func newDocuments() documents {
	return documents{lru.New[*ast.QueryDocument](maxCached)}
}

// Add implements the cache.
func (d documents) Add(ctx context.Context, query string, doc *ast.QueryDocument) {
	boundLists(doc)
	if len(query) <= maxCachedQuery {
		d.Cache.Add(ctx, query, doc)
	}
}

// documentGuard refuses documents that are too large before they are validated.
type documentGuard struct{ cache documents }

// ExtensionName implements gqlgen's extension.
func (documentGuard) ExtensionName() string { return "DocumentGuard" }

// Validate implements gqlgen's extension.
func (documentGuard) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationParameters implements gqlgen's extension.
func (g documentGuard) MutateOperationParameters(ctx context.Context, request *graphql.RawParams) *gqlerror.Error {
	doc, known := g.cache.Get(ctx, request.Query)
	if !known {
		var err error
		if doc, err = parser.ParseQueryWithTokenLimit(&ast.Source{Input: request.Query}, maxTokens); err != nil {
			return nil //nolint:nilerr // said better, with its place, when it is parsed again
		}
	}
	m := measure{doc: doc, open: map[string]bool{}}
	for _, f := range doc.Fragments {
		m.written(f.SelectionSet)
		m.directives += len(f.Directives)
	}
	for _, op := range doc.Operations {
		m.written(op.SelectionSet)
		m.directives += len(op.Directives)
	}
	aliases := maxAliases
	if auth.From(ctx).Admin() {
		aliases = maxAdminAliases
	}
	for _, bound := range []struct {
		n, most int
		what    string
	}{
		{len(doc.Operations), maxOperations, "operations"},
		{m.fields, maxFields, "fields"},
		{m.directives, maxDirectives, "directives"},
		{m.aliasCount, aliases, "aliases"},
	} {
		if bound.n > bound.most {
			return tooMuch("The document has %d %s; at most %d are taken.", bound.n, bound.what, bound.most)
		}
	}
	if known {
		return nil // the other bounds are the same for everybody
	}
	for _, op := range doc.Operations {
		m.expanded, m.roots = 0, 0
		m.expand(op.SelectionSet, 1, introspects(op.SelectionSet))
		switch {
		case m.tooDeep > 0:
			return tooMuch("The query is more than %d levels deep; at most %d are taken.", maxDepth, maxDepth)
		case m.expanded > maxExpanded:
			return tooMuch("The query has more than %d fields once its fragments are put in; at most %d are taken.", maxExpanded, maxExpanded)
		case m.roots > maxRootFields:
			return tooMuch("The query asks for %d things at once; at most %d are taken.", m.roots, maxRootFields)
		}
	}
	return nil
}

func tooMuch(format string, args ...any) *gqlerror.Error {
	err := gqlerror.Errorf(format, args...)
	extend(err, fault.Validation, nil)
	return err
}

// introspects reports whether an operation asks about the schema alone; such queries are
// deeper by nature and have a limit of their own in the library.
func introspects(set ast.SelectionSet) bool {
	for _, s := range set {
		if f, ok := s.(*ast.Field); !ok || f.Name != "__schema" && f.Name != "__type" && f.Name != "__typename" {
			return false
		}
	}
	return true
}

// measure counts what a document holds.
type measure struct {
	doc        *ast.QueryDocument
	fields     int
	directives int
	aliasCount int
	expanded   int
	roots      int
	tooDeep    int
	open       map[string]bool // fragments being put in, so that a circle ends
}

func (m *measure) written(set ast.SelectionSet) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			m.fields++
			m.directives += len(s.Directives)
			if s.Alias != s.Name {
				m.aliasCount++
			}
			m.written(s.SelectionSet)
		case *ast.InlineFragment:
			m.directives += len(s.Directives)
			m.written(s.SelectionSet)
		case *ast.FragmentSpread:
			m.directives += len(s.Directives)
		}
	}
}

func (m *measure) expand(set ast.SelectionSet, depth int, free bool) {
	if depth > maxDepth && !free && len(set) > 0 {
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
			m.expand(s.SelectionSet, depth+1, free)
		case *ast.InlineFragment:
			m.expanded++
			m.expand(s.SelectionSet, depth, free)
		case *ast.FragmentSpread:
			m.expanded++
			f := m.doc.Fragments.ForName(s.Name)
			if f == nil || m.open[s.Name] {
				continue
			}
			m.open[s.Name] = true
			m.expand(f.SelectionSet, depth, free)
			m.open[s.Name] = false
		}
	}
}
