package auth

import (
	"os"
	"syscall"
)

// readOnly is the flag of a read-only mount (statfs(2), ST_RDONLY).
const readOnly = 1

// onReadOnlyMount reports whether a file was opened below a mount through which nobody can write.
func onReadOnlyMount(f *os.File) bool {
	var at syscall.Statfs_t
	return syscall.Fstatfs(int(f.Fd()), &at) == nil && at.Flags&readOnly != 0
}
