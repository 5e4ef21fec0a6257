package seed

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
)

const (
	pictures      = 16 // different ones
	pictureWidth  = 160
	pictureHeight = 120
)

// album is a few small pictures, of which each file of the city is one.
type album struct {
	prints []picture
	hooks  []hook
}

type picture struct {
	jpeg   []byte
	sha256 string
}

// hook is a file whose bytes are to be there.
type hook struct {
	id    uuid.UUID
	print int
}

func newAlbum() (*album, error) {
	a := &album{}
	for i := range pictures {
		img := image.NewRGBA(image.Rect(0, 0, pictureWidth, pictureHeight))
		for band := range 8 {
			shade := color.RGBA{uint8(40 + i*13), uint8(60 + band*20), uint8(200 - i*9), 255}
			box := image.Rect(0, band*pictureHeight/8, pictureWidth-band*i, (band+1)*pictureHeight/8)
			draw.Draw(img, box, image.NewUniform(shade), image.Point{}, draw.Src)
		}
		var out bytes.Buffer
		if err := jpeg.Encode(&out, img, nil); err != nil {
			return nil, fmt.Errorf("seed picture %d: %w", i, err)
		}
		sum := sha256.Sum256(out.Bytes())
		a.prints = append(a.prints, picture{out.Bytes(), hex.EncodeToString(sum[:])})
	}
	return a, nil
}

// paste makes a file one of the pictures. Its bytes are hung up in the end, or never.
func (a *album) paste(m *ent.Media, which int, hang bool) {
	which %= len(a.prints)
	p := a.prints[which]
	width, height, thumbnail := pictureWidth, pictureHeight, blob.Key(m.ID, blob.Thumbnail)
	m.MediaType, m.ContentType, m.SizeBytes = domain.MediaImage, "image/jpeg", int64(len(p.jpeg))
	m.Sha256, m.ReceivedSha256, m.Width, m.Height = p.sha256, p.sha256, &width, &height
	m.BlobKey, m.ThumbnailKey = blob.Key(m.ID, blob.Original), &thumbnail
	if hang {
		a.hooks = append(a.hooks, hook{m.ID, which})
	}
}

// hang stores the bytes. So small a picture is its own thumbnail.
func (a *album) hang(ctx context.Context, to blob.Store) error {
	for _, h := range a.hooks {
		for _, v := range []blob.Variant{blob.Original, blob.Thumbnail} {
			if err := keep(ctx, to, blob.Key(h.id, v), a.prints[h.print].jpeg); err != nil {
				return fmt.Errorf("seed pictures: %w", err)
			}
		}
	}
	return nil
}

func keep(ctx context.Context, to blob.Store, key string, data []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s, err := to.Create(ctx)
	if err != nil {
		return err
	}
	defer s.Discard()
	if _, err := s.Write(data); err != nil {
		return err
	}
	return s.Commit(ctx, key)
}

func (a *album) takeDown(ctx context.Context, from blob.Store) error {
	var failed error
	for _, h := range a.hooks {
		failed = errors.Join(failed, blob.Remove(ctx, from, h.id))
	}
	return failed
}
