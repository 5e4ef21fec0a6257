package backup

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/blob"
)

// Manifest says what a backup is of.
type Manifest struct {
	Format   int       `json:"format"`
	Program  string    `json:"program"` // version of redress
	Began    time.Time `json:"began"`   // the database is as it was a moment later
	Ended    time.Time `json:"ended"`
	Database Database  `json:"database"`
	Store    Store     `json:"store"`
	Media    Media     `json:"media"`
	Keys     Keys      `json:"keys"`
}

// Database is the copy of the database.
type Database struct {
	Kind    string           `json:"kind"` // sqlite or postgres
	File    string           `json:"file"`
	Bytes   int64            `json:"bytes"`
	Version int64            `json:"version"`          // of the schema
	Server  string           `json:"server,omitempty"` // version of PostgreSQL
	Tool    string           `json:"pg_dump,omitempty"`
	Rows    map[string]int64 `json:"rows"` // by table
}

// Store is the identity that the database shares with its media folder, and how long the chains of
// payments and audit entries were.
type Store struct {
	ID      uuid.UUID `json:"id"`
	Epoch   int64     `json:"epoch"`
	History int64     `json:"history"`
}

// Media are the files of the backup.
type Media struct {
	Files    int   `json:"files"`
	Bytes    int64 `json:"bytes"`
	New      int   `json:"new"` // of these, files that no earlier backup held
	NewBytes int64 `json:"new_bytes"`
	// Deleted are files whose row was deleted, with its bytes, while the backup was made: the row is in
	// its database all the same.
	Deleted []string `json:"deleted,omitempty"`
	// Missing are files that a row refers to and the media folder did not have.
	Missing []string `json:"missing,omitempty"`
	// Damaged are files of the media folder that are not as they were written.
	Damaged []string `json:"damaged,omitempty"`
}

// Complete reports whether the backup has everything that its database refers to, except what was
// deleted on purpose.
func (m Media) Complete() bool { return len(m.Missing)+len(m.Damaged) == 0 }

// Keys are the fingerprints of the secrets that a backup does not hold; "" for none.
type Keys struct {
	Ledger  string `json:"ledger,omitempty"`
	Signing string `json:"signing,omitempty"`
}

// Backup is a backup in its folder.
type Backup struct {
	Name     string
	At       time.Time
	Manifest Manifest
	Err      error // why it can't be used, from a look at its files alone; Verify reads them

	folder *Folder
}

// Path returns the folder of the backup.
func (b *Backup) Path() string { return filepath.Join(b.folder.dir, b.Name) }

// DatabaseFile returns the path of the copy of the database.
func (b *Backup) DatabaseFile() string { return filepath.Join(b.Path(), b.Manifest.Database.File) }

// read reads the manifest of a backup and looks whether its files are there.
func (f *Folder) read(name string, at time.Time) *Backup {
	b := &Backup{Name: name, At: at, folder: f}
	b.Err = func() error {
		text, err := os.ReadFile(filepath.Join(b.Path(), manifestFile))
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is missing", manifestFile)
		}
		if err != nil {
			return err
		}
		if err := json.Unmarshal(text, &b.Manifest); err != nil {
			return fmt.Errorf("%s is damaged: %w", manifestFile, err)
		}
		m := b.Manifest
		switch {
		case m.Format > format:
			return errors.New("was made by a later version of redress")
		case m.Database.File == "" || m.Database.File != filepath.Base(m.Database.File):
			return fmt.Errorf("%s is damaged", manifestFile)
		}
		sums, err := b.sums()
		if err != nil {
			return err
		}
		if sums[manifestFile] != sumOf(text) {
			return fmt.Errorf("%s is not as it was written", manifestFile)
		}
		for _, name := range []string{m.Database.File, listFile} {
			info, err := os.Stat(filepath.Join(b.Path(), name))
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return fmt.Errorf("%s is missing", name)
			case err != nil:
				return err
			case sums[name] == "":
				return fmt.Errorf("%s lacks %s", sumsFile, name)
			case name != listFile && info.Size() != m.Database.Bytes:
				return fmt.Errorf("%s has %d bytes instead of %d", name, info.Size(), m.Database.Bytes)
			}
		}
		return nil
	}()
	return b
}

// sums returns the sums of the files of a backup.
func (b *Backup) sums() (map[string]string, error) {
	text, err := os.ReadFile(filepath.Join(b.Path(), sumsFile))
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(text)) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok || len(sum) != 2*sha256.Size {
			return nil, fmt.Errorf("%s is damaged", sumsFile)
		}
		sums[name] = sum
	}
	return sums, nil
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// file is one file of the media folder.
type file struct {
	key  string
	sum  string
	size int64 // bytes; -1 where it is not recorded
}

// pooled returns the path of a file in the folder of backups, relative to it.
func pooled(key string) string { return path.Join(mediaFolder, key[:2], path.Base(key)) }

// listLine writes a file as `sha256sum` does.
func listLine(f file) string { return f.sum + "  ../" + pooled(f.key) + "\n" }

// list calls visit with each file of a backup, in the order of their keys' ids, without sizes.
func (b *Backup) list(visit func(file) error) (err error) {
	f, err := os.Open(filepath.Join(b.Path(), listFile))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	r := bufio.NewReader(f)
	for {
		line, err := r.ReadString('\n')
		if errors.Is(err, io.EOF) && line == "" {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", listFile, err)
		}
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		one := file{key: blob.KeyOfName(path.Base(name)), sum: sum, size: -1}
		if one.key == "" || len(sum) != 2*sha256.Size {
			return fmt.Errorf("%s is damaged", listFile)
		}
		if err := visit(one); err != nil {
			return err
		}
	}
}
