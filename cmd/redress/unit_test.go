package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// TestUnitStartsAgain: the service is started again however it ended, and as often as it takes.
func TestUnitStartsAgain(t *testing.T) {
	unit, err := os.ReadFile(filepath.Join(docs.Root(t), "deploy", "redress.service"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"Restart=always", "StartLimitIntervalSec=0"} {
		if !strings.Contains(string(unit), "\n"+line+"\n") {
			t.Errorf("the unit lacks %s", line)
		}
	}
}
