package main

import (
	"bufio"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

type uploaded struct {
	ok
	Media restMedia `json:"media"`
}

type buffered struct {
	io.Reader
	io.Closer
}

const maxFiles = 10 // of an update

// upload copies a file as it comes to its place on the disk, synced before its row is written,
// and does not look into it.
func (s *server) upload(c *call) (any, error) {
	if err := c.must("SOLVER"); err != nil {
		return nil, err
	}
	update, by := c.PathValue("id"), c.by.account.String()
	var task string
	err := s.takes.QueryRowContext(c.Context(), update, by).Scan(&task)
	if errors.Is(err, sql.ErrNoRows) {
		err = refusal(http.StatusNotFound)
	}
	if err != nil {
		return nil, err
	}
	c.Body = buffered{bufio.NewReaderSize(c.Body, 64<<10), c.Body} // as Redress reads it
	form, err := c.MultipartReader()
	if err != nil {
		return nil, refusal(http.StatusUnsupportedMediaType)
	}
	part, err := form.NextPart()
	if err != nil || part.FormName() != "media" {
		return nil, refusal(http.StatusBadRequest)
	}
	id := newMedia()
	m := mediaRow{ID: id.String(), Update: update, Type: "VIDEO", Name: part.FileName(), Content: "video/mp4"}
	path := filepath.Join(s.media, m.ID[len(m.ID)-4:], m.ID)
	if m.Size, m.SHA256, err = store(part, path); err != nil {
		return nil, err
	}
	err = s.do(c, func(d *operation) error {
		if err := d.row(d.holdTask, task).Scan(&task); err != nil {
			return err
		}
		var files, same int
		if err := d.row(d.taken, m.SHA256, update).Scan(&files, &same); err != nil {
			return err
		}
		if files >= maxFiles || same > 0 {
			return refusal(http.StatusConflict)
		}
		var name string
		if err := d.row(d.who, by).Scan(&name); err != nil {
			return err
		}
		m.By, m.At = &name, stamp(d.now)
		if err := d.run(d.addMedia, m.ID, update, by, m.Name, m.Size, m.SHA256, m.SHA256, m.ID, d.now); err != nil {
			return err
		}
		return d.audit("media.upload", "Media", m.ID, nil, map[string]any{"update_id": update, "sha256": m.SHA256, "size_bytes": m.Size})
	})
	if err != nil {
		return nil, errors.Join(err, os.Remove(path))
	}
	s.sign(c, &m, time.Now())
	return uploaded{ok{true, "Media uploaded."}, m.rest(task)}, nil
}

// store writes what a part holds, by way of another name.
func store(part *multipart.Part, path string) (size int64, sum string, err error) {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return 0, "", err
	}
	f, err := os.Create(path + ".tmp")
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = f.Close() }()
	hash := sha256.New()
	to := bufio.NewWriterSize(struct{ io.Writer }{io.MultiWriter(f, hash)}, 64<<10)
	if size, err = io.Copy(to, part); err != nil {
		return 0, "", err
	}
	if err := to.Flush(); err != nil {
		return 0, "", err
	}
	if err := f.Sync(); err != nil {
		return 0, "", err
	}
	if err := os.Rename(path+".tmp", path); err != nil {
		return 0, "", err
	}
	d, err := os.Open(folder)
	if err != nil {
		return 0, "", err
	}
	return size, hex.EncodeToString(hash.Sum(nil)), errors.Join(d.Sync(), d.Close())
}
