package dashboard

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var state = regexp.MustCompile(`^(export )?let `)

// TestStateHasReasons: a variable of a module outlives the components that read it, and is shared by accounts that follow each
// other in a tab. The reason why it is none of a component is a comment behind it, or above the paragraph that it is in.
func TestStateHasReasons(t *testing.T) {
	found := 0
	err := filepath.WalkDir("src", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".ts") && !strings.HasSuffix(path, ".tsx") || strings.Contains(path, ".test.") || strings.HasSuffix(path, "fake.ts") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		reason := false
		for line := range strings.SplitSeq(string(source), "\n") {
			reason = line != "" && line[0] != '}' && (reason || strings.HasPrefix(line, "//"))
			if state.MatchString(line) {
				found++
				if !reason && !strings.Contains(line, "; // ") {
					t.Errorf("%s: %s\n\tsay why it is no state of a component", path, line)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 20 {
		t.Errorf("found %d variables of modules: the sources are elsewhere", found)
	}
}
