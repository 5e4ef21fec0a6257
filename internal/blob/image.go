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

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

const (
	thumbnailSide    = 480 // pixels, at most
	ThumbnailType    = "image/jpeg"
	thumbnailQuality = 82
	uprightQuality   = 90 // of a photo that must be encoded anew because it was turned
)

// picture is an image without metadata.
type picture struct {
	data        []byte      // the whole file, ready to be served
	still       []byte      // a file of the first frame alone, where data can't be decoded; else nil
	size        image.Point // of the canvas, where the first frame does not tell it; else zero
	orientation int         // EXIF's, 1 to 8
	color       []byte      // what says how colors are meant, raw, to be kept when encoded anew
	animated    bool
}

// image cleans a picture. Only one is in memory at a time.
func (in *Intake) image(ctx context.Context, up upload) (*File, error) {
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
	p, err := cleanImage(up.format, raw)
	if err != nil {
		return nil, err
	}
	img, err := p.decode(up.format)
	if err != nil {
		return nil, err
	}
	f := &File{Type: domain.MediaImage, ContentType: string(up.format)}
	if p.orientation > 1 && !p.animated {
		img = upright(img, p.orientation)
		if p.data, f.ContentType, err = encode(img, up.format, p.color); err != nil {
			return nil, err
		}
		p.size = image.Point{}
	}
	if p.size == (image.Point{}) {
		p.size = img.Bounds().Size()
	}
	f.Width, f.Height, f.Size = p.size.X, p.size.Y, int64(len(p.data))
	sum := sha256.Sum256(p.data)
	f.SHA256 = hex.EncodeToString(sum[:])

	if f.served, err = in.stage(ctx, p.data); err != nil {
		return nil, err
	}
	var small bytes.Buffer
	if err = jpeg.Encode(&small, shrink(img, p.size), &jpeg.Options{Quality: thumbnailQuality}); err == nil {
		f.thumbnail, err = in.stage(ctx, small.Bytes())
	}
	if err != nil {
		f.Discard()
		return nil, err
	}
	return f, nil
}

// stage spools bytes that are in memory.
func (in *Intake) stage(ctx context.Context, b []byte) (Staged, error) {
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

// cleanImage removes metadata without touching a pixel.
func cleanImage(f format, b []byte) (picture, error) {
	switch f {
	case formatJPEG:
		return cleanJPEG(b)
	case formatPNG:
		return cleanPNG(b)
	case formatGIF:
		return cleanGIF(b)
	default:
		return cleanWebP(b)
	}
}

// decode answers the first frame, once its dimensions are known to be bearable.
func (p picture) decode(f format) (image.Image, error) {
	config, decode := jpeg.DecodeConfig, jpeg.Decode
	switch f {
	case formatPNG:
		config, decode = png.DecodeConfig, png.Decode
	case formatGIF:
		config, decode = gif.DecodeConfig, gif.Decode
	case formatWebP:
		config, decode = webp.DecodeConfig, webp.Decode
	}
	still := p.still
	if still == nil {
		still = p.data
	}
	c, err := config(bytes.NewReader(still))
	if err != nil {
		return nil, broken("%v", err)
	}
	for _, s := range []image.Point{{c.Width, c.Height}, p.size} {
		if int64(s.X)*int64(s.Y) > MaxPixels {
			return nil, fault.New(fault.FileTooLarge, "The picture has more than %d megapixels.", MaxPixels/1_000_000)
		}
	}
	if c.Width == 0 || c.Height == 0 {
		return nil, broken("a side of no pixels")
	}
	img, err := decode(bytes.NewReader(still))
	if err != nil {
		return nil, broken("%v", err)
	}
	if img.Bounds().Empty() {
		return nil, broken("a frame of no pixels")
	}
	return img, nil
}

// upright turns a picture as its EXIF orientation (TIFF tag 274) asks for.
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

// encode writes a turned picture: as what it was, but for WebP, which we can only read:
// that becomes a JPEG, or a PNG where it lets something shine through.
func encode(img image.Image, f format, color []byte) ([]byte, string, error) {
	if f == formatWebP {
		f, color = formatJPEG, nil
		if o, ok := img.(interface{ Opaque() bool }); ok && !o.Opaque() {
			f = formatPNG
		}
	}
	var buf bytes.Buffer
	head := len("\xff\xd8")
	var err error
	if f == formatPNG {
		head = len(pngSignature) + 12 + 13 // after IHDR
		err = png.Encode(&buf, img)
	} else {
		err = jpeg.Encode(&buf, img, &jpeg.Options{Quality: uprightQuality})
	}
	if err != nil {
		return nil, "", err
	}
	out := make([]byte, 0, buf.Len()+len(color))
	out = append(out, buf.Bytes()[:head]...)
	out = append(out, color...)
	return append(out, buf.Bytes()[head:]...), string(f), nil
}

// shrink draws a thumbnail on white. The frame may be smaller than its canvas.
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
