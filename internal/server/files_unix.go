//go:build unix

package server

import "syscall"

// fileLimit returns how many files the process may open.
func fileLimit() (n int64, limited bool) {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		return 0, false
	}
	return int64(min(files.Cur, 1<<32)), true
}
