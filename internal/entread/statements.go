package entread

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/redress/redress/internal/store/hint"
)

// Mode is what is done with the statements of shapes.
type Mode int

const (
	// Reuse sends the statement that is cached.
	Reuse Mode = iota
	// Verify does so too, but also writes each statement and fails where it is another one, or where New was called for the
	// same call site elsewhere. Tests run with it.
	Verify
	// Write caches nothing.
	Write
)

// maxCached is how many statements are cached. The service has some dozens; lists of different lengths and
// callers' selections make more.
const maxCached = 512

// Cache caches the statements of a database.
type Cache struct {
	mode Mode

	mu         sync.RWMutex
	statements map[string]*statement
}

// NewCache returns an empty cache.
func NewCache(mode Mode) *Cache {
	if mode == Verify {
		verifying.Store(true)
	}
	return &Cache{mode: mode, statements: map[string]*statement{}}
}

// statement is one as it was written for a shape. It never changes: another one takes its place.
type statement struct {
	text    string
	args    []argument
	certain bool // it was written twice, or is written each time to be compared
	lost    bool // it is written each time
}

// argument is what is known of an argument of a statement.
type argument struct {
	from    []int // the stated values that it equalled each time, and may be
	value   any   // that it had; nil when it follows
	follows bool  // it has followed what it is from through two different values, so it is no constant
}

// of returns the argument for stated values, and reports whether they decide it. One that may be a constant is known only
// for the value that it was written with.
func (a argument) of(values []any) (value any, known bool) {
	value = values[a.from[0]]
	if !a.follows && value != a.value {
		return nil, false
	}
	for _, other := range a.from[1:] {
		if values[other] != value {
			return nil, false
		}
	}
	return value, true
}

// arguments returns the arguments for stated values, and reports whether they are known.
func (s *statement) arguments(values []any) (args []any, known bool) {
	if s == nil || !s.certain {
		return nil, false
	}
	args = make([]any, len(s.args))
	for i, a := range s.args {
		if args[i], known = a.of(values); !known {
			return nil, false
		}
	}
	return args, true
}

// statement returns the text and the arguments of the statement for a shape, and reports whether it was cached.
func (c *Cache) statement(
	ctx context.Context, key []byte, values []any, build func() (string, []any, error),
) (text string, args []any, cached bool, err error) {
	if c.mode == Write {
		text, args, err = build()
		return text, args, false, err
	}
	c.mu.RLock()
	known := c.statements[string(key)]
	c.mu.RUnlock()
	if args, ok := known.arguments(values); ok {
		return known.text, args, true, c.verify(key, known.text, args, build)
	}
	prepared := !hint.Of(ctx).Unprepared
	text, args, err = build()
	if err != nil || known != nil && known.lost {
		return text, args, false, err
	}
	next := known.learn(text, args, values)
	next.certain = !next.lost && (known != nil || c.mode == Verify)
	if prepared && hint.Of(ctx).Unprepared { // which only its conditions say
		next = &statement{lost: true}
	} else if next.lost {
		slog.WarnContext(ctx, "a statement is written each time: its shape does not decide it", "shape", readable(key))
		if c.mode == Verify {
			err = fmt.Errorf("entread: the shape %s does not decide %s %v", readable(key), text, args)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.statements) >= maxCached {
		for other := range c.statements { // any
			delete(c.statements, other)
			break
		}
	}
	c.statements[string(key)] = next
	return text, args, false, err
}

// learn returns what is known of a statement after it was written once more.
func (s *statement) learn(text string, args, values []any) *statement {
	if s != nil && (s.text != text || len(s.args) != len(args)) {
		return &statement{lost: true}
	}
	next := &statement{text: strings.Clone(text), args: make([]argument, len(args))}
	for i, value := range args {
		a := argument{from: sources(value, values), value: value}
		if s != nil {
			a.from = common(s.args[i].from, a.from)
		}
		if len(a.from) == 0 {
			return &statement{lost: true}
		}
		if s != nil && (s.args[i].follows || s.args[i].value != value) {
			a.follows, a.value = true, nil
		}
		next.args[i] = a
	}
	return next
}

// verify compares a statement with what build writes.
func (c *Cache) verify(key []byte, text string, args []any, build func() (string, []any, error)) error {
	if c.mode != Verify {
		return nil
	}
	written, with, err := build()
	if err != nil {
		return err
	}
	if written != text || !slices.EqualFunc(args, with, func(a, b any) bool { return reflect.DeepEqual(a, b) }) {
		return fmt.Errorf("entread: the statement cached for the shape %s is %s %v, but it must be %s %v",
			readable(key), text, args, written, with)
	}
	return nil
}

func readable(key []byte) string {
	return strings.NewReplacer("\x00", " ", "\x01", "/").Replace(string(key))
}
