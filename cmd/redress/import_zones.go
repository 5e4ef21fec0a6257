package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/redress/redress/internal/boundary"
)

// ImportZonesCmd is `redress import zones FILE`. Features that can't be imported are listed and are no
// failure, unless nothing of the file was imported.
type ImportZonesCmd struct {
	File   string
	Name   string
	Below  string
	DryRun bool
}

func newImportZones(app *App) *cobra.Command {
	c := ImportZonesCmd{}
	command := &cobra.Command{
		Use: "zones <file> [flags]", Short: "Import the boundaries of zones from a GeoJSON file.",
		Args: arguments(textArgument("<file>", &c.File)), RunE: app.run(c.Run),
		Long: `Import the boundaries of zones from a GeoJSON file: a FeatureCollection of
polygons in WGS 84 (EPSG:4326). A feature's boundary becomes that of the zone
with its name, which is created if there is none; one without a geometry removes
it. Complaints that are submitted or imported with a position and without a zone
then get the smallest zone around it. The file - is the standard input.`,
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.StringVar(&c.Name, "name", "", "`PROPERTY` with the zone's name (default the one called name, in whatever case)")
	flags.StringVar(&c.Below, "below", "", "`ZONE` below which new zones are created (default the top)")
	flags.BoolVar(&c.DryRun, "dry-run", false, "Read and check everything, but write nothing to the database")
	return command
}

// Run imports the file.
func (c *ImportZonesCmd) Run(ctx context.Context, app *App) error {
	file := app.Stdin
	if c.File != "-" {
		var err error
		if file, err = os.Open(c.File); err != nil {
			return fmt.Errorf("open the file: %w", err)
		}
		defer func() { _ = file.Close() }()
	}
	db, err := app.OpenStore(ctx, oneOff)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	book, err := app.openLedger(ctx, db)
	if err != nil {
		return err
	}
	importer := &boundary.Importer{Client: db.Client(), Ledger: book, Now: time.Now}
	sum, err := importer.Zones(ctx, file, boundary.Options{Label: filepath.Base(c.File), Name: c.Name, Below: c.Below, DryRun: c.DryRun})
	if err != nil {
		return err
	}
	c.printSummary(app.Stdout, sum)
	if sum.Taken() == 0 {
		return errors.New("no feature of the file could be imported")
	}
	return nil
}

func (c *ImportZonesCmd) printSummary(w io.Writer, sum boundary.Summary) {
	p := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format+"\n", args...) }
	p("%9d features read", sum.Read)
	p("%9d new zones", sum.Created)
	p("%9d boundaries changed, %d unchanged, %d removed", sum.Changed, sum.Unchanged, sum.Removed)
	p("%9d rejected", len(sum.Rejected))
	for _, r := range sum.Rejected {
		p("  feature %d (%s): %s", r.Feature, r.Zone, r.Reason)
	}
	if c.DryRun {
		p("Nothing was written.")
	}
}
