package testenv

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"io"
	"mime/multipart"
)

// Picture returns a small PNG, a different one for each n.
func Picture(n uint64) []byte {
	img := image.NewGray(image.Rect(0, 0, 24, 16))
	for i := range 64 {
		img.SetGray(i%24, i/24, color.Gray{Y: uint8(n>>i&1) * 200})
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img) // into memory
	return b.Bytes()
}

// Video returns an MP4 of n bytes: a header with one track of two seconds, 320 by 240, and
// zeros for its media.
func Video(n int64) io.Reader {
	be := func(v uint32) []byte { return binary.BigEndian.AppendUint32(nil, v) }
	zeros := func(n int) []byte { return make([]byte, n) }
	atom := func(kind string, body ...[]byte) []byte {
		b := bytes.Join(body, nil)
		return append(append(be(uint32(len(b)+8)), kind...), b...)
	}
	table := atom("stbl",
		atom("stsd", be(0), be(1), atom("avc1", zeros(24), []byte{1, 64, 0, 240}, zeros(50))),
		atom("stsc", be(0), be(0)), atom("stsz", be(0), be(0), be(0)), atom("stco", be(0), be(0)))
	track := atom("trak",
		atom("tkhd", be(7), zeros(36), be(1<<16), zeros(12), be(1<<16), zeros(12), be(1<<30), be(320<<16), be(240<<16)),
		atom("mdia", atom("mdhd", be(0), zeros(8), be(1000), be(2000), zeros(4)),
			atom("hdlr", zeros(8), []byte("vide"), zeros(13)), atom("minf", atom("vmhd", zeros(12)), table)))
	head := bytes.Join([][]byte{
		atom("ftyp", []byte("isom"), be(512), []byte("isommp41")),
		atom("moov", atom("mvhd", zeros(12), be(1000), be(2000), zeros(80)), track),
	}, nil)
	media := n - int64(len(head))
	return io.MultiReader(bytes.NewReader(head), bytes.NewReader(append(be(uint32(media)), "mdat"...)), io.LimitReader(zeroReader{}, media-8))
}

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// Form returns the body of an upload of a file, and its Content-Type.
func Form(name string, file io.Reader) (body *bytes.Buffer, contentType string) {
	body = &bytes.Buffer{}
	form := multipart.NewWriter(body)
	part, _ := form.CreateFormFile("media", name) // into memory
	_, _ = io.Copy(part, file)
	_ = form.Close()
	return body, form.FormDataContentType()
}
