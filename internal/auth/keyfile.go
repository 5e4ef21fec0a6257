package auth

import (
	"bytes"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/redress/redress/internal/durable"
)

const (
	maxKeyFile = 4 << 10

	// 32 random bytes have about 30 different ones and practically never fewer than 20. A
	// secret with fewer than this was typed or zeroed.
	minVariety = 16
)

// ReadKeyFile returns the content of a key file, one PEM block of a type. A file that others than
// its owner may read, or that holds anything else, is an error: the service must not start
// with it. Where there is no file, errors.Is finds fs.ErrNotExist.
func ReadKeyFile(path, pemType string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read

	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("is not a file")
	case info.Size() == 0:
		return nil, errors.New("is empty: remove it to have a new key made")
	case info.Size() > maxKeyFile:
		return nil, errors.New("is too large for a key")
	}
	if err := checkMode(f, 0o077, "only its owner may read it (chmod 600)"); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxKeyFile))
	if err != nil {
		return nil, err
	}
	block, rest := pem.Decode(text)
	if block == nil || block.Type != pemType || len(bytes.TrimSpace(rest)) > 0 {
		return nil, errors.New("is not one PEM block of type " + pemType)
	}
	return block.Bytes, nil
}

// CheckSecretFile returns an error for a file with a secret that anybody on the machine may read, or
// others than its owner may write. Its group may read it, as that of a service manager's credentials and of
// certificates does.
func CheckSecretFile(f *os.File) error {
	return checkMode(f, 0o027, "only its owner and its group may read it, and only its owner write it (chmod 600)")
}

// checkMode returns an error for a file whose mode has some bits, which says who may do what. What is no regular file, such as a pipe, is
// not judged, nor is what lies on a read-only mount, as the secrets of containers do: whoever mounted it there decided who reads it, and
// often its mode can't be chosen. On Windows the folder's access list says who may read it.
func checkMode(f *os.File, open fs.FileMode, rule string) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if mode := info.Mode(); runtime.GOOS != "windows" && mode.IsRegular() && mode.Perm()&open != 0 && !onReadOnlyMount(f) {
		return fmt.Errorf("%s has mode %04o: %s", f.Name(), mode.Perm(), rule)
	}
	return nil
}

// CreateKeyFile creates a key file, with its folder: mode 0600, whole or not at all. A file that
// exists already stays, because another process was faster and its key is the one in use: read
// the file afterwards.
func CreateKeyFile(path, pemType string, key []byte) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(folder, ".key-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tmp.Name()) }()
	err = errors.Join(
		pem.Encode(tmp, &pem.Block{Type: pemType, Bytes: key}),
		tmp.Sync(),
		tmp.Close(),
	)
	if err != nil {
		return err
	}
	if err := os.Link(tmp.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return durable.SyncDir(folder) // a lost key would sign everybody out
}

// CheckSecret returns an error for a secret that was not made at random.
func CheckSecret(secret []byte) error {
	variety := make(map[byte]bool)
	for _, b := range secret {
		variety[b] = true
	}
	if len(variety) < minVariety {
		return errors.New("is weak: it was not made at random")
	}
	return nil
}
