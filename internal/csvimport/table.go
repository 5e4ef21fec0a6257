package csvimport

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
)

// How the table of a CSV begins: with a line that tells spreadsheets the separator, with a title and other lines that programs
// print above the header, or with the header.

const (
	startBytes  = 64 << 10 // of a file, in which the header is looked for
	headerLines = 50       // the header is one of so many lines
)

// separatorLine is the line that tells a spreadsheet the separator.
var separatorLine = regexp.MustCompile(`(?i)^"?sep=([^"A-Z0-9\r\n])"?[\r\n]*$`)

// table is a file whose header was read.
type table struct {
	source
	header []string
	line   int // of the header; 0 for JSON, which has none
}

// explain returns an error about the columns of a file, with the line that they were taken from.
func (t table) explain(err error) error {
	if t.line == 0 {
		return err
	}
	return fmt.Errorf("%w (the header is taken to be line %d: --header-line names another)", err, t.line)
}

// exactly makes a file that Redress wrote be read as it stands: line ends within cells too, of which a text may have thousands.
func (t table) exactly() {
	if s, ok := t.source.(*csvSource); ok {
		s.exact = true
	}
}

// openCSV reads up to the header of a CSV: the line that is asked for, or else the first one that fits. Where none does, it is the one
// that looks most like a header, of which the caller says what is wrong. A function that is nil fits any header.
func openCSV(in *bufio.Reader, asked int, fits func(header []string) bool) (table, error) {
	start, err := in.Peek(startBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return table{}, fmt.Errorf("read the file: %w", err)
	}
	if endsWithReturns(start) {
		in = bufio.NewReaderSize(replacing{in, '\r', '\n'}, startBytes)
		if start, err = in.Peek(startBytes); err != nil && !errors.Is(err, io.EOF) {
			return table{}, fmt.Errorf("read the file: %w", err)
		}
	}
	first, rest, _ := bytes.Cut(start, []byte("\n"))
	if bytes.IndexByte(first, 0) >= 0 {
		return table{}, errNotText
	}
	s := &csvSource{in: in}
	if named := separatorLine.FindSubmatch(first); named != nil {
		if len(named[1]) > 1 {
			return table{}, fmt.Errorf("line 1: the separator %q is not read: separate by commas, semicolons, tabs or bars", named[1])
		}
		s.named, start = named[1][0], rest
		if err := s.skip(1); err != nil {
			return table{}, err
		}
	}
	if asked > 0 {
		for s.line < asked-1 {
			if err := s.skip(1); err != nil {
				return table{}, fmt.Errorf("--header-line %d: the file has %d lines", asked, s.line)
			}
		}
	} else if fits != nil {
		if err := s.skip(s.findHeader(start, fits)); err != nil {
			return table{}, err
		}
	}
	header, err := s.readHeader()
	return table{s, header.cells, header.line}, err
}

var errEmpty = errors.New("the file is empty")

// readHeader reads the next record as the names of columns.
func (s *csvSource) readHeader() (record, error) {
	line, err := s.readLine()
	for err == nil && len(bytes.TrimRight(line, "\r\n")) == 0 {
		line, err = s.readLine()
	}
	if err == nil {
		s.comma = s.separator(line)
		s.putBack([][]byte{line})
	}
	header, err := s.next()
	switch {
	case errors.Is(err, io.EOF):
		return header, errEmpty
	case err != nil:
		return header, err
	case header.reason != "":
		return header, fmt.Errorf("the header (line %d) can't be read: %s", header.line, header.reason)
	}
	for i, h := range header.cells {
		header.cells[i] = tidy(h)
	}
	return header, nil
}

// skip reads lines that nobody asks for.
func (s *csvSource) skip(lines int) error {
	for range lines {
		if _, err := s.readLine(); err != nil {
			return err
		}
	}
	return nil
}

// separator returns what separates the cells of a file whose header begins with a line.
func (s *csvSource) separator(line []byte) byte {
	if s.named != 0 {
		return s.named
	}
	return delimiter(line)
}

// findHeader returns how many lines stand above the header, of which the next ones are given.
func (s *csvSource) findHeader(start []byte, fits func(header []string) bool) (above int) {
	likely := -1
	for n := 0; n < headerLines && len(start) > 0; n++ {
		try := &csvSource{in: bufio.NewReader(bytes.NewReader(start)), named: s.named}
		line, rest, _ := bytes.Cut(start, []byte("\n"))
		if start = rest; len(bytes.TrimRight(line, "\r")) == 0 {
			continue
		}
		header, err := try.readHeader()
		if err == nil && fits(header.cells) {
			return n
		}
		if likely < 0 && (err != nil && n == 0 || err == nil && looksLikeHeader(header.cells, try)) {
			likely = n
		}
	}
	return max(likely, 0)
}

// looksLikeHeader reports whether most cells of a line have a text, and the line below has as many.
func looksLikeHeader(cells []string, below *csvSource) bool {
	filled := 0
	for _, c := range cells {
		if c != "" {
			filled++
		}
	}
	next, err := below.next()
	return filled > 1 && 2*filled > len(cells) && (err != nil || len(next.cells) == len(cells))
}

// endsWithReturns reports whether the lines of a file end with carriage returns alone, as on the first Macintosh. Other files have
// some within their cells.
func endsWithReturns(start []byte) bool {
	quoted, returns := false, false
	for i, c := range start {
		switch {
		case c == '"':
			quoted = !quoted
		case c == '\n' && !quoted:
			return false
		case c == '\r' && !quoted:
			returns = returns || i+1 < len(start) && start[i+1] != '\n'
		}
	}
	return returns || bytes.IndexByte(start, '\n') < 0 && bytes.IndexByte(start, '\r') >= 0
}

// replacing is a text with another byte in the place of one.
type replacing struct {
	io.Reader
	old, new byte
}

// Read implements io.Reader.
func (r replacing) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	for i, c := range b[:n] {
		if c == r.old {
			b[i] = r.new
		}
	}
	return n, err
}
