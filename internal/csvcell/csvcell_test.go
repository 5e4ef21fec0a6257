package csvcell

import (
	"encoding/csv"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestEscape(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "plain": "plain", "a=b": "a=b", "=1+1": "'=1+1", "+15551234": "'+15551234", "-1+2": "'-1+2", "@sum": "'@sum",
		"\t=1": "\t'=1", "\r=1": "\r'=1", "\n=1": "\n'=1", "＝1": "'＝1",
		"-12.50": "-12.50", "-7": "-7", "-": "'-", "-1.": "'-1.", "'-7": "''-7",
		"Broken lamp;=1+1;x": "Broken lamp;'=1+1;x", "a|@b|-3|+c": "a|'@b|'-3|'+c", "a\t-b": "a\t'-b", "a\r\n=1": "a\r\n'=1",
		"\u200b=1": "\u200b'=1", "\ufeff\u2060=1": "\ufeff\u2060'=1", " =1": " '=1", `"=1`: `"=1`, `a;"=1"`: `a;"'=1"`, "\u2066=1": "\u2066'=1",
		"'=1": "''=1", "''=1": "'''=1", "' =1": "' '=1", "a'=1": "a'=1", "it's; fine": "it's; fine",
		"7-9 a.m.": "7-9 a.m.", "018f3c1a-0000-7000-8000-000000000001": "018f3c1a-0000-7000-8000-000000000001", "2026-11-21T08:30:00.000Z": "2026-11-21T08:30:00.000Z",
	} {
		t.Run(cell, func(t *testing.T) {
			got := Escape(cell)
			if got != want {
				t.Errorf("%q becomes %q, want %q", cell, got, want)
			}
			if back := Unescape(got); back != cell {
				t.Errorf("%q becomes %q and is read as %q", cell, got, back)
			}
		})
	}
}

// TestNoReaderFindsAFormula reads random rows with each separator, with and without quotes. No
// cell that a reader finds begins with a sign, whatever it drops in front, and the row that was
// written is read back.
func TestNoReaderFindsAFormula(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	draw := rand.New(rand.NewPCG(seed, 1))
	pieces := []string{"=", "+", "-", "@", "＝", "1", "a", " ", "'", `"`, ";", "\t", "|", "\n", "\r\n", ",", "\u200b", "\ufeff", "Lampe défectueuse", "\u2028", "-4", "\x01"}
	for range 20000 {
		cells := make([]string, 3)
		for i := range cells {
			for range draw.IntN(8) {
				cells[i] += pieces[draw.IntN(len(pieces))]
			}
		}
		var file strings.Builder
		w := csv.NewWriter(&file)
		escaped := []string{"id"} // as in every export
		for _, c := range cells {
			escaped = append(escaped, Escape(c))
			if back := Unescape(Escape(c)); back != c {
				t.Fatalf("%q is written as %q and read as %q", c, Escape(c), back)
			}
		}
		if err := w.Write(escaped); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		comma := csv.NewReader(strings.NewReader(file.String()))
		comma.FieldsPerRecord, comma.LazyQuotes = -1, true
		for found, err := comma.Read(); err == nil; found, err = comma.Read() {
			for _, cell := range found {
				if !strings.HasPrefix(strings.TrimLeft(cell, " \u200b\ufeff\x01"), `"`) { // text
					noFormula(t, file.String(), cell)
				}
			}
		}
		for _, separator := range []string{";", "\t", "|"} {
			for line := range strings.FieldsFuncSeq(file.String(), func(r rune) bool { return r == '\n' || r == '\r' }) {
				for cell := range strings.SplitSeq(line, separator) {
					noFormula(t, file.String(), cell)
				}
			}
		}
	}
}

// noFormula fails when a spreadsheet would take a cell for a formula.
func noFormula(t *testing.T, file, cell string) {
	t.Helper()
	shown := strings.TrimLeft(cell, " \"\u200b\ufeff\x01\u2028")
	if shown != "" && strings.ContainsAny(shown[:1], "=+-@") && !number.MatchString(cell) {
		t.Fatalf("%q holds the formula %q", file, cell)
	}
	if strings.HasPrefix(shown, "＝") {
		t.Fatalf("%q holds the formula %q", file, cell)
	}
}

func TestLost(t *testing.T) {
	for _, cell := range []string{
		"2.0251E+14", "2,0251e+14", " 1E+05 ", "-4.9E-05", "##", "########", "#VALUE!", "#value!", "#N/A", "#NV", "#DIV/0!", "#ÜBERLAUF!",
	} {
		if Lost(cell) == "" {
			t.Errorf("%q is taken for a value", cell)
		}
	}
	for _, cell := range []string{
		"", "#", "#1", "# 12", "12E4", "1E5", "1E+5", "12E+04", "2.0251", "20251000000000", "007", "1.2E+3456", "E+14", "N/A", "VALUE!", "#hashtag", "a#VALUE!",
	} {
		if why := Lost(cell); why != "" {
			t.Errorf("%q: %s", cell, why)
		}
	}
}
