package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/redress/redress/internal/testenv/docs"
)

// TestUnitIsHardened holds the exposure of deploy/redress.service, as systemd counts it, to at most 2.0.
func TestUnitIsHardened(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not here")
	}
	unit := filepath.Join(docs.Root(t), "deploy", "redress.service")
	if out, err := exec.CommandContext(t.Context(), analyze, "security", "--offline=true", "--threshold=20", "--no-pager", unit).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
