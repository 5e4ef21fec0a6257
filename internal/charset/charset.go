// Package charset decides in which character encoding a text is that names none. It tells encodings of single bytes apart by
// how letters are used in some thirty languages, and those of several bytes by the detector of ICU, which knows their frequent
// characters. Where two readings are left it says so instead of guessing.
package charset

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/saintfish/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
)

// Western is the name of the encoding that most files have that are not UTF-8.
const Western = "windows-1252"

// Encoding is a character encoding by its name. The zero value is UTF-8.
type Encoding struct {
	Name string // that of IANA
	encoding.Encoding
}

// Named returns the encoding of a name that IANA knows, such as windows-1251, ISO-8859-2 or GB18030. Names that the WHATWG
// Encoding Standard knows are read as browsers do: gb2312 includes the characters of GBK.
func Named(name string) (Encoding, error) {
	e, err := htmlindex.Get(name)
	if err != nil {
		e, err = ianaindex.IANA.Encoding(name)
	}
	if err != nil || e == nil || e == encoding.Replacement {
		return Encoding{}, fmt.Errorf("%q is no character encoding that is known: write it such as UTF-8, windows-1251, ISO-8859-2, IBM850 or GB18030", name)
	}
	return Encoding{name, e}, nil
}

// candidate is an encoding of single bytes, with the logarithm of how probable it is before the text is seen.
type candidate struct {
	Encoding
	prior float64
}

// singles are the encodings of single bytes. Of those that give a text the same letters the first one counts.
var singles = []candidate{
	{Encoding{Western, charmap.Windows1252}, 4},
	{Encoding{"windows-1250", charmap.Windows1250}, 0},
	{Encoding{"windows-1251", charmap.Windows1251}, 0},
	{Encoding{"windows-1253", charmap.Windows1253}, 0},
	{Encoding{"windows-1254", charmap.Windows1254}, 0},
	{Encoding{"windows-1255", charmap.Windows1255}, 0},
	{Encoding{"windows-1256", charmap.Windows1256}, 0},
	{Encoding{"windows-1257", charmap.Windows1257}, 0},
	{Encoding{"windows-874", charmap.Windows874}, 0},
	{Encoding{"ISO-8859-15", charmap.ISO8859_15}, -1},
	{Encoding{"ISO-8859-2", charmap.ISO8859_2}, -1},
	{Encoding{"ISO-8859-5", charmap.ISO8859_5}, -1},
	{Encoding{"ISO-8859-6", charmap.ISO8859_6}, -1},
	{Encoding{"ISO-8859-7", charmap.ISO8859_7}, -1},
	{Encoding{"ISO-8859-8", charmap.ISO8859_8}, -1},
	{Encoding{"ISO-8859-13", charmap.ISO8859_13}, -1},
	{Encoding{"KOI8-R", charmap.KOI8R}, -1},
	{Encoding{"KOI8-U", charmap.KOI8U}, -1},
	{Encoding{"IBM850", charmap.CodePage850}, -2},
	{Encoding{"IBM852", charmap.CodePage852}, -2},
	{Encoding{"IBM866", charmap.CodePage866}, -2},
	{Encoding{"macintosh", charmap.Macintosh}, -2},
	{Encoding{"x-mac-cyrillic", charmap.MacintoshCyrillic}, -2},
}

const (
	sampleBytes = 256 << 10 // of lines
	sampleWords = 1_000     // different ones, beyond ASCII and of ASCII
	sampleLines = 3         // that are shown
	longestWord = 60        // bytes that are looked at in one go

	// margin is how much more probable the best reading must be than the next, as a logarithm. Of 4,000 random texts with 20
	// letters beyond ASCII, in 32 languages and 67 pairs with an encoding, none is taken for another one with it, and 1 of 40 is asked for.
	margin = 3.5
	// fewest is how many letters beyond ASCII that takes.
	fewest = 8
	// fewestOfBoth is how many it takes of other scripts than Latin where they may also be characters of several bytes: each half of
	// 路灯不亮 is a letter of ISO-8859-5. Words that mix them with letters of ASCII are none of Chinese.
	fewestOfBoth = 16
	// wide is the margin of Windows-1252 where a sign stands as people seldom write it: the letters of other encodings are signs there.
	wide = 9
	// plausible is how probable a character is at least, on average, as a logarithm. Texts have -4.1 at worst, noise has -4.4 at best.
	plausible = -4.2
	// confident is how sure ICU's detector is of a text in several bytes, of 100.
	confident = 95
	apart     = 5 // from the next
)

// UnclearError says that a text can be read in several encodings.
type UnclearError struct {
	Readings [2]Reading
}

