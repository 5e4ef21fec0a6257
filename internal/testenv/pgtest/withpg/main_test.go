//go:build unix

package main

import (
	"errors"
	"testing"

	"github.com/redress/redress/internal/testenv/pgtest"
)

func TestRun(t *testing.T) {
	const given = "postgres://somewhere/else"
	for name, in := range map[string]struct {
		args []string
		want int
	}{
		"OK":                        {[]string{"true"}, 0},
		"ExitCodeOfTheCommand":      {[]string{"sh", "-c", "exit 7"}, 7},
		"SignalThatEndedTheCommand": {[]string{"sh", "-c", "kill -KILL $$"}, 137},
		"ServerThatIsAlreadyNamed":  {[]string{"sh", "-c", `test "$` + pgtest.Env + `" = ` + given}, 0},
		"ErrNoCommand":              {nil, 2},
		"ErrUnknownCommand":         {[]string{"redress-no-such-command"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(pgtest.Env, given)
			if got, err := run(in.args); got != in.want {
				t.Errorf("exit code %d (%v), want %d", got, err, in.want)
			}
		})
	}
}

func TestRunStartsAServer(t *testing.T) {
	t.Setenv(pgtest.Env, "")
	t.Setenv("CI", "true")
	code, err := run([]string{"sh", "-c", `test -S "$(expr "$` + pgtest.Env + `" : '.*host=\([^&]*\)' | sed 's,%2F,/,g')/.s.PGSQL.5432"`})
	if errors.Is(err, pgtest.ErrNoPostgres) {
		if code != 1 {
			t.Errorf("exit code %d without PostgreSQL under CI, want 1", code)
		}
		t.Skip(err)
	}
	if code != 0 || err != nil {
		t.Errorf("exit code %d, %v", code, err)
	}
}
