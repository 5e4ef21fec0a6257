// Package entcheck is what values must be to be written: generated code calls it for what the schema
// says by annotation (ent/schema/check.go).
package entcheck

import (
	"cmp"
	"errors"
	"regexp"
	"unicode/utf8"
)

// All returns a check that fails with the first of several that fails.
func All[T any](checks ...func(T) error) func(T) error {
	return func(v T) error {
		for _, check := range checks {
			if err := check(v); err != nil {
				return err
			}
		}
		return nil
	}
}

// NotEmpty returns an error for an empty value.
func NotEmpty[T string | []byte](v T) error {
	if len(v) == 0 {
		return errors.New("value is less than the required length")
	}
	return nil
}

// MaxLen returns a check that a text has no more characters, as Unicode counts them, or bytes no
// more bytes.
func MaxLen[T string | []byte](n int) func(T) error {
	return func(v T) error {
		length := len(v)
		if text, ok := any(v).(string); ok {
			length = utf8.RuneCountInString(text)
		}
		if length > n {
			return errors.New("value is greater than the required length")
		}
		return nil
	}
}

// Match returns a check that a text matches a regular expression.
func Match(expr string) func(string) error {
	re := regexp.MustCompile(expr)
	return func(v string) error {
		if !re.MatchString(v) {
			return errors.New("value does not match validation")
		}
		return nil
	}
}

// Min returns a check that a number is at least this.
func Min[T cmp.Ordered](bound T) func(T) error {
	return func(v T) error {
		if v < bound {
			return errors.New("value out of range")
		}
		return nil
	}
}

// Max returns a check that a number is at most this.
func Max[T cmp.Ordered](bound T) func(T) error {
	return func(v T) error {
		if v > bound {
			return errors.New("value out of range")
		}
		return nil
	}
}
