package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/redress/redress/internal/compress"
	"github.com/redress/redress/internal/i18n"
)

const jsonType = "application/json; charset=utf-8"

// done holds the first members of every response that is not an error.
type done struct {
	Success bool   `json:"success" doc:"Always true."`
	Message string `json:"message" doc:"What happened, for people."`
}

func ok(message string) done { return done{Success: true, Message: message} }

// in returns the same for the reader of a context.
func (d done) in(ctx context.Context) done {
	d.Message = i18n.T(d.Message).In(i18n.From(ctx))
	return d
}

// signed is a body that has signed links, whose signatures it returns in the order in which they stand in
// it. They change from minute to minute, so the ETag is computed from the text without them.
type signed interface{ signatures() []string }

// without returns a text without some parts of it, in the order in which they stand there.
func without(text []byte, parts []string) []byte {
	rest := make([]byte, 0, len(text))
	for _, part := range parts {
		if i := bytes.Index(text, []byte(part)); i >= 0 {
			rest, text = append(rest, text[:i]...), text[i+len(part):]
		}
	}
	return append(rest, text...)
}

// conditional is a response to a GET with an ETag, ready to be written.
type conditional struct {
	tag    string // of the content, whatever its coding
	coding compress.Coding
	text   []byte // in that coding; nil: the caller's copy is current
}

// newConditional returns the response with a body in the coding that the caller likes best. It sets
// the header that says so.
func newConditional(h http.Header, r *http.Request, body any) (conditional, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return conditional{}, err
	}
	stable := text
	if s, ok := body.(signed); ok {
		stable = without(text, s.signatures())
	}
	c := conditional{tag: compress.ContentTag(stable), coding: compress.Negotiate(h, r, len(text))}
	if !compress.Current(r, c.tag) {
		c.text = compress.Encode(text, c.coding)
	}
	return c, nil
}

// write responds with 200, or with 304 when the caller's copy is current. The caller has to ask each
// time, because rights may end within a second.
func (c conditional) write(w http.ResponseWriter, r *http.Request, cache string) {
	h := w.Header()
	h.Set("ETag", `"`+c.coding.Tag(c.tag)+`"`)
	h.Set("Cache-Control", cache)
	h.Add("Vary", "Authorization")
	h.Add("Vary", "Accept-Language")
	h.Set("X-Content-Type-Options", "nosniff")
	if c.text == nil {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if c.coding != compress.Identity {
		h.Set("Content-Encoding", string(c.coding))
	}
	writeText(w, r, http.StatusOK, c.text)
}

// writeJSON responds with a body that must not be cached.
func writeJSON(w http.ResponseWriter, r *http.Request, status int, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Add("Vary", "Accept-Language")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	writeText(w, r, status, text)
	return nil
}

func writeText(w http.ResponseWriter, r *http.Request, status int, text []byte) {
	w.Header().Set("Content-Type", jsonType)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(text) // a client that has gone does not read the failure
	}
}
