// Package striptest makes media files for tests: plain ones, and ones that hold metadata wherever
// devices and programs put it. Whatever must not be served begins with "secret".
package striptest

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
)

func be16(n int) []byte      { return binary.BigEndian.AppendUint16(nil, uint16(n)) }
func be32(n int) []byte      { return binary.BigEndian.AppendUint32(nil, uint32(n)) }
func be64(n int) []byte      { return binary.BigEndian.AppendUint64(nil, uint64(n)) }
func le32(n int) []byte      { return binary.LittleEndian.AppendUint32(nil, uint32(n)) }
func zeros(n int) []byte     { return make([]byte, n) }
func text(s string) []byte   { return []byte(s) }
func cat(b ...[]byte) []byte { return bytes.Join(b, nil) }

// Quarters is a picture with a color in each corner, so that every turn shows.
func Quarters(w, h int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, Corner(x >= w/2, y >= h/2))
		}
	}
	return img
}

// Corner is the color of one of the four quarters.
func Corner(right, low bool) color.NRGBA {
	c := color.NRGBA{A: 255, R: 40, G: 40, B: 40}
	if right {
		c.R = 220
	}
	if low {
		c.B = 220
	}
	return c
}

// EXIF is a TIFF block with an orientation, a camera and a place.
func EXIF(orientation int) []byte {
	const entries = 3
	place := 8 + 2 + entries*12 + 4
	b := cat(text("MM\x00*"), be32(8), be16(entries),
		be16(0x010f), be16(2), be32(14), be32(place),
		be16(0x0112), be16(3), be32(1), be16(orientation), be16(0),
		be16(0x8825), be16(4), be32(1), be32(place+14), be32(0))
	return cat(b, text("secret-camera\x00"), be16(1), be16(1), be16(2), be32(2), text("N\x00\x00\x00"), be32(0), text("secret-gps"))
}

// Segment is a segment of a JPEG.
func Segment(marker byte, body ...[]byte) []byte {
	b := cat(body...)
	return cat([]byte{0xff, marker}, be16(len(b)+2), b)
}

// PlainJPEG is a JPEG without metadata.
func PlainJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Profile stands for a color profile, which must stay.
const Profile = "a color profile that is kept"

func iccSegment() []byte { return Segment(0xe2, text("ICC_PROFILE\x00\x01\x01"+Profile)) }

// Photo is a JPEG with everything a phone puts into one.
func Photo(t testing.TB, img image.Image, orientation int) []byte {
	t.Helper()
	b := PlainJPEG(t, img)
	return cat(b[:2],
		Segment(0xe0, text("JFIF\x00\x01\x02\x00\x00\x48\x00\x48\x01\x01"), text("sec")),
		Segment(0xe0, text("JFXX\x00\x13secret-jfxx")),
		Segment(0xe1, text("Exif\x00\x00"), EXIF(orientation)),
		Segment(0xe1, text("http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta>secret-xmp</x:xmpmeta>")),
		iccSegment(),
		Segment(0xe2, text("MPF\x00secret-mpf")),
		Segment(0xed, text("Photoshop 3.0\x008BIMsecret-iptc")),
		Segment(0xef, text("secret-maker")),
		Segment(0xfe, text("secret-comment")),
		b[2:], text("secret-motion-photo ftypmp42"), b)
}

// Chunk is a chunk of a PNG.
func Chunk(name string, body ...[]byte) []byte {
	b := cat(text(name), cat(body...))
	return cat(be32(len(b)-4), b, be32(int(crc32.ChecksumIEEE(b))))
}

// PlainPNG is a PNG without metadata.
func PlainPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Screenshot is a PNG with texts, EXIF and private chunks.
func Screenshot(t testing.TB, img image.Image, orientation int) []byte {
	t.Helper()
	b := PlainPNG(t, img)
	const head = 8 + 25
	end := len(b) - 12
	return cat(b[:head],
		Chunk("gAMA", be32(45455)),
		Chunk("tEXt", text("Comment\x00secret-text")),
		Chunk("iTXt", text("XML:com.adobe.xmp\x00\x00\x00\x00\x00secret-xmp")),
		Chunk("eXIf", EXIF(orientation)),
		Chunk("tIME", text("secret!")),
		Chunk("prVt", text("secret-private")),
		b[head:end], Chunk("zTXt", text("x\x00\x00secret-late")), b[end:], text("secret-trailing"))
}

