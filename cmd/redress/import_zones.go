package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/redress/redress/internal/boundaryimport"
	"github.com/redress/redress/internal/csvimport"
)

// ImportZonesCmd is `redress import zones FILE`: a list of zones, or their boundaries. What can't be imported is
// listed and is no failure, unless nothing of the file was imported.
type ImportZonesCmd struct {
	ImportListCmd
	Name  string
	Below string
}

func newImportZones(app *App) *cobra.Command {
	c := ImportZonesCmd{ImportListCmd: ImportListCmd{List: csvimport.Zones}}
	command := &cobra.Command{
		Use: "zones <file> [flags]", Short: "Import zones from a file, or their boundaries.",
		Args: arguments(textArgument("<file>", &c.File)), RunE: app.run(c.Run),
		Long: `Import zones from a CSV or JSON file, such as one that Redress exported, or
the boundaries of zones from GeoJSON: a FeatureCollection of polygons in WGS 84
(EPSG:4326). A feature's boundary becomes that of the zone with its name, which
is created if there is none; one without a geometry removes it. Complaints that
are submitted or imported with a position and without a zone then get the
smallest zone around it. The file - is the standard input.

` + fieldsOfList(csvimport.Zones),
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.StringVar(&c.Name, "name", "", "`PROPERTY` of GeoJSON with the zone's name (default the one called name, in whatever case)")
	flags.StringVar(&c.Below, "below", "", "`ZONE` below which new zones of GeoJSON are created (default the top)")
	c.addMap(flags, "Column of a field of a list, `FIELD=COLUMN`; may be repeated")
	c.addFile(flags)
	return command
}

// Run imports the file.
func (c *ImportZonesCmd) Run(ctx context.Context, app *App) error {
	return c.withFile(app, func(opened openedFile) error {
		start := make([]byte, 64)
		n, err := io.ReadFull(opened, start)
		if n == 0 && err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read the file: %w", err)
		}
		if _, err := opened.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("read the file: %w", err)
		}
		if bytes.HasPrefix(bytes.TrimLeft(start[:n], "\ufeff\x1e \t\r\n"), []byte("{")) {
			switch {
			case c.Encoding != "":
				return errors.New("--encoding is for lists: GeoJSON is in UTF-8 (RFC 7946 section 11)")
			case c.HeaderLine != 0:
				return errors.New("--header-line is for lists: the features of GeoJSON name their properties")
			}
			return c.importBoundaries(ctx, app, opened)
		}
		if c.Name != "" || c.Below != "" {
			return errors.New("--name and --below are for GeoJSON, and the file is none")
		}
		return c.importRows(ctx, app, opened)
	})
}

func (c *ImportZonesCmd) importBoundaries(ctx context.Context, app *App, file io.Reader) error {
	db, err := app.OpenStore(ctx, oneOff)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	book, err := app.openLedger(ctx, db)
	if err != nil {
		return err
	}
	importer := &boundaryimport.Importer{Client: db.Client(), Ledger: book, Now: time.Now}
	sum, err := importer.Zones(ctx, file, boundaryimport.Options{Label: filepath.Base(c.File), Name: c.Name, Below: c.Below, DryRun: c.DryRun})
	if err != nil {
		return err
	}
	c.printBoundaries(app.Stdout, sum)
	if sum.Taken() == 0 {
		return errors.New("no feature of the file could be imported")
	}
	return nil
}

func (c *ImportZonesCmd) printBoundaries(w io.Writer, sum boundaryimport.Summary) {
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
