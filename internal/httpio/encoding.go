package httpio

import (
	"bytes"
	"net/http"
	"strings"
)

// Encoded reports whether the body of a request is encoded, such as with gzip. Nothing here decodes one: a few bytes could
// become more than there is memory.
func Encoded(r *http.Request) bool {
	for _, value := range r.Header.Values("Content-Encoding") {
		for coding := range strings.SplitSeq(value, ",") {
			if coding = strings.TrimSpace(coding); coding != "" && !strings.EqualFold(coding, "identity") {
				return true
			}
		}
	}
	return false
}

// WithoutBOM returns a text in UTF-8 without the byte order mark that some programs write before it.
func WithoutBOM(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }
