package main

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/redress/redress/internal/csvimport"
	"github.com/redress/redress/internal/domain"
)

// ImportListCmd is `redress import users FILE` and its siblings. Rows that can't be imported are listed in a report
// and are no failure, unless nothing of the file was imported.
type ImportListCmd struct {
	importFile
	List       csvimport.List
	AllowRoles []domain.Role
}

// newImportList returns the command for a list. More is what its help says beside.
func newImportList(app *App, list csvimport.List, short, more string) *cobra.Command {
	c := ImportListCmd{List: list}
	command := &cobra.Command{
		Use: string(list) + " <file> [flags]", Short: short,
		Args: arguments(textArgument("<file>", &c.File)), RunE: app.run(c.Run),
		Long: short + `
A file that Redress exported is taken as it is. What is there already, by its id
or its name, is left alone. The file - is the standard input.
` + more + `
` + fieldsOfList(list),
	}
	flags := command.Flags()
	flags.SortFlags = false
	c.addMap(flags, "Column of a field, `FIELD=COLUMN`; may be repeated (default the usual names)")
	if list == csvimport.Users {
		flags.Func("allow-roles",
			"`ROLES` with rights over others, separated by commas, that the file may give: admin, super_admin (default none; a file that gives one is not imported)",
			c.allowRoles)
	}
	c.addFile(flags)
	return reads(command, "database-url", "ledger-key-file")
}

func newImportLists(app *App) []*cobra.Command {
	return []*cobra.Command{
		newImportList(app, csvimport.Categories, "Import categories from a CSV or JSON file.",
			`Its place in the tree is given by path (Streets > Lighting) or by its parent.
`),
		newImportList(app, csvimport.Groups, "Import groups from a CSV or JSON file.", `Who belongs to them is in the file of accounts.
`),
		newImportList(app, csvimport.ServiceProviders, "Import service providers from a CSV or JSON file.", ""),
		newImportList(app, csvimport.Users, "Import accounts from a CSV or JSON file.", `Accounts are known by their e-mail address too. They get no password: an
administrator gives them one. Import zones, groups and service providers first.
The roles admin and super_admin need --allow-roles.
`),
	}
}

// allowRoles adds roles that are separated by commas.
func (c *ImportListCmd) allowRoles(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		var role roleFlag
		if err := role.Set(strings.TrimSpace(part)); err != nil {
			return err
		}
		c.AllowRoles = append(c.AllowRoles, role.role())
	}
	return nil
}

func fieldsOfList(list csvimport.List) string {
	var text strings.Builder
	text.WriteString("Fields:")
	for line := range slices.Chunk(csvimport.ListFields(list), 7) {
		text.WriteString("\n ")
		for _, f := range line {
			text.WriteString(" " + string(f))
		}
	}
	return text.String()
}

// Run imports the file.
func (c *ImportListCmd) Run(ctx context.Context, app *App) error {
	return c.withFile(app, func(file openedFile) error { return c.importRows(ctx, app, file) })
}

func (c *ImportListCmd) importRows(ctx context.Context, app *App, opened openedFile) error {
	return c.run(ctx, app, opened, func(importer *csvimport.Importer, file io.ReadSeeker, report io.Writer) (csvimport.Summary, error) {
		return importer.List(ctx, c.List, file, report, csvimport.Options{
			Label: filepath.Base(c.File), Encoding: c.Encoding, HeaderLine: c.HeaderLine, Columns: c.Map, AllowRoles: c.AllowRoles, DryRun: c.DryRun,
		})
	})
}
