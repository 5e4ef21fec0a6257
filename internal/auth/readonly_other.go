//go:build !linux

package auth

import "os"

// onReadOnlyMount reports false: containers run on Linux.
func onReadOnlyMount(*os.File) bool { return false }
