package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/rest"
)

// SchemaCmd is `redress schema`.
type SchemaCmd struct{}

// Run prints the schema.
func (SchemaCmd) Run(_ context.Context, app *App) error {
	_, err := fmt.Fprint(app.Stdout, gqlhttp.Schema())
	return err
}

// OpenAPICmd is `redress openapi`.
type OpenAPICmd struct{}

// Run prints the document.
func (OpenAPICmd) Run(_ context.Context, app *App) error {
	doc, err := rest.Document(version)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(app.Stdout, "%s\n", doc)
	return err
}

// VersionCmd is `redress version`.
type VersionCmd struct{}

// Run prints the version.
func (VersionCmd) Run(_ context.Context, app *App) error {
	_, err := fmt.Fprintf(app.Stdout, "redress %s (%s)\n", version, runtime.Version())
	return err
}
