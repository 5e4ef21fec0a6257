package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"runtime/debug"

	"golang.org/x/image/draw"
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
	uprightQuality   = 95 // of a photo that must be encoded anew because it was turned
)

// What decoding may cost, decided from a picture's header before it is decoded. Within these bounds a
// picture takes at most 250 MB and three seconds of a processor (docs/performance.md, Uploads).
const (
	// maxDecodeBytes is how much a decoder may hold. A larger picture keeps its bytes and has no thumbnail.
	maxDecodeBytes = 128 << 20
	// maxTurnPixels is how many pixels may be turned upright, which means to encode them anew. A larger
	// picture says itself how it is to be turned.
	maxTurnPixels = 16_000_000
	// releaseBytes is from which size on the memory of a picture is returned at once.
	releaseBytes = 16 << 20
)

// image removes the metadata of a picture and creates its thumbnail, if it can be decoded cheaply. Only
// one is in memory at a time.
func (in *Ingest) image(ctx context.Context, up upload) (*File, error) {
	release, err := in.decoding.enter(ctx, uploadWait)
	if err != nil {
		return nil, err
	}
	defer release()
	raw := make([]byte, up.size)
	if _, err := io.ReadFull(io.NewSectionReader(up.staged, 0, up.size), raw); err != nil {
		return nil, err
	}
	p, size, err := clean(up.format, raw)
	if err != nil {
		return nil, err
	}
	pixels := int64(size.X) * int64(size.Y)
	f := &File{Type: domain.MediaImage, ContentType: string(up.format)}
	turned := p.Orientation > 1 && !p.Animated
	img, large, err := decodeCheap(up.format, p, size)
	if large { // also where decoding failed
		defer debug.FreeOSMemory()
	}
	if err != nil {
		return nil, err
	}
	switch {
	case turned && img != nil && !inks(img) && pixels <= maxTurnPixels:
		img = upright(img, p.Orientation)
		if p.Data, f.ContentType, err = encode(img, up.format, p); err != nil {
			return nil, err
		}
		p.Size, turned = img.Bounds().Size(), false
	case turned:
		p.Data = p.Oriented(up.format)
	}
	return in.stageImage(ctx, f, img, p, turned)
}

// inks reports whether a picture is one of CMYK, whose color profile is of inks too: as red, green and blue, which is how it would be
// encoded anew, it would have other colors.
func inks(img image.Image) bool {
	_, ok := img.(*image.CMYK)
	return ok
}

// stageImage stages a picture and the thumbnail of its decoded form, if there is one. turned reports
// whether its pixels are as the camera stored them.
func (in *Ingest) stageImage(ctx context.Context, f *File, img image.Image, p strip.Picture, turned bool) (_ *File, err error) {
	f.Width, f.Height, f.Size = p.Size.X, p.Size.Y, int64(len(p.Data))
	if turned && p.Orientation >= 5 {
		f.Width, f.Height = f.Height, f.Width
	}
	sum := sha256.Sum256(p.Data)
	f.SHA256 = hex.EncodeToString(sum[:])
	if f.served, err = in.stage(ctx, p.Data); err != nil {
		return nil, err
	}
	if img == nil {
		return f, nil
	}
	small, err := thumbnail(img, p, turned, thumbnailSide)
	if err == nil {
		f.thumbnail, err = in.stage(ctx, small)
	}
	if err != nil {
		f.Discard()
		return nil, err
	}
	return f, nil
}

