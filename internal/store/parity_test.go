package store

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/auth"
)

func TestTimesComeBackAlike(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		ctx := auth.System(t.Context(), "test")
		lisbon, err := time.LoadLocation("Europe/Lisbon")
		if err != nil {
			t.Fatal(err)
		}
		// Around a second's end and with digits that a text without padding could misorder.
		base := time.Date(2026, 7, 1, 23, 59, 59, 0, lisbon)
		var want []time.Time
		for _, us := range []int{-1, 0, 1, 9, 10, 99_999, 100_000, 100_001, 500_000, 999_999, 1_000_000, 1_000_001} {
			want = append(want, base.Add(time.Duration(us)*time.Microsecond))
		}
		for i, at := range want {
			if err := s.Client().Zone.Create().SetName(fmt.Sprint(i)).SetCreatedAt(at).Exec(ctx); err != nil {
				t.Fatal(err)
			}
		}

		zones, err := s.Client().Zone.Query().Order(zone.ByCreatedAt()).All(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for i, z := range zones {
			if _, offset := z.CreatedAt.Zone(); !z.CreatedAt.Equal(want[i]) || offset != 0 {
				t.Errorf("row %d came back as %v, want %v in UTC", i, z.CreatedAt, want[i])
			}
		}
		for i, at := range want {
			for name, found := range map[string]struct {
				where *ent.ZoneQuery
				want  int
			}{
				"before": {s.Client().Zone.Query().Where(zone.CreatedAtLT(at)), i},
				"at":     {s.Client().Zone.Query().Where(zone.CreatedAt(at)), 1},
				"after":  {s.Client().Zone.Query().Where(zone.CreatedAtGT(at)), len(want) - i - 1},
			} {
				t.Run(fmt.Sprint(name, " ", at), func(t *testing.T) {
					if n, err := found.where.Count(ctx); err != nil || n != found.want {
						t.Errorf("%s %v: %d rows, %v, want %d", name, at, n, err, found.want)
					}
				})
			}
		}

		t.Run("paging by a cursor skips nothing and repeats nothing", func(t *testing.T) {
			order := &ent.ZoneOrder{Direction: "DESC", Field: ent.ZoneOrderFieldCreatedAt}
			var after *ent.Cursor
			var seen []time.Time
			for range want {
				first := 1
				page, err := s.Client().Zone.Query().Paginate(ctx, after, &first, nil, nil, ent.WithZoneOrder([]*ent.ZoneOrder{order}))
				if err != nil {
					t.Fatal(err)
				}
				for _, edge := range page.Edges {
					seen = append(seen, edge.Node.CreatedAt)
				}
				after = page.PageInfo.EndCursor
			}
			slices.Reverse(seen)
			if !slices.EqualFunc(seen, want, time.Time.Equal) {
				t.Errorf("seen %v", seen)
			}
		})
	})
}

func TestSearchFindsTheSameRows(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		ctx := auth.System(t.Context(), "test")
		for _, name := range []string{"École", "école", "Straße", "STRASSE", "ΣΟΦΙΑ", "50% off", "50 off", `a\b`, "a_b", "axb", "ЖЁЛТЫЙ"} {
			if err := s.Client().Zone.Create().SetName(name).SetCreatedAt(time.Now()).Exec(ctx); err != nil {
				t.Fatal(err)
			}
		}
		for _, test := range []struct {
			name  string
			where func(*ent.ZoneQuery) *ent.ZoneQuery
			want  []string
		}{
			{"folded É", fold("ÉCOLE"), []string{"École", "école"}},
			{"folded é", fold("éco"), []string{"École", "école"}},
			{"ß is not ss", fold("strasse"), []string{"STRASSE"}},
			{"ß", fold("STRAß"), []string{"Straße"}},
			{"Greek", fold("σοφ"), []string{"ΣΟΦΙΑ"}},
			{"Cyrillic", fold("жёлт"), []string{"ЖЁЛТЫЙ"}},
			{"exact case", exact("cole"), []string{"École", "école"}},
			{"exact case É", exact("É"), []string{"École"}},
			{"exact case s", exact("stra"), nil},
			{"a percent is a letter", exact("50%"), []string{"50% off"}},
			{"folded, too", fold("0% OFF"), []string{"50% off"}},
			{"an underscore is a letter", exact("a_b"), []string{"a_b"}},
			{"a backslash is a letter", fold(`A\B`), []string{`a\b`}},
			{"equal but for case", equal("ÉCOLE"), []string{"École", "école"}},
			{"equal, with an underscore", equal("A_B"), []string{"a_b"}},
		} {
			t.Run(test.name, func(t *testing.T) {
				names, err := test.where(s.Client().Zone.Query()).Select(zone.FieldName).Strings(ctx)
				slices.Sort(names)
				if err != nil || !slices.Equal(names, test.want) {
					t.Errorf("%s: found %q, %v, want %q", test.name, names, err, test.want)
				}
			})
		}
	})
}

