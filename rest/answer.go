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

// done begins every answer that is not a refusal.
type done struct {
	Success bool   `json:"success" doc:"Always true here."`
	Message string `json:"message" doc:"What happened, for a person."`
}

func ok(message string) done { return done{Success: true, Message: message} }

// signed is a body that holds signed links. They change from minute to minute, so the ETag
// is made of the body without their signatures.
type signed interface{ unsigned() any }

// writeConditional answers a GET with 200, or with 304 when the caller's copy is still good.
// The copy is asked for again each time, because rights may end within a second.
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
	writeTagged(w, r, "private, no-cache", text, stable)
	return nil
}

// writeTagged answers a GET whose ETag is made of the stable bytes.
func writeTagged(w http.ResponseWriter, r *http.Request, cache string, text, stable []byte) {
	sum := sha256.Sum256(stable)
	tag := `"` + hex.EncodeToString(sum[:]) + `"`
	h := w.Header()
	h.Set("ETag", tag)
	h.Set("Cache-Control", cache)
	h.Add("Vary", "Authorization")
	h.Set("X-Content-Type-Options", "nosniff")
	if matches(r.Header.Values("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	writeText(w, r, http.StatusOK, text)
}

// matches compares weakly, as RFC 9110 section 13.1.2 has it for If-None-Match.
func matches(headers []string, tag string) bool {
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

// writeJSON answers what must not be kept anywhere.
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
		_, _ = w.Write(text) // who has gone does not read that it failed
	}
}
