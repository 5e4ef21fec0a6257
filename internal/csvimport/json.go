package csvimport

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The columns of a JSON file are those of its first records, so that a stream is read once.
const (
	columnRecords = 10_000
	columnBytes   = 16 << 20
	maxColumns    = 10_000
)

// recordSeparator begins each text of a sequence of JSON texts (RFC 7464), or of features (RFC 8142). In a JSON text it can't stand.
const recordSeparator = 0x1e

// recordLists are the names under which an object has its list of records: those of Open311
// (service_requests), GeoJSON (features), CKAN, OData and most others.
var recordLists = []string{
	"service_requests", "requests", "features", "records", "results", "complaints", "issues", "reports", "incidents", "rows", "items", "value", "data",
}

var errNoRecords = errors.New("the file is JSON without a list of records: it must be a list of objects, an object with such a list " +
	"under one of the names " + strings.Join(recordLists, ", ") + ", or one object on each line")

// looksLikeJSON reports whether a file begins as a JSON list or object does. A CSV may begin with a bracket too,
// but not with one that a value or another bracket follows.
func looksLikeJSON(start []byte) bool {
	start = bytes.TrimLeft(start, " \t\r\n"+string(rune(recordSeparator)))
	if len(start) == 0 || start[0] != '[' && start[0] != '{' {
		return false
	}
	next := bytes.TrimLeft(start[1:], " \t\r\n")
	if start[0] == '[' {
		return len(next) > 0 && (next[0] == '{' || next[0] == ']')
	}
	return len(next) > 0 && (next[0] == '"' || next[0] == '}')
}

// jsonSource reads the records of a JSON file: objects, whose members are the cells. Objects within them are
// columns of their own, such as location.zip; a point is a position.
type jsonSource struct {
	in      *allowance
	dec     *json.Decoder
	inList  bool // the records are elements of a list, not one after the other
	read    int
	ahead   []map[string]string // read for their columns
	columns map[string]int
	end     error // what ended the reading ahead, if anything did
}

// allowance bounds how much is read for one value, which the decoder keeps in memory.
type allowance struct {
	from io.Reader
	left int
}

var errLongRecord = errors.New("too long")

// Read implements io.Reader.
func (a *allowance) Read(b []byte) (int, error) {
	if a.left <= 0 {
		return 0, errLongRecord
	}
	n, err := a.from.Read(b[:min(len(b), a.left)])
	a.left -= n
	return n, err
}

func openJSON(in *bufio.Reader) (table, error) {
	wide := bufio.NewReaderSize(replacing{in, recordSeparator, ' '}, maxRecord)
	lines, err := hasLines(wide)
	if err != nil {
		return table{}, fmt.Errorf("read the file: %w", err)
	}
	s := &jsonSource{in: &allowance{from: wide}, columns: map[string]int{}}
	s.dec = json.NewDecoder(s.in)
	s.dec.UseNumber()
	if !lines {
		s.in.left = 2 * maxRecord
		if err := s.findList(); err != nil {
			return table{}, err
		}
		s.inList = true
	}
	header, err := s.readAhead()
	return table{source: s, header: header}, err
}

// hasLines reports whether the file has one object on each line (JSON Lines).
func hasLines(in *bufio.Reader) (bool, error) {
	start, err := in.Peek(maxRecord)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	first, rest, _ := bytes.Cut(bytes.TrimSpace(start), []byte("\n"))
	return len(first) > 0 && first[0] == '{' && json.Valid(first) && (len(bytes.TrimSpace(rest)) > 0 || !holdsList(first)), nil
}

// holdsList reports whether an object has a list of records.
func holdsList(object []byte) bool {
	s := &jsonSource{dec: json.NewDecoder(bytes.NewReader(object))}
	return s.findList() == nil
}

