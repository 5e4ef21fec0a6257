package main

import (
	"strings"
	"testing"
)

// TestOneRestoreAtATime: while a restore is at work, another one into the same place is refused at once, whichever stage the first one
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
