package search

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFold(t *testing.T) {
	for _, row := range []struct{ a, b string }{
		{"Pothole", "pOTHOLE"},
		{"Straße", "STRASSE"},
		{"STRAẞE", "strasse"},
		{"İzmir", "izmir"},
		{"IZMIR", "İzmir"},
		{"ΟΔΟΣ", "οδος"},
		{"οδός", "ΟΔΌΣ"},
		{"cafe\u0301", "CAFÉ"},
		{"a\u0323\u0302", "Ậ"},
		{"a\u0302\u0323", "ậ"},
		{"ﬁre", "FIRE"},
		{"ЖЁЛТЫЙ", "жёлтый"},
		{"ꮳ", "Ꮳ"},
		{"\U00010400", "\U00010428"},
		{"각", "각"},
		{"a" + separator + "b", "A B"},
		{"cafe", "Café"},
		{"Muller", "MÜLLER"},
		{"Lodz", "Łódź"},
		{"oslo", "Øslo"},
		{"aeon", "Æon"},
		{"елка", "ёлка"},
		{"Αθηνα", "Αθήνα"},
		{"ı", "i"},
		{"Nguyen", "Nguyễn"},
		{"e\u0301\u0323", "E"},
	} {
		t.Run(row.a, func(t *testing.T) {
			if Fold(row.a) != Fold(row.b) {
				t.Errorf("%q and %q are %q and %q", row.a, row.b, Fold(row.a), Fold(row.b))
			}
		})
	}
	for _, row := range []struct{ a, b string }{
		{"m2", "m²"}, {"हिन्दी", "हन्द"}, {"が", "か"}, {"a b", "a  b"}, {"0", "O"}, {"％", "%"},
	} {
		t.Run(row.a, func(t *testing.T) {
			if Fold(row.a) == Fold(row.b) {
				t.Errorf("%q and %q are one", row.a, row.b)
			}
		})
	}
}

// TestFoldingAgainChangesNothing: what is stored and what is searched for are folded once each,
// but a part of a folded text must not be folded to something else.
func TestFoldingAgainChangesNothing(t *testing.T) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	letters := []rune("aIiİıßẞſΣςσǅŉΐᾳﬃ\u0345\u0307\u0301\u0323\u0344각ᄀ가\u11a8é%_\\\x1f𝔸😀")
	for range 20_000 {
		var b strings.Builder
		for range 1 + random.IntN(6) {
			r := rune(random.IntN(utf8.MaxRune))
			if random.IntN(3) > 0 {
				r = letters[random.IntN(len(letters))]
			}
			b.WriteRune(r)
		}
		once := Fold(b.String())
		if twice := Fold(once); twice != once {
			t.Fatalf("seed %d: %+q folds to %+q and then to %+q", seed, b.String(), once, twice)
		}
	}
}
