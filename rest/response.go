package rest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

const jsonType = "application/json; charset=utf-8"

// done holds the first members of every response that is not an error.
type done struct {
	Success bool   `json:"success" doc:"Always true."`
	Message string `json:"message" doc:"What happened, for people."`
}

func ok(message string) done { return done{Success: true, Message: message} }

// signed is a body that has signed links. They change from minute to minute, so the ETag is computed
// from the body without their signatures.
type signed interface{ unsigned() any }

// writeConditional responds to a GET with 200, or with 304 when the caller's copy is current. The
// caller has to ask each time, because rights may end within a second.
func writeConditional(w http.ResponseWriter, r *http.Request, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	stable := text
	if s, ok := body.(signed); ok {
		if stable, err = json.Marshal(s.unsigned()); err != nil {
			return err
		}
	}
	writeWithETag(w, r, "private, no-cache", text, stable)
	return nil
}

// writeWithETag responds to a GET with an ETag that is computed from the stable bytes.
func writeWithETag(w http.ResponseWriter, r *http.Request, cache string, text, stable []byte) {
	sum := sha256.Sum256(stable)
	tag := `"` + hex.EncodeToString(sum[:]) + `"`
	h := w.Header()
	h.Set("ETag", tag)
	h.Set("Cache-Control", cache)
	h.Add("Vary", "Authorization")
	h.Set("X-Content-Type-Options", "nosniff")
	if etagMatches(r.Header.Values("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	writeText(w, r, http.StatusOK, text)
}

// etagMatches reports whether If-None-Match names the tag, by the weak comparison of RFC 9110
// section 13.1.2.
func etagMatches(headers []string, tag string) bool {
	for _, header := range headers {
		for one := range strings.SplitSeq(header, ",") {
			one = strings.TrimSpace(one)
			if one == "*" || strings.TrimPrefix(one, "W/") == tag {
				return true
			}
		}
	}
	return false
}

// writeJSON responds with a body that must not be cached.
func writeJSON(w http.ResponseWriter, r *http.Request, status int, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
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
