// Command ent generates package ent and graph/ent.graphql from ent/schema and ent/template. It is
// run in the folder ent, by `make generate`.
package main

import (
	"log"
	"slices"

	"entgo.io/contrib/entgql"
	"entgo.io/ent/entc"
	"entgo.io/ent/entc/gen"
)

func main() {
	if err := generate(); err != nil {
		log.Fatal("ent: ", err)
	}
}

func generate() error {
	if err := patchTemplates(); err != nil {
		return err
	}
	filters, err := filterTemplate()
	if err != nil {
		return err
	}
	entgql.WhereTemplate = filters
	extension, err := entgql.NewExtension(
		// Without the enumerations, which package domain declares once for all types, and
		// without the transaction around each mutation, which desk opens itself.
		entgql.WithTemplates(entgql.CollectionTemplate, entgql.NodeTemplate, entgql.PaginationTemplate, entgql.EdgeTemplate),
		entgql.WithSchemaGenerator(),
		entgql.WithSchemaPath("../graph/ent.graphql"),
		entgql.WithWhereInputs(true),
		entgql.WithRelaySpec(true),
		entgql.WithSchemaHook(describeSchema),
	)
	if err != nil {
		return err
	}
	queries, err := queryTemplate()
	if err != nil {
		return err
	}
	sql, err := gen.NewStorage("sql")
	if err != nil {
		return err
	}
	// Tables are made by migrations, so the client need not know how (internal/codegen/migrations):
	// it would bring atlas, HCL and cty into the service.
	storage := *sql
	storage.SchemaMode &^= gen.Migrate
	gen.GraphTemplates = slices.DeleteFunc(gen.GraphTemplates, func(t gen.GraphTemplate) bool {
		return t.Name == "hook" || t.Name == "enttest" // which nothing uses
	})
	return entc.Generate("./schema", &gen.Config{
		Storage: &storage,
		Hooks:   []gen.Hook{writeChecks},
		Features: []gen.Feature{
			gen.FeaturePrivacy, gen.FeatureSnapshot, gen.FeatureModifier,
			gen.FeatureNamedEdges, gen.FeatureLock,
		},
	}, entc.Extensions(extension), entc.TemplateDir("./template"), func(cfg *gen.Config) error {
		cfg.Templates = append(cfg.Templates, queries)
		return nil
	})
}
