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

// spaceOf returns the room on the disk of a folder.
func spaceOf(folder string) (has space, known bool, err error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return space{}, false, err
	}
	block := uint64(disk.Bsize)
	return space{free: disk.Bavail * block, size: disk.Blocks * block}, true, nil
}
