package boundary

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/csvcell"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store/batch"
	"github.com/redress/redress/internal/store/dbtx"
)

const (
	// MaxFile is how large a file may be, in bytes.
	MaxFile     = 64 << 20
	maxZoneName = 200
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
	Read      int       `json:"read"`
	Created   int       `json:"new_zones"`
	Changed   int       `json:"changed"`
	Unchanged int       `json:"unchanged"`
	Removed   int       `json:"removed"` // their features have no geometry
	Rejected  []Problem `json:"rejected"`
}

// Taken returns how many features were imported or had been before.
func (s Summary) Taken() int { return s.Created + s.Changed + s.Unchanged + s.Removed }

// Problem is why a feature was not imported.
type Problem struct {
	Feature int    `json:"feature"` // counted from 1
	Zone    string `json:"zone"`
	Reason  string `json:"reason"`
}

// feature is one of a file: a zone and its boundary.
type feature struct {
	number   int
	name     string
	boundary *Boundary // nil: the zone shall have none
}

// file is a GeoJSON text: a collection of features, or one of a sequence of features.
type file struct {
	Type     string  `json:"type"`
	Features []place `json:"features"`
	place            // of one feature
	CRS      *struct {
		Properties struct {
			Name string `json:"name"`
		} `json:"properties"`
	} `json:"crs"`
}

// place is what a feature says.
type place struct {
	Properties map[string]any  `json:"properties"`
	Geometry   json.RawMessage `json:"geometry"`
}

