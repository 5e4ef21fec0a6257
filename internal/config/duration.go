package config

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// duration is a flag that takes a length of time with its unit, and prints it as it was written:
// 15m, not 15m0s.
type duration struct {
	to   *time.Duration
	text string
}

var _ pflag.Value = (*duration)(nil)

// errDuration says how a length of time is written. A bare number is refused, because people
// would think of seconds, of minutes or of days.
var errDuration = errors.New("write a number and its unit, such as 90s, 15m, 12h or 30d")

// String implements pflag.Value.
func (d *duration) String() string { return d.text }

// Type implements pflag.Value.
func (d *duration) Type() string { return "TIME" }

// Set implements pflag.Value.
func (d *duration) Set(text string) error {
	length, err := ParseDuration(text)
	if err != nil {
		return err
	}
	*d.to, d.text = length, text
	return nil
}

// ParseDuration parses what time.ParseDuration does, and whole days.
func ParseDuration(text string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		if err != nil {
			return 0, errDuration
		}
		return time.Duration(n) * 24 * time.Hour, nil
	}
	length, err := time.ParseDuration(text)
	if err != nil {
		return 0, errDuration
	}
	return length, nil
}

// DurationVar declares a flag of a length of time. An empty default is none.
func DurationVar(s *pflag.FlagSet, to *time.Duration, name, fallback, usage string) {
	d := &duration{to: to}
	if fallback != "" {
		if err := d.Set(fallback); err != nil {
			panic(err) // the default is no duration
		}
	}
	s.Var(d, name, usage)
}
