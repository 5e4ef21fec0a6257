package events

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
)

// line carries messages of an instance to another one, when the test says so.
type line struct{ sent []string }

func (l *line) Announce(context.Context) error { return nil }

func (l *line) Send(_ context.Context, message string) error {
	l.sent = append(l.sent, message)
	return nil
}

func (l *line) Listen(context.Context, func(), func(string)) {}

// TestPresence: who has something open is known at every instance that hears of it, once however often it is open,
// from when it was first; who leaves is gone, and who is not heard of when the lease ends.
func TestPresence(t *testing.T) {
	clock := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	wire := &line{}
	one, two := newPresence(wire), newPresence(&line{})
	two.now = func() time.Time { return clock }
	carry := func() {
		for {
			select {
			case m := <-one.news:
				if err := one.send(t.Context(), m); err != nil {
					t.Fatal(err)
				}
				continue
			default:
			}
			break
		}
		for _, message := range wire.sent {
			if len(message) >= 8_000 {
				t.Errorf("%d bytes", len(message))
			}
			two.heard(message)
		}
		wire.sent = nil
	}
	at := func(p *Presence, subject uuid.UUID) string {
		people, _, _ := p.At(subject)
		var all []string
		for _, one := range people {
			all = append(all, fmt.Sprint(one.Account[0], " since ", one.Since.Sub(clock)))
		}
		return fmt.Sprint(all)
	}
	want := func(p *Presence, subject uuid.UUID, people string) {
		t.Helper()
		if got := at(p, subject); got != people {
			t.Errorf("%s, want %s", got, people)
		}
	}
	subject, ann, bob := uuid.New(), uuid.UUID{1}, uuid.UUID{2}
	_, moved, _ := two.At(subject)
	annLeaves := one.Enter(subject, ann, clock.Add(-2*time.Second))
	annAgain := one.Enter(subject, ann, clock)
	two.Enter(subject, bob, clock.Add(-time.Second))
	carry()
	<-moved
	for _, p := range []*Presence{two} {
		want(p, subject, "[1 since -2s 2 since -1s]")
		want(p, uuid.New(), "[]")
	}
	want(one, subject, "[1 since -2s]")
	annLeaves()
	annLeaves()
	carry()
	want(two, subject, "[1 since -2s 2 since -1s]")
	annAgain()
	carry()
	want(one, subject, "[]")
	want(two, subject, "[2 since -1s]")

	leave := one.Enter(subject, ann, clock)
	carry()
	for range 3 { // renewed before the lease ends
		clock = clock.Add(presenceInterval)
		for _, m := range one.renewal() {
			_ = one.send(t.Context(), m)
		}
		carry()
	}
	people, _, again := two.At(subject)
	if len(people) != 2 || again > presenceLease || again <= 0 {
		t.Errorf("%v, again in %v", people, again)
	}
	clock = clock.Add(presenceLease) // the instance has died
	want(two, subject, "[2 since -39s]")
	_, moved, _ = two.At(subject)
	two.expire()
	<-moved
	if two.leases != 0 || len(two.away) != 0 {
		t.Errorf("%d leases are remembered", two.leases)
	}
	leave()

	for range maxPresent + 100 {
		one.Enter(uuid.New(), ann, clock)
	}
	for _, m := range one.renewal() {
		_ = one.send(t.Context(), m)
	}
	carry()
	if two.leases != maxPresent {
		t.Errorf("%d leases, at most %d", two.leases, maxPresent)
	}
	two.heard("{")
	two.heard("")
}
