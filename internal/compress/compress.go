// Package compress compresses responses with what their clients accept: zstd or gzip. It is for
// bodies that are known as a whole; nothing that is streamed passes through it.
package compress

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Coding is a content coding, in the form of Content-Encoding.
type Coding string

// The codings. A body without one is sent as it is.
const (
	Identity Coding = ""
	Gzip     Coding = "gzip"
	Zstd     Coding = "zstd"
)

// MinSize is the size from which a body is compressed, in bytes. A smaller one fits into one packet
// whether it is compressed or not.
const MinSize = 1400

// offered are the codings in the order of preference: zstd takes less time and makes less of it.
var offered = []Coding{Zstd, Gzip}

// Negotiate returns the coding for a body of that size, and adds to the header that the response
// depends on Accept-Encoding.
func Negotiate(h http.Header, r *http.Request, size int) Coding {
	h.Add("Vary", "Accept-Encoding")
	if size < MinSize {
		return Identity
	}
	return Accepted(r, offered...)
}

// Accepted returns the coding that a client likes best, or Identity if it accepts none of the offered
// ones. Of codings that it likes equally the first one wins. A wildcard stands for gzip only, because
// a client that does not name zstd may not know it.
func Accepted(r *http.Request, offered ...Coding) Coding {
	best, quality := Identity, 0.0
	accepted := map[Coding]float64{}
	for part := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, params, _ := strings.Cut(part, ";")
		q, known := 1.0, true
		if weight, given := strings.CutPrefix(strings.ToLower(strings.TrimSpace(params)), "q="); given {
			var err error
			q, err = strconv.ParseFloat(weight, 64)
			known = err == nil
		}
		if known {
			accepted[Coding(strings.ToLower(strings.TrimSpace(name)))] = q
		}
	}
	for _, coding := range offered {
		q, named := accepted[coding]
		if !named && coding == Gzip {
			q = accepted["*"]
		}
		if q > quality {
			best, quality = coding, q
		}
	}
	return best
}

var (
	gzipWriters = sync.Pool{New: func() any {
		w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // fails only for levels that do not exist
		return w
	}}
	// The encoder has as many states of about half a megabyte as it was used at the same time, and
	// keeps them.
	zstdEncoder = sync.OnceValue(func() *zstd.Encoder {
		const window = 256 << 10
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(window), zstd.WithEncoderCRC(false))
		if err != nil {
			panic(err) // the options are constant
		}
		return e
	})
)

// Body returns a body in the coding that the client likes best, and sets the header accordingly.
func Body(h http.Header, r *http.Request, body []byte) []byte {
	coding := Negotiate(h, r, len(body))
	if coding != Identity {
		h.Set("Content-Encoding", string(coding))
	}
	return Encode(body, coding)
}

// Encode returns a body in a coding. It works fast rather than small.
func Encode(body []byte, coding Coding) []byte {
	switch coding {
	case Zstd:
		return zstdEncoder().EncodeAll(body, make([]byte, 0, len(body)/4))
	case Gzip:
		var out bytes.Buffer
		out.Grow(len(body) / 4)
		w := gzipWriters.Get().(*gzip.Writer)
		defer gzipWriters.Put(w)
		w.Reset(&out)
		_, _ = w.Write(body) // a buffer takes everything
		_ = w.Close()
		return out.Bytes()
	default:
		return body
	}
}

// Tag returns the name of a representation for its ETag: the same content in another coding has
// another one.
func (c Coding) Tag(content string) string {
	if c == Identity {
		return content
	}
	return content + "-" + string(c)
}

// ContentTag returns the name of a content for the ETags of its representations.
func ContentTag(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Current reports whether If-None-Match names a content, in any coding: a copy is current whichever
// way it was sent. It is the weak comparison of RFC 9110 section 13.1.2.
func Current(r *http.Request, content string) bool {
	for _, header := range r.Header.Values("If-None-Match") {
		for one := range strings.SplitSeq(header, ",") {
			one = strings.TrimPrefix(strings.TrimSpace(one), "W/")
			if one == "*" || one == `"`+content+`"` {
				return true
			}
			for _, coding := range offered {
				if one == `"`+coding.Tag(content)+`"` {
					return true
				}
			}
		}
	}
	return false
}

// Document is a body that never changes. It is compressed once for each coding that is asked for.
type Document struct {
	plain      []byte
	tag        string
	gzip, zstd func() []byte
}

// NewDocument returns a Document.
func NewDocument(body []byte) Document {
	return Document{
		plain: body,
		tag:   ContentTag(body),
		gzip:  sync.OnceValue(func() []byte { return Encode(body, Gzip) }),
		zstd:  sync.OnceValue(func() []byte { return Encode(body, Zstd) }),
	}
}

// ServeHTTP responds with the document, or with 304 to a client whose copy is current. The other
// headers, such as Content-Type, are the caller's.
func (d Document) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	coding := Negotiate(h, r, len(d.plain))
	h.Set("ETag", `"`+coding.Tag(d.tag)+`"`)
	if Current(r, d.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := d.plain
	switch coding {
	case Zstd:
		body = d.zstd()
	case Gzip:
		body = d.gzip()
	}
	if coding != Identity {
		h.Set("Content-Encoding", string(coding))
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // fails only when the client has disconnected
	}
}
