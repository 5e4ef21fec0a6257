package blob

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/google/uuid"
)

// identityFile is the file beside the objects that says which database they belong to.
const identityFile = "redress-store.json"

// restoringFile is the file beside the objects that names the backup which is being restored.
const restoringFile = "redress-restoring"

// Identity says which database a store belongs to. The database holds the same id and epoch.
type Identity struct {
	ID uuid.UUID `json:"id"`
	// Epoch is raised whenever rows or files may have come from a backup.
	Epoch int64 `json:"epoch"`
	// Began is when the epoch began: only files of the epoch can be recognized as left by a crash.
	Began time.Time `json:"began"`
	// History is how long the database's history was when the two were last compared. It never becomes
	// shorter, unless the database is restored from a backup.
	History int64 `json:"history"`
}

// identityNote is for whoever opens the file.
const identityNote = "Says which database this folder of photos and videos belongs to. Copy it with them, and don't change it."

// Identity implements Store.
func (s *Folder) Identity(context.Context) (*Identity, error) {
	text, err := s.root.ReadFile(identityFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, diskFault(err)
	}
	var is Identity
	if err := json.Unmarshal(text, &is); err != nil || is.ID == uuid.Nil {
		return nil, fmt.Errorf("blob: %s in the media folder is damaged; put back the one of a backup, or remove it", identityFile)
	}
	return &is, nil
}

// SetIdentity implements Store.
func (s *Folder) SetIdentity(_ context.Context, is Identity) (err error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	err = e.Encode(struct {
		Note string `json:"note"`
		Identity
	}{identityNote, is})
	if err != nil {
		return err
	}
	name := spoolDir + "/" + uuid.NewString()
	if err := s.root.MkdirAll(spoolDir, 0o700); err != nil {
		return diskFault(err)
	}
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return diskFault(err)
	}
	_, err = f.Write(text.Bytes())
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = s.root.Rename(name, identityFile)
	}
	if err != nil {
		_ = s.root.Remove(name) // what can't be removed now is purged later
		return diskFault(err)
	}
	return diskFault(s.syncDir("."))
}

// Restoring implements Store.
func (s *Folder) Restoring(context.Context) (string, error) {
	name, err := s.root.ReadFile(restoringFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", diskFault(err)
	}
	return string(name), nil
}

// SetRestoring implements Store.
func (s *Folder) SetRestoring(_ context.Context, backup string) error {
	err := s.root.Remove(restoringFile)
	if backup != "" {
		err = s.root.WriteFile(restoringFile, []byte(backup), 0o600)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return diskFault(err)
	}
	return nil
}
