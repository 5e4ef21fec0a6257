package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/redress/redress/internal/config"
)

// newRoot returns the whole command line. Which settings a subcommand reads, and so lists in its
// help, is named here: all of them unless reads says otherwise.
func newRoot(app *App) *cobra.Command {
	root := &cobra.Command{
		Use:   "redress",
		Short: "Complaint handling and administration.",
		Long: `Complaint handling and administration. Settings are flags, or REDRESS_… in the
environment, or else the defaults; a secret may also be in a file that
REDRESS_…_FILE names.`,
		SilenceErrors:      true, // main prints them
		SilenceUsage:       true,
		DisableSuggestions: true, // they would be lines of their own in the middle of an error
		Args:               noCommand,
	}
	root.SetFlagErrorFunc(explainFlag)
	printsVersion := root.Flags().Bool("version", false, "Print the version")
	root.RunE = func(c *cobra.Command, _ []string) error {
		if *printsVersion {
			app.valid = true
			return printVersion(app)
		}
		return c.Help()
	}
	root.PersistentFlags().AddFlagSet(app.Config.Flags())
	root.PersistentFlags().SortFlags = false
	root.SetHelpFunc(printHelp)
	root.AddCommand(
		newServe(app),
		reads(newHealthcheck(app), "addr", "tls-cert"),
		reads(newMigrate(app), "database-url"),
		group("import", "Import data from other systems.",
			append([]*cobra.Command{
				reads(newImportComplaints(app), "database-url", "ledger-key-file"),
				reads(newImportZones(app), "database-url", "ledger-key-file"),
			}, newImportLists(app)...)...),
		reads(newSeed(app), "database-url", "media-url", "ledger-key-file"),
		group("user", "List, create and change accounts.",
			reads(newUserList(app), "database-url"),
			reads(newUserCreate(app), accountSettings...),
			reads(newUserDisable(app), accountSettings...),
			reads(newUserEnable(app), accountSettings...),
			reads(newUserRole(app), accountSettings...),
			reads(newUserPassword(app), accountSettings...)),
		reads(newToken(app), append(accountSettings, "access-token-ttl")...),
		group("mail", "Try the mail server.",
			reads(newMailTest(app), "smtp-url", "public-url")),
		group("media", "Decide about the media folder and its trash.",
			reads(newMediaAdopt(app), "database-url", "media-url"),
			reads(newMediaTrash(app), "database-url", "media-url"),
			reads(newMediaRestore(app), "database-url", "media-url")),
		reads(newVerifyLedger(app), "database-url", "ledger-key-file"),
		reads(newVerifyCounts(app), "database-url"),
		reads(newVerifyMedia(app), "database-url", "media-url"),
		group("audit", "Export audit entries.",
			reads(newAuditExport(app), "database-url")),
		newBackup(app),
		reads(newRestore(app), backupSettings...),
		newConfig(app),
		reads(newSchema(app)),
		reads(newOpenAPI(app)),
		reads(newLicenses(app)),
		reads(newCompletion(app)),
		reads(newVersion(app)),
	)
	if err := completeValues(root); err != nil {
		panic(err) // there is no such flag or command
	}
	return root
}

var accountSettings = []string{"database-url", "media-url", "key-file", "ledger-key-file"}

// settingsKey is the annotation of a command with the names of the settings that it reads.
const settingsKey = "settings"

// reads states the settings that a command reads.
func reads(c *cobra.Command, settings ...string) *cobra.Command {
	if slices.ContainsFunc(settings, func(name string) bool { return slices.Contains(config.DataSettings, name) }) {
		settings = append(settings, "data-dir")
	}
	c.Annotations = map[string]string{settingsKey: strings.Join(settings, " ")}
	return c
}

// settingsOf returns the settings that a command reads.
func settingsOf(c *cobra.Command) *pflag.FlagSet {
	names, some := c.Annotations[settingsKey]
	read := pflag.NewFlagSet(settingsKey, pflag.ContinueOnError)
	read.SortFlags = false
	c.Root().PersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" && (!some || slices.Contains(strings.Fields(names), f.Name)) {
			read.AddFlag(f)
		}
	})
	return read
}

// group returns a command that only has subcommands.
func group(name, short string, commands ...*cobra.Command) *cobra.Command {
	var names []string
	for _, c := range commands {
		names = append(names, c.Name())
	}
	g := reads(&cobra.Command{
		Use: name, Short: short, Args: noCommand,
		RunE: func(*cobra.Command, []string) error {
			return fmt.Errorf("%s: expected %s", name, strings.Join(names, ", "))
		},
	}, settingsOfAll(commands)...)
	g.AddCommand(commands...)
	return g
}