// findList reads up to the first record: into a list, or to the list under its name in an object.
func (s *jsonSource) findList() error {
	start, err := s.dec.Token()
	switch {
	case err != nil:
		return s.broken(err)
	case start == json.Delim('['):
		return nil
	case start == json.Delim('{'):
		found, err := s.findIn(0)
		if err == nil && !found {
			return errNoRecords
		}
		return err
	default:
		return errNoRecords
	}
}

// findIn looks for the list in an object that has begun, and in those within it.
func (s *jsonSource) findIn(depth int) (found bool, err error) {
	const deepest = 8
	for s.dec.More() {
		name, err := s.dec.Token()
		if err != nil {
			return false, s.broken(err)
		}
		value, err := s.dec.Token()
		if err != nil {
			return false, s.broken(err)
		}
		switch key, _ := name.(string); {
		case value == json.Delim('[') && slices.Contains(recordLists, strings.ToLower(key)):
			return true, nil
		case value == json.Delim('[') || value == json.Delim('{') && depth == deepest:
			if err := s.skip(); err != nil {
				return false, err
			}
		case value == json.Delim('{'):
			if found, err = s.findIn(depth + 1); found || err != nil {
				return found, err
			}
		}
	}
	_, err = s.dec.Token() // the end of the object
	if err != nil {
		return false, s.broken(err)
	}
	return false, nil
}

// skip reads to the end of a list or object that has begun.
func (s *jsonSource) skip() error {
	for open := 1; open > 0; {
		token, err := s.dec.Token()
		if err != nil {
			return s.broken(err)
		}
		switch token {
		case json.Delim('['), json.Delim('{'):
			open++
		case json.Delim(']'), json.Delim('}'):
			open--
		}
	}
	return nil
}

// readAhead reads the first records and returns their columns.
func (s *jsonSource) readAhead() (header []string, err error) {
	var ahead []map[string]string
	began := s.dec.InputOffset()
	for len(ahead) < columnRecords && s.dec.InputOffset()-began < columnBytes {
		cells, names, err := s.decode()
		if errors.Is(err, io.EOF) || err != nil && len(ahead) > 0 {
			s.end = err
			break
		}
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if _, known := s.columns[name]; !known {
				s.columns[name] = len(header)
				header = append(header, tidy(name))
			}
		}
		if len(header) > maxColumns {
			return nil, fmt.Errorf("the records have more than %d different members", maxColumns)
		}
		ahead = append(ahead, cells)
	}
	if len(ahead) == 0 {
		return nil, errors.New("the file has no records")
	}
	s.ahead = ahead
	return header, nil
}

// next implements source.
func (s *jsonSource) next() (record, error) {
	var cells map[string]string
	if len(s.ahead) > 0 {
		cells, s.ahead = s.ahead[0], s.ahead[1:]
	} else {
		if s.end != nil {
			return record{}, s.end
		}
		var err error
		if cells, _, err = s.decode(); err != nil {
			return record{}, err
		}
	}
	s.read++
	r := record{line: s.read, cells: make([]string, len(s.columns))}
	for name, text := range cells {
		if at, known := s.columns[name]; known {
			r.cells[at] = text
		} else if text != "" {
			r.late = append(r.late, name)
		}
	}
	slices.Sort(r.late)
	return r, nil
}

// place implements source.
func (s *jsonSource) place(line int) string { return fmt.Sprintf("record %d", line) }

// decode reads a record: its cells, and their names in the order of the file.
func (s *jsonSource) decode() (cells map[string]string, names []string, err error) {
	s.in.left = 2 * maxRecord
	if s.inList && !s.dec.More() {
		// What follows the list is not asked for, but its end must be there.
		if token, err := s.dec.Token(); err != nil || token != json.Delim(']') {
			return nil, nil, s.broken(err)
		}
		return nil, nil, io.EOF
	}
	var raw json.RawMessage
	if err := s.dec.Decode(&raw); err != nil {
		if !s.inList && errors.Is(err, io.EOF) {
			return nil, nil, io.EOF
		}
		return nil, nil, s.broken(err)
	}
	if raw[0] != '{' {
		return nil, nil, fmt.Errorf("the file has a value that is no object where record %d should be", s.read+1)
	}
	cells = map[string]string{}
	flatten(raw, "", func(name, text string) {
		if _, known := cells[name]; !known {
			names = append(names, name)
		}
		cells[name] = text
	})
	return cells, names, nil
}

