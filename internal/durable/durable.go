// Package durable writes files so that they survive a loss of power, as a whole or not at all.
package durable

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// Replace writes a file with a mode in place of the one before, if any.
func Replace(name string, text []byte, mode os.FileMode) error {
	folder := filepath.Dir(name)
	tmp, err := os.CreateTemp(folder, ".new-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tmp.Name()) }() // it has its name by then, unless it failed
	_, err = tmp.Write(text)
	if err = errors.Join(err, tmp.Chmod(mode), tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), name); err != nil {
		return err
	}
	return SyncDir(folder)
}

// SyncDir makes the names in a folder durable. Windows has no such call.
func SyncDir(folder string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