// thumbnail returns a JPEG of the decoded form of a picture, whose longer side has so many pixels at most.
func thumbnail(img image.Image, p strip.Picture, turned bool, side int) ([]byte, error) {
	small := shrink(img, p.Size, side)
	if turned {
		small = upright(small, p.Orientation)
	}
	var b bytes.Buffer
	err := jpeg.Encode(&b, small, &jpeg.Options{Quality: thumbnailQuality})
	return b.Bytes(), err
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

// still returns the file of the first frame.
func still(p strip.Picture) *bytes.Reader {
	if p.Still != nil {
		return bytes.NewReader(p.Still)
	}
	return bytes.NewReader(p.Data)
}

// decoders read the header and the first frame of each format of pictures.
var decoders = map[strip.Format]struct {
	config func(io.Reader) (image.Config, error)
	frame  func(io.Reader) (image.Image, error)
}{
	strip.JPEG: {nil, jpeg.Decode}, // whose frame strip has read
	strip.PNG:  {png.DecodeConfig, png.Decode},
	strip.GIF:  {gif.DecodeConfig, gif.Decode},
	strip.WebP: {webp.DecodeConfig, webp.Decode},
}

// clean removes the metadata of a picture, and returns the size of its first frame, which is the picture's too where
// its format has no canvas.
func clean(f strip.Format, raw []byte) (strip.Picture, image.Point, error) {
	p, err := strip.Image(f, raw)
	if errors.Is(err, strip.ErrTooManyPixels) {
		return p, image.Point{}, tooManyPixels()
	}
	if err != nil || f == strip.JPEG { // its frame has been read
		return p, p.Size, err
	}
	size, err := measure(f, p)
	if p.Size.X == 0 || p.Size.Y == 0 {
		p.Size = size
	}
	return p, size, err
}

func tooManyPixels() error {
	return fault.New(fault.FileTooLarge, "The picture has more than %d megapixels.", MaxPixels/1_000_000)
}

// measure returns the size of the first frame, when neither it nor its canvas has more than MaxPixels.
func measure(f strip.Format, p strip.Picture) (image.Point, error) {
	c, err := decoders[f].config(still(p))
	if err != nil {
		return image.Point{}, strip.Malformed(err.Error())
	}
	for _, s := range []image.Point{{c.Width, c.Height}, p.Size} {
		if int64(s.X)*int64(s.Y) > MaxPixels {
			return image.Point{}, tooManyPixels()
		}
	}
	if c.Width == 0 || c.Height == 0 {
		return image.Point{}, strip.Malformed("a side of no pixels")
	}
	return image.Pt(c.Width, c.Height), nil
}

// decodeCheap returns the first frame, of a size in pixels, nil if to decode it takes too much; and whether it is
// so large that its memory should be returned at once.
func decodeCheap(f strip.Format, p strip.Picture, size image.Point) (img image.Image, large bool, err error) {
	cost := int64(float64(int64(size.X)*int64(size.Y)) * p.PixelBytes)
	if cost > maxDecodeBytes {
		return nil, false, nil
	}
	img, err = decode(f, p)
	if err != nil && f == strip.JPEG {
		// Browsers show more than our decoder does: cut files, CMYK of any kind. Every code of the scans was read, so
		// that it is known to be a picture.
		return nil, cost >= releaseBytes, nil
	}
	return img, cost >= releaseBytes, err
}

// decode returns the first frame.
func decode(f strip.Format, p strip.Picture) (image.Image, error) {
	img, err := decoders[f].frame(still(p))
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
	w, h := b.Dx(), b.Dy()
	r := image.Rect(0, 0, w, h)
	if orientation >= 5 {
		r = image.Rect(0, 0, h, w)
	}
	if gray, ok := src.(*image.Gray); ok {
		dst := image.NewGray(r)
		turn(dst.Pix, gray.Pix, gray.Stride, 1, w, h, 0, orientation)
		return dst
	}
	if ycc, ok := src.(*image.YCbCr); ok && whole(ycc) { // a way through red, green and blue would clip its colors
		dst := image.NewYCbCr(r, ycc.SubsampleRatio)
		turn(dst.Y, ycc.Y, ycc.YStride, 1, w, h, 0, orientation)
		if ycc.SubsampleRatio == image.YCbCrSubsampleRatio420 {
			w, h = w/2, h/2
		}
		turn(dst.Cb, ycc.Cb, ycc.CStride, 1, w, h, 0, orientation)
		turn(dst.Cr, ycc.Cr, ycc.CStride, 1, w, h, 0, orientation)
		return dst
	}
	dst := image.NewRGBA(r)
	const rows = 64 // converted at a time
	band := image.NewRGBA(image.Rect(0, 0, w, rows))
	for y := 0; y < h; y += rows {
		draw.Draw(band, band.Bounds(), src, b.Min.Add(image.Pt(0, y)), draw.Src)
		turn(dst.Pix, band.Pix, band.Stride, 4, w, h, y, orientation)
	}
	return dst
}

// whole reports whether each sample of color is of as many pixels across as down, all inside of the picture, so that it can be turned.
func whole(p *image.YCbCr) bool {
	b := p.Bounds()
	return p.SubsampleRatio == image.YCbCrSubsampleRatio444 || p.SubsampleRatio == image.YCbCrSubsampleRatio420 && b.Dx()%2 == 0 && b.Dy()%2 == 0
}

// turn copies rows of a picture of w by h pixels to where they belong; first is the number of the first
// row in src.
func turn(dst, src []byte, stride, bytesPerPixel, w, h, first, orientation int) {
	// Where the pixel 0, 0 goes, and how far from it the next one of the row and of the column.
	var origin, right, down int
	switch last := w*h - 1; orientation {
	case 2:
		origin, right, down = w-1, -1, w
	case 3:
		origin, right, down = last, -1, -w
	case 4:
		origin, right, down = last-w+1, 1, -w
	case 5:
		origin, right, down = 0, h, 1
	case 6:
		origin, right, down = h-1, h, -1
	case 7:
		origin, right, down = last, -h, -1
	case 8:
		origin, right, down = last-h+1, -h, 1
	default:
		origin, right, down = 0, 1, w
	}
	for y := first; y < h && (y-first)*stride < len(src); y++ {
		row := src[(y-first)*stride:][:w*bytesPerPixel]
		at := (origin + y*down) * bytesPerPixel
		for x := 0; x < len(row); x += bytesPerPixel {
			copy(dst[at:at+bytesPerPixel], row[x:])
			at += right * bytesPerPixel
		}
	}
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

// shrink returns a thumbnail on white, no side of which is longer than a number of pixels. The frame may be
// smaller than its canvas.
func shrink(img image.Image, canvas image.Point, side int) image.Image {
	w, h := canvas.X, canvas.Y
	if long := max(w, h); long > side {
		w, h = max(1, w*side/long), max(1, h*side/long)
	}
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(dst, dst.Bounds(), image.White, image.Point{}, draw.Src)
	b := img.Bounds()
	if canvas.X > 4*w { // averaging every pixel of a large picture takes as long as decoding it
		img = sample(img, 4*w*b.Dx()/canvas.X, 4*h*b.Dy()/canvas.Y)
	}
	at := image.Rect(b.Min.X*w/canvas.X, b.Min.Y*h/canvas.Y,
		max(1, b.Max.X*w/canvas.X), max(1, b.Max.Y*h/canvas.Y))
	draw.BiLinear.Scale(dst, at, img, img.Bounds(), draw.Over, nil)
	return dst
}

// sample returns a smaller picture from a part of the pixels.
func sample(img image.Image, w, h int) image.Image {
	dst := image.NewRGBA(image.Rect(0, 0, max(1, w), max(1, h)))
	draw.ApproxBiLinear.Scale(dst, dst.Bounds(), img, img.Bounds(), draw.Src, nil)
	return dst
}
