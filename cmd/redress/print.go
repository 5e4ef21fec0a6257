package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/internal/config"
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

func newConfig(app *App) *cobra.Command {
	command := &cobra.Command{
		Use: "config", Short: "Print the settings in force, and where each came from.", Args: arguments(),
		Long: `Print each setting in force, with where it came from: a flag, the environment,
a file that REDRESS_…_FILE names, the data folder, or the default. Of URLs that
may hold a password only the host and the path are shown.`,
	}
	command.RunE = app.run(func(_ context.Context, app *App) error {
		w := tabwriter.NewWriter(app.Stdout, 0, 8, 2, ' ', 0)
		settingsOf(command).VisitAll(func(f *pflag.Flag) {
			value := f.Value.String()
			if slices.Contains([]string{"database-url", "database-pooler-url", "media-url", "smtp-url"}, f.Name) && value != publicURL(value) {
				value = publicURL(value) + " …"
			}
			fmt.Fprintf(w, "%s\t%s\t%s\n", config.Variable(f), app.Config.Source(f), strings.Map(printable, value))
		})
		return w.Flush()
	})
	return command
}

// printable replaces what would begin a line or steer a terminal.
func printable(r rune) rune {
	if !unicode.IsGraphic(r) {
		return unicode.ReplacementChar
	}
	return r
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