// AnimatedGIF is a GIF of two frames with a comment, XMP and plain text.
func AnimatedGIF(t testing.TB) []byte {
	t.Helper()
	pal := color.Palette{color.White, color.Black}
	g := gif.GIF{LoopCount: 0}
	for i := range 2 {
		f := image.NewPaletted(image.Rect(0, 0, 40, 30), pal)
		f.SetColorIndex(i, i, 1)
		g.Image, g.Delay = append(g.Image, f), append(g.Delay, 10)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &g); err != nil {
		t.Fatal(err)
	}
	raw := b.Bytes()
	at := bytes.Index(raw, text("\x21\xff\x0bNETSCAPE2.0"))
	if at < 0 {
		t.Fatal("no loop count")
	}
	end := len(raw) - 1
	return cat(raw[:at],
		text("\x21\xfe\x0esecret-comment\x00"),
		text("\x21\xff\x0bXMP DataXMP\x0asecret-xmp\x00"),
		text("\x21\x01\x0c"), zeros(12), text("\x0bsecret-text\x00"),
		raw[at:end], text("\x21\xfe\x0bsecret-late\x00"), raw[end:], text("secret-trailing"))
}

// bitsLE writes numbers least significant bit first, as VP8L has them.
type bitsLE struct {
	b []byte
	n int
}

func (w *bitsLE) put(v, n int) {
	for i := range n {
		if w.n%8 == 0 {
			w.b = append(w.b, 0)
		}
		w.b[w.n/8] |= byte(v>>i&1) << (w.n % 8)
		w.n++
	}
}

// vp8l is a lossless WebP bit stream of one color: each of its codes has one symbol.
func vp8l(w, h int, c color.NRGBA) []byte {
	var s bitsLE
	s.put(0x2f, 8)
	s.put(w-1, 14)
	s.put(h-1, 14)
	s.put(1, 1) // alpha
	s.put(0, 3+1+1+1)
	for _, symbol := range []byte{c.G, c.R, c.B, c.A, 0} {
		s.put(1, 1) // simple
		s.put(0, 1) // one symbol
		s.put(1, 1) // of eight bits
		s.put(int(symbol), 8)
	}
	return s.b
}

func riff(name string, body ...[]byte) []byte {
	b := cat(body...)
	out := cat(text(name), le32(len(b)), b)
	if len(b)%2 == 1 {
		out = append(out, 0)
	}
	return out
}

func vp8x(flags byte, w, h int) []byte {
	return riff("VP8X", cat([]byte{flags, 0, 0, 0}, le32(w - 1)[:3], le32(h - 1)[:3]))
}

// PlainWebP is a WebP of one color without metadata.
func PlainWebP(w, h int, c color.NRGBA) []byte { return webpFile(riff("VP8L", vp8l(w, h, c))) }

func webpFile(chunks ...[]byte) []byte { return riff("RIFF", text("WEBP"), cat(chunks...)) }

// WebP is a WebP with EXIF, XMP and an unknown chunk.
func WebP(w, h, orientation int, c color.NRGBA) []byte {
	return cat(webpFile(vp8x(0x08|0x04|0x10|0x20, w, h), riff("ICCP", text(Profile)), riff("VP8L", vp8l(w, h, c)),
		riff("EXIF", EXIF(orientation)), riff("XMP ", text("secret-xmp")), riff("secr", text("secret-chunk"))),
		text("secret-trailing"))
}

// AnimatedWebP is an animated WebP of two frames.
func AnimatedWebP(w, h int) []byte {
	frame := func(c color.NRGBA) []byte {
		return riff("ANMF", zeros(6), le32(w - 1)[:3], le32(h - 1)[:3], le32(100)[:3], zeros(1),
			riff("VP8L", vp8l(w, h, c)), riff("secr", text("secret-in-frame")))
	}
	return webpFile(vp8x(0x08|0x04|0x10|0x02, w, h), riff("ANIM", zeros(6)),
		frame(Corner(false, false)), frame(Corner(true, true)),
		riff("EXIF", EXIF(6)), riff("XMP ", text("secret-xmp")))
}

// Box is a box of an MP4 or MOV file.
func Box(kind string, body ...[]byte) []byte {
	b := cat(body...)
	return cat(be32(len(b)+8), text(kind), b)
}

// Pixels are the bytes of samples that must come out as they went in.
var Pixels = text("the-picture-" + strings.Repeat("p", 100))

const secretSample = "secret-position-52.5N13.4E"

