package modeltest_test

import (
	"math/rand/v2"

	"github.com/redress/redress/internal/domain"
)

// draws draws random values. Most draws are valid, so that the walk makes progress.
type draws struct{ *rand.Rand }

func (d draws) chance(percent int) bool { return d.IntN(100) < percent }

func pick[T any](d draws, of []T) T { return of[d.IntN(len(of))] }

// recent is the number of newest rows from which most draws are made.
const recent = 60

// target draws a row, mostly one that fits; nil stands for one that does not exist.
func target[T any](d draws, all []*T, fits func(*T) bool) *T {
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

// version draws the version that the caller has seen: mostly none, sometimes a stale one.
func (d draws) version(version int) *int {
	switch n := d.IntN(10); {
	case n < 6:
		return nil
	case n == 9:
		version += 1 - 2*d.IntN(2)
	}
	return &version
}

// unknownID returns an id that no row has, sometimes of another kind.
func (d draws) unknownID(kind domain.Kind) string {
	if d.chance(30) {
		kind = pick(d, []domain.Kind{domain.KindComplaint, domain.KindTask, domain.KindUser, domain.KindPayment})
	}
	return domain.NewID(kind).String()
}

// actor draws an actor, mostly one who has the right.
func (w *walk) actor(fit ...*person) *person {
	if w.chance(85) {
		var good []*person
		for _, p := range fit {
			if p != nil && (p.active || w.chance(20)) {
				good = append(good, p)
			}
		}
		if len(good) > 0 {
			return pick(w.draws, good)
		}
	}
	if w.chance(5) {
		return nil // without a token
	}
	return pick(w.draws, w.people)
}

// peopleOf returns the people of some roles.
func (w *walk) peopleOf(roles string) (all []*person) {
	for _, p := range w.people {
		if p.hasRole(roles) {
			all = append(all, p)
		}
	}
	return all
}