func settingsOfAll(commands []*cobra.Command) (names []string) {
	for _, c := range commands {
		names = append(names, strings.Fields(c.Annotations[settingsKey])...)
	}
	return names
}

// argument is one that a command must be given.
type argument struct {
	name string // as the help writes it, such as <email>
	set  func(text string) error
}

// textArgument returns an argument that is any text.
func textArgument(name string, to *string) argument {
	return argument{name, func(text string) error { *to = text; return nil }}
}

// arguments returns what reads exactly these arguments.
func arguments(expected ...argument) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > len(expected) {
			return fmt.Errorf("unexpected argument %s", args[len(expected)])
		}
		for i, a := range expected {
			if i >= len(args) {
				return fmt.Errorf("expected %s", a.name)
			}
			if err := a.set(args[i]); err != nil {
				return fmt.Errorf("%s: %w", a.name, err)
			}
		}
		return nil
	}
}

// required makes flags required, with an error that writes them as they are given.
func required(c *cobra.Command, names ...string) {
	c.PreRunE = func(c *cobra.Command, _ []string) error {
		var missing []string
		for _, name := range names {
			if !c.Flags().Changed(name) {
				missing = append(missing, "--"+name)
			}
		}
		if len(missing) > 0 {
			return fmt.Errorf("missing flags: %s", strings.Join(missing, ", "))
		}
		return nil
	}
}

// run returns what a command runs: it reads and checks the settings first. Errors from before
// are those of a command line that is not valid.
func (a *App) run(do func(ctx context.Context, app *App) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, _ []string) error {
		if settingsOf(c).HasFlags() {
			if err := a.Config.ReadEnvironment(c.Root().PersistentFlags(), a.warn); err != nil {
				return err
			}
			if err := a.Config.Check(); err != nil {
				a.valid = true
				return exitError{err, exitUsage}
			}
		}
		a.valid = true
		return do(c.Context(), a)
	}
}

// run parses the command line and runs the subcommand, until the context ends.
func run(ctx context.Context, args []string, stdin *os.File, stdout, stderr io.Writer) error {
	app := &App{Stdin: stdin, Stdout: stdout, Stderr: stderr}
	root := newRoot(app)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err != nil && !app.valid {
		return exitError{fmt.Errorf("%w; see redress --help", err), exitUsage}
	}
	return err
}

// printHelp prints what a command does, its subcommands, its flags and the settings that it reads:
// the library's own help would list all settings for every command. It uses no template, with
// which the linker would keep every exported method of the program.
func printHelp(c *cobra.Command, _ []string) {
	w, width := c.OutOrStdout(), columns(c.OutOrStdout())
	about := c.Long
	if about == "" {
		about = c.Short
	}
	fmt.Fprintf(w, "Usage: %s\n\n%s\n", usageLine(c), about)
	if c.HasAvailableSubCommands() {
		fmt.Fprintln(w, "\nCommands:")
		printCommands(w, c)
		fmt.Fprintf(w, "\nRun \"%s <command> --help\" for more about a command.\n", c.CommandPath())
	}
	for _, section := range []struct {
		heading string
		flags   *pflag.FlagSet
	}{{"Flags", c.LocalNonPersistentFlags()}, {"Settings", settingsOf(c)}} {
		if usages := section.flags.FlagUsagesWrapped(width); usages != "" {
			fmt.Fprintf(w, "\n%s:\n%s", section.heading, usages)
		}
	}
}

// usageLine returns how a command is called.
func usageLine(c *cobra.Command) string {
	if c.HasAvailableSubCommands() && !runsItself(c) {
		return c.CommandPath() + " <command> [flags]"
	}
	return c.UseLine()
}

// runsItself reports whether a command with subcommands does something without one: it has arguments.
func runsItself(c *cobra.Command) bool { return strings.Contains(c.Use, " ") }

// printCommands prints a line for each subcommand that can be run.
func printCommands(w io.Writer, c *cobra.Command) {
	for _, child := range c.Commands() {
		if child.Name() == "help" || !child.IsAvailableCommand() {
			continue
		}
		only := child.HasAvailableSubCommands()
		if !only || runsItself(child) {
			_, name, _ := strings.Cut(child.CommandPath(), " ")
			fmt.Fprintf(w, "  %-17s  %s\n", name, child.Short)
		}
		if only {
			printCommands(w, child)
		}
	}
}

// columns returns the width of the terminal, or 80 where there is none.
func columns(w io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 40 {
		return n
	}
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 40 {
			return n
		}
	}
	return 80
}
