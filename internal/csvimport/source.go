package csvimport

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/redress/redress/internal/charset"
	"github.com/redress/redress/internal/domain"
)

const (
	maxRecord   = 1 << 20                   // bytes of one row, so that no row exhausts the memory
	maxLines    = 1_000                     // lines of one row, so that an open quote does not consume the file
	maxOwnLines = 2 * domain.MaxDescription // the same for what Redress wrote: each character of a text may be a line end
)

var errNotText = errors.New("the file is not CSV text (it contains zero bytes): save it as CSV in UTF-8")

// source reads a file record by record.
type source interface {
	// next returns the next record, or io.EOF after the last.
	next() (record, error)
	// place returns where a record is, for people.
	place(line int) string
}

// csvSource reads a CSV. Unlike encoding/csv it continues after a record that can't be parsed: a
// quote that is never closed costs one line, not the rest of the file.
type csvSource struct {
	in     *bufio.Reader
	comma  byte
	exact  bool     // Redress wrote the file: line ends within cells stay as they are
	named  byte     // the separator that the file names, 0 for none
	line   int      // lines read
	unread [][]byte // lines put back, to be read again
}

// record is one row of the file, or the reason why it can't be parsed.
type record struct {
	line   int // its first, from 1; of JSON the number of the record
	cells  []string
	late   []string // members of JSON that begin too late to be columns
	reason string
}

// open returns the records of a file in an encoding and the names of its columns. What begins as JSON is read as
// JSON, everything else as CSV, whose header is found as openCSV says. A byte order mark of UTF-16 or UTF-8 has the last word.
func open(file io.Reader, as charset.Encoding, headerLine int, fits func(header []string) bool) (table, error) {
	var letters transform.Transformer = transform.Nop
	if as.Encoding != nil {
		letters = as.NewDecoder()
	}
	in := bufio.NewReaderSize(transform.NewReader(file, unicode.BOMOverride(letters)), startBytes)
	start, err := in.Peek(4 << 10)
	if err != nil && !errors.Is(err, io.EOF) {
		return table{}, fmt.Errorf("read the file: %w", err)
	}
	if !looksLikeJSON(start) {
		return openCSV(in, headerLine, fits)
	}
	if headerLine > 0 {
		return table{}, errors.New("--header-line: the file is JSON, whose records name their columns")
	}
	return openJSON(in)
}

// delimiter returns the separator that separates most columns of the first line.
func delimiter(line []byte) byte {
	best, most := byte(','), 0
	for _, c := range []byte(",;\t|") {
		n, quoted := 0, false
		for _, b := range line {
			switch {
			case b == '"':
				quoted = !quoted
			case b == c && !quoted:
				n++
			}
		}
		if n > most {
			best, most = c, n
		}
	}
	return best
}

// next implements source.
func (s *csvSource) next() (record, error) {
	first, err := s.readLine()
	for err == nil && len(bytes.TrimRight(first, "\r\n")) == 0 {
		first, err = s.readLine()
	}
	if err != nil {
		return record{}, err
	}
	r := record{line: s.line}
	if len(first) > maxRecord {
		r.reason = fmt.Sprintf("the line is longer than %d bytes", maxRecord)
		return r, nil
	}
	lines, size := [][]byte{first}, len(first)
	for open := s.insideQuotes(first, false); open; {
		line, err := s.readLine()
		end := errors.Is(err, io.EOF)
		if err != nil && !end {
			return r, err
		}
		if !end {
			lines, size = append(lines, line), size+len(line)
			open = s.insideQuotes(line, true)
		}
		if open && (end || size > maxRecord || len(lines) > s.maxLines()) {
			s.putBack(lines[1:])
			r.reason = "a quote is opened and not closed"
			return r, nil
		}
	}
	text := slices.Concat(lines...)
	var mark byte
	if s.exact {
		mark = hideReturns(text)
	}
	parser := csv.NewReader(bytes.NewReader(text))
	parser.Comma, parser.LazyQuotes, parser.FieldsPerRecord = rune(s.comma), true, -1
	if r.cells, err = parser.Read(); err != nil {
		r.reason = "the line is not CSV"
	} else if _, err := parser.Read(); !errors.Is(err, io.EOF) {
		r.reason = "the quotes of the line can be read in two ways" // the rest would be lost
	}
	if mark != 0 {
		for i, cell := range r.cells {
			r.cells[i] = strings.ReplaceAll(cell, string([]byte{mark}), "\r")
		}
	}
	return r, nil
}

// maxLines returns how many lines one row may have.
func (s *csvSource) maxLines() int {
	if s.exact {
		return maxOwnLines
	}
	return maxLines
}

// hideReturns puts another byte in the place of each carriage return before a line end within a record, which encoding/csv
// would drop, and returns that byte; 0 for none. The byte is none of UTF-8, if there is a choice.
func hideReturns(record []byte) (mark byte) {
	within := bytes.TrimSuffix(bytes.TrimSuffix(record, []byte("\n")), []byte("\r"))
	if !bytes.Contains(within, []byte("\r\n")) {
		return 0
	}
	for mark = 0xff; bytes.IndexByte(record, mark) >= 0; mark-- {
		if mark == 0x80 {
			return 0
		}
	}
	for i := range within[1:] {
		if within[i] == '\r' && within[i+1] == '\n' {
			within[i] = mark
		}
	}
	return mark
}

// place implements source.
func (s *csvSource) place(line int) string { return fmt.Sprintf("line %d", line) }

// insideQuotes reports whether a quoted cell continues after the line, by the rules of
// encoding/csv with LazyQuotes.
func (s *csvSource) insideQuotes(line []byte, open bool) bool {
	line = bytes.TrimRight(line, "\r\n")
	start := !open
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case !open:
			open = start && c == '"'
			start = c == s.comma
		case c != '"':
		case i+1 == len(line) || line[i+1] == s.comma:
			open = false
		case line[i+1] == '"':
			i++
		}
	}
	return open
}

// readLine returns a line with its line ending. It cuts one that is too long to one byte more
// than the limit.
func (s *csvSource) readLine() ([]byte, error) {
	if len(s.unread) > 0 {
		line := s.unread[0]
		s.unread = s.unread[1:]
		s.line++
		return line, nil
	}
	var line []byte
	for {
		part, err := s.in.ReadSlice('\n')
		if keep := maxRecord + 1 - len(line); len(part) > keep {
			part = part[:keep]
		}
		line = append(line, part...)
		switch {
		case err == nil || errors.Is(err, io.EOF) && len(line) > 0:
			s.line++
			return line, nil
		case errors.Is(err, io.EOF):
			return nil, io.EOF
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, fmt.Errorf("read the file: %w", err)
		}
	}
}

func (s *csvSource) putBack(lines [][]byte) {
	s.unread = append(slices.Clone(lines), s.unread...)
	s.line -= len(lines)
}