// Reading is what a text would be in an encoding.
type Reading struct {
	Name  string
	Texts []string // the first ones with letters beyond ASCII
}

// Error implements error.
func (e *UnclearError) Error() string {
	return fmt.Sprintf("the text is in %s or %s", e.Readings[0].Name, e.Readings[1].Name)
}

// Detect reads a text and returns its encoding: that of UTF-8, the zero value, where at least half of the lines with
// characters beyond ASCII are that. The error is an *UnclearError where the letters fit no encoding, or several.
func Detect(text io.Reader) (Encoding, error) {
	s, err := readSample(text)
	if err != nil || len(s.words) == 0 {
		return Encoding{}, err
	}
	readings := s.readings()
	best, next := readings[0], readings[1]
	several, sure := s.severalBytes()
	if sure && best.mean < plausible {
		return several, nil
	}
	// What people have most often may be short: a single name in Windows-1252 asks nothing.
	western, need := best.Name == Western, float64(margin)
	if western && best.strange {
		need = wide
	}
	least := fewest
	if several.Encoding != nil && !strings.ContainsFunc(best.text, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) {
		least = fewestOfBoth
	}
	enough := best.mean >= plausible && !sure && (s.beyond >= least || western)
	if (enough || western && !best.strange) && best.score-next.score >= need {
		return best.Encoding, nil
	}
	second := next.Encoding
	if several.Encoding != nil && (best.mean < plausible || sure || s.beyond >= fewest && s.beyond < least) {
		second = several
	}
	return Encoding{}, &UnclearError{[2]Reading{s.show(best.Encoding), s.show(second)}}
}

// reading is how a text reads in an encoding of single bytes.
type reading struct {
	Encoding
	text        string
	score, mean float64 // how probable it is as a whole, and a character of it on average
	strange     bool    // a letter or a sign stands where people seldom write one
}

// readings returns the different readings in encodings of single bytes, the most probable first.
func (s *sample) readings() (all []reading) {
	plain := score(s.plain)
	usual := slices.Max(plain)
	for _, c := range singles {
		words, text, letters := s.read(c.Encoding)
		if slices.ContainsFunc(all, func(r reading) bool { return r.text == text }) {
			continue
		}
		p := likelihood(words, plain) - usual
		all = append(all, reading{c.Encoding, text, p + c.prior, p / float64(letters), slices.ContainsFunc(words, word.isStrange)})
	}
	slices.SortStableFunc(all, func(a, b reading) int { return cmp.Compare(b.score, a.score) })
	return all
}

// sample is what is looked at of a text that is not UTF-8.
type sample struct {
	lines []byte   // with characters that are not UTF-8
	first [][]byte // of them
	words [][]byte // different ones, with bytes beyond ASCII
	plain []word   // different ones of ASCII that stand in these lines

	beyond int // bytes beyond ASCII in the words
}

// readSample reads a text to its end; it returns nothing of one that is UTF-8 or begins with a byte order mark, nor of what has zero
// bytes and so is no text.
func readSample(file io.Reader) (sample, error) {
	var s sample
	in := bufio.NewReaderSize(file, 64<<10)
	for _, mark := range []string{"\xef\xbb\xbf", "\xfe\xff", "\xff\xfe"} {
		if start, _ := in.Peek(len(mark)); string(start) == mark {
			return s, nil
		}
	}
	right, wrong, seen := 0, 0, map[string]bool{}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 128<<10)
	lines.Split(splitLines)
	for lines.Scan() {
		line := lines.Bytes()
		if bytes.IndexByte(line, 0) >= 0 {
			return sample{}, nil
		}
		if !slices.ContainsFunc(line, beyondASCII) {
			continue
		}
		if utf8.Valid(line) {
			right++
			continue
		}
		wrong++
		if len(s.lines) >= sampleBytes || len(s.words) >= sampleWords {
			continue
		}
		if len(s.first) < sampleLines {
			s.first = append(s.first, bytes.Clone(line))
		}
		s.lines = append(append(s.lines, line...), '\n')
		for _, w := range wordsOf(line) {
			if !seen[string(w)] {
				seen[string(w)] = true
				s.add(bytes.Clone(w))
			}
		}
	}
	if err := lines.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
		return s, fmt.Errorf("read the file: %w", err)
	}
	if right >= wrong {
		return sample{}, nil
	}
	return s, nil
}

