package read

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

// Mode is what is done with the texts of statements.
type Mode int

const (
	// Keep sends the text that is kept.
	Keep Mode = iota
	// Verify does so too, but also writes each statement and fails where it is another one. Tests run with it.
	Verify
	// Write keeps nothing.
	Write
)

// maxTexts is how many texts are kept. The service has some dozens; lists of different lengths and
// callers' selections make more.
const maxTexts = 512

// Texts keeps the texts of the statements of a database.
type Texts struct {
	mode Mode

	mu   sync.RWMutex
	kept map[string]*text
}

// NewTexts returns Texts without any.
func NewTexts(mode Mode) *Texts { return &Texts{mode: mode, kept: map[string]*text{}} }

// text is a statement as it was written for a shape. It never changes: another one takes its place.
type text struct {
	statement string
	from      [][]int // the values of the shape that each argument may be
	certain   []int   // the value that each is; nil until it was written twice and only one is left
	lost      bool    // it is written each time
}

// statement returns the text and the arguments for a shape, and whether they were kept.
func (t *Texts) statement(
	ctx context.Context, key []byte, values []any, build func() (string, []any, error),
) (statement string, args []any, kept bool, err error) {
	if t.mode == Write {
		statement, args, err = build()
		return statement, args, false, err
	}
	t.mu.RLock()
	known := t.kept[string(key)]
	t.mu.RUnlock()
	if known != nil && known.certain != nil {
		args = make([]any, len(known.certain))
		for i, n := range known.certain {
			args[i] = values[n]
		}
		return known.statement, args, true, t.verify(key, known.statement, args, build)
	}
	prepared := !hint.Of(ctx).Unprepared
	statement, args, err = build()
	if err != nil || known != nil && known.lost {
		return statement, args, false, err
	}
	next := known.learn(statement, args, values, known != nil || t.mode == Verify)
	if prepared && hint.Of(ctx).Unprepared { // which only its conditions say
		next = &text{lost: true}
	} else if next.lost {
		slog.WarnContext(ctx, "the text of a statement is written each time: its shape does not decide it", "shape", readable(key))
		if t.mode == Verify {
			err = fmt.Errorf("read: the shape %s does not decide %s %v", readable(key), statement, args)
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.kept) >= maxTexts {
		for other := range t.kept { // any
			delete(t.kept, other)
			break
		}
	}
	t.kept[string(key)] = next
	return statement, args, false, err
}

// learn returns what is known of a text after it was written once more, and whether that may be enough.
func (t *text) learn(statement string, args, values []any, enough bool) *text {
	next := &text{statement: strings.Clone(statement), from: make([][]int, len(args))}
	for i, argument := range args {
		next.from[i] = sources(argument, values)
	}
	if t != nil {
		if t.statement != statement || len(t.from) != len(args) {
			return &text{lost: true}
		}
		next.statement = t.statement
		for i := range args {
			next.from[i] = common(t.from[i], next.from[i])
		}
	}
	certain := make([]int, len(args))
	for i, from := range next.from {
		switch {
		case len(from) == 0:
			return &text{lost: true}
		case len(from) > 1:
			certain = nil
		case certain != nil:
			certain[i] = from[0]
		}
	}
	if enough {
		next.certain = certain
	}
	return next
}

// verify compares a statement with what build writes.
func (t *Texts) verify(key []byte, statement string, args []any, build func() (string, []any, error)) error {
	if t.mode != Verify {
		return nil
	}
	written, with, err := build()
	if err != nil {
		return err
	}
	if written != statement || !slices.EqualFunc(args, with, func(a, b any) bool { return reflect.DeepEqual(a, b) }) {
		return fmt.Errorf("read: the statement kept for the shape %s is %s %v, but it must be %s %v",
			readable(key), statement, args, written, with)
	}
	return nil
}

func readable(key []byte) string {
	return strings.NewReplacer("\x00", " ", "\x01", "/").Replace(string(key))
}
