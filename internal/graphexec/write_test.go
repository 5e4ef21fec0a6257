package graphexec_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"

	"github.com/redress/redress/internal/graphexec"
)

// TestWriterWritesAsTheLibrary compares values with what the library's functions make of them.
func TestWriterWritesAsTheLibrary(t *testing.T) {
	check := func(got func(w *graphexec.Writer), want graphql.Marshaler) {
		t.Helper()
		var w graphexec.Writer
		got(&w)
		var b bytes.Buffer
		want.MarshalGQL(&b)
		if string(w.Buf) != b.String() {
			t.Errorf("%s, want %s", w.Buf, &b)
		}
	}
	var all strings.Builder
	for c := range rune(0x180) {
		all.WriteRune(c)
	}
	for _, s := range []string{"", "Ü", `a "b" \ c`, all.String(), "\xff\x00 no UTF-8 \xc3", "\u2028<&>"} {
		check(func(w *graphexec.Writer) { w.String(s) }, graphql.MarshalString(s))
	}
	for _, n := range []int64{0, -1, math.MaxInt64, math.MinInt64} {
		check(func(w *graphexec.Writer) { w.Int(n) }, graphql.MarshalInt64(n))
	}
	for _, b := range []bool{true, false} {
		check(func(w *graphexec.Writer) { w.Bool(b) }, graphql.MarshalBoolean(b))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		f := math.Float64frombits(r.Uint64())
		if math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		for _, f := range []float64{f, r.Float64() * 1e4, math.Trunc(r.NormFloat64() * 1e9), float64(r.IntN(1e7)) / 1e6} {
			check(func(w *graphexec.Writer) { w.Float(f) }, graphql.MarshalFloat(f))
		}
	}
}