func fold(s string) func(*ent.ZoneQuery) *ent.ZoneQuery {
	return func(q *ent.ZoneQuery) *ent.ZoneQuery { return q.Where(zone.NameContainsFold(s)) }
}

func exact(s string) func(*ent.ZoneQuery) *ent.ZoneQuery {
	return func(q *ent.ZoneQuery) *ent.ZoneQuery { return q.Where(zone.NameContains(s)) }
}

func equal(s string) func(*ent.ZoneQuery) *ent.ZoneQuery {
	return func(q *ent.ZoneQuery) *ent.ZoneQuery { return q.Where(zone.NameEqualFold(s)) }
}

// These two are where a PostgreSQL database under the rules of a language, which the tests'
// is, finds less than SQLite and C.UTF-8 do. The test says so to whoever relies on it.
func TestSearchDiffersUnderALanguage(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		ctx := auth.System(t.Context(), "test")
		for _, name := range []string{"İzmir", "ΟΔΟΣ"} {
			t.Run(name, func(t *testing.T) {
				if err := s.Client().Zone.Create().SetName(name).SetCreatedAt(time.Now()).Exec(ctx); err != nil {
					t.Fatal(err)
				}
				n, err := s.Client().Zone.Query().Where(zone.NameEqualFold(name)).Count(ctx)
				if err != nil {
					t.Fatal(err)
				}
				if want := len(s.Warnings()) == 0; (n == 1) != want {
					t.Errorf("%s finds itself: %v, want %v (%s)", name, n == 1, want, s.Dialect())
				}
			})
		}
	})
}

func TestReadThenWriteFromManySides(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		instances := []*Store{s, open(t, Config{URL: u})}
		ctx := auth.System(t.Context(), "test")
		c, err := s.Client().Counter.Create().SetName("all").Save(ctx)
		if err != nil {
			t.Fatal(err)
		}
		const sides, times = 16, 10
		var wg sync.WaitGroup
		for side := range sides {
			wg.Go(func() {
				for range times {
					if err := increment(ctx, instances[side%2], c); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		got, err := s.Client().Counter.Get(ctx, c.ID)
		if err != nil || got.Value != sides*times {
			t.Errorf("counted %v, %v, want %d", got, err, sides*times)
		}
	})
}

// increment reads and then writes what it read, plus one.
func increment(ctx context.Context, s *Store, c *ent.Counter) error {
	tx, err := s.Client().Tx(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	q := tx.Counter.Query().Where(counter.ID(c.ID))
	if s.Dialect() == dialect.Postgres {
		q = q.ForUpdate()
	}
	now, err := q.Only(ctx)
	if err != nil {
		return err
	}
	if err := tx.Counter.UpdateOneID(c.ID).SetValue(now.Value + 1).Exec(ctx); err != nil {
		return err
	}
	return tx.Commit()
}

func TestWaitingWritersLeaveRoomForReaders(t *testing.T) {
	t.Parallel()
	s := migrated(t, Config{URL: "sqlite://" + t.TempDir() + "/redress.db"})
	ctx := auth.System(t.Context(), "test")
	c, err := s.Client().Counter.Create().SetName("all").Save(ctx)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := s.Client().Tx(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 3 * sqliteConns {
		wg.Go(func() {
			if err := increment(ctx, s, c); err != nil {
				t.Error(err)
			}
		})
	}
	time.Sleep(100 * time.Millisecond) // until they wait
	quick, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if _, err := s.Client().Counter.Get(quick, c.ID); err != nil {
		t.Errorf("a reader had to wait: %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
}

func TestAWriterWhoIsCancelledGivesItsTurnBack(t *testing.T) {
	t.Parallel()
	s := migrated(t, Config{URL: "sqlite://" + t.TempDir() + "/redress.db"})
	ctx, cancel := context.WithCancel(auth.System(t.Context(), "test"))
	if _, err := s.Client().Tx(ctx); err != nil { // and never ended
		t.Fatal(err)
	}
	cancel()
	if err := s.Client().Counter.Create().SetName("next").Exec(auth.System(t.Context(), "test")); err != nil {
		t.Errorf("the next writer: %v", err)
	}
}
