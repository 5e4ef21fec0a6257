// Package boundaryimport imports the boundaries of zones from GeoJSON files.
package boundaryimport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/boundary"
	"github.com/redress/redress/internal/desk/catalog"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store/dbtx"
)

// Importer imports the boundaries of zones from GeoJSON files.
type Importer struct {
	Client *ent.Client
	Ledger *ledger.Book
	Now    func() time.Time
}

// Options say how a file is to be read.
type Options struct {
	Label  string // the file's name, for the audit
	Name   string // the property with the zone's name; "": name, in whatever case
	Below  string // the zone below which new ones are created; "": at the top
	DryRun bool
}

// Summary is what became of a file's features.
type Summary struct {
	Read      int                `json:"read"`
	Created   int                `json:"new_zones"`
	Changed   int                `json:"changed"`
	Unchanged int                `json:"unchanged"`
	Removed   int                `json:"removed"` // their features have no geometry
	Rejected  []boundary.Problem `json:"rejected"`
}

// Taken returns how many features were imported or had been before.
func (s Summary) Taken() int { return s.Created + s.Changed + s.Unchanged + s.Removed }

// errDryRun ends the transaction of an import that writes nothing.
var errDryRun = errors.New("nothing is written")

// Zones imports a GeoJSON FeatureCollection of polygons: each feature's boundary becomes that of the
// zone with its name, which is created if there is none. Features that can't be imported are in the
// summary; all others are imported in one transaction. An error is about the file or the options and
// changes nothing.
func (i *Importer) Zones(ctx context.Context, from io.Reader, opts Options) (Summary, error) {
	ctx = auth.System(ctx, "import boundaries")
	features, bad, err := boundary.Features(from, opts.Name)
	if err != nil {
		return Summary{}, err
	}
	runner := &tx.Runner{Client: i.Client, Clock: i.Now, Ledger: i.Ledger, Agent: domain.AgentImport}
	sum, err := tx.In(ctx, runner, func(t *tx.Tx) (Summary, error) {
		sum := Summary{Read: len(features) + len(bad), Rejected: slices.Clone(bad)}
		if err := write(ctx, t, features, opts.Below, &sum); err != nil {
			return sum, err
		}
		if opts.DryRun {
			return sum, errDryRun
		}
		summary := struct {
			File string `json:"file"`
			Summary
		}{opts.Label, sum}
		t.AtEnd(func(ctx context.Context) error {
			return i.Ledger.AuditImport(ctx, t.Clients, "zones", "Zone", summary, t.Now)
		})
		return sum, nil
	})
	if errors.Is(err, errDryRun) {
		err = nil
	}
	return sum, err
}

// write gives zones their boundaries. It creates those that are missing.
func write(ctx context.Context, t *tx.Tx, features []boundary.Feature, below string, sum *Summary) error {
	var parent *uuid.UUID
	if below != "" {
		found, err := t.Zone.Query().Where(zone.Name(below)).OnlyID(ctx)
		if err != nil && !ent.IsNotFound(err) && !ent.IsNotSingular(err) {
			return err
		}
		if err != nil {
			return fmt.Errorf("--below: there is not exactly one zone named %q", below)
		}
		parent = &found
	}
	for _, f := range features {
		found, err := t.Zone.Query().Where(zone.Name(f.Zone), dbtx.ForUpdate).
			Select(zone.FieldID, zone.FieldBoundary).Order(zone.ByID()).Limit(2).All(ctx)
		if err != nil {
			return fmt.Errorf("find the zone %s: %w", f.Zone, err)
		}
		var text string
		if f.Boundary != nil {
			text = f.Boundary.GeoJSON
		}
		switch {
		case len(found) > 1:
			sum.Rejected = append(sum.Rejected, boundary.Problem{Feature: f.Number, Zone: f.Zone, Reason: "several zones have this name: rename all but one"})
		case len(found) == 0 && f.Boundary == nil:
			sum.Unchanged++
		case len(found) == 0:
			made, err := catalog.InsertZone(ctx, t, catalog.Row{Name: f.Zone}, parent)
			if err != nil {
				return fmt.Errorf("create the zone %s: %w", f.Zone, err)
			}
			change := t.Zone.UpdateOneID(made.ID)
			set(change.Mutation(), f.Boundary)
			if err := change.Exec(ctx); err != nil {
				return fmt.Errorf("create the zone %s: %w", f.Zone, err)
			}
			sum.Created++
		case found[0].Boundary == nil && text == "", found[0].Boundary != nil && *found[0].Boundary == text:
			sum.Unchanged++
		default:
			change := t.Zone.UpdateOneID(found[0].ID).AddVersion(1)
			set(change.Mutation(), f.Boundary)
			if err := change.Exec(ctx); err != nil {
				return fmt.Errorf("change the zone %s: %w", f.Zone, err)
			}
			if f.Boundary == nil {
				sum.Removed++
			} else {
				sum.Changed++
			}
		}
	}
	bounded, err := t.Zone.Query().Where(zone.SouthNotNil()).Count(ctx)
	if err == nil && bounded > boundary.MaxZones {
		err = fault.New(fault.Validation, "%d zones would have a boundary; at most %d may.", bounded, boundary.MaxZones)
	}
	return err
}

// set sets the columns of a boundary, or clears them.
func set(m *ent.ZoneMutation, b *boundary.Boundary) {
	if b == nil {
		m.ClearBoundary()
		m.ClearSouth()
		m.ClearNorth()
		m.ClearWest()
		m.ClearEast()
		m.ClearBoundaryArea()
		return
	}
	m.SetBoundary(b.GeoJSON)
	m.SetSouth(b.South)
	m.SetNorth(b.North)
	m.SetWest(b.West)
	m.SetEast(b.East)
	m.SetBoundaryArea(b.Area)
}
