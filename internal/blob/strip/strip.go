// Package strip removes metadata from pictures and videos: where, when, by whom and with which
// device they were made. What makes the picture, its colors and its sound stays, byte for byte.
//
// Every format is read against a list of the parts that stay. Whatever is not on the list goes,
// so that a part that nobody has thought of can't leak. Files come from users: sizes are
// checked against what holds them, and the work is bounded by the size of the file.
//
// Image returns a new file from bytes in memory. Video overwrites a file in place, where no byte
// moves and every offset inside it still holds.
package strip

import (
	"errors"
	"fmt"
	"image"
	"io"
	"time"
)

// Format is one of the file formats that are supported, named by its content type.
type Format string

// The formats.
const (
	JPEG Format = "image/jpeg"
	PNG  Format = "image/png"
	GIF  Format = "image/gif"
	WebP Format = "image/webp"
	MP4  Format = "video/mp4"
	MOV  Format = "video/quicktime"
	WebM Format = "video/webm"
)

// Picture is an image without metadata.
type Picture struct {
	Data        []byte      // the whole file, ready to be served
	Still       []byte      // a file of the first frame alone, where Data can't be decoded; else nil
	Size        image.Point // of the canvas, where the first frame does not say, and of a JPEG; else zero
	Orientation int         // EXIF's, 1 to 8
	Animated    bool
	PixelBytes  float64 // that a decoder of the first frame holds in memory for each of its pixels

	color []byte // how colors are meant, as segments or chunks of the format
}

// MaxPixels is how many pixels a picture may have. What passes over one needs memory and time for each.
const MaxPixels = 50_000_000

// ErrTooManyPixels is the error for a picture of more than MaxPixels.
var ErrTooManyPixels = errors.New("strip: too many pixels")

// Image returns a picture without its metadata; no pixel is touched. The error is Malformed when
// the bytes are not of the format, and of a JPEG ErrTooManyPixels.
func Image(f Format, b []byte) (Picture, error) {
	switch f {
	case JPEG:
		return stripJPEG(b)
	case PNG:
		return stripPNG(b)
	case GIF:
		return stripGIF(b)
	case WebP:
		return stripWebP(b)
	default:
		return Picture{}, fmt.Errorf("strip: %q is no image format", f)
	}
}

// Oriented returns the file with EXIF that holds its orientation alone, so that what is not decoded is
// not shown turned.
func (p Picture) Oriented(f Format) []byte {
	if p.Orientation <= 1 {
		return p.Data
	}
	exif := orientationEXIF(p.Orientation)
	switch f {
	case JPEG:
		return withEXIFSegment(p.Data, exif)
	case PNG:
		return withEXIFChunk(p.Data, exif)
	case WebP:
		return withWebPEXIF(p.Data, exif)
	default:
		return p.Data
	}
}

// WithColor returns the same picture, encoded anew in the same format by the standard library,
// with the color profile of the original.
func (p Picture) WithColor(f Format, encoded []byte) []byte {
	head := 0
	switch f {
	case JPEG:
		head = len("\xff\xd8")
	case PNG:
		head = len(pngSignature) + 12 + 13 // after IHDR
	default:
		return encoded
	}
	out := make([]byte, 0, len(encoded)+len(p.color))
	out = append(out, encoded[:head]...)
	out = append(out, p.color...)
	return append(out, encoded[head:]...)
}

// File is a video that can be changed in place.
type File interface {
	io.ReaderAt
	io.WriterAt
}

// VideoInfo is what a video says about itself, and what was changed in it.
type VideoInfo struct {
	Width, Height int           // pixels, as shown
	Duration      time.Duration // 0 when the file does not say
	Changed       int64         // lowest offset at which a byte was changed; the file's size when none was
}

// Video removes the metadata of a video of a size in bytes, in place, and its tracks that are
// neither picture nor sound. The error is Malformed when the bytes are not of the format or have
// no video track; the file may have been changed by then.
func Video(f Format, file File, size int64) (VideoInfo, error) {
	changed := size
	p := patch{file, size, &changed}
	var info VideoInfo
	var err error
	switch f {
	case MP4, MOV:
		info, err = stripMP4(p)
	case WebM:
		info, err = stripWebM(p)
	default:
		err = fmt.Errorf("strip: %q is no video format", f)
	}
	info.Changed = changed
	return info, err
}

// Malformed is the error for bytes that can't be read as their format. It is for the log.
type Malformed string

// Error implements error.
func (m Malformed) Error() string { return string(m) }

func malformed(format string, args ...any) error { return Malformed(fmt.Sprintf(format, args...)) }

// listed reports whether a four-letter code is in a list of them, separated by one character.
func listed(list, code string) bool {
	for i := 0; i+4 <= len(list); i += 5 {
		if list[i:i+4] == code {
			return true
		}
	}
	return false
}