// add adds a word that was not there yet.
func (s *sample) add(w []byte) {
	if !slices.ContainsFunc(w, beyondASCII) {
		if len(s.plain) < sampleWords {
			s.plain = append(s.plain, word(string(w)))
		}
		return
	}
	s.words = append(s.words, w)
	for _, b := range w {
		if beyondASCII(b) {
			s.beyond++
		}
	}
}

func beyondASCII(b byte) bool { return b >= utf8.RuneSelf }

// splitLines is a bufio.SplitFunc for lines with any ending, and for pieces of lines that are very long, which end after a character.
func splitLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexAny(data, "\r\n"); i >= 0 {
		return i + 1, data[:i], nil
	}
	if len(data) >= 64<<10 {
		if i := bytes.LastIndexFunc(data, func(r rune) bool { return r < utf8.RuneSelf }); i >= 0 {
			return i + 1, data[:i+1], nil
		}
		return len(data), data, nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// wordsOf returns the runs of letters of ASCII and of other bytes in a line.
func wordsOf(line []byte) (words [][]byte) {
	var w []byte
	end := func() {
		if len(w) > 0 {
			words = append(words, w)
		}
		w = nil
	}
	for i, b := range line {
		if !beyondASCII(b) && (b|0x20 < 'a' || b|0x20 > 'z') || len(w) == longestWord {
			end()
		}
		if beyondASCII(b) || b|0x20 >= 'a' && b|0x20 <= 'z' {
			w = line[i-len(w) : i+1]
		}
	}
	end()
	return words
}

// read returns the words beyond ASCII in an encoding, all of them in one text, and how many characters they have.
func (s *sample) read(e Encoding) (words []word, text string, letters int) {
	var all strings.Builder
	for _, w := range s.words {
		decoded, _ := e.NewDecoder().Bytes(w) // what it does not know becomes U+FFFD
		all.Write(decoded)
		words = append(words, word(bytes.Runes(decoded)))
		letters += len(words[len(words)-1])
	}
	return words, all.String(), letters
}

// severalBytes returns the encoding of several bytes for a character that fits best, if any does, and whether that is sure.
func (s *sample) severalBytes() (best Encoding, sure bool) {
	found, err := chardet.NewTextDetector().DetectAll(s.lines)
	if err != nil {
		return Encoding{}, false
	}
	most, next := 0, 0 // how well they fit, of 100
	for _, f := range found {
		name, ok := severals[f.Charset]
		if !ok {
			continue
		}
		e, err := Named(name)
		if err != nil {
			continue
		}
		text, err := e.NewDecoder().Bytes(s.lines)
		if err != nil || bytes.ContainsRune(text, utf8.RuneError) {
			continue
		}
		fit := f.Confidence
		if name == "EUC-JP" && isJapanese(text) {
			fit += 2 * apart // the encodings of Chinese have kana at the same places, where no Chinese text uses them
		}
		if fit > most {
			best, most, next = e, fit, most
		} else {
			next = max(next, fit)
		}
	}
	return best, most >= confident && most-next >= apart
}

// severals are the encodings of several bytes for a character that ICU's detector tells apart, by its names.
var severals = map[string]string{"GB-18030": "GB18030", "Big5": "Big5", "Shift_JIS": "Shift_JIS", "EUC-JP": "EUC-JP", "EUC-KR": "EUC-KR"}

// isJapanese reports whether a fifth of the characters beyond ASCII are kana.
func isJapanese(text []byte) bool {
	kana, all := 0, 0
	for _, r := range string(text) {
		if unicode.In(r, unicode.Hiragana, unicode.Katakana) {
			kana++
		}
		if r > unicode.MaxASCII {
			all++
		}
	}
	return kana*5 > all
}

// show returns the first texts in an encoding.
func (s *sample) show(e Encoding) Reading {
	const length = 30 // characters
	r := Reading{Name: e.Name}
	for _, line := range s.first {
		text, _ := e.NewDecoder().Bytes(line)
		for _, cell := range strings.FieldsFunc(string(text), func(r rune) bool { return strings.ContainsRune(",;\t|\"", r) }) {
			at := strings.IndexFunc(cell, func(r rune) bool { return r > unicode.MaxASCII })
			if at < 0 {
				continue
			}
			runes := []rune(strings.TrimSpace(cell))
			if len(runes) > length {
				begin := min(max(utf8.RuneCountInString(cell[:at])-length/3, 0), len(runes)-length)
				runes = runes[begin : begin+length]
			}
			r.Texts = append(r.Texts, strings.Map(visible, string(runes)))
			break
		}
	}
	return r
}

// visible replaces what would change how a terminal shows a text.
func visible(r rune) rune {
	if !unicode.IsGraphic(r) {
		return utf8.RuneError
	}
	return r
}