// Zones imports a GeoJSON FeatureCollection of polygons: each feature's boundary becomes that of the
// zone with its name, which is created if there is none. Features that can't be imported are in the
// summary; all others are imported in one transaction. An error is about the file or the options and
// changes nothing.
func (i *Importer) Zones(ctx context.Context, from io.Reader, opts Options) (sum Summary, err error) {
	ctx = auth.System(ctx, "import boundaries")
	read, err := readFile(from)
	if err != nil {
		return sum, err
	}
	features, err := read.features(opts.Name, &sum)
	if err != nil {
		return sum, err
	}
	tx, err := i.Client.Tx(ctx)
	if err != nil {
		return sum, fmt.Errorf("begin: %w", err)
	}
	defer func() {
		if err != nil || opts.DryRun {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	now := i.Now().UTC().Truncate(time.Millisecond)
	if err := i.write(ctx, tx.Client(), features, opts.Below, now, &sum); err != nil || opts.DryRun {
		return sum, err
	}
	summary := struct {
		File string `json:"file"`
		Summary
	}{opts.Label, sum}
	if err := i.Ledger.AuditImport(ctx, batch.Of(tx), "zones", "Zone", summary, now); err != nil {
		return sum, err
	}
	return sum, tx.Commit()
}

// Read returns the boundaries of a GeoJSON FeatureCollection of polygons by the names of their zones.
// What Zones would reject is an error.
func Read(from io.Reader) (map[string]*Boundary, error) {
	read, err := readFile(from)
	if err != nil {
		return nil, err
	}
	var sum Summary
	features, err := read.features("", &sum)
	if err != nil {
		return nil, err
	}
	for _, r := range sum.Rejected {
		return nil, fmt.Errorf("feature %d (%s): %s", r.Feature, r.Zone, r.Reason)
	}
	all := make(map[string]*Boundary, len(features))
	for _, f := range features {
		all[f.name] = f.boundary
	}
	return all, nil
}

func readFile(from io.Reader) (*file, error) {
	text, err := io.ReadAll(io.LimitReader(from, MaxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read the file: %w", err)
	}
	if len(text) > MaxFile {
		return nil, fmt.Errorf("the file is larger than %d MiB: simplify the boundaries", MaxFile>>20)
	}
	read, err := decode(text)
	if err != nil {
		return nil, fmt.Errorf("the file is not GeoJSON: %w", err)
	}
	if read.Type != "FeatureCollection" {
		return nil, fmt.Errorf("the file is not a GeoJSON FeatureCollection; its type is %q", read.Type)
	}
	if len(read.Features) == 0 {
		return nil, errors.New("the file has no features")
	}
	if read.CRS != nil { // of the GeoJSON before RFC 7946
		if name := read.CRS.Properties.Name; !strings.HasSuffix(name, "CRS84") && !strings.HasSuffix(name, ":4326") {
			return nil, fmt.Errorf("the file's coordinates are in %s: export it as WGS 84 (EPSG:4326)", name)
		}
	}
	return read, nil
}

// decode reads a FeatureCollection, or features that stand one after the other, with or without the separators of
// RFC 8142: programs write one on each line. It overwrites the separators.
func decode(text []byte) (*file, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	const recordSeparator = 0x1e
	for i, c := range text {
		if c == recordSeparator {
			text[i] = ' '
		}
	}
	texts := json.NewDecoder(bytes.NewReader(text))
	texts.UseNumber()
	read := &file{}
	err := texts.Decode(read)
	if err != nil || read.Type != "Feature" {
		if err == nil && texts.More() {
			err = errors.New("something follows its end")
		}
		return read, err
	}
	all := &file{Type: "FeatureCollection", Features: []place{read.place}}
	for texts.More() {
		next := &file{}
		if err := texts.Decode(next); err != nil {
			return nil, err
		}
		if next.Type != "Feature" {
			return nil, fmt.Errorf("its %d. feature has the type %q", len(all.Features)+1, next.Type)
		}
		all.Features = append(all.Features, next.place)
	}
	return all, nil
}

// features returns those of a file that are good; the others are in the summary.
func (f *file) features(property string, sum *Summary) (good []feature, err error) {
	if property == "" {
		if property, err = f.nameProperty(); err != nil {
			return nil, err
		}
	}
	seen := map[string]bool{}
	for i, one := range f.Features {
		sum.Read++
		name, problem := zoneName(one.Properties[property])
		next := feature{number: i + 1, name: name}
		switch {
		case problem != "":
			problem = "its property " + property + " " + problem
		case seen[name]:
			problem = "the file has another feature of this zone: join them into a MultiPolygon"
		case len(one.Geometry) > 0 && string(one.Geometry) != "null":
			if next.boundary, err = Parse(one.Geometry); err != nil {
				problem = "its geometry " + err.Error()
			}
		}
		seen[name] = true
		if problem != "" {
			sum.Rejected = append(sum.Rejected, Problem{next.number, name, problem})
			continue
		}
		good = append(good, next)
	}
	return good, nil
}

// nameProperty returns the property that is called name, in whatever case.
func (f *file) nameProperty() (string, error) {
	all := map[string]bool{}
	for _, one := range f.Features {
		for name := range one.Properties {
			if strings.EqualFold(name, "name") {
				return name, nil
			}
			all[name] = true
		}
	}
	return "", fmt.Errorf("no feature has a property called name: choose the one with the zone's name with --name; there are %s",
		strings.Join(slices.Sorted(maps.Keys(all)), ", "))
}

// zoneName returns the name of a zone, or what is wrong with it. Districts are often numbers.
func zoneName(v any) (name, problem string) {
	switch v := v.(type) {
	case string:
		name = strings.TrimSpace(domain.Visible(v))
	case json.Number:
		name = exact(v)
	case nil:
	default:
		return "", "is not a text"
	}
	switch why := csvcell.Lost(name); {
	case why != "":
		return "", fmt.Sprintf("is %q: %s", name, why)
	case name == "":
		return "", "is empty"
	case strings.ContainsFunc(name, domain.Override):
		return "", fmt.Sprintf("is %+q: it turns the direction of its letters", name)
	case len([]rune(name)) > maxZoneName:
		return "", fmt.Sprintf("is longer than %d characters", maxZoneName)
	}
	return name, ""
}

// exact returns a number of JSON as people write it: exactly, without an exponent, and 12.0 as 12.
func exact(number json.Number) string {
	text := number.String()
	const longest = len("e+999") // of an exponent; nobody counts districts so far
	if at := strings.IndexAny(text, "eE"); at >= 0 && len(text)-at > longest {
		return text
	}
	n, ok := new(big.Rat).SetString(text)
	if !ok {
		return text
	}
	decimals, _ := n.FloatPrec() // a decimal fraction has an end
	return n.FloatString(decimals)
}

// write gives zones their boundaries. It creates those that are missing.
func (i *Importer) write(ctx context.Context, client *ent.Client, features []feature, below string, now time.Time, sum *Summary) error {
	var parent *ent.Zone
	if below != "" {
		var err error
		parent, err = client.Zone.Query().Where(zone.Name(below)).Select(zone.FieldID, zone.FieldPath).Only(ctx)
		if err != nil && !ent.IsNotFound(err) && !ent.IsNotSingular(err) {
			return err
		}
		if err != nil {
			return fmt.Errorf("--below: there is not exactly one zone named %q", below)
		}
	}
	for _, f := range features {
		found, err := client.Zone.Query().Where(zone.Name(f.name), dbtx.ForUpdate).
			Select(zone.FieldID, zone.FieldBoundary).Order(zone.ByID()).Limit(2).All(ctx)
		if err != nil {
			return fmt.Errorf("find the zone %s: %w", f.name, err)
		}
		var text string
		if f.boundary != nil {
			text = f.boundary.GeoJSON
		}
		switch {
		case len(found) > 1:
			sum.Rejected = append(sum.Rejected, Problem{f.number, f.name, "several zones have this name: rename all but one"})
		case len(found) == 0 && f.boundary == nil:
			sum.Unchanged++
		case len(found) == 0:
			id := domain.NewID(domain.KindZone)
			create := client.Zone.Create().SetID(id).SetName(f.name).SetCreatedAt(now)
			above := ""
			if parent != nil {
				create.SetParentID(parent.ID)
				above = parent.Path
			}
			set(create.SetPath(domain.TreePath(above, id)).Mutation(), f.boundary)
			if err := create.Exec(ctx); err != nil {
				return fmt.Errorf("create the zone %s: %w", f.name, err)
			}
			sum.Created++
		case found[0].Boundary == nil && text == "", found[0].Boundary != nil && *found[0].Boundary == text:
			sum.Unchanged++
		default:
			change := client.Zone.UpdateOneID(found[0].ID).AddVersion(1)
			set(change.Mutation(), f.boundary)
			if err := change.Exec(ctx); err != nil {
				return fmt.Errorf("change the zone %s: %w", f.name, err)
			}
			if f.boundary == nil {
				sum.Removed++
			} else {
				sum.Changed++
			}
		}
	}
	bounded, err := client.Zone.Query().Where(zone.SouthNotNil()).Count(ctx)
	if err == nil && bounded > MaxZones {
		err = fault.New(fault.Validation, "%d zones would have a boundary; at most %d may.", bounded, MaxZones)
	}
	return err
}

// set sets the columns of a boundary, or clears them.
func set(m *ent.ZoneMutation, b *Boundary) {
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