// sampleTable describes samples in chunks of the given sizes at the given offsets.
func sampleTable(desc []byte, sizes, offsets []int) []byte {
	var sz, off []byte
	for i := range sizes {
		sz, off = append(sz, be32(sizes[i])...), append(off, be32(offsets[i])...)
	}
	return Box("stbl", Box("stsd", be32(0), be32(1), desc),
		Box("stsc", be32(0), be32(1), be32(1), be32(1), be32(1)),
		Box("stsz", be32(0), be32(0), be32(len(sizes)), sz),
		Box("stco", be32(0), be32(len(offsets)), off))
}

// Track is a track of an MP4 file: "vide" or another handler, with its sample table.
func Track(handler string, w, h int, turned bool, table []byte) []byte {
	matrix := cat(be32(1<<16), be32(0), be32(0), be32(0), be32(1<<16), be32(0), be32(0), be32(0), be32(1<<30))
	if turned {
		matrix = cat(be32(0), be32(1<<16), be32(0), be32(0xffff0000), be32(0), be32(0), be32(h<<16), be32(0), be32(1<<30))
	}
	return Box("trak",
		Box("tkhd", be32(7), text("secrSECR"), be32(1), be32(0), be32(2000), zeros(16), matrix, be32(w<<16), be32(h<<16)),
		Box("mdia",
			Box("mdhd", be32(0), text("secrSECR"), be32(1000), be32(2000), be32(0x55c40000)),
			Box("hdlr", be32(0), text("mhlr"), text(handler), text("secr"), zeros(8), text("\x0dsecret-device")),
			Box("minf", Box("vmhd", be32(1), zeros(8)),
				Box("dinf", Box("dref", be32(0), be32(1), Box("alis", be32(1), text("secret-disk")))), table),
			Box("udta", text("secret-mdia"))),
		Box("tref", Box("cdsc", be32(1))),
		Box("udta", Box("name", text("secret-track"))),
		Box("meta", text("secret-track-meta")))
}

// Movie is an MP4 or MOV with place and device wherever cameras put them, and a data track
// of positions. The moov box comes last, after an mdat with a 64-bit size.
func Movie(brand string, turned bool) []byte {
	head := cat(Box("ftyp", text(brand), be32(512), text(brand)), Box("free", text("secret-in-free")))
	at := len(head) + 16
	media := cat(Pixels, text(secretSample), Pixels, text(secretSample))
	mdat := cat(be32(1), text("mdat"), be64(16+len(media)), media)
	p, s := len(Pixels), len(secretSample)

	avc := Box("avc1", zeros(6), be16(1), zeros(4), text("secr"), zeros(8), be16(320), be16(240), zeros(14),
		text("\x15secret-compressor-nam"), zeros(10), be16(24), be16(0xffff),
		Box("avcC", text("config")), Box("uuid", zeros(16), text("secret-in-entry")))
	video := sampleTable(avc, []int{p, p}, []int{at, at + p + s})
	data := sampleTable(Box("gpmd", zeros(8), text("secret-format")), []int{s, s}, []int{at + p, at + p + s + p})
	return cat(head, mdat,
		Box("moov",
			Box("mvhd", be32(0), text("secrSECR"), be32(1000), be32(2500), be32(1<<16), be16(256), zeros(70)),
			Track("vide", 320, 240, turned, video),
			Track("meta", 0, 0, false, data),
			Box("udta",
				Box("\xa9xyz", be16(18), be16(0), text("secret+52.5+013.4/")),
				Box("loci", text("secret-loci")),
				Box("meta", be32(0), Box("keys", text("mdtacom.apple.quicktime.location.ISO6709")), Box("ilst", text("secret-ilst"))),
				be32(0)),
			Box("meta", Box("hdlr", zeros(8), text("mdta"), zeros(13)), Box("ilst", text("secret-moov-meta")))),
		Box("meta", be32(0), Box("xml ", text("secret-top-meta"))),
		Box("uuid", zeros(16), text("<x:xmpmeta>secret-uuid")),
		text("sec"))
}

// FragmentedMovie is an MP4 as browsers record it: no sizes in moov, samples in moof and mdat.
func FragmentedMovie(tracks ...[]byte) []byte {
	return cat(Box("ftyp", text("iso5"), be32(512), text("iso5mp41")),
		Box("moov", Box("mvhd", be32(0), zeros(8), be32(1000), be32(0), zeros(80)), cat(tracks...),
			Box("mvex", Box("trex", zeros(24)))),
		Box("moof", Box("mfhd", zeros(8)), Box("traf", Box("tfhd", zeros(8)), Box("udta", text("secret-traf")))),
		Box("mdat", Pixels))
}

