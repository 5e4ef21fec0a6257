package search

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
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
		{"m2", "m²"},
		{"％", "%"},
		{"a b", " a \u00a0\n b"},
		{"cafe...", "café…"},
	} {
		t.Run(row.a, func(t *testing.T) {
			if Fold(row.a) != Fold(row.b) {
				t.Errorf("%q and %q are %q and %q", row.a, row.b, Fold(row.a), Fold(row.b))
			}
		})
	}
	for _, row := range []struct{ a, b string }{
		{"हिन्दी", "हन्द"}, {"が", "か"}, {"ab", "a b"}, {"0", "O"}, {"l", "1"}, {"スー", "ス-"}, {"カ", "か"},
	} {
		t.Run(row.a, func(t *testing.T) {
			if Fold(row.a) == Fold(row.b) {
				t.Errorf("%q and %q are one", row.a, row.b)
			}
		})
	}
	for _, marks := range []string{"", " ", "\u0301", "\u00ad\u200b", "ـ", "ّ", " \u05b0\n", "\u00a8"} {
		if got := Fold(marks); got != "" {
			t.Errorf("%+q says %+q", marks, got)
		}
	}
}

// spellings are texts as people wrote them, and what finds them and what does not.
type spelling struct {
	Kind, Written string
	Typed, Other  []string
}

func spellings(t *testing.T) (all []spelling) {
	t.Helper()
	raw, err := os.ReadFile("testdata/spellings.json")
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	if err != nil || len(all) < 50 {
		t.Fatalf("%d spellings, %v", len(all), err)
	}
	return all
}

func TestSpellings(t *testing.T) {
	for _, row := range spellings(t) {
		finds := func(typed string) bool { return strings.Contains(Fold(row.Written), Fold(typed)) }
		if row.Kind == "telephone" {
			finds = func(typed string) bool {
				digits, is := Telephone(typed)
				return is && strings.Contains(Digits(row.Written), digits) || strings.Contains(Fold(row.Written), Fold(typed))
			}
		}
		for _, typed := range row.Typed {
			if !finds(typed) {
				t.Errorf("%q (%+q) does not find %q (%+q)", typed, Fold(typed), row.Written, Fold(row.Written))
			}
		}
		for _, typed := range row.Other {
			if finds(typed) {
				t.Errorf("%q (%+q) finds %q (%+q)", typed, Fold(typed), row.Written, Fold(row.Written))
			}
		}
	}
}

// TestRefold: a text that a version before folded is folded to what the text itself is, so that the texts need not be read again.
func TestRefold(t *testing.T) {
	texts := []string{"a" + separator + "b"}
	for _, row := range spellings(t) {
		texts = append(texts, row.Written)
	}
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	letters := []rune("½´″°№²ﬁ…ǅŉΐ각가ｶﾞ🇩🇪👩\u200d🔧 ")
	for _, row := range spellings(t) {
		letters = append(letters, []rune(row.Written)...)
	}
	for range 5_000 {
		texts = append(texts, randomText(random, letters))
	}
	for _, text := range texts {
		for _, version := range []func(string) string{foldCase, withoutAccents, Fold} {
			if got := Refold(version(text) + separator + version(text)); got != Fold(text)+separator+Fold(text) {
				t.Fatalf("seed %d: %+q was folded to %+q, now to %+q, want %+q", seed, text, version(text), got, Fold(text))
			}
		}
	}
}

func TestDigits(t *testing.T) {
	for _, one := range unicode.Nd.R16 {
		if (one.Hi-one.Lo+1)%10 != 0 || one.Stride != 1 {
			t.Errorf("%+q to %+q are not the digits of scripts", rune(one.Lo), rune(one.Hi))
		}
	}
	for _, one := range unicode.Nd.R32 {
		if (one.Hi-one.Lo+1)%10 != 0 || one.Stride != 1 {
			t.Errorf("%+q to %+q are not the digits of scripts", rune(one.Lo), rune(one.Hi))
		}
	}
	for _, row := range []struct{ typed, digits string }{
		{"+49 (0)30 1", "49301"}, {"0049 30 1", "49301"}, {"030/1", "301"}, {"(030) 1", "301"}, {"٠٣٠ ١", "301"}, {"(0)", ""}, {"-", ""}, {"", ""},
	} {
		if digits, is := Telephone(row.typed); digits != row.digits || is != (digits != "") {
			t.Errorf("%q: %q, %v", row.typed, digits, is)
		}
	}
	for _, name := range []string{"7a", "no 5", "a@b.c", "5 号", "100%", "5 €", "№ 5"} {
		if digits, is := Telephone(name); is {
			t.Errorf("%q is the telephone number %q", name, digits)
		}
	}
}

// hard are letters that folding is known to do something with.
var hard = []rune("aIiİıßẞſΣςσǅŉΐᾳﬃ\u0345\u0307\u0301\u0323\u0344각ᄀ가\u11a8é%_\\\x1f𝔸😀½´″'’`3ーガﾞｶ\u064bأىیﷲـשׁ\u05b0°№²  \u00ad\u200d")

// randomText returns a few of some letters.
func randomText(random *rand.Rand, letters []rune) string {
	text := make([]rune, 1+random.IntN(6))
	for i := range text {
		text[i] = letters[random.IntN(len(letters))]
	}
	return string(text)
}

// TestFoldingAgainChangesNothing: what is stored and what is searched for are folded once each,
// but a part of a folded text must not be folded to something else.
func TestFoldingAgainChangesNothing(t *testing.T) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	for range 20_000 {
		text := randomText(random, append(slices.Clip(hard), rune(random.IntN(utf8.MaxRune))))
		once := Fold(text)
		if twice := Fold(once); twice != once {
			t.Fatalf("seed %d: %+q folds to %+q and then to %+q", seed, text, once, twice)
		}
	}
}