// broken returns why the file can't be read on.
func (s *jsonSource) broken(err error) error {
	switch {
	case errors.Is(err, errLongRecord):
		return fmt.Errorf("a record of the file is longer than %d bytes (at byte %d)", maxRecord, s.dec.InputOffset())
	case err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the JSON of the file ends too early (at byte %d)", s.dec.InputOffset())
	}
	if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
		return fmt.Errorf("the file is not valid JSON (at byte %d)", syntax.Offset)
	}
	return fmt.Errorf("read the file: %w", err)
}

// member is a member of an object.
type member struct {
	name  string
	value json.RawMessage
}

// flatten passes the members of an object on as cells. Of a feature of GeoJSON (RFC 7946 section 3.2) these are
// its properties and its geometry.
func flatten(object json.RawMessage, prefix string, cell func(name, text string)) {
	members := membersOf(object)
	kind := slices.IndexFunc(members, func(m member) bool { return m.name == "type" && string(m.value) == `"Feature"` })
	for _, m := range members {
		name := prefix + m.name
		switch {
		case m.value[0] == '{' && kind >= 0 && m.name == "properties":
			flatten(m.value, prefix, cell)
		case m.value[0] == '{':
			if text, ok := place(m.value); ok {
				cell(name, text)
			} else {
				flatten(m.value, name+".", cell)
			}
		default:
			cell(name, textOf(m.value))
		}
	}
}

// membersOf returns the members of an object that was decoded before.
func membersOf(object json.RawMessage) (members []member) {
	dec := json.NewDecoder(bytes.NewReader(object))
	_, _ = dec.Token()
	for dec.More() {
		name, _ := dec.Token()
		var m member
		m.name, _ = name.(string)
		if dec.Decode(&m.value) != nil {
			return members
		}
		members = append(members, m)
	}
	return members
}

// geometries are the types of GeoJSON (RFC 7946 section 3.1).
var geometries = []string{"Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection"}

// place returns the text of a position: a Point of GeoJSON, which begins with the longitude, or an object with
// a latitude and a longitude, as Socrata has it. Another geometry is its own text.
func place(object json.RawMessage) (text string, ok bool) {
	var p struct {
		Type        string
		Coordinates json.RawMessage
		Geometries  json.RawMessage
		Latitude    json.RawMessage
		Longitude   json.RawMessage
	}
	if json.Unmarshal(object, &p) != nil {
		return "", false
	}
	if len(p.Latitude) > 0 && len(p.Longitude) > 0 {
		lat, lon := textOf(p.Latitude), textOf(p.Longitude)
		if lat == "" && lon == "" {
			return "", true
		}
		return "(" + lat + ", " + lon + ")", true
	}
	var at []json.Number
	if p.Type == "Point" && json.Unmarshal(p.Coordinates, &at) == nil && len(at) >= 2 {
		return "POINT (" + at[0].String() + " " + at[1].String() + ")", true
	}
	if slices.Contains(geometries, p.Type) && len(p.Coordinates)+len(p.Geometries) > 0 {
		return string(object), true
	}
	return "", false
}

// textOf returns the text of a value that is no object. The elements of a list are separated by commas.
func textOf(value json.RawMessage) string {
	switch value[0] {
	case '"':
		var text string
		_ = json.Unmarshal(value, &text) // was decoded before
		return text
	case 'n': // null
		return ""
	case '[':
		var list []json.RawMessage
		_ = json.Unmarshal(value, &list)
		texts := make([]string, len(list))
		for i, one := range list {
			texts[i] = textOf(one)
		}
		return strings.Join(texts, ", ")
	default:
		return string(value)
	}
}
