package main

import (
	"strings"
	"testing"

	"github.com/redress/redress/internal/testenv/dbtest"
)

// TestOneRestoreAtATime: while a restore is at work, another one into the same place is refused, whichever stage the first one
// is at, and does not disturb it.
func TestOneRestoreAtATime(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		seeded(t, h)
		to := t.TempDir()
		h.mustDo(t, 0, "Backed up", "backup", to)
		for _, stage := range []string{"Restoring ", "files of media.", "Verifying them"} {
			fresh := h.elsewhere(t)
			tried := false
			said := &syncBuffer{}
			err := run(t.Context(), append([]string{"restore", to}, fresh.flags()...), nil, writerFunc(func(p []byte) (int, error) {
				if strings.Contains(string(p), stage) && !tried {
					tried = true
					if s := fresh.run(t, "", "restore", to); !strings.Contains(s.err, "another redress restore is at work in this folder") || s.stdout != "" {
						t.Errorf("beside %q: %+v", stage, s)
					}
				}
				return said.Write(p)
			}), said)
			if err != nil || !tried || !strings.Contains(said.String(), "The restore is complete") {
				t.Errorf("the first one, at %q: %v\n%s", stage, err, said)
			}
		}
	})
}

// TestUnverifiedRestoreIsWarnedOf: each start on what a restore did not come to verify warns once, until it is verified; so does each
// while e-mail is held.
func TestUnverifiedRestoreIsWarnedOf(t *testing.T) { // not in parallel: it reads the log, of which the process has one
	dbtest.ForEachInTurn(t, func(t *testing.T, name string) {
		h := seeded(t, installationOn(t, name))
		to := t.TempDir()
		h.mustDo(t, 0, "Backed up", "backup", to)
		fresh := h.elsewhere(t)
		fresh.killedAt(t, "Verifying them", "restore", to)
		for start := range 2 {
			log := fresh.serveOnce(t, nil)
			for _, of := range []string{"the restore was interrupted", "e-mail from before a restore is held"} {
				if strings.Count(log, of) != 1 || strings.Count(log, `"level":"WARN"`) != 2 {
					t.Errorf("start %d does not warn once of %q:\n%s", start, of, log)
				}
			}
		}
		fresh.mustRun(t, "", "verify-media", "--sizes-only")
		if log := fresh.serveOnce(t, nil); !strings.Contains(log, "the restore was interrupted") {
			t.Errorf("sizes alone ended it:\n%s", log)
		}
		fresh.mustRun(t, "", "verify-media")
		if log := fresh.serveOnce(t, nil); strings.Count(log, "WARN") != 1 || strings.Contains(log, "the restore was interrupted") {
			t.Errorf("it was verified:\n%s", log)
		}
	})
}
