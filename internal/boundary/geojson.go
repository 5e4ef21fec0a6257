package boundary

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/redress/redress/internal/csvcell"
	"github.com/redress/redress/internal/domain"
)

// MaxFile is how large a file may be, in bytes.
const MaxFile = 64 << 20

// Problem is why a feature was not imported.
type Problem struct {
	Feature int    `json:"feature"` // counted from 1
	Zone    string `json:"zone"`
	Reason  string `json:"reason"`
}

// Feature is one of a file: a zone and its boundary.
type Feature struct {
	Number   int // counted from 1
	Zone     string
	Boundary *Boundary // nil: the zone shall have none
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

// Read returns the boundaries of a GeoJSON FeatureCollection of polygons by the names of their zones.
// A feature with which something is wrong is an error.
func Read(from io.Reader) (map[string]*Boundary, error) {
	features, bad, err := Features(from, "")
	if err != nil {
		return nil, err
	}
	for _, r := range bad {
		return nil, fmt.Errorf("feature %d (%s): %s", r.Feature, r.Zone, r.Reason)
	}
	all := make(map[string]*Boundary, len(features))
	for _, f := range features {
		all[f.Zone] = f.Boundary
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

// Features returns the features of a GeoJSON FeatureCollection of polygons, and those with which something is wrong. The name of
// a zone is in a property; "" stands for name, in whatever case. An error is about the whole file.
func Features(from io.Reader, property string) (good []Feature, bad []Problem, err error) {
	read, err := readFile(from)
	if err != nil {
		return nil, nil, err
	}
	if property == "" {
		if property, err = read.nameProperty(); err != nil {
			return nil, nil, err
		}
	}
	seen := map[string]bool{}
	for i, one := range read.Features {
		name, problem := zoneName(one.Properties[property])
		next := Feature{Number: i + 1, Zone: name}
		switch {
		case problem != "":
			problem = "its property " + property + " " + problem
		case seen[name]:
			problem = "the file has another feature of this zone: join them into a MultiPolygon"
		case len(one.Geometry) > 0 && string(one.Geometry) != "null":
			if next.Boundary, err = Parse(one.Geometry); err != nil {
				problem = "its geometry " + err.Error()
			}
		}
		seen[name] = true
		if problem != "" {
			bad = append(bad, Problem{next.Number, name, problem})
			continue
		}
		good = append(good, next)
	}
	return good, bad, nil
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
	case len([]rune(name)) > domain.MaxName:
		return "", fmt.Sprintf("is longer than %d characters", domain.MaxName)
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
