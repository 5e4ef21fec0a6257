package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/rest"
)

func newSchema(app *App) *cobra.Command {
	return &cobra.Command{
		Use: "schema", Short: "Print the GraphQL schema.", Args: arguments(),
		RunE: app.run(func(context.Context, *App) error {
			_, err := fmt.Fprint(app.Stdout, gqlhttp.Schema())
			return err
		}),
	}
}

func newOpenAPI(app *App) *cobra.Command {
	return &cobra.Command{
		Use: "openapi", Short: "Print the OpenAPI document of the REST API.", Args: arguments(),
		RunE: app.run(func(context.Context, *App) error {
			doc, err := rest.Document(version)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(app.Stdout, "%s\n", doc)
			return err
		}),
	}
}

func newVersion(app *App) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version.", Args: arguments(),
		RunE: app.run(func(context.Context, *App) error { return printVersion(app) }),
	}
}

func printVersion(app *App) error {
	_, err := fmt.Fprintf(app.Stdout, "redress %s (%s)\n", version, runtime.Version())
	return err
}