// Element is an EBML element with a size of eight bytes.
func Element(id int, body ...[]byte) []byte {
	b := cat(body...)
	return cat(ebmlID(id), be64(1<<56|len(b)), b)
}

// ShortElement is an EBML element with a size of one byte.
func ShortElement(id int, body ...[]byte) []byte {
	b := cat(body...)
	return cat(ebmlID(id), []byte{0x80 | byte(len(b))}, b)
}

// LiveElement is an EBML element of unknown size.
func LiveElement(id int, body ...[]byte) []byte { return cat(ebmlID(id), []byte{0xff}, cat(body...)) }

func ebmlID(id int) []byte { return bytes.TrimLeft(be32(id), "\x00") }

// WebMHeader is the EBML header of a document type.
func WebMHeader(doctype string) []byte {
	return ShortElement(0x1A45DFA3, ShortElement(0x4286, []byte{1}), ShortElement(0x4282, text(doctype)))
}

// WebMTracks are a track of pictures and one of data.
func WebMTracks() []byte {
	return Element(0x1654AE6B,
		ShortElement(0xBF, text("crc!")),
		Element(0xAE, ShortElement(0xD7, []byte{1}), ShortElement(0x73C5, []byte{9}), ShortElement(0x83, []byte{1}), ShortElement(0x536E, text("secret-name")),
			ShortElement(0x86, text("V_VP8")), Element(0x258688, text("secret-codec")),
			ShortElement(0xE0, ShortElement(0xB0, be16(320)), ShortElement(0xBA, be16(240)))),
		Element(0xAE, ShortElement(0xD7, []byte{2}), ShortElement(0x73C5, []byte{8}), ShortElement(0x83, []byte{0x21}), ShortElement(0x86, text("secret-data"))))
}

// WebMBlocks are what a cluster of both tracks holds.
func WebMBlocks() []byte {
	return cat(ShortElement(0xE7, be16(1000)),
		Element(0xA3, []byte{0x81, 0, 0, 0x80}, Pixels),
		Element(0xA3, []byte{0x82, 0, 0, 0x80}, text(secretSample)),
		Element(0xA0, ShortElement(0xA1, []byte{0x82, 0, 5, 0}, text(secretSample)), ShortElement(0x9B, []byte{1})),
		Element(0xA0, ShortElement(0xA1, []byte{0x81, 0x01, 0xf4, 0}, text("the-picture-")), ShortElement(0x9B, []byte{1})),
		ShortElement(0xEC, text("secret-void")))
}

// WebMVideo is a WebM with place and device wherever they may be, and a data track.
func WebMVideo() []byte {
	return cat(WebMHeader("webm"), Element(0x18538067,
		Element(0x114D9B74, ShortElement(0x4DBB, ShortElement(0x53AB, be32(0x1254C367)), ShortElement(0x53AC, be16(999))),
			ShortElement(0x4DBB, ShortElement(0x53AB, be32(0x1654AE6B)), ShortElement(0x53AC, be16(500)))),
		Element(0x1549A966, ShortElement(0x2AD7B1, be32(1_000_000)), ShortElement(0x4489, be32(0x451c4000)), // 2500
			ShortElement(0x7BA9, text("secret-title")), ShortElement(0x4461, text("secretda")),
			ShortElement(0x4D80, text("secret-muxer")), ShortElement(0x5741, text("secret-writer")), ShortElement(0x73A4, text("secret-segment!!"))),
		WebMTracks(),
		Element(0x1F43B675, WebMBlocks()),
		Element(0x1254C367, Element(0x7373, text("LOCATION secret+52.5+013.4/"))),
		Element(0x1941A469, text("secret-attachment")),
		Element(0x1043A770, text("secret-chapter"))),
		ShortElement(0xEC, text("secret-behind")))
}

// WebMRecording is a WebM as browsers record it: segment and clusters of unknown size.
func WebMRecording() []byte {
	return cat(WebMHeader("webm"), LiveElement(0x18538067,
		Element(0x1549A966, ShortElement(0x2AD7B1, be32(1_000_000)), ShortElement(0x4D80, text("secret-muxer"))),
		WebMTracks(), LiveElement(0x1F43B675, WebMBlocks()), LiveElement(0x1F43B675, WebMBlocks()),
		Element(0x1254C367, text("secret-tags"))))
}
