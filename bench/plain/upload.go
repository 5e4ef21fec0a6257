package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"

	"github.com/redress/redress/bench/contender"
	"github.com/redress/redress/bench/store"
	"github.com/redress/redress/internal/domain"
)

type uploaded struct {
	ok
	Media restMedia `json:"media"`
}

type buffered struct {
	io.Reader
	io.Closer
}

// upload copies a file as it comes to its place on the disk, synced before its row is written,
// and does not look into it.
func (s *server) upload(c *call) (any, error) {
	update := c.PathValue("id")
	task, err := s.Takes(c.Context(), c.by, update)
	if err != nil {
		return nil, err
	}
	c.Body = buffered{bufio.NewReaderSize(c.Body, 64<<10), c.Body} // as Redress reads it
	form, err := c.MultipartReader()
	if err != nil {
		return nil, contender.Refusal(http.StatusUnsupportedMediaType)
	}
	part, err := form.NextPart()
	if err != nil || part.FormName() != "media" {
		return nil, contender.Refusal(http.StatusBadRequest)
	}
	m := store.Media{ID: domain.NewID(domain.KindMedia).String(), Update: update, Type: "VIDEO", Name: part.FileName(), Content: "video/mp4"}
	path := filepath.Join(s.media, m.ID[len(m.ID)-4:], m.ID)
	if m.Size, m.SHA256, err = keep(part, path); err != nil {
		return nil, err
	}
	err = s.AddMedia(c.Context(), c.by, task, &m)
	if err != nil {
		return nil, errors.Join(err, os.Remove(path))
	}
	m.Sign(s.links, c.by, false)
	return uploaded{ok{true, "Media uploaded."}, restMediaOf(m, task)}, nil
}

// keep writes what a part holds, by way of another name.
func keep(part *multipart.Part, path string) (size int64, sum string, err error) {
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
