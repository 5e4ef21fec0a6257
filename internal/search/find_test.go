package search_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/store"
	. "github.com/redress/redress/internal/testenv"
)

func TestMain(m *testing.M) { Main(m) }

// TestFindsWhatReadingFinds draws terms from what complaints say, torn and mixed, and holds what a
// search finds against reading all texts: when few are looked up by their ids, and when the list
// is walked through.
func TestFindsWhatReadingFinds(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for _, database := range Databases() {
		t.Run(database, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 0))
			s := Start(t, database)
			texts := map[uuid.UUID][]string{}
			var said []string
			for _, c := range s.Store.Client().Complaint.Query().AllX(System()) {
				for _, part := range []string{c.Reference, c.Title, c.Description, c.Address} {
					texts[c.ID] = append(texts[c.ID], search.Fold(part))
					said = append(said, part)
				}
			}
			for i := range 400 {
				term := draw(random, said)
				var want []uuid.UUID
				for id, parts := range texts {
					if slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(part, search.Fold(term)) }) {
						want = append(want, id)
					}
				}
				back := search.SetFew([]int{2_000, 0, 3}[i%3])
				is, err := search.Texts{Client: s.Store.Client(), Dialect: s.Dialect}.Complaints(t.Context(), term)
				back()
				if err != nil {
					t.Fatal(err)
				}
				for _, row := range []struct {
					name string
					got  []uuid.UUID
					want int
				}{
					{"it", s.Store.Client().Complaint.Query().Where(is).IDsX(System()), len(want)},
					{"not", s.Store.Client().Complaint.Query().Where(complaint.Not(is)).IDsX(System()), len(texts) - len(want)},
				} {
					right := len(row.got) == row.want
					for _, id := range row.got {
						right = right && slices.Contains(want, id) == (row.name == "it")
					}
					if !right {
						t.Errorf("seed %d: %s %q finds %d, want %d", seed, row.name, term, len(row.got), row.want)
					}
				}
			}
		})
	}
}

// draw makes a term of a piece of some text, sometimes with a stranger's letter in it.
func draw(random *rand.Rand, said []string) string {
	text := []rune(said[random.IntN(len(said))])
	if random.IntN(3) == 0 { // a reference, or something like it
		for !strings.HasPrefix(string(text), "CMP-") {
			text = []rune(said[random.IntN(len(said))])
		}
	}
	if len(text) == 0 {
		return "%"
	}
	from := random.IntN(len(text))
	term := text[from:min(len(text), from+1+random.IntN(40))]
	if random.IntN(8) == 0 {
		term = slices.Insert(slices.Clone(term), random.IntN(len(term)+1), []rune(`%_\- "'9cmp`)[random.IntN(11)])
	}
	if random.IntN(2) == 0 {
		return strings.ToUpper(string(term))
	}
	return string(term)
}

// TestPieces: each piece is part of its term, so that what holds the term holds the pieces.
func TestPieces(t *testing.T) {
	for term, want := range map[string][]string{
		"cmp-2025-000777": {"000777"}, "2025-000777": {"000777"}, "p-2025-01": {"-01"}, "555-0123": {"0123"}, "-000777": {"000777"},
		"cmp-2025-": {"2025", "cmp"}, "cmp-2025-7": {"2025", "cmp"}, "cmp-": {"cmp-"}, "cmp-2025-000777 lamp": {"000777", "2025", "lamp"},
		"lamp": {"lamp"}, "bell yard 38": {"bell", "yard", " 38"}, "children on their way": {"chil", "thei", "way"},
		"on it": {"on it"}, "100%": {"100%"}, "große straße 9": {"stra", "gros"}, "a b c d": {"a b c d"},
	} {
		t.Run(term, func(t *testing.T) {
			got := search.Pieces(search.Fold(term))
			if !slices.Equal(got, want) {
				t.Errorf("%q: %q, want %q", term, got, want)
			}
			for _, piece := range got {
				if !strings.Contains(search.Fold(term), piece) || utf8.RuneCountInString(piece) < 3 {
					t.Errorf("%q: %q", term, piece)
				}
			}
		})
	}
}

// TestFoundByPatternIsPlannedAnew: how to walk through a list depends on how rare the term is.
func TestFoundByPatternIsPlannedAnew(t *testing.T) {
	back := search.SetFew(0)
	defer back()
	s := Start(t, "postgres")
	one, err := store.Open(t.Context(), store.Config{URL: s.Store.URL(), MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = one.Close() }()
	for range 3 {
		is, err := search.Texts{Client: s.Store.Client(), Dialect: s.Dialect}.Complaints(t.Context(), "lamp")
		if err != nil {
			t.Fatal(err)
		}
		one.Client().Complaint.Query().Where(is).Limit(5).AllX(System())
		one.Client().Complaint.Query().Where(is).CountX(System())
	}
	var n int
	if err := one.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM pg_prepared_statements").Scan(&n); err != nil || n != 0 {
		t.Errorf("%d prepared statements, %v", n, err)
	}
}
