package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/redress/redress/internal/testenv/docs"
)

// TestUnitIsHardened holds the exposure of the services in deploy, as systemd counts it, to at most 2.0.
func TestUnitIsHardened(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not here")
	}
	units, err := filepath.Glob(filepath.Join(docs.Root(t), "deploy", "*.service"))
	if err != nil || len(units) < 2 {
		t.Fatal(units, err)
	}
	for _, unit := range units {
		if out, err := exec.CommandContext(t.Context(), analyze, "security", "--offline=true", "--threshold=20", "--no-pager", unit).CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}
