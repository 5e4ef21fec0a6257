package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/redress/redress/internal/config"
	"github.com/redress/redress/internal/tracing"
)

func newConfig(app *App) *cobra.Command {
	command := &cobra.Command{
		Use: "config", Short: "Print the settings in force, and where each came from.", Args: arguments(),
		Long: `Print each setting in force, with where it came from: a flag, the environment,
a file that REDRESS_…_FILE names, the data folder, or the default. What is not
set says in parentheses what that means. OpenTelemetry's variables, which the
service reads too, are listed behind them. Of URLs that may hold a password only
the host and the path are shown.`,
	}
	command.RunE = app.run(func(_ context.Context, app *App) error {
		w := tabwriter.NewWriter(app.Stdout, 0, 8, 2, ' ', 0)
		line := func(name, source, value string) {
			fmt.Fprintf(w, "%s\t%s\t%s\n", name, source, strings.Map(printable, value))
		}
		settingsOf(command).VisitAll(func(f *pflag.Flag) {
			line(config.Variable(f), app.Config.Source(f), shownSetting(f))
		})
		for _, v := range tracing.Variables() {
			source := config.FromVariable
			if os.Getenv(v.Name) == "" { // as OpenTelemetry has it, an empty one is not set
				source = config.FromDefault
			}
			line(v.Name, source, shownVariable(v))
		}
		return w.Flush()
	})
	return command
}

// unsetMeans finds in the usage of a setting what it means that the setting is empty.
var unsetMeans = regexp.MustCompile(`\(default (.+?)\)`)

// shownSetting returns the value of a setting without its secrets; in parentheses what an empty one means.
func shownSetting(f *pflag.Flag) string {
	value := f.Value.String()
	if list, ok := f.Value.(pflag.SliceValue); ok {
		value = strings.Join(list.GetSlice(), ",")
	}
	if value == "" {
		if means := unsetMeans.FindStringSubmatch(f.Usage); means != nil {
			return "(" + means[1] + ")"
		}
		return "(none)"
	}
	if slices.Contains([]string{"database-url", "database-pooler-url", "media-url", "smtp-url"}, f.Name) {
		return withoutSecrets(value)
	}
	return value
}

// shownVariable returns the value of one of OpenTelemetry's variables in the same way.
func shownVariable(v tracing.Variable) string {
	value := os.Getenv(v.Name)
	switch {
	case value == "":
		return v.Default
	case strings.HasSuffix(v.Name, "_HEADERS"): // they hold the collector's password
		return "(set, not shown)"
	case strings.HasSuffix(v.Name, "_ENDPOINT"):
		return withoutSecrets(value)
	}
	return cmp.Or(strings.TrimSpace(value), "(blank)")
}

// withoutSecrets returns what may be shown of a URL, with a mark where that is not all of it.
func withoutSecrets(value string) string {
	if shown := publicURL(value); shown != value {
		return shown + " …"
	}
	return value
}

// printable replaces what would begin a line or steer a terminal.
func printable(r rune) rune {
	if !unicode.IsGraphic(r) {
		return unicode.ReplacementChar
	}
	return r
}
