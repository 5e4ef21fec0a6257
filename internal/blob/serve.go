package blob

import (
	"mime"
	"net/http"
	"strings"
)

// Served says how an object is served.
type Served struct {
	ContentType string // the stored one, never guessed from bytes or name
	FileName    string // a label; see FileName
	SHA256      string // of the original as served, in hexadecimal
	Variant     Variant
}

// servedPolicy allows a link to be opened by itself and to do nothing else. A browser shows a video
// in a page of its own that loads the same URL again: it needs media-src, and its origin,
// which without scripts gives it nothing more.
const servedPolicy = "default-src 'none'; media-src 'self'; sandbox allow-same-origin"

// Serve handles GET and HEAD for an object, with byte ranges and conditional requests,
// and closes it. The bytes come from users: the headers make a browser show them as a
// picture or video or not at all. The ETag does not depend on the link, so a
// newly signed URL still finds its cached copy; the copy is asked for again each time,
// because rights may end within a second.
func Serve(w http.ResponseWriter, r *http.Request, o *Object, s Served) {
	defer func() { _ = o.Close() }() // only read from

	etag, contentType, name := s.SHA256, s.ContentType, s.FileName
	if s.Variant != Original {
		etag, contentType = etag+s.Variant.suffix(), ThumbnailType
		name = "thumbnail.jpg"
	}
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Disposition", disposition(name))
	h.Set("Content-Security-Policy", servedPolicy)
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Vary", "Authorization")
	h.Set("ETag", `"`+etag+`"`)
	http.ServeContent(w, r, "", o.Modified, o)
}

// disposition writes the label as RFC 6266 and RFC 8187 have it: quoted when it is plain
// ASCII, else percent-encoded UTF-8 beside an ASCII likeness.
func disposition(name string) string {
	value := mime.FormatMediaType("inline", map[string]string{"filename": name})
	if encoded, ok := strings.CutPrefix(value, "inline; filename*="); ok {
		likeness := strings.Map(func(r rune) rune {
			if r < ' ' || r > '~' || r == '"' || r == '\\' || r == '%' {
				return '_'
			}
			return r
		}, name)
		return `inline; filename="` + likeness + `"; filename*=` + encoded
	}
	if value == "" {
		return "inline"
	}
	return value
}
