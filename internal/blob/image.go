package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/webp"

	"github.com/redress/redress/internal/blob/strip"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

const (
	thumbnailSide = 480 // pixels, at most

	// ThumbnailType is the content type of a thumbnail.
	ThumbnailType = "image/jpeg"

	thumbnailQuality = 82
	uprightQuality   = 90 // of a photo that must be encoded anew because it was turned
)

// image removes the metadata of a picture and creates its thumbnail. Only one is in memory at a
// time.
func (in *Ingest) image(ctx context.Context, up upload) (*File, error) {
	select {
	case in.decoding <- struct{}{}:
		defer func() { <-in.decoding }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	raw := make([]byte, up.size)
	if _, err := io.ReadFull(io.NewSectionReader(up.staged, 0, up.size), raw); err != nil {
		return nil, err
	}
	p, err := strip.Image(up.format, raw)
	if err != nil {
		return nil, err
	}
	img, err := decode(up.format, p)
	if err != nil {
		return nil, err
	}
	f := &File{Type: domain.MediaImage, ContentType: string(up.format)}
	if p.Orientation > 1 && !p.Animated {
		img = upright(img, p.Orientation)
		if p.Data, f.ContentType, err = encode(img, up.format, p); err != nil {
			return nil, err
		}
		p.Size = image.Point{}
	}
	if p.Size == (image.Point{}) {
		p.Size = img.Bounds().Size()
	}
	f.Width, f.Height, f.Size = p.Size.X, p.Size.Y, int64(len(p.Data))
	sum := sha256.Sum256(p.Data)
	f.SHA256 = hex.EncodeToString(sum[:])

	if f.served, err = in.stage(ctx, p.Data); err != nil {
		return nil, err
	}
	var small bytes.Buffer
	if err = jpeg.Encode(&small, shrink(img, p.Size), &jpeg.Options{Quality: thumbnailQuality}); err == nil {
		f.thumbnail, err = in.stage(ctx, small.Bytes())
	}
	if err != nil {
		f.Discard()
		return nil, err
	}
	return f, nil
}

// stage writes bytes that are in memory to a staged file.
func (in *Ingest) stage(ctx context.Context, b []byte) (Staged, error) {
	s, err := in.store.Create(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := s.Write(b); err != nil {
		s.Discard()
		return nil, err
	}
	return s, nil
}

// decode returns the first frame, when neither it nor its canvas has more than MaxPixels.
func decode(f strip.Format, p strip.Picture) (image.Image, error) {
	config, frame := jpeg.DecodeConfig, jpeg.Decode
	switch f {
	case strip.PNG:
		config, frame = png.DecodeConfig, png.Decode
	case strip.GIF:
		config, frame = gif.DecodeConfig, gif.Decode
	case strip.WebP:
		config, frame = webp.DecodeConfig, webp.Decode
	}
	still := p.Still
	if still == nil {
		still = p.Data
	}
	c, err := config(bytes.NewReader(still))
	if err != nil {
		return nil, strip.Malformed(err.Error())
	}
	for _, s := range []image.Point{{c.Width, c.Height}, p.Size} {
		if int64(s.X)*int64(s.Y) > MaxPixels {
			return nil, fault.New(fault.FileTooLarge, "The picture has more than %d megapixels.", MaxPixels/1_000_000)
		}
	}
	if c.Width == 0 || c.Height == 0 {
		return nil, strip.Malformed("a side of no pixels")
	}
	img, err := frame(bytes.NewReader(still))
	if err != nil {
		return nil, strip.Malformed(err.Error())
	}
	if img.Bounds().Empty() {
		return nil, strip.Malformed("a frame of no pixels")
	}
	return img, nil
}

// upright returns a picture rotated and mirrored as its EXIF orientation (TIFF tag 274) says.
func upright(src image.Image, orientation int) image.Image {
	b := src.Bounds()
	w, h := float64(b.Dx()), float64(b.Dy())
	m := map[int]f64.Aff3{
		2: {-1, 0, w, 0, 1, 0},
		3: {-1, 0, w, 0, -1, h},
		4: {1, 0, 0, 0, -1, h},
		5: {0, 1, 0, 1, 0, 0},
		6: {0, -1, h, 1, 0, 0},
		7: {0, -1, h, -1, 0, w},
		8: {0, 1, 0, -1, 0, w},
	}[orientation]
	r := image.Rect(0, 0, b.Dx(), b.Dy())
	if orientation >= 5 {
		r = image.Rect(0, 0, b.Dy(), b.Dx())
	}
	var dst draw.Image = image.NewRGBA(r)
	if _, gray := src.(*image.Gray); gray {
		dst = image.NewGray(r)
	}
	draw.NearestNeighbor.Transform(dst, m, src, b, draw.Src, nil)
	return dst
}

// encode writes a picture that was turned upright: in the format that it had, but for WebP, which
// we can only read. That becomes a JPEG, or a PNG where it is not opaque.
func encode(img image.Image, f strip.Format, p strip.Picture) (b []byte, contentType string, err error) {
	if f == strip.WebP {
		f = strip.JPEG
		if o, ok := img.(interface{ Opaque() bool }); ok && !o.Opaque() {
			f = strip.PNG
		}
	}
	var buf bytes.Buffer
	if f == strip.PNG {
		err = png.Encode(&buf, img)
	} else {
		err = jpeg.Encode(&buf, img, &jpeg.Options{Quality: uprightQuality})
	}
	if err != nil {
		return nil, "", err
	}
	return p.WithColor(f, buf.Bytes()), string(f), nil
}

// shrink returns a thumbnail on white. The frame may be smaller than its canvas.
func shrink(img image.Image, canvas image.Point) image.Image {
	w, h := canvas.X, canvas.Y
	if long := max(w, h); long > thumbnailSide {
		w, h = max(1, w*thumbnailSide/long), max(1, h*thumbnailSide/long)
	}
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(dst, dst.Bounds(), image.White, image.Point{}, draw.Src)
	b := img.Bounds()
	at := image.Rect(b.Min.X*w/canvas.X, b.Min.Y*h/canvas.Y,
		max(1, b.Max.X*w/canvas.X), max(1, b.Max.Y*h/canvas.Y))
	draw.BiLinear.Scale(dst, at, img, b, draw.Over, nil)
	return dst
}
