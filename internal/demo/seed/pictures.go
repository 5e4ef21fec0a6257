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
	pictureCount  = 16 // different ones
	pictureWidth  = 160
	pictureHeight = 120
)

// pictureSet is a few small pictures. Each file of the city is one of them.
type pictureSet struct {
	pictures []picture
	files    []file
}

type picture struct {
	jpeg   []byte
	sha256 string
}

// file is a file whose bytes are stored.
type file struct {
	id      uuid.UUID
	picture int
}

func newPictureSet() (*pictureSet, error) {
	a := &pictureSet{}
	for i := range pictureCount {
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
		a.pictures = append(a.pictures, picture{out.Bytes(), hex.EncodeToString(sum[:])})
	}
	return a, nil
}

// describe fills a media row with one of the pictures, whose bytes store stores at the end if
// withBytes. Otherwise the row says that there are none, so that nobody looks for them.
func (a *pictureSet) describe(m *ent.Media, which int, withBytes bool) {
	which %= len(a.pictures)
	p := a.pictures[which]
	width, height, thumbnail := pictureWidth, pictureHeight, blob.Key(m.ID, blob.Thumbnail)
	m.MediaType, m.ContentType, m.SizeBytes = domain.MediaImage, "image/jpeg", int64(len(p.jpeg))
	m.Sha256, m.ReceivedSha256, m.Width, m.Height = p.sha256, p.sha256, &width, &height
	m.BlobKey, m.ThumbnailKey = blob.Key(m.ID, blob.Original), &thumbnail
	if !withBytes {
		m.SizeBytes, m.ThumbnailKey = 0, nil
		return
	}
	a.files = append(a.files, file{m.ID, which})
}

// store stores the bytes. The pictures are so small that they are their own thumbnails.
func (a *pictureSet) store(ctx context.Context, to blob.Store) error {
	for _, h := range a.files {
		for _, v := range []blob.Variant{blob.Original, blob.Thumbnail} {
			if err := storeFile(ctx, to, blob.Key(h.id, v), a.pictures[h.picture].jpeg); err != nil {
				return fmt.Errorf("seed pictures: %w", err)
			}
		}
	}
	return nil
}

func storeFile(ctx context.Context, to blob.Store, key string, data []byte) error {
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

func (a *pictureSet) remove(ctx context.Context, from blob.Store) error {
	var failed error
	for _, h := range a.files {
		failed = errors.Join(failed, blob.Remove(ctx, from, h.id))
	}
	return failed
}
