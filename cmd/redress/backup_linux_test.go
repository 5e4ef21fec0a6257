package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestBackupOnAFullDisk fills the disk of the backups: none is made, the earlier one stays whole, and the
// next one works when there is room.
func TestBackupOnAFullDisk(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		disk := smallDisk(t, 8)
		seeded(t, h)
		to := filepath.Join(disk, "backup")
		h.mustDo(t, 0, "Backed up", "backup", to)
		release := fill(t, disk)
		h.mustDo(t, exitUsage, "no backup was made", "backup", to)
		h.mustDo(t, 0, "as it was written", "backup", "verify", to)
		release()
		if n := len(backups(t, to)); n != 1 {
			t.Errorf("%d backups", n)
		}
		// Files that somebody removed come back with the next backup.
		if err := os.RemoveAll(filepath.Join(to, "media")); err != nil {
			t.Fatal(err)
		}
		h.mustDo(t, exitFault, "is missing", "backup", "verify", to)
		h.mustDo(t, 0, "new are 38", "backup", to)
		h.mustDo(t, 0, "as it was written", "backup", "verify", to)
	})
}
