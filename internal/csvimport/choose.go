package csvimport

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

// Which mapping a file has: the one that is asked for, or the built-in one that knows its columns.

//go:embed mappings/*.yaml
var ready embed.FS

// Ready returns the names of the built-in mappings.
func Ready() []string {
	files, _ := fs.Glob(ready, "mappings/*.yaml") // fails for a bad pattern only
	for i, f := range files {
		files[i] = strings.TrimSuffix(path.Base(f), ".yaml")
	}
	return files
}

// builtIn returns the built-in mappings, which are read once: each line that may be the header is compared with them.
var builtIn = sync.OnceValues(func() (all []Mapping, err error) {
	for _, name := range Ready() {
		m, err := load(name)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
})

// chooseMapping returns the mapping for a file with this header and these first rows: the one that is asked for, or
// else the built-in one that recognizes the header. The single columns override it; where there is none, they are
// taken with those that have the name of a field.
func chooseMapping(header []string, first []record, asked *Mapping, single map[string]string) (m Mapping, err error) {
	if asked != nil {
		m = *asked
	} else if m, err = recognize(header); err != nil {
		return m, err
	}
	if m.Columns = maps.Clone(m.Columns); m.Columns == nil {
		m.Columns = map[Field]columns{}
	}
	at := indexColumns(header)
	for _, name := range slices.Sorted(maps.Keys(single)) {
		f, column := field(name), single[name]
		if !slices.Contains(Fields, f) {
			return m, fmt.Errorf("--map %s=%s: there is no field %q; there are %s", name, column, name, list(Fields))
		}
		if len(at[fold(column)]) == 0 {
			return m, fmt.Errorf("--map %s=%s: the file has no column %q; it has %s", name, column, column, list(header))
		}
		m.Columns[f] = columns{column}
	}
	if asked == nil && m.Name == "" && len(single) > 0 {
		m.takeNamed(at)
	}
	if len(m.Columns) == 0 {
		return m, fmt.Errorf("the columns match no built-in mapping (%s): map them with %s "+
			"or with a mapping file; the file has %s", list(Ready()), suggest(header, first), list(header))
	}
	if m.Name == "" {
		m.Name = "csv"
	}
	return m, nil
}

// takeNamed takes the columns that have the name of a field of any file, unless the field or the column is taken already. Who names
// a few columns has looked at the file; without that none is taken, as for usualNames.
func (m Mapping) takeNamed(at map[string][]int) {
	taken := map[string]bool{}
	for _, c := range slices.Concat(slices.Collect(maps.Values(m.Columns))...) {
		taken[fold(c)] = true
	}
	for _, name := range slices.Concat(generalFields, []Field{"category", "zone"}) {
		f, column := field(string(name)), fold(string(name))
		if _, has := m.Columns[f]; !has && len(at[column]) == 1 && !taken[column] {
			m.Columns[f] = columns{string(name)}
		}
	}
}

// recognize returns the built-in mapping that recognizes the header, of several the one that knows most of
// its columns: the names of one interface are in the files of others.
func recognize(header []string) (best Mapping, err error) {
	at, most := indexColumns(header), 0
	has := func(c string) bool { return len(at[fold(c)]) > 0 }
	all, err := builtIn()
	if err != nil {
		return best, err
	}
	for _, m := range all {
		if !slices.ContainsFunc(m.Recognize, func(all columns) bool {
			return !slices.ContainsFunc(all, func(c string) bool { return !has(c) })
		}) {
			continue
		}
		if known := m.known(has); known > most {
			best, most = m, known
		}
	}
	return best, nil
}

// known returns how many columns of a file the mapping knows.
func (m Mapping) known(has func(column string) bool) int {
	names := map[string]bool{}
	for _, c := range slices.Concat(slices.Concat(slices.Collect(maps.Values(m.Columns))...), m.Ignore) {
		if has(c) {
			names[fold(c)] = true
		}
	}
	return len(names)
}

// load reads the mapping with a name: a built-in one, or a file.
func load(name string) (m Mapping, err error) {
	var text []byte
	if slices.Contains(Ready(), name) {
		text, err = ready.ReadFile("mappings/" + name + ".yaml")
	} else {
		text, err = os.ReadFile(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return m, fmt.Errorf("--mapping %s: neither a file nor a built-in mapping (%s)", name, list(Ready()))
	}
	if err != nil {
		return m, fmt.Errorf("--mapping: %w", err)
	}
	if err := yaml.UnmarshalWithOptions(text, &m, yaml.Strict()); err != nil {
		return m, fmt.Errorf("--mapping %s: %w", name, err)
	}
	named := m.Columns
	m.Columns = make(map[Field]columns, len(named))
	for _, f := range slices.Sorted(maps.Keys(named)) {
		c := named[f]
		if !slices.Contains(Fields, field(string(f))) {
			return m, fmt.Errorf("--mapping %s: there is no field %q; there are %s", name, f, list(Fields))
		}
		m.Columns[field(string(f))] = c
	}
	for _, word := range slices.Sorted(maps.Keys(m.Statuses)) {
		status := m.Statuses[word]
		if _, known := statusWords[fold(status)]; !known {
			return m, fmt.Errorf("--mapping %s: status %s: %q must be one of %s", name, word, status, list(slices.Sorted(maps.Keys(statusWords))))
		}
	}
	for _, word := range slices.Sorted(maps.Keys(m.Channels)) {
		channel := m.Channels[word]
		if _, known := channelWords[fold(channel)]; !known {
			return m, fmt.Errorf("--mapping %s: channel %s: %q must be web, app, phone, email, staff or import", name, word, channel)
		}
	}
	return m, nil
}
