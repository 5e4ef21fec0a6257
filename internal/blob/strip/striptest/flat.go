package striptest

import (
	"bytes"
	"compress/zlib"
	"image"
	"image/jpeg"
	"testing"
)

// FlatJPEG returns a gray photo of any size, multiples of 16, baseline or with a number of progressive
// scans. It is written by hand, because encoding a large one takes seconds.
func FlatJPEG(t testing.TB, w, h, scans, orientation int) []byte {
	t.Helper()
	var small bytes.Buffer
	if err := jpeg.Encode(&small, image.NewYCbCr(image.Rect(0, 0, 16, 16), image.YCbCrSubsampleRatio420), nil); err != nil {
		t.Fatal(err)
	}
	b := small.Bytes()
	sof, sos := bytes.Index(b, text("\xff\xc0")), bytes.Index(b, text("\xff\xda"))
	copy(b[sof+5:], cat(be16(h), be16(w)))
	units := w / 16 * (h / 16)
	head := cat(b[:2], Segment(0xe1, text("Exif\x00\x00"), EXIF(orientation)))
	if scans == 0 {
		// Of each unit four blocks of luminance, 00 1010 each, and two of chrominance, 00 00: no
		// difference, end of block.
		return cat(head, b[2:sos+2+int(b[sos+3])], bytes.Repeat(text("\x28\xa2\x8a\x00"), units), text("\xff\xd9"))
	}
	b[sof+1] = 0xc2
	out := cat(head, b[2:sos], Segment(0xda, text("\x03\x01\x00\x02\x11\x03\x11\x00\x00\x00")),
		bytes.Repeat(text("\x00\x00\x00"), (units+1)/2)) // twelve bits for each unit
	for range scans - 1 { // the end of block for each block of luminance
		out = cat(out, Segment(0xda, text("\x01\x01\x00\x01\x3f\x00")), bytes.Repeat(text("\xaa"), units*2))
	}
	return cat(out, text("\xff\xd9"))
}

// FlatPNG returns a PNG of one color of any size, of four channels.
func FlatPNG(t testing.TB, w, h, depth int, interlaced bool, orientation int) []byte {
	t.Helper()
	passes := [][4]int{{0, 0, 1, 1}}
	interlace := byte(0)
	if interlaced {
		interlace = 1
		passes = [][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}
	}
	var packed bytes.Buffer
	z, err := zlib.NewWriterLevel(&packed, zlib.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range passes {
		row := zeros(1 + (w-p[0]+p[2]-1)/p[2]*depth/2)
		for range (h - p[1] + p[3] - 1) / p[3] {
			if _, err := z.Write(row); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return cat(text("\x89PNG\r\n\x1a\n"), Chunk("IHDR", be32(w), be32(h), []byte{byte(depth), 6, 0, 0, interlace}),
		Chunk("eXIf", EXIF(orientation)), Chunk("IDAT", packed.Bytes()), Chunk("IEND"))
}
