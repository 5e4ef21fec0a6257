//go:build unix && !linux

package pgtest

import "syscall"

// endWithParent does nothing: only Linux offers it. Here a killed run leaves its server.
func endWithParent(*syscall.SysProcAttr, syscall.Signal) {}
