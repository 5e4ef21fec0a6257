package modeltest_test

import (
	"math/rand/v2"

	"github.com/redress/redress/internal/domain"
)

// dice draws what is done next. Most draws are of something that can be done, so that the
// walk gets somewhere; the rest is whatever comes.
type dice struct{ *rand.Rand }

func (d dice) chance(percent int) bool { return d.IntN(100) < percent }

func pick[T any](d dice, of []T) T { return of[d.IntN(len(of))] }

// recent is how many of the newest rows are drawn from mostly: the older ones rest.
const recent = 60

// target draws a row, mostly one that fits; nil stands for one that nobody has.
func target[T any](d dice, all []*T, fits func(*T) bool) *T {
	if len(all) == 0 || d.chance(2) {
		return nil
	}
	from := all
	if n := len(all); n > recent && !d.chance(3) {
		from = all[n-recent:]
	}
	if d.chance(80) {
		var good []*T
		for _, row := range from {
			if fits(row) {
				good = append(good, row)
			}
		}
		if len(good) > 0 {
			return pick(d, good)
		}
	}
	return pick(d, from)
}

// expected draws the version that the caller has seen: mostly none, sometimes a stale one.
func (d dice) expected(version int) *int {
	switch n := d.IntN(10); {
	case n < 6:
		return nil
	case n == 9:
		version += 1 - 2*d.IntN(2)
	}
	return &version
}

// nobodys is an id that no row has, now and then of another kind than the one that is asked for.
func (d dice) nobodys(kind domain.Kind) string {
	if d.chance(30) {
		kind = pick(d, []domain.Kind{domain.KindComplaint, domain.KindTask, domain.KindUser, domain.KindPayment})
	}
	return domain.NewID(kind).String()
}

// actor draws who does it: mostly somebody who may.
func (w *walk) actor(fit ...*person) *person {
	if w.chance(85) {
		var good []*person
		for _, p := range fit {
			if p != nil && (p.active || w.chance(20)) {
				good = append(good, p)
			}
		}
		if len(good) > 0 {
			return pick(w.dice, good)
		}
	}
	if w.chance(5) {
		return nil // without a token
	}
	return pick(w.dice, w.people)
}

// with answers the people of some roles.
func (w *walk) with(roles string) (all []*person) {
	for _, p := range w.people {
		if p.does(roles) {
			all = append(all, p)
		}
	}
	return all
}
